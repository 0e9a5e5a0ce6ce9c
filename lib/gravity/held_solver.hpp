#pragma once
// Self-gravity of a run: evaluated at each step, or held between evaluations (docs/theory.md 4.8).
#include "base/archive.hpp"
#include "gravity/gravity.hpp"
#include "gravity/held.hpp"

#include <string>
#include <utility>

namespace rubble::gravity {

class HeldSolver {
 public:
  // (valid parameters, radius [m] up to which points may belong to one rigid body, see Solver).
  explicit HeldSolver(const Parameters& parameters, double rigid = 0)
      : hold_(parameters.hold), attracts_(parameters.method != Summation::none), solver_(parameters, rigid) {}

  bool attracts() const { return attracts_; }
  // True if update() evaluates gravity at this step; otherwise it extrapolates the last evaluation.
  bool is_due(std::int64_t step) const { return attracts_ && (!(hold_ > 0) || held_.due(step)); }

  // (step, its length [s], masses [kg] [N] and positions [m] [N] of the sources, two functions) => energy made by
  // holding since the last evaluation [J], 0 between evaluations. Sets the accelerations of the step.
  // - leave_out(accelerations) => Sizes. It removes the mutual attraction within rigid bodies; called if gravity is
  // held.
  // - missed_power(error of the held accelerations [m s-2]) => power of that error [W].
  template <class LeaveOut, class MissedPower>
  double update(std::int64_t step, double dt, const Reals& mass, const Vec3s& place, LeaveOut&& leave_out,
                MissedPower&& missed_power);

  // Acceleration of a source at the step of the last update [m s-2].
  Vec3 acceleration(std::size_t source) const { return held_.value[source] + since_ * held_.slope[source]; }
  // For callers that store accelerations in their own form.
  const Held& held() const { return held_; }
  double since() const { return since_; }  // steps since the last evaluation
  // Replaces the state, for sources in another order.
  void take(Held held) { held_ = std::move(held); }

  // Saves or loads the state for this number of sources.
  void archive(Archive& archive, const std::string& name, std::size_t sources) {
    rubble::gravity::archive(archive, name, sources, held_);
  }

 private:
  double hold_;
  bool attracts_;
  Solver solver_;
  Pull pull_;
  Held held_;
  double since_ = 0;
  Vec3s missed_;
};

template <class LeaveOut, class MissedPower>
double HeldSolver::update(std::int64_t step, double dt, const Reals& mass, const Vec3s& place, LeaveOut&& leave_out,
                          MissedPower&& missed_power) {
  since_ = static_cast<double>(step - held_.at);
  if (!is_due(step)) return 0;
  solver_.evaluate(mass, place, static_cast<unsigned>(Want::acceleration), pull_);
  if (hold_ > 0) held_.within = leave_out(pull_.acceleration);
  const double mean_time = held_.at < 0 ? 0 : mean_miss(step - held_.at) * since_ * dt;  // [s]
  renew(held_, step, pull_.acceleration, hold_, missed_);
  since_ = 0;
  return mean_time > 0 ? mean_time * missed_power(std::as_const(missed_)) : 0;
}

}  // namespace rubble::gravity
