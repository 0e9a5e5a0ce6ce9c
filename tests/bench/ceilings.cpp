// Upper limits of one core of this machine: arithmetic and memory traffic. Kernels are compared with these results.
// bench_ceilings --benchmark_format=json
#include <cmath>
#include <cstddef>
#include <vector>

#include <benchmark/benchmark.h>

namespace {

// Independent chains, enough to hide the latency of a multiply-add in all lanes: 12 registers of 4 doubles.
constexpr std::size_t kChains = 48;
constexpr int kRounds = 1000;

// One element of each chain: `fused` is one instruction, `plain` is compiled to two.
double fused(double x, double a, double b) { return std::fma(x, a, b); }
double plain(double x, double a, double b) { return x * a + b; }

// Rate of multiply-adds without memory traffic [flop/s].
template <double (*kOp)(double, double, double)>
void multiply_add(benchmark::State& state) {
  alignas(32) double x[kChains];
  for (std::size_t i = 0; i < kChains; ++i) x[i] = static_cast<double>(i);
  double a = 0.999, b = 0.001;
  benchmark::DoNotOptimize(a);
  benchmark::DoNotOptimize(b);
  for (auto _ : state) {
    for (int round = 0; round < kRounds; ++round)
      for (std::size_t i = 0; i < kChains; ++i) x[i] = kOp(x[i], a, b);
    benchmark::DoNotOptimize(x);
  }
  state.counters["flop"] = benchmark::Counter(static_cast<double>(state.iterations()) * 2.0 * kChains * kRounds,
                                              benchmark::Counter::kIsRate);
}
BENCHMARK(multiply_add<fused>)->Name("fused_multiply_add");
BENCHMARK(multiply_add<plain>)->Name("multiply_then_add");

// 1 / sqrt(x), exactly rounded operations, four at a time: the cost of a distance [1/s].
void inverse_root(benchmark::State& state) {
  constexpr std::size_t n = 1024;
  std::vector<double> x(n), y(n);
  for (std::size_t i = 0; i < n; ++i) x[i] = 1.0 + static_cast<double>(i);
  for (auto _ : state) {
    for (std::size_t i = 0; i < n; ++i) y[i] = 1 / std::sqrt(x[i]);
    benchmark::DoNotOptimize(y.data());
    benchmark::ClobberMemory();
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(n));
}
BENCHMARK(inverse_root);

// a = b + s c; 24 bytes per element, as McCalpin counts them (STREAM, 1995, without the reads that precede writes).
// range(0): bytes of the three arrays together.
void triad(benchmark::State& state) {
  const auto n = static_cast<std::size_t>(state.range(0)) / (3 * sizeof(double));
  std::vector<double> a(n), b(n, 1.0), c(n, 2.0);
  double s = 3;
  benchmark::DoNotOptimize(s);
  for (auto _ : state) {
    for (std::size_t i = 0; i < n; ++i) a[i] = b[i] + s * c[i];
    benchmark::DoNotOptimize(a.data());
    benchmark::ClobberMemory();
  }
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(3 * sizeof(double) * n));
}
// Arrays in the level-2 cache, and arrays much larger than any cache.
BENCHMARK(triad)->Arg(192 << 10)->Arg(384 << 20);

}  // namespace

BENCHMARK_MAIN();
