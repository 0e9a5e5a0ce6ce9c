#include "critical/critical_tables.hpp"

#include "base/error.hpp"
#include "base/system.hpp"
#include "critical/shake_rows.hpp"
#include "measure/extent/bulk_radii.hpp"
#include "measure/ledger/failure.hpp"
#include "store/track.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace rubble::tools {
namespace {

using store::column;

constexpr double kPercent = 100;

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
  constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
  const double unit = std::get<double>(moment.critical.value);
  const measure::AtFailure main = measure::at_failure(failure, series.time, column(series, path, moment.measured.name));
  row.push_back({"failed", "1", static_cast<std::int64_t>(failure.found)});
  row.push_back({"ratio", "percent", kPercent * main.value / unit});
  row.push_back({"uncertainty", "percent", kPercent * main.uncertainty / unit});
  row.push_back({"time", "s", failure.found ? failure.time - series.time[0] : kNone});
  const std::string measured = std::get<std::string>(moment.measured.value);
  row.push_back({measured, moment.measured.unit, main.value});
  row.push_back(moment.critical);
  row.push_back({measured + "_uncertainty", moment.measured.unit, main.uncertainty});
  for (const cli::Quantity& other : moment.other) {
    const Reals* const values = store::find(series, other.name);
    const measure::AtFailure found =
        values ? measure::at_failure(failure, series.time, *values) : measure::AtFailure{kNone, kNone};
    const std::string name = std::get<std::string>(other.value);
    row.push_back({name, other.unit, found.value});
    row.push_back({name + "_uncertainty", other.unit, found.uncertainty});
  }
}

// Adds a row for each bulk radius and threshold. => the failures
std::vector<measure::Failure> add_failures(std::vector<cli::Quantities>& rows, const std::string& path,
                                           const store::Series& series, const Reals& thresholds, double mean,
                                           const Moment& moment) {
  std::vector<measure::Failure> failures;
  for (const std::string& radius : measure::bulk_radius_names())
    for (const double threshold : thresholds) {
      const measure::Failure f =
          measure::first_growth(series.time, column(series, path, "bulk/" + radius), threshold, mean);
      cli::Quantities row{
          {"file", "", path}, {"radius", "", radius}, {"threshold", "1", threshold}, {"mean", "s", mean}};
      append_moment(row, path, series, f, moment);
      row.push_back({"growth", "1", f.growth});
      rows.push_back(row);
      failures.push_back(f);
    }
  return failures;
}

// (series with the mass fractions of the heaviest group and of the remnant, mass fractions) => one row for each
// fraction and each of the two: the moment at which the mass outside it first exceeded the fraction. => the failures
std::vector<measure::Failure> add_losses(std::vector<cli::Quantities>& rows, const std::string& path,
                                         const store::Series& series, const Reals& fractions, double mean,
                                         const Moment& moment) {
  std::vector<measure::Failure> failures;
  const std::pair<const char*, const Reals*> kept[] = {{"neighbours", &column(series, path, "bulk/largest")},
                                                       {"bound", store::find(series, "bulk/bound")}};
  for (const double fraction : fractions)
    for (const auto& [group, mass] : kept) {
      if (mass == nullptr) continue;  // tracks of earlier versions have no column of the bound mass
      const measure::Failure f = measure::first_loss(series.time, *mass, fraction, mean);
      cli::Quantities row{{"file", "", path}, {"mass_lost", "1", fraction}, {"group", "", group}, {"mean", "s", mean}};
      append_moment(row, path, series, f, moment);
      row.push_back({"most_lost", "1", f.growth});
      rows.push_back(row);
      failures.push_back(f);
    }
  return failures;
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
  const Reals* rate = store::find(series, "spin/critical_rate");
  const Reals* distance = store::find(series, "planet/disruption_distance");
  const Reals* cycles = store::find(series, "shake/cycles");
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
  std::vector<measure::Failure> failures;
  const auto add_both = [&](const Reals& growths, double mean, const Moment& moment) {
    failures = add_failures(rows_, path, series, growths, mean, moment);
    if (!choices_.lost.empty()) failures = add_losses(lost_, path, series, choices_.lost, mean, moment);
  };
  if (rate)
    add_both(thresholds({0.05}), choices_.mean.value_or(0),
             {{"spin/shortest_period", "s", "shortest_period"},
              {"critical_period", "s", 2 * std::numbers::pi / (*rate)[0]},
              {{"spin/period", "s", "period"}, {"spin/rate", "rad s-1", "rate"}}});
  const auto at_start = [&](const measure::Failure& failure) {
    return measure::failed_at_start(failure, series.time, column(series, path, "spin/shortest_period"));
  };
  if (rate && std::ranges::any_of(failures, at_start))
    notes_.push_back(
        input_name(path) +
        ": the pile failed without spinning faster than at the start: the critical spin is the initial one or "
        "a slower one: repeat the run with a smaller spinup.start");
  if (distance)
    add_both(thresholds({0.005, 0.01, 0.05}), choices_.mean.value_or(60),
             {{"planet/distance", "m", "distance"}, {"disruption_distance", "m", (*distance)[0]}, {}});
  if (cycles) add_shaking(rows_, cycles_, path, series, choices_);
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
