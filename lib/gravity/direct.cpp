#include "gravity/direct.hpp"

#include "base/interrupt.hpp"
#include "base/parallel.hpp"
#include "gravity/p2p.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace rubble::gravity {
namespace {

constexpr std::int32_t kTile = 64;  // targets that share a pass over the sources: their sums stay in the cache

double extent(const Vec3s& position) {
  Vec3 low = position[0];
  Vec3 high = low;
  for (const Vec3& x : position) {
    low = low.cwiseMin(x);
    high = high.cwiseMax(x);
  }
  return (high - low).maxCoeff();
}

// Scales the bodies and pads them to whole packs with massless copies of the last position.
void pack(const Reals& mass, const Vec3s& position, double scale, unsigned want, Particles& p) {
  p.resize((position.size() + 3) / 4 * 4, want);
  for (std::size_t i = 0; i < p.size(); ++i) {
    const Vec3& x = position[std::min(i, position.size() - 1)];
    p.x[i] = x.x() * scale;
    p.y[i] = x.y() * scale;
    p.z[i] = x.z() * scale;
    p.mass[i] = i < position.size() ? mass[i] : 0;
  }
}

// Pairs of blocks in one round of a round-robin schedule (circle method); `blocks` is 1 or even. Block `blocks` - 1
// stays at its position and the others rotate. The last round pairs each block with itself. => {p, q}, or {-1, -1} if
// the round has no k-th pair.
std::array<std::int32_t, 2> pair_in_round(std::int32_t round, std::int32_t k, std::int32_t blocks) {
  if (round == blocks - 1) return {k, k};
  if (k >= blocks / 2) return {-1, -1};
  const std::int32_t p = (round + k) % (blocks - 1);
  return {p, k == 0 ? blocks - 1 : (round + blocks - 1 - k) % (blocks - 1)};
}

}  // namespace

// Pairs of blocks are evaluated in rounds. The pairs of one round share no block, so that threads can evaluate them in
// parallel.
void Direct::evaluate(const Reals& mass, const Vec3s& position, double G, unsigned want, Pull& out) {
  out.resize(position.size(), want);
  if (position.empty()) return;
  const auto n = static_cast<std::int32_t>(position.size());
  const double scale = unit_scale(extent(position));
  pack(mass, position, scale, want, particles_);
  packs_.clear();
  for (std::int32_t j = 0; j < n; j += 4) packs_.push_back(j);

  const std::int32_t blocks = n < 256 ? 1 : n < 4096 ? 16 : 64;
  const std::int32_t tiles = (n + kTile - 1) / kTile;
  const auto first = [&](std::int32_t t) { return std::min(n, tiles * t / blocks * kTile); };
  const P2P& p2p = p2p_kernels(want, true);
  const auto meet = [&](ParticleRange targets, std::int32_t begin, std::int32_t end) {  // sources [begin, end)
    if (begin >= end) return;
    const auto count = static_cast<std::size_t>((end - begin + 3) / 4);
    p2p.mutual(particles_, targets, &packs_[static_cast<std::size_t>(begin / 4)], count);
  };
  for (std::int32_t round = 0; round < blocks; ++round) {
    interrupt::check();
#pragma omp parallel for schedule(dynamic) if (blocks > 1)
    for (std::int32_t k = 0; k < blocks; ++k) {
      const auto [p, q] = pair_in_round(round, k, blocks);
      if (p < 0) continue;
      for (std::int32_t i = first(p); i < first(p + 1); i += kTile) {
        const ParticleRange tile{i, std::min(i + kTile, n)};
        if (p == q) {
          p2p.one_way(particles_, tile, tile);
          meet(tile, tile.last, first(p + 1));
        } else {
          meet(tile, first(q), first(q + 1));
        }
      }
    }
  }
  constexpr std::int32_t block = 256;
  parallel_for(static_cast<std::size_t>((n + block - 1) / block), [&](std::size_t k) {
    const auto begin = static_cast<std::int32_t>(k) * block;
    const ParticleRange range{begin, std::min(begin + block, n)};
    unpack(particles_, range, want, G, scale, out, [&](std::int32_t i) { return begin + i; });
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
