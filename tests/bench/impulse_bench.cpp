// Steps of Contact Dynamics on piles under their own gravity: a cloud of spheres, or of hulls of 40 vertices, that has
// just collapsed (collapse), and the resulting pile at rest (settled). Friction 0.4, no restitution, tolerance 1e-4.
// A ball of equal spheres in cubic close packing at rest (crystal): the result of collapse and settled depends on
// rounding errors, but that of crystal does not, so that two builds with different last digits can be compared.
// Two balls of spheres that collide and eject spheres, with friction 0.5 and restitution 0.3 (collision). Counters are
// means of a step: iterations, contacts, and milliseconds of its parts.
//   bench_impulses --benchmark_filter=/1000$
// tests/bench/baseline.py adds its rows to results.csv, and scaling.py draws them against N.
#include "bench/impulse_scenes.hpp"
#include "nscd/stepper.hpp"

#include <map>

#include <benchmark/benchmark.h>

namespace rubble {
namespace {

using namespace bench;

constexpr int kSteps = 20;
constexpr int kCrystal = 200;  // steps after which the state of *crystal* is kept

// The spheres of a cubic close packing that are nearest to a point between them.
Pile close_packed(std::size_t count) {
  Vec3s sites;
  const int half = 2 + static_cast<int>(std::cbrt(static_cast<double>(count)));
  const Vec3 centre(0.17, 0.31, 0.43);
  for (int x = -half; x <= half; ++x)
    for (int y = -half; y <= half; ++y)
      for (int z = -half; z <= half; ++z)
        if ((x + y + z) % 2 == 0) sites.push_back(Vec3(x, y, z) + centre);
  std::stable_sort(sites.begin(), sites.end(), [](const Vec3& a, const Vec3& b) { return a.norm() < b.norm(); });
  Pile pile;
  for (std::size_t i = 0; i < count; ++i) test::add_sphere(pile, 0.5, 2000, sites[i] / std::numbers::sqrt2);
  return pile;
}

struct Scene {
  Pile pile;
  Resume memory;
};
using Scenes = std::map<bool, Scene>;  // key: true if settled

// Root mean square velocity / velocity change by surface gravity in a step.
double restless(const Pile& pile) {
  double mass = 0, energy = 0, size = 0;
  for (std::size_t i = 0; i < pile.size(); ++i) {
    mass += pile.model.mass[i];
    energy += pile.model.mass[i] * pile.state.velocity[i].squaredNorm();
    size = std::max(size, pile.state.position[i].norm());
  }
  return std::sqrt(energy / mass) / (test::kG * mass / (size * size) * kStep);
}

// Both states of a cloud, made once.
const Scenes& scenes(std::size_t count, bool hulls) {
  static std::map<std::pair<std::size_t, bool>, Scenes> made;
  Scenes& out = made[{count, hulls}];
  if (!out.empty()) return out;
  Pile pile = cloud(count, hulls);
  nscd::Stepper stepper(parameters(), pile, {});
  stepper.advance(pile.model, pile.state, {}, (kCollapse - 0.5) * kStep);
  out[false] = {pile, memory_of(stepper)};
  stepper.advance(pile.model, pile.state, {}, (kSettled - 0.5) * kStep);
  out[true] = {pile, memory_of(stepper)};
  return out;
}

const Scene& crystal_scene(std::size_t count) {
  static std::map<std::size_t, Scene> made;
  if (const auto known = made.find(count); known != made.end()) return known->second;
  Pile pile = close_packed(count);
  nscd::Stepper stepper(parameters(), pile, {});
  stepper.advance(pile.model, pile.state, {}, (kCrystal - 0.5) * kStep);
  return made[count] = {pile, memory_of(stepper)};
}

void steps_of(benchmark::State& state, const Scene& scene) {
  std::map<std::string, double> sum;
  for (auto _ : state) {
    state.PauseTiming();  // always the same steps
    Pile copy = scene.pile;
    nscd::Stepper stepper(parameters(), copy, {}, scene.memory);
    state.ResumeTiming();
    const StepReport report = stepper.advance(copy.model, copy.state, {}, copy.state.time + (kSteps - 0.5) * kStep);
    state.PauseTiming();
    for (const char* part : {"solver", "touching pairs", "gravity", "neighbour lists", "motion"})
      sum[std::string(part) + "_ms"] += 1e3 * report.remark(std::string("steps: ") + part);
    sum["iterations_per_step"] += report.remark("solver iterations");
    sum["contacts"] += kSteps * static_cast<double>(report.contacts);
    state.ResumeTiming();
  }
  state.SetItemsProcessed(state.iterations() * kSteps * static_cast<std::int64_t>(scene.pile.size()));
  state.counters["speed_over_gh"] = restless(scene.pile);
  for (const auto& [name, value] : sum)
    state.counters[name] = value / (kSteps * static_cast<double>(state.iterations()));
}

void pile(benchmark::State& state, bool hulls, bool settled) {
  steps_of(state, scenes(static_cast<std::size_t>(state.range(0)), hulls).at(settled));
}

void crystal(benchmark::State& state) { steps_of(state, crystal_scene(static_cast<std::size_t>(state.range(0)))); }

constexpr int kImpactSteps = 200;

void collision(benchmark::State& state) {
  const Pile scene = two_balls(static_cast<std::size_t>(state.range(0)));
  const nscd::Parameters p = impact_parameters();
  double iterations = 0;
  for (auto _ : state) {
    Pile copy = scene;
    nscd::Stepper stepper(p, copy, {});
    const StepReport report = stepper.advance(copy.model, copy.state, {}, (kImpactSteps - 0.5) * kImpactStep);
    iterations += report.remark("solver iterations");
  }
  state.SetItemsProcessed(state.iterations() * kImpactSteps * static_cast<std::int64_t>(scene.size()));
  state.counters["iterations_per_step"] = iterations / (kImpactSteps * static_cast<double>(state.iterations()));
}

#define SIZES ->Arg(125)->Arg(512)->Arg(1000)->Arg(3375)
#define LARGE ->Arg(8000)->Arg(15625)
BENCHMARK_CAPTURE(pile, spheres_settled, false, true) SIZES LARGE->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(pile, spheres_collapse, false, false) SIZES LARGE->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(pile, hulls_settled, true, true) SIZES->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(pile, hulls_collapse, true, false) SIZES->Unit(benchmark::kMillisecond);
BENCHMARK(crystal)->Arg(1000)->Unit(benchmark::kMillisecond);
BENCHMARK(collision)->Arg(1000)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace rubble

BENCHMARK_MAIN();
