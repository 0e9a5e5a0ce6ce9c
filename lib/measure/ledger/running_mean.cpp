#include "measure/ledger/running_mean.hpp"

namespace rubble::measure {

Mean running_mean(const Reals& time, const Reals& value, double window, std::size_t sample) {
  Mean mean;
  double samples = 0, first = sample < time.size() ? time[sample] : 0;
  // Times are sums of steps: a time outside the window by a rounding error counts as inside.
  const double reach = window * (1 + 1e-9);
  for (std::size_t k = sample + 1; k-- > 0 && time[sample] - time[k] <= reach;) {
    mean.time += time[k] - first, mean.value += value[k];
    samples += 1;
  }
  return {first + mean.time / samples, mean.value / samples};
}

}  // namespace rubble::measure
