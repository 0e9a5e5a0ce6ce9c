#include "measure/ledger/failure.hpp"

#include "measure/ledger/running_mean.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace rubble::measure {

namespace {

// (times [s], values, threshold, window [s], function of a mean) => time at which the function's result first exceeds
// the threshold. The result counts as 0 before the first mean.
template <class Compared>
Failure first_beyond(const Reals& time, const Reals& value, double threshold, double window, Compared&& compared) {
  Failure failure;
  failure.growth = -std::numeric_limits<double>::infinity();
  double before = time.empty() ? 0 : time.front();
  double grown_before = 0;  // result for the previous mean
  for (std::size_t k = 0; k < time.size(); ++k) {
    const Mean mean = running_mean(time, value, window, k);
    const double growth = compared(mean.value);
    failure.growth = std::max(failure.growth, growth);
    if (!failure.found && growth > threshold) {
      failure.found = true;
      failure.before = before;
      failure.after = mean.time;
      failure.time = before + (threshold - grown_before) / (growth - grown_before) * (mean.time - before);
    }
    before = mean.time;
    grown_before = growth;
  }
  return failure;
}

}  // namespace

Failure first_growth(const Reals& time, const Reals& radius, double threshold, double window) {
  return first_beyond(time, radius, threshold, window, [&](double mean) { return mean / radius[0] - 1; });
}

Failure first_excess(const Reals& time, const Reals& lost, double threshold, double window) {
  return first_beyond(time, lost, threshold, window, [](double mean) { return mean; });
}

Failure first_loss(const Reals& time, const Reals& kept, double fraction, double window) {
  constexpr double kRounding = 1e-12;
  Reals lost = kept;
  for (double& share : lost) share = 1 - share;
  return first_excess(time, lost, fraction + kRounding, window);
}

double value_at(const Reals& time, const Reals& value, double moment) {
  const auto above = std::lower_bound(time.begin(), time.end(), moment);
  if (above == time.end()) return value.back();
  const auto k = static_cast<std::size_t>(above - time.begin());
  if (k == 0 || time[k] == moment) return value[k];
  const double share = (moment - time[k - 1]) / (time[k] - time[k - 1]);
  return value[k - 1] + share * (value[k] - value[k - 1]);
}

AtFailure at_failure(const Failure& failure, const Reals& time, const Reals& values) {
  constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
  if (!failure.found) return {kNone, kNone};
  const double before = value_at(time, values, failure.before), after = value_at(time, values, failure.after);
  return {value_at(time, values, failure.time), std::abs(after - before)};
}

bool failed_at_start(const Failure& failure, const Reals& time, const Reals& shortest_period) {
  constexpr double kSameSpin = 1e-3;
  return failure.found && value_at(time, shortest_period, failure.time) > (1 - kSameSpin) * shortest_period.front();
}

std::optional<double> first_above(const Reals& time, const Reals& value, double level) {
  const auto found = std::find_if(value.begin(), value.end(), [&](double v) { return v > level; });
  if (found == value.end()) return {};
  const auto k = static_cast<std::size_t>(found - value.begin());
  if (k == 0) return time[0];
  const double share = (level - value[k - 1]) / (value[k] - value[k - 1]);
  return time[k - 1] + share * (time[k] - time[k - 1]);
}

}  // namespace rubble::measure
