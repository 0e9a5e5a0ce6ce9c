#include "gravity/direct.hpp"

#include "base/parallel.hpp"
#include "base/stop.hpp"
#include "gravity/near.hpp"

#include <algorithm>
#include <utility>

namespace rubble::gravity {
namespace {

constexpr std::int32_t kTile = 64;  // targets that sweep over the sources together: their sums stay in the cache

double extent(const Vec3s& position) {
  Vec3 low = position[0], high = low;
  for (const Vec3& x : position) low = low.cwiseMin(x), high = high.cwiseMax(x);
  return (high - low).maxCoeff();
}

}  // namespace

void Direct::evaluate(const Reals& mass, const Vec3s& position, double G, unsigned want, Pull& out) {
  out.resize(position.size(), want);
  if (position.empty()) return;
  const auto n = static_cast<std::int32_t>(position.size());
  const double scale = unit_scale(extent(position));
  Bodies& b = bodies_;
  b.resize(static_cast<std::size_t>((n + 3) & ~3), want);
  for (std::size_t i = 0; i < b.size(); ++i) {
    const Vec3& x = position[std::min(i, position.size() - 1)];
    b.x[i] = x.x() * scale, b.y[i] = x.y() * scale, b.z[i] = x.z() * scale;
    b.mass[i] = i < position.size() ? mass[i] : 0;
  }
  vectors_.clear();
  for (std::int32_t j = 0; j < n; j += 4) vectors_.push_back(j);

  // Teams of bodies meet by the rounds of a tournament: who meets in one round shares nobody. Team `teams` - 1 sits,
  // the others move round the table.
  const std::int32_t teams = n < 256 ? 1 : n < 4096 ? 16 : 64, tiles = (n + kTile - 1) / kTile;
  const auto first = [&](std::int32_t t) { return std::min(n, tiles * t / teams * kTile); };
  const Near& near = near_kernels(want, true);
  const auto sweep = [&](Span targets, std::int32_t begin, std::int32_t end) {  // sources [begin, end)
    if (begin < end)
      near.mutual(b, targets, &vectors_[static_cast<std::size_t>(begin / 4)],
                  static_cast<std::size_t>((end - begin + 3) / 4));
  };
  for (std::int32_t round = 0; round < teams; ++round) {
    stop::check();
#pragma omp parallel for schedule(dynamic) if (teams > 1)
    for (std::int32_t k = 0; k < teams; ++k) {
      // The last round is each team with itself.
      std::int32_t p = k, q = k;
      if (round < teams - 1) {
        if (k >= teams / 2) continue;
        p = (round + k) % (teams - 1), q = k == 0 ? teams - 1 : (round + teams - 1 - k) % (teams - 1);
      }
      for (std::int32_t i = first(p); i < first(p + 1); i += kTile) {
        const Span tile{i, std::min(i + kTile, n)};
        if (p != q)
          sweep(tile, first(q), first(q + 1));
        else
          near.one_way(b, tile, tile), sweep(tile, tile.last, first(p + 1));
      }
    }
  }
  constexpr std::int32_t block = 256;
  parallel_for(static_cast<std::size_t>((n + block - 1) / block), [&](std::size_t k) {
    const auto begin = static_cast<std::int32_t>(k) * block;
    unpack(b, {begin, std::min(begin + block, n)}, want, G, scale, out, [&](std::int32_t i) { return begin + i; });
  });
}

void direct_accelerations(const Reals& mass, const Vec3s& position, double G, Vec3s& acceleration) {
  Pull pull;
  pull.acceleration = std::move(acceleration);
  Direct().evaluate(mass, position, G, static_cast<unsigned>(Want::acceleration), pull);
  acceleration = std::move(pull.acceleration);
}

void direct_potentials(const Reals& mass, const Vec3s& position, double G, Reals& potential) {
  Pull pull;
  pull.potential = std::move(potential);
  Direct().evaluate(mass, position, G, static_cast<unsigned>(Want::potential), pull);
  potential = std::move(pull.potential);
}

double direct_energy(const Reals& mass, const Vec3s& position, double G) {
  Reals potential;
  direct_potentials(mass, position, G, potential);
  return 0.5 * blocked_sum(mass.size(), 0.0, [&](std::size_t i) { return mass[i] * potential[i]; });
}

}  // namespace rubble::gravity
