// Loops and sums must not depend on the number of threads.
#include "base/parallel.hpp"
#include "base/random.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include <gtest/gtest.h>

namespace rubble {
namespace {

class Parallel : public testing::Test {
 protected:
  void TearDown() override { set_threads(before_); }
  const int before_ = threads();
};

TEST_F(Parallel, ForVisitsEachIndexOnce) {
  for (const int n_threads : {1, 2, 3, 4})
    for (const std::size_t n : {std::size_t{0}, std::size_t{1}, kMinParallel - 1, kMinParallel, std::size_t{10007}}) {
      set_threads(n_threads);
      std::vector<int> visits(n, 0);
      parallel_for(n, [&](std::size_t i) { ++visits[i]; });
      EXPECT_EQ(std::count(visits.begin(), visits.end(), 1), static_cast<std::ptrdiff_t>(n));
    }
}

TEST_F(Parallel, ThreadsReturnsTheSetNumber) {
  set_threads(3);
  EXPECT_EQ(threads(), 3);
}

// 1 + 2 + ... + n = n (n + 1) / 2, exact in doubles here.
TEST_F(Parallel, SumOfIntegersIsExact) {
  for (const std::size_t n : {0u, 1u, 1023u, 1024u, 1025u, 100000u}) {
    const double sum = blocked_sum(n, 0.0, [](std::size_t i) { return static_cast<double>(i + 1); });
    EXPECT_EQ(sum, 0.5 * static_cast<double>(n) * static_cast<double>(n + 1));
  }
}

// Numbers of very different magnitudes: another order of summation gives other bits, so equal bits imply an equal
// order.
TEST_F(Parallel, SumHasTheSameBitsForAnyNumberOfThreads) {
  Random random(1, Purpose::kSize);
  Reals values(50000);
  for (double& x : values) x = random.uniform(-1, 1) * std::exp(random.uniform(-30, 30));

  double blocks_in_order = 0;
  for (std::size_t begin = 0; begin < values.size(); begin += 1024) {
    const auto first = values.begin() + static_cast<std::ptrdiff_t>(begin);
    blocks_in_order += std::accumulate(first, std::min(first + 1024, values.end()), 0.0);
  }
  ASSERT_NE(blocks_in_order, std::accumulate(values.begin(), values.end(), 0.0));
  for (const int n : {1, 2, 3, 4, 7}) {
    set_threads(n);
    EXPECT_EQ(blocked_sum(values.size(), 0.0, [&](std::size_t i) { return values[i]; }), blocks_in_order);
  }
}

TEST_F(Parallel, SumsVectors) {
  const Vec3 sum = blocked_sum(3000, Vec3(Vec3::Zero()), [](std::size_t i) { return Vec3(1, double(i), -2); });
  EXPECT_EQ(sum, Vec3(3000, 2999.0 * 3000 / 2, -6000));
}

TEST_F(Parallel, GreatestCountsNaNAsInfinite) {
  EXPECT_EQ(greatest_of(5000, 0, [](std::size_t i) { return i == 3777 ? 9.0 : 1.0; }), 9);
  EXPECT_EQ(greatest_of(5000, 2, [](std::size_t) { return 1.0; }), 2);
  EXPECT_EQ(greatest_of(0, 2, [](std::size_t) { return 3.0; }), 2);
  EXPECT_EQ(greatest_of(5000, 0, [](std::size_t i) { return i == 1 ? std::nan("") : 1.0; }),
            std::numeric_limits<double>::infinity());
}

TEST_F(Parallel, AllNeedEachTerm) {
  EXPECT_TRUE(all_of(5000, [](std::size_t) { return true; }));
  EXPECT_FALSE(all_of(5000, [](std::size_t i) { return i != 4999; }));
  EXPECT_TRUE(all_of(0, [](std::size_t) { return false; }));
}

}  // namespace
}  // namespace rubble
