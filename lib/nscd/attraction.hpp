#pragma once
// Cohesive impulses of near pairs in a step, and their energy (docs/theory.md 11.3).
#include "base/archive.hpp"
#include "model/probes.hpp"
#include "nscd/step_view.hpp"

#include <optional>

namespace rubble::nscd {

class Attraction {
 public:
  explicit Attraction(const Parameters& p) : law_{p.greatest().attraction, p.cohesion.distance}, dt_(p.step.dt) {}

  // (step, links of all points) Applies the attraction of near pairs to the velocities, including pairs whose points
  // may not receive impulses in this step.
  void pull(const StepView& step, const friction::Links& near, friction::BodyVelocities& bodies);
  // (links of all points, velocities before and after the step) Adds the heat of cohesion and the effects of its
  // impulses to the account.
  void book(const StepView& step, const friction::Links& near, const friction::BodyVelocities& before,
            const friction::BodyVelocities& after, Account& account);
  // (probes, step, links of all points) Adds the impulses to the probes.
  void add_to(Probes& probes, const StepView& step, const friction::Links& near) const;
  // Energy that cohesion may lend to motion [J].
  double lent() const;

  void archive(Archive& archive);
  void require_sound() const;  // InputError for loaded values that no run can have

 private:
  laws::RangeCohesion law_;             // with the greatest force of all pairs of materials
  double dt_;                           // [s]
  friction::Links links_;               // of the attracting points
  std::vector<std::size_t> point_;      // index of each attracting point
  Reals impulse_;                       // cohesive impulse of each attracting point [N s]
  double energy_ = 0;                   // cohesive energy of all points [J]
  std::optional<double> energy_ahead_;  // cohesive energy expected at the end of the step [J]
  std::int64_t most_pairs_ = 0;         // largest number of pairs that attracted each other in one step
};

}  // namespace rubble::nscd
