#pragma once
// All spheres of a run in the order of a space-filling curve, with their motion. The place of a sphere is its index in
// that order.
#include "base/archive.hpp"
#include "base/clock.hpp"
#include "model/pile.hpp"
#include "ssdem/frozen_motion.hpp"
#include "ssdem/rigid_grains.hpp"
#include "ssdem/sphere_motion.hpp"

namespace rubble::ssdem {

// Linear and angular acceleration of each body [m s-2], [rad s-2]. For members of a grain they are the acceleration of
// the grain [m s-2] and its torque [N m].
struct Accelerations {
  Vec3s linear, angular;
};

// A straight step of all spheres, for the search of pairs that pass through each other.
struct Passage {
  double time, dt;       // end of the step [s], its length [s]
  Vec3 frame;            // velocity to which paths are relative [m s-1]
  ImageLattice lattice;  // images in the middle of the step
  double deepest;        // allowed overlap on a path / smaller radius
};

// Sizes of all spheres [m].
struct RadiusRange {
  double smallest = 0, largest = 0, mean_diameter = 0;
};

class PlacedSpheres {
 public:
  // effective_mass: true if contact laws use effective masses at the contacts of grains (docs/theory.md 2.10).
  // material_class: of each body; empty if all contacts have the same laws. Uses the
  // given order (body at each place), or the order along the curve if it is empty.
  PlacedSpheres(const Model& model, const State& state, const std::vector<FrozenBodies>& frozen, bool effective_mass,
                std::vector<Index> material_class, std::vector<Index> order);

  // Takes over the motion of the state. A grain whose state is exactly as saved keeps its motion to the last bit.
  // Accelerations are not changed.
  void load(const Model& model, const State& state);
  void save(State& state) const;
  // Sorts the bodies along the curve at the state. Accelerations stay with their bodies.
  void sort(const Model& model, const State& state);

  std::size_t size() const { return order_.size(); }
  const std::vector<Index>& order() const { return order_; }  // body at each place
  Spheres& input() { return input_; }                         // input of the sweep
  const Spheres& input() const { return input_; }
  const std::vector<SphereState>& states() const { return input_.state; }  // by place
  // (model, state) => the input of a sweep at that state.
  Spheres input_at(const Model& model, const State& state) const;
  const RigidGrains& grains() const { return grains_; }
  const FrozenMotion& frozen() const { return frozen_; }
  const Reals& mass() const { return mass_; }      // by place [kg]
  const Reals& radius() const { return radius_; }  // by place [m]
  double mean_diameter() const { return range_.mean_diameter; }
  double smallest_radius() const { return range_.smallest; }
  double largest_radius() const { return range_.largest; }
  Vec3 velocity(std::size_t place) const { return vec(input_.state[place].velocity); }  // as predicted for contacts
  Vec3 point(std::size_t place) const { return vec(input_.state[place].position); }     // its position [m]
  // => velocity of its drift in the step; for a member of a grain, velocity().
  Vec3 drift(std::size_t place) const;
  // (rotating frame) => greatest speed of velocity(), in such a frame relative to the shear flow [m s-1].
  double greatest_speed(const Hill& hill) const;
  Vec3 mean_velocity() const;  // of velocity() [m s-1]
  // Positions by place as vectors [m], of the last call of update_positions().
  const Vec3s& position() const { return position_; }
  void update_positions();

  // Moves the bodies of a chunk whose loads are complete. finish: second kick of the step whose forces were just found.
  // open: first kick and drift of the next step. Free spheres move first, then the chunk's grains.
  template <bool finish, bool open>
  MotionSums move(std::size_t c, const Chunk& chunk, const MotionContext& context);
  // Moves the grains that two chunks share. They are few, so one thread moves them.
  template <bool finish, bool open>
  MotionSums move_shared_grains(const MotionContext& context);
  // Moves the frozen bodies to the time `next` of the end of the drift [s].
  template <bool finish, bool open>
  MotionSums move_frozen(const MotionContext& context, double next);

  // SanityError if one of position() is not finite: no list can then be built.
  void require_finite_positions(double time) const;
  // SanityError if a force or position is not finite: the sums of magnitudes are then not finite either.
  void require_finite(const MotionSums& sums, double time) const;
  // SanityError for bodies that pass through each other in a step (docs/theory.md 3.9). Paths of members of grains are
  // straight to first order.
  void require_no_passing(const Passage& step);

  // Accelerations, and the exact motion of grains, which members determine only up to rounding.
  void archive(Archive& archive);

 private:
  void put(const Model& model, const State& state, Spheres& spheres) const;
  Accelerations accelerations() const;
  void put(const Accelerations& by_body);

  std::vector<Index> order_;
  bool effective_mass_;
  std::vector<Index> material_class_;  // of each body; empty if all contacts have the same laws
  Spheres input_;
  SphereMotion motion_;  // motion of free spheres
  FrozenMotion frozen_;
  RigidGrains grains_;  // motion of all other bodies
  Reals mass_, radius_;
  Vec3s position_;
  RadiusRange range_;
};

template <bool finish, bool open>
MotionSums PlacedSpheres::move(std::size_t c, const Chunk& chunk, const MotionContext& context) {
  MotionSums sums;
  if (context.hill.turns())
    motion_.move<finish, open, true>(chunk, context, input_, grains_, sums);
  else
    motion_.move<finish, open, false>(chunk, context, input_, grains_, sums);
  if (grains_.empty()) return sums;
  {
    const Clock clock(sums.seconds);
    grains_.move<finish, open>(c, chunk.load, context, input_, sums);
  }
  return sums;
}

template <bool finish, bool open>
MotionSums PlacedSpheres::move_shared_grains(const MotionContext& context) {
  MotionSums sums;
  {
    const Clock clock(sums.seconds);
    grains_.move_shared<finish, open>(context, input_, sums);
  }
  return sums;
}

template <bool finish, bool open>
MotionSums PlacedSpheres::move_frozen(const MotionContext& context, double next) {
  MotionSums sums;
  if constexpr (finish) sums = frozen_.holding(input_, grains_.kept(), context);
  if constexpr (open) frozen_.place(next, context.dt, input_);
  return sums;
}

}  // namespace rubble::ssdem
