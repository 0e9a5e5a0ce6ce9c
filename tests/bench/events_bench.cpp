// Hard spheres. Impacts per second:
// - of a dilute and a dense gas of N elastic spheres in a periodic box, without gravity;
// - of a rigid ball of N spheres and a thousand light spheres, so small that they rarely collide with each other.
//
// Steps per second:
// - of N spheres that fall together under their own gravity;
// - of this pile once its contacts are at rest;
// - of a rotating ball of touching spheres on a lattice.
//   bench_events --benchmark_filter=dense
// tests/bench/baseline.py adds its rows to results.csv.
#include "generate/packed.hpp"
#include "hsdem/stepper.hpp"
#include "model/regroup.hpp"
#include "unit/measure_piles.hpp"

#include <cmath>
#include <numbers>

#include <benchmark/benchmark.h>

namespace rubble {
namespace {

hsdem::Parameters parameters(double dt) {
  hsdem::Parameters p;
  p.gravity.method = gravity::Summation::none;
  p.gravity.constant = 1;
  p.step.dt = dt;
  p.contact.restitution = 1;
  p.contact.slow = 0;
  return p;
}

Vec3 any(Random& random) {
  Vec3 v = Vec3::Zero();
  for (int n = 0; n < 12; ++n) v += Vec3(random.uniform() - 0.5, random.uniform() - 0.5, random.uniform() - 0.5);
  return v;  // nearly normal, of unit variance
}

// Spheres of diameter 1 at the sites of a cubic lattice.
Pile gas(int side, double length) {
  Pile pile;
  pile.model.materials = {{"rock", 1}};
  Random random(1, Purpose::kMotion);
  for (int k = 0; k < side * side * side; ++k) {
    const Vec3 cell(k % side, k / side % side, k / side / side);
    test::add(pile, 1, 0.5, length / side * (cell + 0.5 * Vec3::Ones()), any(random));
  }
  return pile;
}

void run_gas(benchmark::State& state, double fraction) {
  const int side = static_cast<int>(std::lround(std::cbrt(state.range(0))));
  const double count = side * side * side, length = std::cbrt(count * std::numbers::pi / 6 / fraction);
  External external;
  external.period = Vec3::Constant(length);
  Pile pile = gas(side, length);
  const double dt = fraction < 0.1 ? 0.25 : 0.02;
  hsdem::Stepper stepper(parameters(dt), pile, external);
  double time = 50 * dt;
  const double start = stepper.advance(pile.model, pile.state, external, time).remark("impacts");
  double end = start;
  for (auto _ : state) {
    time += 10 * dt;
    end = stepper.advance(pile.model, pile.state, external, time).remark("impacts");
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(end - start));
}

void dilute(benchmark::State& state) { run_gas(state, 0.01); }
void dense(benchmark::State& state) { run_gas(state, 0.5); }

// Light spheres fall onto a rigid ball of close-packed ones from all sides.
void shower(benchmark::State& state) {
  Random random(2, Purpose::kPlace);
  generate::PackedCloud form;
  form.count = state.range(0);
  const Vec3s sites = generate::packed_sites(form, 1, random);
  double reach = 0, impacts = 0;
  Pile start;
  start.model.materials = {{"rock", 1}};
  for (const Vec3& x : sites) {
    test::add(start, 1, 1, x);
    reach = std::max(reach, x.norm());
  }
  std::vector<Index> groups(sites.size(), 0);
  for (int k = 0; k < 1000; ++k) {
    const Vec3 way = any(random).normalized();
    test::add(start, 1e-3, 0.005, (reach + 3 + 0.02 * k) * way, -way);
    groups.push_back(-1);
  }
  glue_bodies(start, groups, {Mat3::Zero()});
  for (auto _ : state) {
    state.PauseTiming();
    Pile pile = start;
    hsdem::Stepper stepper(parameters(1), pile, {});
    state.ResumeTiming();
    impacts += stepper.advance(pile.model, pile.state, {}, 25).remark("impacts");
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(impacts));
}

// N spheres on a cubic lattice with some noise, and the parameters with which they come to rest within 10 h.
hsdem::Parameters piling() {
  hsdem::Parameters p;
  p.gravity.method = gravity::Summation::direct;
  p.gravity.constant = 6.6743e-11;
  p.step.dt = 10;
  p.contact.restitution = 0.5;
  return p;
}
constexpr double kFallen = 3600;  // number of steps after which the cloud has collapsed

Pile cloud(int side) {
  Pile pile;
  pile.model.materials = {{"rock", 1}};
  Random random(3, Purpose::kPlace);
  for (int k = 0; k < side * side * side; ++k) {
    const Vec3 cell(k % side, k / side % side, k / side / side);
    test::add(pile, 1047197.5511965977, 5, 10.4 * cell + 0.1 * any(random));
  }
  return pile;
}

int side_of(const benchmark::State& state) { return static_cast<int>(std::lround(std::cbrt(state.range(0)))); }

void collapse(benchmark::State& state) {
  const hsdem::Parameters p = piling();
  const Pile start = cloud(side_of(state));
  for (auto _ : state) {
    Pile pile = start;
    hsdem::Stepper(p, pile, {}).advance(pile.model, pile.state, {}, kFallen * p.step.dt);
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(kFallen * static_cast<double>(start.size())) * state.iterations());
}

void resting(benchmark::State& state) {
  const hsdem::Parameters p = piling();
  Pile pile = cloud(side_of(state));
  hsdem::Stepper stepper(p, pile, {});
  double steps = kFallen;
  const double impacts = stepper.advance(pile.model, pile.state, {}, steps * p.step.dt).remark("impacts");
  double later = impacts;
  for (auto _ : state) {
    steps += 100;
    later = stepper.advance(pile.model, pile.state, {}, steps * p.step.dt).remark("impacts");
  }
  if (later != impacts) state.SkipWithError("the pile is not at rest");
  state.SetItemsProcessed(100 * static_cast<std::int64_t>(pile.size()) * state.iterations());
}

// A ball of radius R of touching spheres on a lattice, at half of the critical spin.
void turning(benchmark::State& state) {
  const double reach = static_cast<double>(state.range(0));
  Pile pile;
  pile.model.materials = {{"rock", 1}};
  const auto inside = [&](const Vec3& x) { return x.norm() < reach; };
  for (const Vec3& x : test::close_packed(1, static_cast<int>(reach), inside).state.position) test::add(pile, 1, 1, x);
  const double critical = std::sqrt(static_cast<double>(pile.size()) / std::pow(reach, 3));
  for (std::size_t i = 0; i < pile.size(); ++i)
    pile.state.velocity[i] = 0.5 * critical * Vec3::UnitZ().cross(pile.state.position[i]);
  hsdem::Parameters p = piling();
  p.gravity.constant = 1;
  p.step.dt = 0.02 / critical;
  hsdem::Stepper stepper(p, pile, {});
  double steps = 20;
  stepper.advance(pile.model, pile.state, {}, steps * p.step.dt);
  for (auto _ : state) {
    steps += 20;
    stepper.advance(pile.model, pile.state, {}, steps * p.step.dt);
  }
  state.SetItemsProcessed(20 * static_cast<std::int64_t>(pile.size()) * state.iterations());
}

BENCHMARK(turning)->Arg(6)->Arg(12)->Unit(benchmark::kMillisecond);
BENCHMARK(collapse)->Arg(64)->Unit(benchmark::kMillisecond);
BENCHMARK(resting)->Arg(64)->Unit(benchmark::kMillisecond);
BENCHMARK(dilute)->Arg(1000)->Arg(8000)->Arg(64000)->Unit(benchmark::kMillisecond);
BENCHMARK(dense)->Arg(1000)->Arg(8000)->Arg(64000)->Unit(benchmark::kMillisecond);
BENCHMARK(shower)->Arg(100)->Arg(1000)->Arg(10000)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace rubble

BENCHMARK_MAIN();
