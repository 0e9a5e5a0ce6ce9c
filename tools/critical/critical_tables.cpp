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
constexpr double kSameSpin = 1e-3;  // relative rise of the spin up to which a failure is one at the initial spin

const Reals* find(const store::Series& series, const std::string& name) {
  for (std::size_t c = 0; c < series.columns.size(); ++c)
    if (series.columns[c].name == name && !series.time.empty()) return &series.values[c];
  return nullptr;
}
const Reals& column(const store::Series& series, const std::string& path, const std::string& name) {
  if (const Reals* found = find(series, name)) return *found;
  throw InputError(input_name(path) + ": expected a track with the column " + name);
}

// Quantities of a track at the moment of a failure.
struct Moment {
  cli::Quantity measured;            // column of the series, its unit, name of the output column: numerator of `ratio`
  cli::Quantity critical;            // value of this quantity that counts as 100 %
  std::vector<cli::Quantity> other;  // further columns, which tracks of earlier versions may lack
};

// (series, failure, Moment, rows up to now) Appends the ratio, the time and the measured quantity at the failure, and
// the changes between the records around it; NaN without a failure.
void append_moment(cli::Quantities& row, const std::string& path, const store::Series& series,
                   const measure::Failure& failure, const Moment& moment) {
  const double none = std::numeric_limits<double>::quiet_NaN();
  const auto at = [&](const Reals* values, double time) {
    return failure.found && values ? measure::value_at(series.time, *values, time) : none;
  };
  const auto change = [&](const Reals* values) {
    return std::abs(at(values, failure.after) - at(values, failure.before));
  };
  const Reals& values = column(series, path, moment.measured.name);
  const double value = at(&values, failure.time);
  const double unit = std::get<double>(moment.critical.value);
  row.push_back({"failed", "1", static_cast<std::int64_t>(failure.found)});
  row.push_back({"ratio", "percent", kPercent * value / unit});
  row.push_back({"uncertainty", "percent", kPercent * change(&values) / unit});
  row.push_back({"time", "s", failure.found ? failure.time - series.time[0] : none});
  const std::string measured = std::get<std::string>(moment.measured.value);
  row.push_back({measured, moment.measured.unit, value});
  row.push_back(moment.critical);
  row.push_back({measured + "_uncertainty", moment.measured.unit, change(&values)});
  for (const cli::Quantity& other : moment.other) {
    const Reals* found = find(series, other.name);
    const std::string name = std::get<std::string>(other.value);
    row.push_back({name, other.unit, at(found, failure.time)});
    row.push_back({name + "_uncertainty", other.unit, change(found)});
  }
}

// Adds a row for each bulk radius and threshold.
void add_failures(std::vector<cli::Quantities>& rows, const std::string& path, const store::Series& series,
                  const Reals& thresholds, double mean, const Moment& moment) {
  for (const std::string& radius : measure::bulk_radius_names())
    for (const double threshold : thresholds) {
      const measure::Failure f =
          measure::first_growth(series.time, column(series, path, "bulk/" + radius), threshold, mean);
      cli::Quantities row{
          {"file", "", path}, {"radius", "", radius}, {"threshold", "1", threshold}, {"mean", "s", mean}};
      append_moment(row, path, series, f, moment);
      row.push_back({"growth", "1", f.growth});
      rows.push_back(row);
    }
}

// (series with the mass fractions of the heaviest group and of the remnant, mass fractions) => one row for each
// fraction and each of the two: the moment at which the mass outside it first exceeded the fraction.
void add_losses(std::vector<cli::Quantities>& rows, const std::string& path, const store::Series& series,
                const Reals& fractions, double mean, const Moment& moment) {
  const std::pair<const char*, const Reals*> kept[] = {{"neighbours", &column(series, path, "bulk/largest")},
                                                       {"bound", find(series, "bulk/bound")}};
  for (const double fraction : fractions)
    for (const auto& [group, mass] : kept) {
      if (mass == nullptr) continue;  // tracks of earlier versions have no column of the bound mass
      const measure::Failure f = measure::first_loss(series.time, *mass, fraction, mean);
      cli::Quantities row{{"file", "", path}, {"mass_lost", "1", fraction}, {"group", "", group}, {"mean", "s", mean}};
      append_moment(row, path, series, f, moment);
      row.push_back({"most_lost", "1", f.growth});
      rows.push_back(row);
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

// (rows of the failures of a spin-up, column with its shortest period) => true if one failed before the spin rose, so
// that its critical spin is the initial one or a slower one.
bool failed_at_start(const std::vector<cli::Quantities>& rows, std::size_t first, const Reals& shortest_period) {
  for (std::size_t k = first; k < rows.size(); ++k)
    for (const cli::Quantity& q : rows[k])
      if (q.name == "shortest_period" && std::get<double>(q.value) > (1 - kSameSpin) * shortest_period.front())
        return true;
  return false;
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
  const auto add_both = [&](const Reals& growths, double mean, const Moment& moment) {
    add_failures(rows_, path, series, growths, mean, moment);
    if (!choices_.lost.empty()) add_losses(lost_, path, series, choices_.lost, mean, moment);
  };
  const std::size_t rows_before = rows_.size(), losses_before = lost_.size();
  if (rate)
    add_both(thresholds({0.05}), choices_.mean.value_or(0),
             {{"spin/shortest_period", "s", "shortest_period"},
              {"critical_period", "s", 2 * std::numbers::pi / (*rate)[0]},
              {{"spin/period", "s", "period"}, {"spin/rate", "rad s-1", "rate"}}});
  if (const Reals* period = find(series, "spin/shortest_period");
      period && (failed_at_start(rows_, rows_before, *period) || failed_at_start(lost_, losses_before, *period)))
    notes_.push_back(input_name(path) +
                     ": the pile failed at its initial spin: the critical spin is this one or a slower one: repeat the "
                     "run with a smaller spinup.start");
  if (distance)
    add_both(thresholds({0.005, 0.01, 0.05}), choices_.mean.value_or(60),
             {{"planet/distance", "m", "distance"}, {"disruption_distance", "m", (*distance)[0]}, {}});
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

void CriticalTables::print(const cli::TableForm& form, bool curves) const {
  if (curves && cycles_.empty())
    throw InputError("--curves needs tracks of rubble-shake, found tracks of another tool");
  const auto& instead = !lost_.empty() ? lost_ : !axes_.empty() ? axes_ : rows_;
  if (!form.json) return cli::table_of(curves ? cycles_ : instead).print(form);
  std::vector<std::pair<std::string, cli::Table>> tables{{"summary", cli::table_of(rows_)}};
  if (!axes_.empty()) tables.push_back({"axes", cli::table_of(axes_)});
  if (!lost_.empty()) tables.push_back({"mass_lost", cli::table_of(lost_)});
  if (!cycles_.empty()) tables.push_back({"cycles", cli::table_of(cycles_)});
  cli::print_json(tables, form);
}

}  // namespace rubble::tools
