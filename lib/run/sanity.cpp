#include "run/sanity.hpp"

#include "base/error.hpp"
#include "base/sound.hpp"

#include <string_view>

#include <fmt/format.h>

namespace rubble::run {

std::vector<Audit> relative_to(std::vector<Audit> audits, double energy_scale) {
  for (Audit& audit : audits)
    if (audit.energy && audit.worst != 0) audit.worst /= energy_scale;
  return audits;
}

bool is_told(const Audit& audit) { return !audit.energy || !(audit.worst < 0.01 * audit.limit); }

void require_sane(const State& state, const StepReport& report, const measure::Drift& drift,
                  const setup::SanityLimits& limits) {
  for (std::size_t i = 0; i < state.position.size(); ++i) {
    if (!state.position[i].allFinite() || !state.velocity[i].allFinite() || !state.spin[i].allFinite())
      throw SanityError(fmt::format("body {} has no finite position, velocity or spin at t = {} s (step {})", i,
                                    state.time, state.step));
  }
  for (std::size_t g = 0; g < state.orientation.size(); ++g)
    if (!is_turn(state.orientation[g]))
      throw SanityError(
          fmt::format("grain {} has no unit orientation at t = {} s (step {})", g, state.time, state.step));
  const auto require = [&](std::string_view what, std::string_view key, double value, double limit,
                           std::string_view cure = "") {
    if (!(value <= limit))  // true for NaN too
      throw SanityError(fmt::format("{} {:.3g} exceeds sanity.{} = {:g} at t = {} s (step {}){}{}", what, value, key,
                                    limit, state.time, state.step, cure.empty() ? "" : ": ", cure));
  };
  for (const Audit& audit : relative_to(report.audits, drift.energy_scale))
    if (!audit.kept())
      require(audit.detail.empty() ? audit.text : fmt::format("{} ({})", audit.text, audit.detail), audit.key,
              audit.worst, audit.limit, audit.cure);
  require("relative energy error", "energy", drift.energy, limits.energy);
  require("relative momentum error", "momentum", drift.momentum, limits.momentum);
  require("relative angular momentum error", "angular_momentum", drift.angular, limits.angular_momentum);
  require("relative angular momentum made by gravity", "gravity_torque", drift.gravity_torque, limits.gravity_torque);
}

}  // namespace rubble::run
