#include "spatial/grid.hpp"

#include "base/parallel.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace rubble::spatial {
namespace {

constexpr std::int64_t kCells = std::int64_t{1} << 21;  // per axis; what lies beyond shares the outermost cells

// One octave of radii: its spheres sorted by cell, and a hash table from cell to its run of spheres.
struct Level {
  double cell = 0;            // width [m]
  std::vector<Index> sphere;  // sorted by (cell key, index)
  std::vector<std::uint64_t> keys;
  std::vector<std::uint32_t> first;  // run k is sphere[first[k]] ... sphere[first[k + 1] - 1]
  std::vector<std::int32_t> table;   // open addressing; -1: empty
  std::uint64_t mask = 0;

  static std::uint64_t hash(std::uint64_t key) {
    key ^= key >> 31;
    key *= 0x9e3779b97f4a7c15u;
    return key ^ key >> 29;
  }

  // (key) => number of its run, or -1
  std::int32_t find(std::uint64_t key) const {
    for (std::uint64_t slot = hash(key) & mask;; slot = (slot + 1) & mask) {
      const std::int32_t run = table[slot];
      if (run < 0 || keys[static_cast<std::size_t>(run)] == key) return run;
    }
  }
};

struct CellIndex {
  std::int64_t x, y, z;
};

std::int64_t clamp_cell(double c) {
  return static_cast<std::int64_t>(std::clamp(c, 0.0, static_cast<double>(kCells - 1)));
}
CellIndex cell_of(const Vec3& x, const Vec3& low, double width) {
  return {clamp_cell((x.x() - low.x()) / width), clamp_cell((x.y() - low.y()) / width),
          clamp_cell((x.z() - low.z()) / width)};
}
std::uint64_t key_of(std::int64_t x, std::int64_t y, std::int64_t z) {
  return static_cast<std::uint64_t>(z) << 42 | static_cast<std::uint64_t>(y) << 21 | static_cast<std::uint64_t>(x);
}

Level make_level(double cell, const std::vector<Index>& members, const Vec3s& position, const Vec3& low) {
  Level level;
  level.cell = cell;
  std::vector<std::pair<std::uint64_t, Index>> keyed(members.size());
  for (std::size_t k = 0; k < members.size(); ++k) {
    const CellIndex c = cell_of(position[static_cast<std::size_t>(members[k])], low, cell);
    keyed[k] = {key_of(c.x, c.y, c.z), members[k]};
  }
  std::sort(keyed.begin(), keyed.end());
  level.sphere.resize(keyed.size());
  for (std::size_t k = 0; k < keyed.size(); ++k) {
    level.sphere[k] = keyed[k].second;
    if (k == 0 || keyed[k].first != keyed[k - 1].first) {
      level.keys.push_back(keyed[k].first);
      level.first.push_back(static_cast<std::uint32_t>(k));
    }
  }
  level.first.push_back(static_cast<std::uint32_t>(keyed.size()));
  std::size_t slots = 16;
  while (slots < 2 * level.keys.size()) slots *= 2;
  level.table.assign(slots, -1);
  level.mask = slots - 1;
  for (std::size_t run = 0; run < level.keys.size(); ++run) {
    std::uint64_t slot = Level::hash(level.keys[run]) & level.mask;
    while (level.table[slot] >= 0) slot = (slot + 1) & level.mask;
    level.table[slot] = static_cast<std::int32_t>(run);
  }
  return level;
}

}  // namespace

