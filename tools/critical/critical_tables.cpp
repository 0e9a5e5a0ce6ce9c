#include "critical/critical_tables.hpp"

#include "base/error.hpp"
#include "base/system.hpp"
#include "measure/extent/bulk_radii.hpp"
#include "measure/ledger/failure.hpp"
#include "measure/ledger/rise.hpp"
#include "store/track.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace rubble::tools {
namespace {

constexpr double kPercent = 100;

const Reals* find(const store::Series& series, const std::string& name) {
  for (std::size_t c = 0; c < series.columns.size(); ++c)
    if (series.columns[c].name == name && !series.time.empty()) return &series.values[c];
  return nullptr;
}
const Reals& column(const store::Series& series, const std::string& path, const std::string& name) {
  if (const Reals* found = find(series, name)) return *found;
  throw InputError(input_name(path) + ": expected a track with the column " + name);
}

// Adds a row for each bulk radius and threshold. `measured`: column of the series whose value at the failure is
// reported, its unit, and the name of the output column. `critical`: value of this quantity that counts as 100 %.
void add_failures(std::vector<cli::Quantities>& rows, const std::string& path, const store::Series& series,
                  const Reals& thresholds, double mean, const cli::Quantity& measured, const cli::Quantity& critical) {
  const Reals& values = column(series, path, measured.name);
  const double unit = std::get<double>(critical.value), none = std::numeric_limits<double>::quiet_NaN();
  for (const std::string& radius : measure::bulk_radius_names())
    for (const double threshold : thresholds) {
      const measure::Failure f =
          measure::first_growth(series.time, column(series, path, "bulk/" + radius), threshold, mean);
      const auto then = [&](double time) { return f.found ? measure::value_at(series.time, values, time) : none; };
      const double value = then(f.time);
      rows.push_back({{"file", "", path},
                      {"radius", "", radius},
                      {"threshold", "1", threshold},
                      {"mean", "s", mean},
                      {"failed", "1", static_cast<std::int64_t>(f.found)},
                      {"ratio", "percent", kPercent * value / unit},
                      {"uncertainty", "percent", kPercent * std::abs(then(f.after) - then(f.before)) / unit},
                      {"time", "s", f.found ? f.time - series.time[0] : none},
                      {std::get<std::string>(measured.value), measured.unit, value},
                      critical,
                      {"growth", "1", f.growth}});
    }
}

// (series with the mass fraction of the largest group, mass fractions) => one row for each fraction: the moment at
// which the mass outside the largest group first exceeded it.
void add_losses(std::vector<cli::Quantities>& rows, const std::string& path, const store::Series& series,
                const Reals& shares, double mean, const cli::Quantity& measured, const cli::Quantity& critical) {
  const Reals& values = column(series, path, measured.name);
  const double unit = std::get<double>(critical.value);
  const double none = std::numeric_limits<double>::quiet_NaN();
  Reals lost = column(series, path, "bulk/largest");
  for (double& share : lost) share = 1 - share;
  for (const double share : shares) {
    const measure::Failure f = measure::first_excess(series.time, lost, share, mean);
    const auto then = [&](double time) { return f.found ? measure::value_at(series.time, values, time) : none; };
    const double value = then(f.time);
    rows.push_back({{"file", "", path},
                    {"mass_lost", "1", share},
                    {"mean", "s", mean},
                    {"failed", "1", static_cast<std::int64_t>(f.found)},
                    {"ratio", "percent", kPercent * value / unit},
                    {"uncertainty", "percent", kPercent * std::abs(then(f.after) - then(f.before)) / unit},
                    {"time", "s", f.found ? f.time - series.time[0] : none},
                    {std::get<std::string>(measured.value), measured.unit, value},
                    critical,
                    {"most_lost", "1", f.growth}});
  }
}

// (series with packings, length) => one row for all bodies and one for the largest group: the moment at which the
// semi-axes a and c first differed by more than the length.
void add_axes(std::vector<cli::Quantities>& rows, const std::string& path, const store::Series& series, double length) {
  for (const std::string group : {"all", "largest"}) {
    const Reals& a = column(series, path, "packing/" + group + "/semi_axis_a");
    const Reals& c = column(series, path, "packing/" + group + "/semi_axis_c");
    Reals difference(a.size());
    for (std::size_t k = 0; k < a.size(); ++k) difference[k] = a[k] - c[k];
    const std::optional<double> time = measure::first_above(series.time, difference, length);
    rows.push_back({{"file", "", path},
                    {"group", "", group},
                    {"difference", "m", length},
                    {"reached", "1", static_cast<std::int64_t>(time.has_value())},
                    {"time", "s", time ? *time - series.time[0] : std::numeric_limits<double>::quiet_NaN()},
                    {"first", "m", difference.front()},
                    {"largest", "m", *std::max_element(difference.begin(), difference.end())}});
  }
}

}  // namespace

