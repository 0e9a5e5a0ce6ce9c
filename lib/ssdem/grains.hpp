#pragma once
// All grains of a pile in the stepper: which bodies they move, and when. Those whose members all belong to one chunk
// move with it, so that the loads are still near; the few that two chunks share move when all chunks are done.
#include "gravity/held.hpp"
#include "model/grains.hpp"
#include "ssdem/rigid.hpp"

#include <cstddef>

namespace rubble::ssdem {

// Owns the motion of grains; members follow it.
class RigidGrains {
 public:
  // (model, state, body at each place) => motion at the state. A grain that stands as it was saved goes on with its own
  // motion, to the last bit; accelerations stay.
  void load(const Model& model, const State& state, const std::vector<Index>& order);
  // Puts all members where their grains have them.
  void save(const Model& model, State& state) const;

  bool empty() const { return quads_.empty(); }
  // Of each place, or -1; empty without grains.
  const std::vector<Index>& of_places() const { return of_place_; }
  bool glued(std::size_t place) const { return of_place_[place] >= 0; }
  // A load that waits until all chunks are done; those of other members are read where they are.
  void keep(std::size_t place, const Load& load) {
    if (shared_[place]) shared_load_[place] = load;
  }

  // By grain.
  void put(const std::vector<GrainMotion>& motion);
  std::vector<GrainMotion> get() const;
  // By body: all members have their grain's acceleration [m s-2] and, as the second, its torque [N m].
  void put_accelerations(const std::vector<Index>& order, const Vec3s& linear, const Vec3s& torque);
  void get_accelerations(const std::vector<Index>& order, Vec3s& linear, Vec3s& torque) const;

  // By place: takes what members of one grain do to each other out of gravity that is held. (masses [kg], places [m],
  // gravitational constant, accelerations)
  gravity::Sizes leave_out_own(const Reals& mass, const Vec3s& place, double constant, Vec3s& acceleration) const;

  // Moves the grains of a chunk, whose members' loads begin at `load` with that of place chunk * kChunk.
  template <bool finish, bool open>
  void move(std::size_t chunk, const Load* load, const MotionContext& context, Spheres& spheres, MotionSums& sums) {
    for (std::size_t q = first_quad_[chunk]; q < first_quad_[chunk + 1]; ++q) {
      fetch(q + 1);
      move_quad<finish, open>(quads_[q], context, {offset_.data(), load, chunk * kChunk}, spheres, sums);
    }
  }
  // Moves those that chunks share, from the loads that were kept.
  template <bool finish, bool open>
  void move_shared(const MotionContext& context, Spheres& spheres, MotionSums& sums) {
    for (std::size_t q = first_quad_.back(); q < quads_.size(); ++q)
      move_quad<finish, open>(quads_[q], context, {offset_.data(), shared_load_.data(), 0}, spheres, sums);
  }

 private:
  // Asks for a quad ahead of its turn: the rotation of the one before is a long chain, behind which no load would
  // start.
  void fetch(std::size_t q) const {
    const char* data = reinterpret_cast<const char*>(quads_.data() + q);
    for (std::size_t at = 0; at < offsetof(GrainQuad, acceleration); at += 64) __builtin_prefetch(data + at);
  }
  void take_accelerations(const std::vector<GrainQuad>& before);
  void add(const Model& model, std::size_t place, const GrainMotion& motion, std::size_t lane);

  std::vector<GrainQuad> quads_;
  std::vector<std::size_t> first_quad_;  // of each chunk, then of the shared ones
  std::vector<Index> of_place_;
  std::vector<Xyzw> offset_;       // by place [m]
  std::vector<char> shared_;       // by place: whether two chunks share its grain
  std::vector<Load> shared_load_;  // by place
};

// (model, state) => bodies along the curve; members of a grain, which all stand at its centre for this, side by side.
std::vector<Index> places_in_order(const Model& model, const State& state);

}  // namespace rubble::ssdem