Pairs close_pairs(const Reals& radius, const Vec3s& position, double gap) {
  const std::size_t n = radius.size();
  Pairs pairs;
  pairs.begin.assign(n + 1, 0);
  if (n < 2) return pairs;

  Vec3 low = position[0];
  for (const Vec3& x : position) low = low.cwiseMin(x);
  const double largest = *std::max_element(radius.begin(), radius.end());

  // Octave k holds radii in (largest / 2^(k+1), largest / 2^k].
  std::vector<int> octave(n);
  int octaves = 0;
  for (std::size_t i = 0; i < n; ++i) {
    octave[i] = std::max(0, static_cast<int>(std::floor(std::log2(largest / radius[i]))));
    octaves = std::max(octaves, octave[i] + 1);
  }
  std::vector<std::vector<Index>> members(static_cast<std::size_t>(octaves));
  for (std::size_t i = 0; i < n; ++i) members[static_cast<std::size_t>(octave[i])].push_back(static_cast<Index>(i));
  std::vector<Level> levels(members.size());
  for (std::size_t k = 0; k < members.size(); ++k)
    // A hair wider than needed, so that rounding in log2 or in the division cannot hide a partner.
    if (!members[k].empty())
      levels[k] =
          make_level((2 * std::ldexp(largest, -static_cast<int>(k)) + gap) * (1 + 1e-12), members[k], position, low);

  // Blocks of spheres search side by side; each block keeps what it finds.
  constexpr std::size_t block = 512;
  const std::size_t blocks = (n + block - 1) / block;
  std::vector<std::vector<std::array<Index, 2>>> found(blocks);
#pragma omp parallel for schedule(static) if (blocks > 1)
  for (std::ptrdiff_t b = 0; b < static_cast<std::ptrdiff_t>(blocks); ++b) {
    auto& mine = found[static_cast<std::size_t>(b)];
    const std::size_t end = std::min(n, (static_cast<std::size_t>(b) + 1) * block);
    for (std::size_t i = static_cast<std::size_t>(b) * block; i < end; ++i) {
      for (int k = 0; k <= octave[i]; ++k) {
        const Level& level = levels[static_cast<std::size_t>(k)];
        if (level.sphere.empty()) continue;
        const CellIndex c = cell_of(position[i], low, level.cell);
        for (std::int64_t z = std::max<std::int64_t>(0, c.z - 1); z <= c.z + 1; ++z)
          for (std::int64_t y = std::max<std::int64_t>(0, c.y - 1); y <= c.y + 1; ++y)
            for (std::int64_t x = std::max<std::int64_t>(0, c.x - 1); x <= c.x + 1; ++x) {
              if (x >= kCells || y >= kCells || z >= kCells) continue;
              const std::int32_t run = level.find(key_of(x, y, z));
              if (run < 0) continue;
              const auto last = level.first[static_cast<std::size_t>(run) + 1];
              for (auto m = level.first[static_cast<std::size_t>(run)]; m < last; ++m) {
                const Index j = level.sphere[m];
                // Within an octave each pair is met twice: the lower index keeps it.
                if (k == octave[i] && j <= static_cast<Index>(i)) continue;
                const double reach = radius[i] + radius[static_cast<std::size_t>(j)] + gap;
                if ((position[i] - position[static_cast<std::size_t>(j)]).squaredNorm() < reach * reach)
                  mine.push_back({std::min(static_cast<Index>(i), j), std::max(static_cast<Index>(i), j)});
              }
            }
      }
    }
  }

  for (const auto& mine : found)
    for (const auto& p : mine) ++pairs.begin[static_cast<std::size_t>(p[0]) + 1];
  for (std::size_t i = 0; i < n; ++i) pairs.begin[i + 1] += pairs.begin[i];
  pairs.partner.resize(pairs.begin[n]);
  std::vector<std::size_t> cursor(pairs.begin.begin(), pairs.begin.end() - 1);
  for (const auto& mine : found)
    for (const auto& p : mine) pairs.partner[cursor[static_cast<std::size_t>(p[0])]++] = p[1];
  parallel_for(n, [&](std::size_t i) {
    std::sort(pairs.partner.begin() + static_cast<std::ptrdiff_t>(pairs.begin[i]),
              pairs.partner.begin() + static_cast<std::ptrdiff_t>(pairs.begin[i + 1]));
  });
  return pairs;
}

}  // namespace rubble::spatial
