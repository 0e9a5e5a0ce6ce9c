// Size laws compared with closed forms of their moments and distributions. Seeds are fixed; bounds are five standard
// deviations.
#include "base/error.hpp"
#include "base/parallel.hpp"
#include "generate/sizes.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <gtest/gtest.h>

namespace rubble::generate {
namespace {

constexpr std::size_t kCount = 200000;
constexpr std::uint64_t kSeed = 5;

double mean_power(const Reals& r, double power) {
  return blocked_sum(r.size(), 0.0, [&](std::size_t i) { return std::pow(r[i], power); }) /
         static_cast<double>(r.size());
}

// Integral of r^q dr from a to b.
double integral(double q, double a, double b) {
  return q == -1 ? std::log(b / a) : (std::pow(b, q + 1) - std::pow(a, q + 1)) / (q + 1);
}

// <r^k> of dN/dr ~ r^q, within five standard errors of its mean over n draws.
void expect_moment(const Reals& r, double q, double a, double b, double k) {
  const double norm = integral(q, a, b), mean = integral(q + k, a, b) / norm;
  const double variance = integral(q + 2 * k, a, b) / norm - mean * mean;
  EXPECT_NEAR(mean_power(r, k), mean, 5 * std::sqrt(variance / static_cast<double>(r.size()))) << "exponent " << q;
}

// Largest distance of the draws from their distribution function: sqrt(n) D < 2.3 except for one seed in 20000
// (Kolmogorov).
template <class Cdf>
void expect_distribution(Reals r, Cdf&& cdf) {
  std::sort(r.begin(), r.end());
  const double n = static_cast<double>(r.size());
  double worst = 0;
  for (std::size_t i = 0; i < r.size(); ++i)
    worst = std::max({worst, std::abs(cdf(r[i]) - static_cast<double>(i) / n),
                      std::abs(cdf(r[i]) - static_cast<double>(i + 1) / n)});
  EXPECT_LT(worst * std::sqrt(n), 2.3);
}

TEST(Sizes, UniformByNumber) {
  const Reals r = radii(UniformSizes{3.75, 5}, kCount, kSeed);
  ASSERT_EQ(r.size(), kCount);
  for (const double k : {1.0, 3.0}) expect_moment(r, 0, 3.75, 5, k);
  expect_distribution(r, [](double x) { return (x - 3.75) / 1.25; });
}

TEST(Sizes, PowerLawOfAnyExponent) {
  for (const double q : {-3.5, -2.0, -1.0, -1 + 1e-9, 0.0, 2.0}) {
    const Reals r = radii(PowerSizes{2, 50, q}, kCount, kSeed);
    for (const double k : {1.0, -1.0}) expect_moment(r, q, 2, 50, k);
    expect_distribution(r, [&](double x) { return integral(q, 2, x) / integral(q, 2, 50); });
    EXPECT_GE(*std::min_element(r.begin(), r.end()), 2);
    EXPECT_LE(*std::max_element(r.begin(), r.end()), 50);
  }
}

// Diameters of 7.5 ... 10 m: with number density ~ d^-3, <d> = 60/7 = 8.571 m and <d^3> = 4500/7 = 642.9 m^3 (by
// number, uniform diameters would have 8.75 m and 683.6 m^3). Each half of the range holds half of the volume.
TEST(Sizes, UniformByVolume) {
  const Reals r = radii(VolumeSizes{3.75, 5}, kCount, kSeed);
  EXPECT_NEAR(2 * mean_power(r, 1), 60.0 / 7, 0.008);
  EXPECT_NEAR(8 * mean_power(r, 3), 4500.0 / 7, 1.7);
  for (const double k : {1.0, 3.0}) expect_moment(r, -3, 3.75, 5, k);
  double small = 0, all = 0;
  for (const double x : r) all += x * x * x, small += x < 4.375 ? x * x * x : 0;
  EXPECT_NEAR(small / all, 0.5, 5 * 0.5 / std::sqrt(static_cast<double>(kCount)));
}

// Counts of the collision study's piles: 7.5, 15 and 22.5 km, equal mass per class.
TEST(Sizes, ClassesOfEqualMass) {
  const Reals classes = {7500, 15000, 22500};
  EXPECT_EQ(class_counts(classes, 5000), (std::vector<std::size_t>{4303, 538, 159}));
  EXPECT_EQ(class_counts(classes, 1250), (std::vector<std::size_t>{1076, 134, 40}));
  EXPECT_EQ(class_counts(classes, 500), (std::vector<std::size_t>{430, 54, 16}));
  EXPECT_EQ(class_counts({22500, 7500, 15000}, 500), (std::vector<std::size_t>{16, 430, 54}));
  EXPECT_EQ(class_counts({3}, 7), (std::vector<std::size_t>{7}));
  EXPECT_EQ(class_counts({2, 2, 2}, 8), (std::vector<std::size_t>{3, 3, 2}));

  const Reals r = radii(ClassSizes{classes}, 500, kSeed);
  EXPECT_EQ(std::count(r.begin(), r.end(), 7500), 430);
  EXPECT_EQ(std::count(r.begin(), r.end(), 15000), 54);
  EXPECT_EQ(std::count(r.begin(), r.end(), 22500), 16);
}

TEST(Sizes, OneSizeOnly) {
  EXPECT_EQ(radii(UniformSizes{2, 2}, 3, 1), (Reals{2, 2, 2}));
  EXPECT_EQ(radii(PowerSizes{2, 2, -2.5}, 3, 1), (Reals{2, 2, 2}));
}

TEST(Sizes, DependOnSeedAndBodyAlone) {
  const Reals few = radii(VolumeSizes{1, 2}, 10, 1), many = radii(VolumeSizes{1, 2}, 1000, 1);
  EXPECT_TRUE(std::equal(few.begin(), few.end(), many.begin()));
  EXPECT_NE(few, radii(VolumeSizes{1, 2}, 10, 2));
}

TEST(Sizes, RefuseInvalidParameters) {
  EXPECT_THROW(radii(UniformSizes{2, 1}, 10, 1), InputError);
  EXPECT_THROW(radii(PowerSizes{2, 1, -3}, 10, 1), InputError);
  EXPECT_THROW(radii(VolumeSizes{2, 1}, 10, 1), InputError);
  EXPECT_THROW(radii(ClassSizes{}, 10, 1), InputError);
  EXPECT_THROW(radii(ClassSizes{{1, 100}}, 10, 1), InputError);  // the large class would stay empty
}

}  // namespace
}  // namespace rubble::generate
