#pragma once
// Stop rules decide when a run ends before its duration is over.
#include "base/field.hpp"
#include "experiment/observer.hpp"

#include <limits>
#include <string>

namespace rubble::experiment {

class StopRule : public Observer {
 public:
  virtual bool met() const = 0;
  // Latest time at which the rule will be met if nothing changes [s]; infinity if unknown.
  virtual double expected_end() const { return std::numeric_limits<double>::infinity(); }
  // False if all criteria of the rule are disabled, so that the rule is never met.
  virtual bool enabled() const { return true; }
  // Criteria with their values at the last record and their limits, as a clause for messages: those that are met, or
  // all enabled ones if none is.
  virtual std::string state() const = 0;
  // Event that the rule still waits for, as a clause for messages; "" if it waits only for values within its limits.
  virtual std::string awaited() const { return ""; }
  std::vector<Finding> findings() const override { return {}; }
};

// [stop] of rubble-relax.
struct QuietRule {
  double kinetic_fraction = 0;
  double hold = 0;  // [s]
  bool remove_rotation = false;
  double leave_out = 0;
};

inline std::vector<Field<QuietRule>> fields(const QuietRule*) {
  return {
      field("kinetic_fraction", "1",
            "kinetic energy / |gravitational energy between grains| (without gravity: / largest kinetic energy of the "
            "run) up to which the pile is quiet",
            &QuietRule::kinetic_fraction)
          .required()
          .range(kPositive),
      field("hold", "s", "time for which the pile must stay quiet", &QuietRule::hold).required().range(kNotNegative),
      field("remove_rotation", "",
            "removal of bulk velocity and rigid rotation from the kinetic energy and from the final pile",
            &QuietRule::remove_rotation)
          .required(),
      field("leave_out", "1",
            "fraction of the grains, rounded up and most energetic first, left out of the kinetic energy (a grain that "
            "rocks on two contacts never rests)",
            &QuietRule::leave_out)
          .range({0.0, 1.0, true, false}),
  };
}

// A pile is relaxed when it has been quiet for `hold` of simulated time. The first record is ignored, because a cloud
// may start at rest.
class Quiet : public StopRule {
 public:
  explicit Quiet(const QuietRule& rule) : rule_(rule) {}

  void observe(const Look& look) override;
  bool met() const override { return met_; }
  double expected_end() const override { return quiet_ ? quiet_since_ + rule_.hold : StopRule::expected_end(); }
  std::string state() const override;
  void archive(Archive& archive) override;

 private:
  QuietRule rule_;
  double largest_kinetic_ = 0;  // [J]
  bool quiet_ = false;
  double quiet_since_ = 0;  // [s]
  bool met_ = false;
  // Values of the last record, for state(): not in checkpoints, because a record follows each of them.
  double fraction_ = 0, time_ = 0;  // kinetic energy / energy scale; time [s]
};

}  // namespace rubble::experiment
