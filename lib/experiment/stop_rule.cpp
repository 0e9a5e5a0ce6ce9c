#include "experiment/stop_rule.hpp"

#include "base/error.hpp"
#include "experiment/rigid_motion.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace rubble::experiment {
namespace {

// Kinetic energy that the rule evaluates [J].
double kinetic_of(const Model& model, const State& state, const QuietRule& rule) {
  if (rule.leave_out > 0) {
    State moving = state;
    if (rule.remove_rotation) remove_rigid_motion(model, moving);
    return kinetic_energy_of_rest(model, moving, rule.leave_out);
  }
  const double kinetic = kinetic_energy(model, state);
  return rule.remove_rotation ? std::max(0.0, kinetic - rigid_motion(model, state).kinetic) : kinetic;
}

}  // namespace

void Quiet::observe(const Look& look) {
  if (look.first) return;
  const Model& model = look.pile.model;
  const State& state = look.pile.state;
  const double kinetic = kinetic_of(model, state, rule_);
  largest_kinetic_ = std::max(largest_kinetic_, kinetic);
  const double scale = look.gravitational != 0 ? std::abs(look.gravitational) : largest_kinetic_;
  const bool quiet = kinetic <= rule_.kinetic_fraction * scale;
  fraction_ = kinetic > 0 ? kinetic / scale : 0;
  time_ = state.time;
  if (quiet && !quiet_) quiet_since_ = state.time;
  quiet_ = quiet;
  met_ = quiet && state.time - quiet_since_ >= rule_.hold;
}

std::string Quiet::state() const {
  std::string text = fmt::format("kinetic energy fraction {:.4g}, limit stop.kinetic_fraction = {:g}", fraction_,
                                 rule_.kinetic_fraction);
  if (quiet_) text += fmt::format(", kept for {:.6g} s, limit stop.hold = {:g} s", time_ - quiet_since_, rule_.hold);
  return text;
}

void Quiet::archive(Archive& archive) {
  archive.value("stop/quiet/largest_kinetic", largest_kinetic_);
  archive.value("stop/quiet/since", quiet_since_);
  archive.value("stop/quiet/quiet", quiet_);
  archive.value("stop/quiet/met", met_);
}

}  // namespace rubble::experiment
