// Values of contacts of two materials, compared with the formulas of the literature. docs/theory.md 2.14.
#include "laws/hertz_mindlin.hpp"
#include "laws/mixing.hpp"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

namespace rubble::laws {
namespace {

TEST(Mixing, GeometricMean) {
  EXPECT_DOUBLE_EQ(geometric_mean(0.2, 0.8), 0.4);
  EXPECT_EQ(geometric_mean(0.3, 0.3), 0.3);
  EXPECT_EQ(geometric_mean(0.3, 0), 0);
  EXPECT_EQ(geometric_mean(std::numeric_limits<double>::infinity(), 0), 0);
  EXPECT_EQ(geometric_mean(0.2, 0.7), geometric_mean(0.7, 0.2));
}

// Half of a pair of one material has twice the stiffness of the pair. Two such halves act in series.
TEST(Mixing, SpringsInSeries) {
  EXPECT_DOUBLE_EQ(series_mean(1e5, 3e5), 1 / (1 / 2e5 + 1 / 6e5));
  EXPECT_EQ(series_mean(7e4, 7e4), 7e4);
}

TEST(Mixing, SmoothSpheresStaySmooth) {
  EXPECT_EQ(sliding_mean(1, -0.5), 1);
  EXPECT_NEAR(sliding_mean(-1, 0.5), 0, 1e-15);
  EXPECT_EQ(sliding_mean(-0.3, -0.3), -0.3);
}

// Johnson 1985, sections 4.2 (normal stiffness) and 11.4 (tangential stiffness).
TEST(Mixing, ModuliOfHertzAndMindlin) {
  const Moduli soft{1e7, 0.45}, stiff{8e8, 0.1};
  HertzMindlin law{0, 0, 0.5};
  const Moduli both = mixed_moduli(soft, stiff);
  law.youngs_modulus = both.young, law.poissons_ratio = both.poisson;
  law.prepare();
  const double reduced = 1 / ((1 - 0.45 * 0.45) / 1e7 + (1 - 0.1 * 0.1) / 8e8);
  const double G_soft = 1e7 / (2 * (1 + 0.45)), G_stiff = 8e8 / (2 * (1 + 0.1));
  const double shear = 1 / ((2 - 0.45) / G_soft + (2 - 0.1) / G_stiff);
  EXPECT_NEAR(law.reduced_modulus, reduced, 1e-14 * reduced);
  EXPECT_NEAR(law.ratio, 4 * shear / reduced, 1e-14);
  const Moduli reversed = mixed_moduli(stiff, soft);
  EXPECT_EQ(both.young, reversed.young);
  EXPECT_EQ(both.poisson, reversed.poisson);
}

// A rigid partner doubles E*, because only one of the two bodies deforms.
TEST(Mixing, RigidPartner) {
  const Moduli both = mixed_moduli({1e6, 0.25}, {1e300, 0.25});
  HertzMindlin law{both.young, both.poisson, 1};
  law.prepare();
  EXPECT_NEAR(law.reduced_modulus, 1e6 / (1 - 0.0625), 1e-9);
}

TEST(Mixing, EqualModuliStayEqual) {
  const Moduli both = mixed_moduli({3e7, 0.27}, {3e7, 0.27});
  EXPECT_EQ(both.young, 3e7);
  EXPECT_EQ(both.poisson, 0.27);
}

}  // namespace
}  // namespace rubble::laws
