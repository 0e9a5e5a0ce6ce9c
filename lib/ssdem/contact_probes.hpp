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
  const Vec3s& points;
  bool bodies = false;  // true if a target consists of bodies
};

// Four contacts; b and `wall` as in evaluate_contacts(). Areas: [m2].
struct ProbedPack {
  const Index *a, *b;
  bool walls;  // true if b are numbers of walls
  std::size_t lanes;
  Pack area;
};

// (targets, spheres, contacts, their loads, sums of the chunk) Adds the contacts that act on targets.
void add_probed(const SweepProbes& probes, const Spheres& spheres, const ProbedPack& pack, const ContactLoads& loads,
                std::vector<ProbeSums>& sums);

// => true if any of the four contacts acts on a target.
inline bool any_probed(const SweepProbes& probes, const ProbedPack& pack) {
  const std::vector<std::uint64_t>& of_b = pack.walls ? probes.of_wall : probes.of_place;
  std::uint64_t found = 0;
  for (std::size_t lane = 0; lane < pack.lanes; ++lane)
    found |= probes.of_place[static_cast<std::size_t>(pack.a[lane])] ^ of_b[static_cast<std::size_t>(pack.b[lane])];
  return found != 0;
}

// The probes of a run, which may have none.
class ContactProbes {
 public:
  // (probes or nullptr, body at each place)
  ContactProbes(Probes* probes, const std::vector<Index>& order);

  // Takes over a new order of the bodies.
  void sort(const std::vector<Index>& order);
  // Sets the points of the torques at the time of a sweep [s]. => what the sweep needs; nullptr without probes
  const SweepProbes* place(const External& external, double time, const PlacedSpheres& spheres);
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
