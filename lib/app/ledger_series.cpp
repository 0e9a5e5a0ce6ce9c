#include "app/ledger_series.hpp"

#include "base/error.hpp"
#include "measure/coordination.hpp"

namespace rubble::app {
namespace {

// Calls f(number) for every number that a Drift remembers, in a fixed order.
template <class Drift, class F>
void each_number(Drift& drift, F&& f) {
  const auto vector = [&](auto& v) {
    for (int k = 0; k < 3; ++k) f(v[k]);
  };
  auto& first = drift.first;
  vector(first.momentum), vector(first.angular_orbital), vector(first.angular_spin);
  f(first.kinetic_translational), f(first.kinetic_rotational), f(first.gravitational), f(first.mutual);
  f(first.external), f(first.external_size), f(first.elastic);
  auto& work = first.work;
  f(work.normal), f(work.sliding), f(work.rolling), f(work.twisting), f(work.walls), f(work.driven);
  vector(work.impulse), vector(work.angular_impulse), vector(work.gravity_torque), f(work.held);
  f(work.exchanged), f(work.exchanged_angular);
  f(drift.momentum_scale), f(drift.angular_scale), f(drift.energy_scale);
  f(drift.own_scale), f(drift.turning_scale);
  f(drift.momentum), f(drift.angular), f(drift.gravity_torque), f(drift.energy);
}
constexpr std::size_t kNumbers = 9 + 7 + 5 + 7 + 4 + 2 + 5 + 4;
// A new member of Drift must be remembered above; `started` fills the rest.
static_assert(sizeof(measure::Drift) == (kNumbers + 1) * sizeof(double));

}  // namespace

std::vector<store::Column> ledger_columns() {
  return {
      {"energy/kinetic_translational", "J", 1},
      {"energy/kinetic_rotational", "J", 1},
      {"energy/gravitational", "J", 1},
      {"energy/external", "J", 1},
      {"energy/elastic", "J", 1},
      {"dissipated/normal", "J", 1},
      {"dissipated/sliding", "J", 1},
      {"dissipated/rolling", "J", 1},
      {"dissipated/twisting", "J", 1},
      {"work/walls", "J", 1},
      {"work/driven", "J", 1},
      {"momentum", "kg m s-1", 3},
      {"angular_momentum/orbital", "kg m2 s-1", 3},
      {"angular_momentum/spin", "kg m2 s-1", 3},
      {"impulse", "kg m s-1", 3},
      {"angular_impulse", "kg m2 s-1", 3},
      {"gravity/angular_impulse", "kg m2 s-1", 3},
      {"gravity/held_energy", "J", 1},
      {"exchanged/impulse", "kg m s-1", 1},
      {"exchanged/angular_impulse", "kg m2 s-1", 1},
      {"error/energy", "1", 1},
      {"error/momentum", "1", 1},
      {"error/angular_momentum", "1", 1},
      {"error/gravity_torque", "1", 1},
      {"contacts", "1", 1},
      {"worst_overlap", "1", 1},
      {"coordination", "1", 1},
  };
}

Reals ledger_row(const measure::Ledger& now, const measure::Drift& drift, const Pile& pile, const StepReport& report) {
  const measure::Grains grains = measure::grains_of(pile.model);
  const measure::Coordination touching =
      measure::coordination(grains.size(), measure::between_grains(grains, pile.contacts.key));
  Reals row = {now.kinetic_translational,
               now.kinetic_rotational,
               now.gravitational,
               now.external,
               now.elastic,
               now.work.normal,
               now.work.sliding,
               now.work.rolling,
               now.work.twisting,
               now.work.walls,
               now.work.driven};
  for (const Vec3& v : {now.momentum, now.angular_orbital, now.angular_spin, now.work.impulse, now.work.angular_impulse,
                        now.work.gravity_torque})
    row.insert(row.end(), {v.x(), v.y(), v.z()});
  row.insert(row.end(), {now.work.held, now.work.exchanged, now.work.exchanged_angular});
  row.insert(row.end(), {drift.energy, drift.momentum, drift.angular, drift.gravity_torque,
                         static_cast<double>(touching.contacts), report.worst_overlap, touching.number});
  return row;
}

void save(const measure::Drift& drift, Resume& resume) {
  Reals numbers;
  each_number(drift, [&](double v) { numbers.push_back(v); });
  resume.reals["run/drift"] = numbers;
  resume.integers["run/drift"] = {drift.started};
}

void load(measure::Drift& drift, const Resume& resume) {
  const auto numbers = resume.reals.find("run/drift");
  const auto started = resume.integers.find("run/drift");
  if (numbers == resume.reals.end() || started == resume.integers.end() || numbers->second.size() != kNumbers ||
      started->second.size() != 1)
    throw InputError("checkpoint does not fit: no memory of the ledger");
  auto next = numbers->second.begin();
  each_number(drift, [&](double& v) { v = *next++; });
  drift.started = started->second[0] != 0;
}

void save(const Work& given, Resume& resume) {
  const Vec3 &p = given.impulse, &l = given.angular_impulse;
  resume.reals["run/given"] = {given.driven, p.x(), p.y(), p.z(), l.x(), l.y(), l.z()};
}

void load(Work& given, const Resume& resume) {
  const auto numbers = resume.reals.find("run/given");
  if (numbers == resume.reals.end() || numbers->second.size() != 7)
    throw InputError("checkpoint does not fit: no memory of what the drive gave");
  const Reals& v = numbers->second;
  given = {};
  given.driven = v[0], given.impulse = Vec3(v[1], v[2], v[3]), given.angular_impulse = Vec3(v[4], v[5], v[6]);
}

}  // namespace rubble::app
