#include "run/ledger_series.hpp"

#include "base/error.hpp"
#include "base/parallel.hpp"
#include "measure/contacts/coordination.hpp"

namespace rubble::run {
namespace {

// Calls f(number) for every number of a Drift that checkpoints store, in a fixed order.
template <class Drift, class F>
void each_number(Drift& drift, F&& f) {
  const auto vector = [&](auto& v) {
    for (int k = 0; k < 3; ++k) f(v[k]);
  };
  auto& first = drift.first;
  vector(first.momentum), vector(first.angular_orbital), vector(first.angular_spin);
  f(first.kinetic_translational), f(first.kinetic_rotational), f(first.kinetic_about_centre), f(first.kinetic_walls);
  f(first.gravitational), f(first.mutual);
  f(first.external), f(first.external_size), f(first.lift), f(first.elastic);
  for (auto& energy : first.account.heat) f(energy);
  each_entry(first.account, [&](std::string_view, std::string_view, auto& value) {
    if constexpr (std::is_same_v<std::remove_cvref_t<decltype(value)>, Vec3>)
      vector(value);
    else
      f(value);
  });
  vector(drift.first_centre);
  f(drift.momentum_scale), f(drift.angular_scale), f(drift.energy_scale);
  f(drift.bulk_momentum), f(drift.bulk_angular), f(drift.extent), f(drift.own_scale), f(drift.turning_scale);
  f(drift.momentum), f(drift.angular), f(drift.gravity_torque), f(drift.energy);
}
constexpr std::size_t kNumbers = 9 + 10 + kAccountNumbers + 3 + 8 + 4;
// A new member of Drift must be added to the list above. The other members are `started` and the frame of the ledger,
// which every evaluation sets.
static_assert(sizeof(measure::Drift) == (kNumbers + 2) * sizeof(double));

}  // namespace

std::vector<store::Column> ledger_columns(const std::vector<Channel>& channels, const std::vector<Audit>& audits,
                                          bool beams) {
  std::vector<store::Column> columns = {
      {"energy/kinetic_translational", "J", 1},
      {"energy/kinetic_rotational", "J", 1},
      {"energy/gravitational", "J", 1},
      {"energy/external", "J", 1},
      {"energy/elastic", "J", 1},
      {"energy/total", "J", 1},
      {"momentum", "kg m s-1", 3},
      {"angular_momentum/orbital", "kg m2 s-1", 3},
      {"angular_momentum/spin", "kg m2 s-1", 3},
  };
  for (const Channel channel : channels)
    columns.push_back({"dissipated/" + std::string(kChannelNames[static_cast<std::size_t>(channel)]), "J", 1});
  const Account none;
  each_entry(none, [&](std::string_view name, std::string_view unit, const auto& value) {
    const bool vector = std::is_same_v<std::remove_cvref_t<decltype(value)>, Vec3>;
    columns.push_back({std::string(name), std::string(unit), vector ? 3 : 1});
  });
  const store::Column rest[] = {
      {"error/energy", "1", 1},         {"error/momentum", "1", 1}, {"error/angular_momentum", "1", 1},
      {"error/gravity_torque", "1", 1}, {"contacts", "1", 1},       {"coordination", "1", 1}};
  columns.insert(columns.end(), std::begin(rest), std::end(rest));
  if (beams) columns.insert(columns.end(), {{"energy/bonds", "J", 1}, {"bonds", "1", 1}});
  for (const Audit& audit : audits) columns.push_back({audit.name, audit.unit, 1});
  return columns;
}

Reals ledger_row(const measure::Ledger& now, const measure::Drift& drift, const Pile& pile,
                 const std::vector<Channel>& channels, const std::vector<Audit>& audits, bool beams) {
  const measure::Grains grains = measure::grains_of(pile);
  const measure::Coordination touching =
      measure::coordination(grains.size(), measure::between_grains(grains, pile.contacts.key));
  Reals row = {
      now.kinetic_translational, now.kinetic_rotational, now.gravitational, now.external, now.elastic, now.total()};
  const auto add = [&]<class T>(const T& value) {
    if constexpr (std::is_same_v<T, Vec3>)
      row.insert(row.end(), value.begin(), value.end());
    else
      row.push_back(value);
  };
  add(now.momentum), add(now.angular_orbital), add(now.angular_spin);
  for (const Channel channel : channels) add(now.account[channel]);
  each_entry(now.account, [&](std::string_view, std::string_view, const auto& value) { add(value); });
  for (const double error : {drift.energy, drift.momentum, drift.angular, drift.gravity_torque}) add(error);
  add(static_cast<double>(touching.contacts)), add(touching.number);
  if (beams) {
    const Bonds& bonds = pile.bonds;
    add(blocked_sum(bonds.energy.size(), 0.0, [&](std::size_t k) { return bonds.energy[k]; }));
    add(static_cast<double>(bonds.size()));
  }
  for (const Audit& audit : audits) add(audit.worst);
  return row;
}

void archive_drift(Archive& archive, measure::Drift& drift) {
  Reals numbers;
  each_number(drift, [&](double v) { numbers.push_back(v); });
  archive.value("run/drift", numbers, kNumbers);
  for (const double number : numbers)
    if (!std::isfinite(number)) throw InputError(fmt::format("expected finite numbers in run/drift, found {}", number));
  auto next = numbers.begin();
  each_number(drift, [&](double& v) { v = *next++; });
  archive.value("run/drift_started", drift.started);
}

}  // namespace rubble::run