void CriticalTables::add(const std::string& path) {
  const store::Series series = store::read_series(path);
  const Reals* rate = find(series, "spin/critical_rate");
  const Reals* distance = find(series, "planet/disruption_distance");
  const Reals* cycles = find(series, "shake/cycles");
  const std::string kind = rate ? "spin-up" : distance ? "flyby" : cycles ? "shaking" : "";
  if (kind.empty())
    throw InputError(
        input_name(path) +
        ": expected a track of rubble-spinup, rubble-flyby or rubble-shake, found columns of none of them");
  if (kind_.empty()) kind_ = kind;
  if (kind != kind_)
    throw InputError(input_name(path) + ": expected a track of a " + kind_ + " like the first file, found a " + kind);

  if (choices_.axes && !rate)
    throw InputError(input_name(path) + ": --axes needs a track of rubble-spinup, found one of another tool");
  if (choices_.axes) add_axes(axes_, path, series, *choices_.axes);
  const auto thresholds = [&](const Reals& usual) { return choices_.thresholds.empty() ? usual : choices_.thresholds; };
  if (!choices_.lost.empty() && cycles)
    throw InputError(input_name(path) +
                     ": --mass-lost needs a track of rubble-spinup or rubble-flyby, found one of rubble-shake");
  const auto add_both = [&](const Reals& growths, double mean, const cli::Quantity& measured,
                            const cli::Quantity& critical) {
    add_failures(rows_, path, series, growths, mean, measured, critical);
    if (!choices_.lost.empty()) add_losses(lost_, path, series, choices_.lost, mean, measured, critical);
  };
  if (rate)
    add_both(thresholds({0.05}), choices_.mean.value_or(0), {"spin/shortest_period", "s", "shortest_period"},
             {"critical_period", "s", 2 * std::numbers::pi / (*rate)[0]});
  if (distance)
    add_both(thresholds({0.005, 0.01, 0.05}), choices_.mean.value_or(60), {"planet/distance", "m", "distance"},
             {"disruption_distance", "m", (*distance)[0]});
  if (!cycles) return;

  const double bed = column(series, path, "others/top")[0];
  const Reals height = measure::cycle_means(*cycles, column(series, path, "intruder/height"));
  const Reals median = measure::cycle_means(*cycles, column(series, path, "others/median_height"));
  const Reals top = measure::cycle_means(*cycles, column(series, path, "others/top"));
  if (height.empty())
    throw InputError(input_name(path) + ": expected one complete cycle of shaking or more, found less");
  const Reals* intruder_top = find(series, "intruder/top");  // tracks of earlier versions have no such column
  const measure::Rise r = measure::rise(height, bed, choices_.margin, static_cast<std::size_t>(choices_.last_cycles));
  const double none = std::numeric_limits<double>::quiet_NaN();
  const double reach = intruder_top ? intruder_top->front() - column(series, path, "intruder/height").front() : none;
  rows_.push_back({{"file", "", path},
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
    cycles_.push_back({{"file", "", path},
                       {"cycle", "1", static_cast<std::int64_t>(k + 1)},
                       {"intruder_height", "m", height[k]},
                       {"median_height", "m", median[k]},
                       {"top", "m", top[k]}});
}

void CriticalTables::print(bool as_json, bool curves) const {
  if (curves && cycles_.empty())
    throw InputError("--curves needs tracks of rubble-shake, found tracks of another tool");
  const auto& instead = !lost_.empty() ? lost_ : !axes_.empty() ? axes_ : rows_;
  if (!as_json) return cli::table_of(curves ? cycles_ : instead).print(false);
  std::vector<std::pair<std::string, cli::Table>> tables{{"summary", cli::table_of(rows_)}};
  if (!axes_.empty()) tables.push_back({"axes", cli::table_of(axes_)});
  if (!lost_.empty()) tables.push_back({"mass_lost", cli::table_of(lost_)});
  if (!cycles_.empty()) tables.push_back({"cycles", cli::table_of(cycles_)});
  cli::print_json(tables);
}

}  // namespace rubble::tools
