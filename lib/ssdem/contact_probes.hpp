#pragma once
// Probes of soft spheres: forces of contacts on the targets, summed by chunks in each sweep.
#include "model/probes.hpp"
#include "ssdem/chunk.hpp"
#include "ssdem/placed_spheres.hpp"
#include "ssdem/sweep_loads.hpp"

namespace rubble::ssdem {

// Targets of the spheres by place, and of walls by number, with the points of the torques [m].
struct SweepProbes {
  std::vector<std::uint64_t> of_place;
  const std::vector<std::uint64_t>& of_wall;
  std::vector<Xyzw> points;
  bool bodies = false;  // true if a target consists of bodies
};

// Four contacts; b and `wall` as in evaluate_contacts(). Areas: [m2].
struct ProbedPack {
  const Index *a, *b;
  std::size_t lanes;
  Pack area;
};

// (targets, spheres, contacts, their loads, loads on the targets so far) Adds the contacts that act on targets. The
// fourth component of the force on a target is its contact area [m2]; that of the torque has no meaning.
template <bool walls>
void add_probed(const SweepProbes& probes, const Spheres& spheres, const ProbedPack& pack, const ContactLoads& loads,
                std::vector<Load>& on);

// (targets, four contacts) => true if any of them acts on a target. Padding repeats a contact.
template <bool walls>
RUBBLE_INLINE bool any_probed(const SweepProbes& probes, const Index* a, const Index* b) {
  const std::uint64_t* of_a = probes.of_place.data();
  const std::uint64_t* of_b = walls ? probes.of_wall.data() : of_a;
  return ((of_a[a[0]] ^ of_b[b[0]]) | (of_a[a[1]] ^ of_b[b[1]]) | (of_a[a[2]] ^ of_b[b[2]]) |
          (of_a[a[3]] ^ of_b[b[3]])) != 0;
}

// The probes of a run, which may have none.
class ContactProbes {
 public:
  // (probes or nullptr, body at each place)
  ContactProbes(Probes* probes, const std::vector<Index>& order);

  // Takes over a new order of the bodies.
  void sort(const std::vector<Index>& order);
  // Sets the points of the torques at the time of a sweep [s], with the poses of driven walls. => what the sweep needs;
  // nullptr without probes
  const SweepProbes* place(const External& external, double time, const PlacedSpheres& spheres,
                           const DrivenPoses& driven);
  // Takes the forces of a sweep.
  void take(const std::vector<Chunk>& chunks);
  // Adds the present forces for a time [s].
  void advance(double time) {
    if (probes_ != nullptr) probes_->advance(time);
  }

 private:
  Probes* probes_;
  std::optional<SweepProbes> by_place_;
  std::vector<Index> place_;  // of each body
};

}  // namespace rubble::ssdem
