// Speed of self-gravity: direct sums and the fast multipole method at a wanted error of 1e-3, on a uniform ball.
//   bench_gravity --benchmark_format=csv
#include "base/parallel.hpp"
#include "base/random.hpp"
#include "gravity/gravity.hpp"

#include <benchmark/benchmark.h>

namespace rubble {
namespace {

void evaluate(benchmark::State& state, gravity::Summation method) {
  const auto n = static_cast<std::size_t>(state.range(0));
  const int before = threads();
  set_threads(static_cast<int>(state.range(1)));
  Vec3s position(n);
  for (std::size_t i = 0; i < n; ++i) position[i] = Random(2, Purpose::kPlace, i).in_ball();
  const Reals mass(n, 1.0 / static_cast<double>(n));
  gravity::Solver solver({method, 1.0, 1e-3});
  gravity::Pull pull;
  for (auto _ : state) {
    solver.evaluate(mass, position, static_cast<unsigned>(gravity::Want::acceleration), pull);
    benchmark::DoNotOptimize(pull.acceleration.data());
  }
  state.SetItemsProcessed(state.iterations() * state.range(0) *
                          (method == gravity::Summation::direct ? state.range(0) : 1));
  set_threads(before);
}
BENCHMARK_CAPTURE(evaluate, direct, gravity::Summation::direct)
    ->ArgNames({"bodies", "threads"})
    ->ArgsProduct({{1000, 2000, 4000, 10000}, {1, 2}})
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();
BENCHMARK_CAPTURE(evaluate, fmm, gravity::Summation::fmm)
    ->ArgNames({"bodies", "threads"})
    ->ArgsProduct({{2000, 4000, 10000, 100000, 1000000}, {1, 2}})
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();

}  // namespace
}  // namespace rubble

BENCHMARK_MAIN();
