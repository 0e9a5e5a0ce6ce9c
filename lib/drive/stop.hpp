#pragma once
// Stop rules: when a run has reached what it was for.
#include "base/field.hpp"
#include "model/pile.hpp"
#include "model/stepper.hpp"

namespace rubble::drive {

// [stop] of rubble-relax.
struct QuietRule {
  double kinetic_fraction = 0;
  double hold = 0;  // [s]
  bool remove_rotation = false;
};

inline std::vector<Field<QuietRule>> fields(const QuietRule*) {
  return {
      {"kinetic_fraction", "1",
       "quiet: kinetic energy <= this x |gravitational energy|; without self-gravity x the largest kinetic energy seen",
       &QuietRule::kinetic_fraction, kPositive},
      {"hold", "s", "time for which it must stay quiet", &QuietRule::hold, kNotNegative},
      {"remove_rotation", "",
       "whether bulk velocity and rigid rotation are left out of the kinetic energy and out of the final pile",
       &QuietRule::remove_rotation},
  };
}

// A pile is relaxed once it has been quiet for `hold` of simulated time, as seen at the control intervals.
class Quiet {
 public:
  explicit Quiet(const QuietRule& rule) : rule_(rule) {}

  // Looks at the pile; gravitational: its self-gravity's energy [J], 0 if there is none.
  void observe(const Model& model, const State& state, double gravitational);
  bool met() const { return met_; }

  // What it remembers goes through checkpoints.
  void save(Resume& resume) const;
  void load(const Resume& resume);

 private:
  QuietRule rule_;
  double largest_kinetic_ = 0;  // [J]
  bool quiet_ = false;
  double quiet_since_ = 0;  // [s]
  bool met_ = false;
};

}  // namespace rubble::drive
