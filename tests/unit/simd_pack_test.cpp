// Packs of doubles and of single precision: operations keep the order of lanes.
#include "simd/pack8.hpp"

#include <cmath>

#include <gtest/gtest.h>

namespace rubble {
namespace {

template <class P>
struct Item {
  typename Lanes<P>::OfBody other, row;
};

template <class P>
class Packs : public testing::Test {
 public:
  using Number = typename Lanes<P>::Number;
  static constexpr std::size_t lanes = Lanes<P>::count;
  static P of(double (*f)(double), double first) {
    P p{};
    for (std::size_t k = 0; k < lanes; ++k) p[k] = static_cast<Number>(f(first + static_cast<double>(k)));
    return p;
  }
};
using Kinds = testing::Types<Pack, Pack8>;
TYPED_TEST_SUITE(Packs, Kinds);

double same(double x) { return x; }
double waves(double x) { return std::sin(3 * x); }

TYPED_TEST(Packs, ScatterInvertsGather) {
  constexpr std::size_t n = TestFixture::lanes;
  std::vector<Item<TypeParam>> items(3 * n);
  for (std::size_t i = 0; i < items.size(); ++i)
    for (std::size_t k = 0; k < 4; ++k) items[i].row.v[k] = static_cast<typename TestFixture::Number>(10 * i + k);
  std::vector<std::int32_t> index(n);
  for (std::size_t k = 0; k < n; ++k) index[k] = static_cast<std::int32_t>((7 * k + 2) % items.size());
  const auto columns = gather(items.data(), &Item<TypeParam>::row, index.data());
  for (std::size_t k = 0; k < n; ++k) {
    EXPECT_EQ(columns.v.x[k], 10 * index[k]);
    EXPECT_EQ(columns.v.y[k], 10 * index[k] + 1);
    EXPECT_EQ(columns.v.z[k], 10 * index[k] + 2);
    EXPECT_EQ(columns.w[k], 10 * index[k] + 3);
  }
  scatter(items.data(), &Item<TypeParam>::other, index.data(), columns.v, columns.w);
  for (std::size_t k = 0; k < n; ++k)
    for (std::size_t j = 0; j < 4; ++j)
      EXPECT_EQ(items[static_cast<std::size_t>(index[k])].other.v[j],
                items[static_cast<std::size_t>(index[k])].row.v[j]);
}

TYPED_TEST(Packs, OperationsMatchSingleNumbersInEachLane) {
  using T = typename TestFixture::Number;
  const TypeParam a = TestFixture::of(waves, 1);
  const TypeParam b = TestFixture::of(waves, 20);
  const TypeParam c = TestFixture::of(same, 1);
  double total = 0;
  double top = -2;
  for (std::size_t k = 0; k < TestFixture::lanes; ++k) {
    EXPECT_EQ(fma(a, b, c)[k], std::fma(T(a[k]), T(b[k]), T(c[k])));
    EXPECT_EQ(fnma(a, b, c)[k], std::fma(T(-a[k]), T(b[k]), T(c[k])));
    EXPECT_EQ(sqrt(c)[k], std::sqrt(T(c[k])));
    EXPECT_EQ(min(a, b)[k], std::min(T(a[k]), T(b[k])));
    EXPECT_EQ(max(a, b)[k], std::max(T(a[k]), T(b[k])));
    EXPECT_EQ(select(a > b, a, c)[k], a[k] > b[k] ? a[k] : c[k]);
    EXPECT_EQ(all_of<TypeParam>(0.25)[k], 0.25);
    total += static_cast<double>(a[k]);
    top = std::max(top, static_cast<double>(a[k]));
  }
  EXPECT_NEAR(sum(a), total, 1e-14);
  EXPECT_EQ(largest(a), top);
  EXPECT_TRUE(any(a > -2));
  EXPECT_FALSE(any(a > 2));
}

TEST(Pack8, HalvesAreJoinedInOrder) {
  const Pack low{1, 2, 3, 4};
  const Pack high{5, 6, 7, 8};
  const Pack8 both = joined(low, high);
  for (int k = 0; k < 8; ++k) EXPECT_EQ(both[k], 1.0F + static_cast<float>(k));
  for (int k = 0; k < 4; ++k) {
    EXPECT_EQ(low_of(both)[k], low[k]);
    EXPECT_EQ(high_of(both)[k], high[k]);
  }
}

}  // namespace
}  // namespace rubble
