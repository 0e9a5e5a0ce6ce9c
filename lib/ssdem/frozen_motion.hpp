#pragma once
// Frozen bodies in the stepper: their given motion, and what holds or moves them. docs/theory.md 3.11.
#include "model/frozen.hpp"
#include "ssdem/chunk.hpp"
#include "ssdem/motion_sums.hpp"

namespace rubble::ssdem {

class FrozenMotion {
 public:
  // (frozen bodies, number of bodies)
  FrozenMotion(std::vector<FrozenBodies> bodies, std::size_t n);

  bool empty() const { return bodies_.empty(); }
  // For each body, 1 if it is frozen; empty if no body is.
  const std::vector<char>& by_body() const { return by_body_; }
  // The same by place, or nullptr if no body is frozen.
  const std::vector<char>* by_place() const { return empty() ? nullptr : &by_place_; }

  // (model, grouping, body at each place) Takes up an order of the bodies.
  void load(const Model& model, const Grouping& grouping, const std::vector<Index>& order);
  // Mass and moment of inertia that stand for infinite ones: powers of two, so large that the reduced value of a pair
  // has exactly the bits of the other body's value [kg], [kg m2].
  double mass() const { return mass_; }
  double inertia() const { return inertia_; }

  // (time [s], length of the step that ends then [s], spheres) Moves the frozen bodies to their places at that time.
  void place(double time, double dt, Spheres& spheres) const;
  // Writes them to the state, at its time.
  void save(State& state) const { rubble::place(bodies_, state.time, state); }
  // (spheres, loads by contacts by place, context) => rates of the impulse, angular impulse and work that hold or move
  // the frozen bodies against contacts and gravity, with the sums of the sizes of these forces.
  MotionSums holding(const Spheres& spheres, const std::vector<Load>& load, const MotionContext& context) const;

 private:
  std::vector<FrozenBodies> bodies_;
  std::vector<char> by_body_, by_place_;
  std::vector<Index> place_of_;      // by body
  std::vector<std::size_t> places_;  // of the frozen bodies, ascending
  double mass_ = 0, inertia_ = 0;
};

}  // namespace rubble::ssdem
