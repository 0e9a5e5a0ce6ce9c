// The table of docs/results/performance/gravity.csv: fast multipoles against the direct sum, one row for each cloud and
// wanted error, on standard output. Errors are computed for 1000 bodies; the direct sum's time for 10^6 bodies is that
// for 10^5 times 100.
//   OMP_NUM_THREADS=1 bench_gravity_table > gravity.csv
#include "base/random.hpp"
#include "gravity/gravity.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>

namespace rubble {
namespace {

// Points in the unit ball; with `two`, a fifth of them in a ball of a quarter of its radius, six radii away.
Vec3s cloud(std::size_t n, bool two) {
  Vec3s position(n);
  for (std::size_t i = 0; i < n; ++i) {
    position[i] = Random(3, Purpose::kPlace, i).in_ball();
    if (two && i % 5 == 0) position[i] = 0.25 * position[i] + Vec3(6, 0.3, -0.2);
  }
  return position;
}

// Smallest time of three calls [s].
template <class F>
double fastest(F&& f) {
  double least = 1e300;
  for (int k = 0; k < 3; ++k) {
    const auto begin = std::chrono::steady_clock::now();
    f();
    least = std::min(least, std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
  }
  return least;
}

Vec3 exact(const Reals& mass, const Vec3s& position, std::size_t i) {
  Vec3 sum = Vec3::Zero();
  for (std::size_t j = 0; j < mass.size(); ++j) {
    const Vec3 d = position[j] - position[i];
    const double r2 = d.squaredNorm();
    if (r2 > 0) sum += mass[j] / (r2 * std::sqrt(r2)) * d;
  }
  return sum;
}

void rows(const char* name, std::size_t n, bool two, double direct_seconds) {
  constexpr std::size_t sample = 1000;
  const Vec3s position = cloud(n, two);
  const Reals mass(n, 1.0 / static_cast<double>(n));
  Vec3s truth(sample);
  for (std::size_t k = 0; k < sample; ++k) truth[k] = exact(mass, position, k * (n / sample));
  for (const double error : {1e-2, 3e-3, 1e-3, 1e-4, 1e-5}) {
    gravity::Solver solver({gravity::Summation::fmm, 1.0, error});
    gravity::Pull pull;
    const double seconds = fastest([&] { solver.evaluate(mass, position, 1, pull); });
    Reals relative(sample);
    double square = 0, magnitudes = 0;
    for (std::size_t k = 0; k < sample; ++k) {
      relative[k] = (pull.acceleration[k * (n / sample)] - truth[k]).norm() / truth[k].norm();
      square += relative[k] * relative[k] / sample;
    }
    Vec3 net = Vec3::Zero();
    for (std::size_t i = 0; i < n; ++i)
      net += mass[i] * pull.acceleration[i], magnitudes += mass[i] * pull.acceleration[i].norm();
    std::sort(relative.begin(), relative.end());
    std::printf("%s,%zu,%g,%.3e,%.3e,%.3e,%.1e,%.4g,%.4g,%.3g\n", name, n, error, std::sqrt(square),
                relative[sample * 99 / 100], relative.back(), net.norm() / magnitudes, seconds, direct_seconds,
                seconds / direct_seconds);
    std::fflush(stdout);
  }
}

double direct_seconds(std::size_t n) {
  const Vec3s position = cloud(n, false);
  const Reals mass(n, 1.0 / static_cast<double>(n));
  gravity::Solver solver({gravity::Summation::direct, 1.0});
  gravity::Pull pull;
  return fastest([&] { solver.evaluate(mass, position, 1, pull); });
}

}  // namespace
}  // namespace rubble

int main() {
  using namespace rubble;
  std::puts("points,bodies,wanted_error,rms,p99,max,net_force,seconds,direct_seconds,ratio");
  rows("uniform", 10000, false, direct_seconds(10000));
  const double direct = direct_seconds(100000);
  rows("uniform", 100000, false, direct);
  rows("two_spheres", 100000, true, direct);
  rows("uniform", 1000000, false, 100 * direct);
}
