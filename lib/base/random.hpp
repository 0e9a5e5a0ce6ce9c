#pragma once
// Counter-based random numbers: Philox4x64-10 of Random123 (Salmon et al. 2011, doi:10.1145/2063384.2063405), keyed by
// (seed, purpose, index). A stream depends only on its key, so that bodies may draw in any order and on any thread. The
// distributions are implemented here, because those of the C++ library differ between libraries.
#include "base/vec.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

#include <Random123/philox.h>

namespace rubble {

// Purpose of the numbers. Each purpose has its own streams. The values affect every result: never renumber them.
enum class Purpose : std::uint64_t {
  kSize = 1,         // radius of body `index`
  kPlace = 2,        // position of body `index`
  kCells = 3,        // assignment of lattice cells to bodies
  kOrientation = 4,  // orientation of pile `index` of an encounter
  kResample = 5,     // bootstrap sample `index`
  kShape = 6,        // shape of body `index`
  kMotion = 7,       // velocity and spin of body `index`
};

class Random {
 public:
  Random(std::uint64_t seed, Purpose purpose, std::uint64_t index = 0)
      : seed_(seed), purpose_(purpose), index_(index) {}

  // => 64 random bits
  std::uint64_t bits() {
    if (used_ == 4) {
      words_ = philox({block_++, index_, 0, 0}, {seed_, static_cast<std::uint64_t>(purpose_)});
      used_ = 0;
    }
    return words_[used_++];
  }

  // => uniform in [0, 1): a multiple of 2^-53
  double uniform() { return static_cast<double>(bits() >> 11) * 0x1p-53; }

  // (a <= b, b - a finite) => uniform in [a, b); a if a = b
  double uniform(double a, double b) {
    const double x = a + (b - a) * uniform();
    return x < b ? x : std::max(a, std::nextafter(b, a));  // rounding of the sum may give b
  }

  // (n > 0) => uniform integer in 0 ... n - 1. The 2^64 mod n lowest values are rejected, which avoids a bias.
  std::uint64_t below(std::uint64_t n) {
    const std::uint64_t excess = (0 - n) % n;
    std::uint64_t x = bits();
    while (x < excess) x = bits();
    return x % n;
  }

  // => uniform in the unit ball
  Vec3 in_ball() {
    for (;;) {
      const double x = uniform(-1, 1), y = uniform(-1, 1), z = uniform(-1, 1);
      const Vec3 p(x, y, z);
      if (p.squaredNorm() < 1) return p;
    }
  }

  // => uniform on the unit sphere. Marsaglia 1972, doi:10.1214/aoms/1177692644. It needs no sine, so that the bits are
  // the same everywhere.
  Vec3 on_sphere() {
    for (;;) {
      const double u = uniform(-1, 1), v = uniform(-1, 1), s = u * u + v * v;
      if (s >= 1) continue;
      const double f = 2 * std::sqrt(1 - s);
      return {u * f, v * f, 1 - 2 * s};
    }
  }

  // Shuffles the items; all orders are equally likely (Fisher and Yates).
  template <class T>
  void shuffle(std::vector<T>& items) {
    for (std::size_t i = items.size(); i > 1; --i) std::swap(items[i - 1], items[below(i)]);
  }

  using Counter = std::array<std::uint64_t, 4>;
  using Key = std::array<std::uint64_t, 2>;

  // (counter, key) => four random words of the block cipher
  static Counter philox(const Counter& counter, const Key& key) {
    const r123::Philox4x64::ctr_type c{{counter[0], counter[1], counter[2], counter[3]}};
    const r123::Philox4x64::key_type k{{key[0], key[1]}};
    const r123::Philox4x64::ctr_type out = r123::Philox4x64{}(c, k);
    return {out[0], out[1], out[2], out[3]};
  }

 private:
  std::uint64_t seed_;
  Purpose purpose_;
  std::uint64_t index_;
  std::uint64_t block_ = 0;
  Counter words_{};
  unsigned used_ = 4;
};

}  // namespace rubble
