#pragma once
// Self-gravity of a run (docs/theory.md 4.8), with its accelerations in the form that the motion of bodies reads.
#include "gravity/held_solver.hpp"
#include "simd/xyzw.hpp"
#include "ssdem/placed_spheres.hpp"

namespace rubble::ssdem {

class PlacedGravity {
 public:
  PlacedGravity(const gravity::Parameters& parameters, std::size_t spheres);

  bool attracts() const { return solver_.attracts(); }
  // (step, its length [s], spheres) Evaluates self-gravity if it is due; otherwise it is extrapolated from the last two
  // evaluations. => energy made by holding [J]
  double update(std::int64_t step, double dt, PlacedSpheres& spheres);
  // By place: acceleration at the last evaluation [m s-2], its change per step [m s-2], and the steps since then.
  const std::vector<Xyzw>& value() const { return value_; }
  const std::vector<Xyzw>& slope() const { return slope_; }
  double since() const { return solver_.since(); }
  // Sizes of the forces within grains that are left out while gravity is held.
  const gravity::Sizes& within() const { return solver_.held().within; }

  // Moves the accelerations to a new order of the bodies. Arguments: body at each place, before and now.
  void reorder(const std::vector<Index>& before, const std::vector<Index>& now);
  // Saves or loads the state by body. (archive, body at each place)
  void archive(Archive& archive, const std::vector<Index>& order);
  // InputError unless the loaded state is finite and fits to this step. (step of the run, body at each place)
  void require_sound(std::int64_t step, const std::vector<Index>& order) const;

 private:
  gravity::Held by_body(const std::vector<Index>& order) const;
  void take(const gravity::Held& by_body, const std::vector<Index>& order);
  void spread();

  gravity::HeldSolver solver_;
  double constant_;  // of gravity [m3 kg-1 s-2]
  std::vector<Xyzw> value_, slope_;
};

}  // namespace rubble::ssdem
