#include "critical/shake_rows.hpp"

#include "base/error.hpp"
#include "base/system.hpp"
#include "measure/ledger/rise.hpp"

#include <limits>

namespace rubble::tools {

using store::column;

void add_shaking(std::vector<cli::Quantities>& rows, std::vector<cli::Quantities>& means, const std::string& path,
                 const store::Series& series, const CriticalChoices& choices) {
  const Reals& cycles = column(series, path, "shake/cycles");
  const double bed = column(series, path, "others/top")[0];
  const Reals height = measure::cycle_means(cycles, column(series, path, "intruder/height"));
  const Reals median = measure::cycle_means(cycles, column(series, path, "others/median_height"));
  const Reals top = measure::cycle_means(cycles, column(series, path, "others/top"));
  if (height.empty())
    throw InputError(input_name(path) + ": expected one complete cycle of shaking or more, found less");
  const Reals* intruder_top = store::find(series, "intruder/top");  // tracks of earlier versions have no such column
  const measure::Rise r = measure::rise(height, bed, choices.margin, static_cast<std::size_t>(choices.last_cycles));
  const double none = std::numeric_limits<double>::quiet_NaN();
  const double reach = intruder_top ? intruder_top->front() - column(series, path, "intruder/height").front() : none;
  rows.push_back({{"file", "", path},
                  {"cycles", "1", static_cast<std::int64_t>(height.size())},
                  {"bed_height", "m", bed},
                  {"initial_height", "m", r.initial},
                  {"final_height", "m", r.last},
                  {"final_top", "m", r.last + reach},
                  {"final_median_height", "m", median.back()},
                  {"rose", "1", static_cast<std::int64_t>(r.rose)},
                  {"rise_start", "1", r.rose ? r.start : none},
                  {"rise_end", "1", r.rose ? r.end : none},
                  {"rise_time", "1", r.rose ? r.cycles() : none},
                  {"rise_crossing", "1", r.rose ? r.crossing : none},
                  {"rise_plateau", "1", r.rose ? r.plateau : none}});
  for (std::size_t k = 0; k < height.size(); ++k)
    means.push_back({{"file", "", path},
                     {"cycle", "1", static_cast<std::int64_t>(k + 1)},
                     {"intruder_height", "m", height[k]},
                     {"median_height", "m", median[k]},
                     {"top", "m", top[k]}});
}

}  // namespace rubble::tools
