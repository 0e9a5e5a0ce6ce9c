// Mass properties against sums by hand: I of a member about the centre of mass is (2/5) m s^2 + m d^2, m = (4/3) pi
// s^3.
#include "base/error.hpp"
#include "shape/aggregate.hpp"

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

namespace rubble::shape {
namespace {

constexpr double kS = 0.7;  // radius of a member [m]
const double kM = 4.0 / 3 * std::numbers::pi * kS * kS * kS;

void expect_moments(const Aggregate& a, double members, Vec3 in_ms2) {
  const Vec3 moments = kM * kS * kS * in_ms2;
  EXPECT_EQ(a.size(), static_cast<std::size_t>(members));
  EXPECT_NEAR(a.volume / (members * kM), 1, 1e-12) << a.name;
  EXPECT_LT((a.moments - moments).norm() / moments.norm(), 1e-10) << a.name << " " << a.moments.transpose();
}

// Moments in units of m s^2.
TEST(Aggregate, MomentsByHand) {
  expect_moments(aggregate("sphere", kS), 1, Vec3::Constant(0.4));
  expect_moments(aggregate("dumbbell", kS), 2, {0.8, 2.8, 2.8});
  // Short diagonal 2 s, long diagonal 2 sqrt(3) s: distances s, s, sqrt(3) s, sqrt(3) s.
  expect_moments(aggregate("diamond", kS), 4, {1.6 + 2, 1.6 + 6, 1.6 + 8});
  expect_moments(aggregate("rod", kS), 4, {1.6, 1.6 + 20, 1.6 + 20});
  // Corners at sqrt(3/2) s; two thirds of each of the 4 x 3/2 s^2 are perpendicular to an axis.
  expect_moments(aggregate("tetrahedron", kS), 4, Vec3::Constant(1.6 + 4));
  expect_moments(aggregate("cube", kS), 8, Vec3::Constant(3.2 + 16));
}

// Members are at least two radii apart, and each has a neighbour at exactly two radii.
TEST(Aggregate, MembersTouch) {
  for (const std::string& name : aggregate_names()) {
    if (name == "intruder" || name == "sphere") continue;
    const Aggregate a = aggregate(name, kS);
    for (std::size_t i = 0; i < a.size(); ++i) {
      double nearest = 1e9;
      for (std::size_t j = 0; j < a.size(); ++j)
        if (j != i) nearest = std::min(nearest, (a.centre[i] - a.centre[j]).norm());
      EXPECT_NEAR(nearest / kS, 2, 1e-12) << name;
    }
  }
  EXPECT_EQ(aggregate("irregular", kS).size(), 155u);
}

// Stored about the centre of mass, in principal axes: first moments and products of inertia vanish.
TEST(Aggregate, CentreAndPrincipalAxes) {
  for (const std::string& name : aggregate_names()) {
    const Aggregate a = aggregate(name, kS);
    Vec3 first = Vec3::Zero();
    Mat3 second = Mat3::Zero();
    for (std::size_t i = 0; i < a.size(); ++i) {
      const double v = 4.0 / 3 * std::numbers::pi * std::pow(a.radius[i], 3);
      first += v * a.centre[i];
      second += v * (a.centre[i] * a.centre[i].transpose() + 0.2 * a.radius[i] * a.radius[i] * Mat3::Identity());
    }
    const Mat3 inertia = second.trace() * Mat3::Identity() - second;
    EXPECT_LT(first.norm(), 1e-12 * a.volume * a.reach) << name;
    EXPECT_LT((inertia - Mat3(a.moments.asDiagonal())).norm(), 1e-12 * a.moments.norm()) << name;
    EXPECT_EQ(a.round, name == "sphere" || name == "tetrahedron" || name == "cube" || name == "intruder") << name;
  }
  EXPECT_NEAR(aggregate("rod", kS).reach, 4 * kS, 1e-12);
  EXPECT_NEAR(aggregate("intruder", kS).reach, kS, 1e-12);
}

// Two equal spheres at distance d: the union is smaller than the sum by a lens of volume pi (2 s - d)^2 (d^2 + 4 d s) /
// (12 d). Its moment about the common axis is that of a solid of revolution, 2 x the integral of (pi / 2) (s^2 - t^2)^2
// over t from -d/2 to s.
TEST(Aggregate, UnionOfTwoSpheres) {
  for (const double d : {0.3 * kS, 1.0 * kS, 1.9 * kS}) {
    const Vec3 tilt = Vec3(1, 2, 3).normalized() * d / 2;
    const Aggregate a = glue("pair", {Vec3(5, 6, 7) + tilt, Vec3(5, 6, 7) - tilt}, {kS, kS}, Overlap::kUnion);
    const double lens = std::numbers::pi * std::pow(2 * kS - d, 2) * (d * d + 4 * d * kS) / (12 * d);
    EXPECT_NEAR(a.volume / (2 * kM - lens), 1, 1e-5) << d;
    const auto primitive = [](double t) {
      return std::pow(kS, 4) * t - 2 * kS * kS * t * t * t / 3 + std::pow(t, 5) / 5;
    };
    const double axial = std::numbers::pi * (primitive(kS) - primitive(-d / 2));
    EXPECT_NEAR(a.moments[0] / axial, 1, 2e-5) << d;
    EXPECT_NEAR(a.centre[0].norm(), d / 2, 1e-5 * kS) << d;
  }
}

// If two spheres are separate or nested, the properties of their union follow from sums.
TEST(Aggregate, UnionOfSpheresApartAndWithin) {
  const Aggregate apart = glue("apart", {{0, 0, 0}, {3, 1, 0}}, {kS, kS}, Overlap::kUnion);
  const Aggregate sum = glue("apart", {{0, 0, 0}, {3, 1, 0}}, {kS, kS});
  EXPECT_NEAR(apart.volume / sum.volume, 1, 1e-5);
  EXPECT_LT((apart.moments - sum.moments).norm() / sum.moments.norm(), 1e-5);
  const Aggregate within = glue("within", {{0, 0, 0}, {0.1, 0, 0}}, {kS, 0.3}, Overlap::kUnion);
  EXPECT_NEAR(within.volume / kM, 1, 1e-5);
  EXPECT_LT((within.moments / (0.4 * kM * kS * kS) - Vec3::Ones()).norm(), 1e-5);
}

// Members share the union's volume so that their centre of mass is that of the union.
TEST(Aggregate, PartsOfAUnion) {
  const Aggregate pair = glue("pair", {{0, 0, 0}, {0.5, 0, 0}}, {1, 1}, Overlap::kUnion);
  EXPECT_NEAR(pair.part[0] / (0.5 * pair.volume), 1, 1e-9);
  const Aggregate bent = glue("bent", {{0, 0, 0}, {1.2, 0, 0}, {1.5, 1, 0.2}}, {1, 0.8, 0.6}, Overlap::kUnion);
  double volume = 0;
  Vec3 first = Vec3::Zero();
  for (std::size_t i = 0; i < bent.size(); ++i) volume += bent.part[i], first += bent.part[i] * bent.centre[i];
  EXPECT_NEAR(volume / bent.volume, 1, 1e-12);
  EXPECT_LT(first.norm(), 1e-12 * volume);
  // Without overlap each member has its own volume.
  const Aggregate apart = glue("apart", {{0, 0, 0}, {2.5, 0, 0}}, {1, 0.5}, Overlap::kUnion);
  for (std::size_t i = 0; i < 2; ++i)
    EXPECT_NEAR(apart.part[i] / (4.0 / 3 * std::numbers::pi * std::pow(apart.radius[i], 3)), 1, 1e-4);
}

TEST(Aggregate, RefusesInvalidGrains) {
  EXPECT_THROW(aggregate("cubes", 1), InputError);
  EXPECT_THROW(glue("none", {}, {}), InputError);
  EXPECT_THROW(glue("flat", {Vec3::Zero()}, {0.0}), InputError);
  EXPECT_THROW(glue("short", {Vec3::Zero(), Vec3::Ones()}, {1.0}), InputError);
}

}  // namespace
}  // namespace rubble::shape
