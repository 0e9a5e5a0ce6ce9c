#include "run/sanity.hpp"

#include "base/error.hpp"
#include "base/sound.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string>
#include <string_view>

#include <fmt/format.h>

namespace rubble::run {
namespace {

constexpr const char* kCureOfEnergy = "reduce step.dt, or gravity.error if gravity.method is \"fmm\"";
constexpr const char* kCureOfMomentum = "set run.centre = true if the pile is far from the origin or in fast motion";
constexpr const char* kCureOfTorque = "reduce gravity.error, or set gravity.hold = 0";

// => the value with three digits, or with as many as show that it exceeds the limit.
std::string text_of_excess(double value, double limit) {
  std::string text;
  for (int digits = 3; digits <= 17; ++digits) {
    text = fmt::format("{:.{}g}", value, digits);
    if (!(std::strtod(text.c_str(), nullptr) <= limit)) break;
  }
  return text;
}

}  // namespace

std::vector<Audit> relative_to(std::vector<Audit> audits, double energy_scale) {
  for (Audit& audit : audits)
    if (audit.energy && audit.worst != 0) audit.worst /= energy_scale;
  return audits;
}

bool is_told(const Audit& audit) { return !audit.energy || !(audit.worst < 0.01 * audit.limit); }

std::vector<std::string> texts_of_audits(const std::vector<Audit>& audits) {
  double most = 0;  // energy created; NaN if any is NaN
  for (const Audit& audit : audits)
    if (audit.energy && !std::isnan(most) && !(audit.worst <= most)) most = audit.worst;
  const auto is_most = [&](const Audit& audit) { return most != 0 && audit.worst == most; };
  std::vector<std::string> texts;
  for (const Audit& audit : audits) {
    if (audit.energy && !is_told(audit) && !is_most(audit)) continue;
    texts.push_back(fmt::format("{} {:.3g} (limit {:g}{}{})", audit.text, audit.worst, audit.limit,
                                audit.detail.empty() ? "" : ", ", audit.detail));
  }
  if (const auto first = std::ranges::find_if(audits, &Audit::energy); most == 0 && first != audits.end())
    texts.push_back(fmt::format("energy created 0 (limit {:g})", first->limit));
  return texts;
}

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
  // The number and its limit come first, with the quantity, which is a ratio, as their unit.
  const auto require = [&](std::string_view what, std::string_view key, double value, double limit,
                           std::string_view detail, std::string_view cure) {
    if (value <= limit) return;  // false for NaN too
    std::string text = fmt::format("{} exceeds sanity.{} = {:g} ({}) at t = {} s (step {})",
                                   text_of_excess(value, limit), key, limit, what, state.time, state.step);
    for (const std::string_view part : {detail, cure})
      if (!part.empty()) text.append(": ").append(part);
    throw SanityError(text);
  };
  for (const Audit& audit : relative_to(report.audits, drift.energy_scale))
    if (!audit.kept()) require(audit.text, audit.key, audit.worst, audit.limit, audit.detail, audit.cure);
  require("relative energy error", "energy", drift.energy, limits.energy, "", kCureOfEnergy);
  require("relative momentum error", "momentum", drift.momentum, limits.momentum, "", kCureOfMomentum);
  require("relative angular momentum error", "angular_momentum", drift.angular, limits.angular_momentum, "",
          kCureOfMomentum);
  require("relative angular momentum made by gravity", "gravity_torque", drift.gravity_torque, limits.gravity_torque,
          "", kCureOfTorque);
}

}  // namespace rubble::run
