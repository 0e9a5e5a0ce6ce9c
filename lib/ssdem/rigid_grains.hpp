#pragma once
// All grains of a pile in the stepper, and the loads on frozen bodies. A grain whose members all belong to one chunk
// moves with that chunk, so that its loads are still in the cache. The few grains that two chunks share move after all
// chunks.
#include "gravity/held.hpp"
#include "model/grains.hpp"
#include "ssdem/grain_quad.hpp"

#include <cstddef>

namespace rubble::ssdem {

// Owns the motion of grains; members follow it.
class RigidGrains {
 public:
  // (model, state, body at each place, true for frozen bodies or empty) => motion at the state. A grain whose state is
  // exactly as saved keeps its own motion to the last bit. Accelerations are not changed. Frozen bodies, in grains or
  // not, count as one more grain whose motion is known elsewhere (frozen_motion.hpp).
  void load(const Model& model, const State& state, const std::vector<Index>& order,
            const std::vector<char>& frozen = {});
  // Places all members according to the motion of their grains.
  void save(State& state) const;

  bool empty() const { return of_place_.empty(); }
  // Grain of each place, or -1; empty without grains and frozen bodies.
  const std::vector<Index>& of_places() const { return of_place_; }
  bool glued(std::size_t place) const { return of_place_[place] >= 0; }
  // Stores the load of a member of a shared grain until all chunks are done. Loads of other members are read from their
  // chunk.
  void keep(std::size_t place, const Load& load) {
    if (shared_[place]) shared_load_[place] = load;
  }

  // Stored loads, by place; valid for members of shared grains and for frozen bodies.
  const std::vector<Load>& kept() const { return shared_load_; }

  // Sets the motion, by grain.
  void put(const std::vector<GrainMotion>& motion);
  std::vector<GrainMotion> get() const;
  // By body: all members have their grain's acceleration [m s-2] and, as second value, its torque [N m].
  void put_accelerations(const std::vector<Index>& order, const Vec3s& linear, const Vec3s& torque);
  void get_accelerations(const std::vector<Index>& order, Vec3s& linear, Vec3s& torque) const;

  // (masses [kg] and positions [m] by place, gravitational constant, accelerations by place [m s-2]) Subtracts the
  // attraction between members of one grain from accelerations that are to be held. => sums of the magnitudes of these
  // forces.
  gravity::Sizes leave_out_own(const Reals& mass, const Vec3s& position, double constant, Vec3s& acceleration) const;

  // Moves the grains of a chunk. Loads of their members start at `load`, which belongs to place chunk * kChunk.
  template <bool finish, bool open>
  void move(std::size_t chunk, const Load* load, const MotionContext& context, Spheres& spheres, MotionSums& sums) {
    for (std::size_t q = first_quad_[chunk]; q < first_quad_[chunk + 1]; ++q) {
      fetch(q + 1);
      move_quad<finish, open>(quads_[q], context, {offset_.data(), load, chunk * kChunk}, spheres, sums);
    }
  }
  // Moves the grains that chunks share, using the stored loads.
  template <bool finish, bool open>
  void move_shared(const MotionContext& context, Spheres& spheres, MotionSums& sums) {
    for (std::size_t q = first_quad_.back(); q < quads_.size(); ++q)
      move_quad<finish, open>(quads_[q], context, {offset_.data(), shared_load_.data(), 0}, spheres, sums);
  }

 private:
  // Prefetches a quad: the rotation of the previous one is a long dependency chain, during which the processor would
  // start no loads.
  void fetch(std::size_t q) const {
    const char* data = reinterpret_cast<const char*>(quads_.data() + q);
    for (std::size_t at = 0; at < offsetof(GrainQuad, driving); at += 64) __builtin_prefetch(data + at);
  }
  void take_accelerations(const std::vector<GrainQuad>& before);
  void add(const Grouping& grouping, std::size_t place, const GrainMotion& motion, std::size_t lane);

  std::vector<GrainQuad> quads_;
  std::vector<std::size_t> first_quad_;  // first quad of each chunk, then of the shared grains
  std::vector<Index> of_place_;
  std::vector<Xyzw> offset_;       // by place: position of a member in its grain's principal frame [m]
  std::vector<char> shared_;       // by place: true if two chunks share its grain, or if it is frozen
  std::vector<Load> shared_load_;  // by place: load of those
};

// (model, state) => bodies along the curve. All members of a grain count at its centre and are adjacent in the result.
std::vector<Index> places_in_order(const Model& model, const State& state);

}  // namespace rubble::ssdem
