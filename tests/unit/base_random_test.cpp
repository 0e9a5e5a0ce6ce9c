// Random numbers: Random123's known answers, then statistics of derived numbers. The seeds are fixed, so a test always
// uses the same numbers; bounds are five standard deviations.
#include "base/random.hpp"

#include <algorithm>
#include <map>
#include <numeric>

#include <gtest/gtest.h>

namespace rubble {
namespace {

constexpr std::size_t kDraws = 1000000;

Random some_stream(std::uint64_t index = 0) { return Random(20240229, Purpose::kPlace, index); }

// (observed counts of equally probable bins) => chi-square is within 5 sigma of its mean: dof +- 5 sqrt(2 dof)
void expect_even(const std::vector<std::size_t>& counts) {
  const double n = static_cast<double>(std::accumulate(counts.begin(), counts.end(), std::size_t{0}));
  const double expected = n / static_cast<double>(counts.size());
  double chi2 = 0;
  for (const std::size_t c : counts) {
    const double d = static_cast<double>(c) - expected;
    chi2 += d * d / expected;
  }
  const double dof = static_cast<double>(counts.size() - 1);
  EXPECT_NEAR(chi2, dof, 5 * std::sqrt(2 * dof));
}

// Source: file kat_vectors of Random123 1.14, rows "philox4x64 10".
TEST(Random, KnownAnswers) {
  using Words = Random::Counter;
  EXPECT_EQ(Random::philox({0, 0, 0, 0}, {0, 0}),
            (Words{0x16554d9eca36314c, 0xdb20fe9d672d0fdc, 0xd7e772cee186176b, 0x7e68b68aec7ba23b}));
  constexpr std::uint64_t f = ~std::uint64_t{0};
  EXPECT_EQ(Random::philox({f, f, f, f}, {f, f}),
            (Words{0x87b092c3013fe90b, 0x438c3c67be8d0224, 0x9cc7d7c69cd777b6, 0xa09caebf594f0ba0}));
  EXPECT_EQ(Random::philox({0x243f6a8885a308d3, 0x13198a2e03707344, 0xa4093822299f31d0, 0x082efa98ec4e6c89},
                           {0x452821e638d01377, 0xbe5466cf34e90c6c}),
            (Words{0xa528f45403e61d95, 0x38c72dbd566e9788, 0xa5a1610e72fd18b5, 0x57bd43b5e52b7fe6}));
}

TEST(Random, StreamIsTheCipherOfItsKeyCountedUp) {
  Random random(7, Purpose::kCells, 11);
  for (std::uint64_t block = 0; block < 3; ++block)
    for (const std::uint64_t word : Random::philox({block, 11, 0, 0}, {7, 3})) EXPECT_EQ(random.bits(), word);
}

TEST(Random, SeedPurposeAndIndexEachChangeTheStream) {
  const std::uint64_t one = Random(1, Purpose::kSize, 1).bits();
  EXPECT_EQ(one, Random(1, Purpose::kSize, 1).bits());
  EXPECT_NE(one, Random(2, Purpose::kSize, 1).bits());
  EXPECT_NE(one, Random(1, Purpose::kPlace, 1).bits());
  EXPECT_NE(one, Random(1, Purpose::kSize, 2).bits());
}

// A uniform number has mean 1/2 and variance 1/12; the variance of (u - 1/2)^2 is 1/180. Draws are from one stream, or
// the first draws of many streams.
TEST(Random, UniformHasItsMomentsAndFillsBinsEvenly) {
  for (const bool across : {false, true}) {
    Random stream = some_stream();
    double sum = 0, square = 0;
    std::vector<std::size_t> bins(100);
    for (std::size_t k = 0; k < kDraws; ++k) {
      const double u = across ? some_stream(k).uniform() : stream.uniform();
      ASSERT_GE(u, 0);
      ASSERT_LT(u, 1);
      sum += u - 0.5, square += (u - 0.5) * (u - 0.5);
      ++bins[static_cast<std::size_t>(100 * u)];
    }
    const double n = static_cast<double>(kDraws);
    EXPECT_NEAR(sum / n, 0, 5 * std::sqrt(1.0 / 12 / n));
    EXPECT_NEAR(square / n, 1.0 / 12, 5 * std::sqrt(1.0 / 180 / n));
    expect_even(bins);
  }
}

TEST(Random, UniformUsesAllBitsOfADouble) {
  Random random = some_stream();
  bool last_bit = false;
  for (int k = 0; k < 100; ++k) {
    const double scaled = random.uniform() * 0x1p53;
    EXPECT_EQ(scaled, std::floor(scaled));
    last_bit = last_bit || std::fmod(scaled, 2) == 1;
  }
  EXPECT_TRUE(last_bit);
}

TEST(Random, UniformStaysBelowItsUpperEnd) {
  Random random = some_stream();
  const double next = std::nextafter(1.0, 2.0);
  double low = 10, high = -10;
  for (int k = 0; k < 1000; ++k) {
    EXPECT_EQ(random.uniform(1.0, next), 1.0);  // half of the sums round up to `next`
    EXPECT_EQ(random.uniform(-3.5, -3.5), -3.5);
    const double x = random.uniform(-2, 5);
    low = std::min(low, x), high = std::max(high, x);
  }
  EXPECT_GE(low, -2);
  EXPECT_LT(high, 5);
  EXPECT_LT(low, -1.9);
  EXPECT_GT(high, 4.9);
}

// For n = 3 * 2^62 the plain remainder would give a value below 2^62 in half of the draws instead of a third.
TEST(Random, BelowHasNoBias) {
  Random random = some_stream();
  constexpr std::uint64_t third = std::uint64_t{1} << 62;
  std::vector<std::size_t> thirds(3), dice(6);
  for (std::size_t k = 0; k < 100000; ++k) {
    ++thirds[random.below(3 * third) / third];
    ++dice[random.below(6)];
    EXPECT_EQ(random.below(1), 0u);
  }
  expect_even(thirds);
  expect_even(dice);
}

// In the unit ball r^3 is uniform and <x^2> = 1/5; on the sphere each coordinate is uniform in [-1, 1] (Archimedes).
TEST(Random, PointsFillBallAndSphereEvenly) {
  Random random = some_stream();
  std::vector<std::size_t> shells(50), octants(8);
  std::vector<std::vector<std::size_t>> slices(3, std::vector<std::size_t>(50));
  for (std::size_t k = 0; k < 200000; ++k) {
    const Vec3 b = random.in_ball(), s = random.on_sphere();
    ASSERT_LT(b.norm(), 1);
    ASSERT_NEAR(s.norm(), 1, 1e-15 * 4);
    ++shells[static_cast<std::size_t>(50 * std::pow(b.norm(), 3))];
    ++octants[static_cast<std::size_t>((b.x() > 0) + 2 * (b.y() > 0) + 4 * (b.z() > 0))];
    for (int axis = 0; axis < 3; ++axis)
      ++slices[static_cast<std::size_t>(axis)][static_cast<std::size_t>(std::min(49.0, 25 * (1 + s[axis])))];
  }
  expect_even(shells);
  expect_even(octants);
  for (const auto& slice : slices) expect_even(slice);
}

TEST(Random, ShuffleMakesEveryOrderAsLikely) {
  Random random = some_stream();
  std::map<std::vector<int>, std::size_t> seen;
  for (int k = 0; k < 24000; ++k) {
    std::vector<int> items = {0, 1, 2, 3};
    random.shuffle(items);
    ++seen[items];
  }
  ASSERT_EQ(seen.size(), 24u);
  std::vector<std::size_t> counts;
  for (const auto& [order, count] : seen) {
    EXPECT_TRUE(std::is_permutation(order.begin(), order.end(), std::vector<int>{0, 1, 2, 3}.begin()));
    counts.push_back(count);
  }
  expect_even(counts);
}

}  // namespace
}  // namespace rubble
