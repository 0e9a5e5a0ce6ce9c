// Bodies by recipe: random hulls compared with exact expectations and published numbers, solids with their closed
// forms.
#include "base/ball.hpp"
#include "base/error.hpp"
#include "shape/check_shape.hpp"
#include "shape/hull.hpp"
#include "shape/kind.hpp"
#include "shape/mass_properties.hpp"
#include "shape/recipes.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

namespace rubble::shape {
namespace {

// The accretion study's recipe (Sanchez et al. 2021) and the aggregation study's (Ferrari et al. 2017).
const RandomHull kAccretion{Scatter::sphere, 10, 70, 0.5};
const RandomHull kAggregation{Scatter::ball, 8, 24, 0.5};

DrawnHull drawn(const RandomHull& recipe, std::uint64_t index, std::uint64_t seed = 1) {
  Random random(seed, Purpose::kShape, index);
  return draw_hull("rock", recipe, random);
}

// Mean of numbers and its standard error.
struct Mean {
  double value, error;
};
Mean mean_of(const Reals& numbers) {
  const auto n = static_cast<double>(numbers.size());
  double sum = 0;
  for (const double x : numbers) sum += x;
  double squares = 0;
  for (const double x : numbers) squares += (x - sum / n) * (x - sum / n);
  return {sum / n, std::sqrt(squares / (n * (n - 1)))};
}

// Mean fraction of the unit ball inside a hull of n points on its surface: Buchta, Mueller & Tichy 1985,
// doi:10.1007/BF01455988: for a tetrahedron 1 / 35.
double share_of_sphere_points(double n) { return (n - 1) * (n - 2) * (n - 3) / ((n + 1) * (n + 2) * (n + 3)); }

double share_of_ball(const DrawnHull& drawn) { return std::pow(drawn.hull.placement.radius, 3); }

TEST(Recipes, PointsOnASphereFillTheExactShareOfIt) {
  for (const std::int64_t n : {4, 6, 12, 40}) {
    Reals share;
    for (std::uint64_t k = 0; k < 500; ++k) share.push_back(share_of_ball(drawn({Scatter::sphere, n, n, 0}, k)));
    const Mean found = mean_of(share);
    EXPECT_NEAR(found.value, share_of_sphere_points(static_cast<double>(n)), 4 * found.error) << n;
    EXPECT_LT(found.error, 0.01 * static_cast<double>(n)) << n;
  }
}

// Efron 1965, doi:10.1093/biomet/52.3-4.331: a further point is a vertex unless it falls into the hull of the n
// existing points. Thus (n + 1) (1 - share of n) of n + 1 points in a ball are vertices on average. The hull of four
// points fills 9 / 715 of the ball (Kingman 1969, Journal of Applied Probability 6, 660).
TEST(Recipes, PointsInABallObeyEfronsIdentity) {
  for (const std::int64_t n : {4, 8, 24}) {
    Reals share;
    Reals vertices;
    for (std::uint64_t k = 0; k < 1000; ++k) {
      share.push_back(share_of_ball(drawn({Scatter::ball, n, n, 0}, k)));
      vertices.push_back(static_cast<double>(drawn({Scatter::ball, n + 1, n + 1, 0}, k, 2).hull.shape.vertex.size()));
    }
    const Mean filled = mean_of(share);
    const Mean corners = mean_of(vertices);
    const auto more = static_cast<double>(n + 1);
    EXPECT_NEAR(corners.value, more * (1 - filled.value), 4 * std::hypot(corners.error, more * filled.error)) << n;
    if (n == 4) {
      EXPECT_NEAR(filled.value, 9.0 / 715, 4 * filled.error);
    }
    EXPECT_GT(filled.value, 0.01);
  }
}

// The accretion study's recipe with 400 draws: 99.8 % accepted; hulls fill 0.692 of the circumscribed sphere, 0.38 of
// it for 15 points or fewer, 0.82 for more than 50. This test makes 1600 draws; both have statistical errors.
TEST(Recipes, HullsOfTheAccretionStudy) {
  Reals all, few, many;
  double draws = 0;
  for (std::uint64_t k = 0; k < 1600; ++k) {
    const DrawnHull rock = drawn(kAccretion, k);
    const std::size_t vertices = rock.hull.shape.vertex.size();
    EXPECT_GE(vertices, 10u);
    EXPECT_LE(vertices, 70u);
    EXPECT_EQ(rock.hull.shape.face.size(), 2 * vertices - 4);
    draws += rock.draws;
    all.push_back(share_of_ball(rock));
    if (vertices <= 15) few.push_back(all.back());
    if (vertices > 50) many.push_back(all.back());
    const Ratios found = ratios(rock.hull.shape.moments);
    EXPECT_GE(found.elongation, 0.5);
    EXPECT_GE(found.flatness, 0.5);
  }
  EXPECT_NEAR(static_cast<double>(few.size()), 1600 * 6 / 61.0, 4 * std::sqrt(1600 * 6 / 61.0));
  EXPECT_NEAR(static_cast<double>(many.size()), 1600 * 20 / 61.0, 4 * std::sqrt(1600 * 20 / 61.0));
  const double refused = 1 - 1600 / draws;
  EXPECT_GT(refused, 0);
  EXPECT_NEAR(refused, 0.002, 3 * std::sqrt(0.002 / 400));
  const auto agrees = [](const Reals& shares, double published) {
    const Mean found = mean_of(shares);
    const double theirs = found.error * 2;  // with a fourth as many draws
    EXPECT_NEAR(found.value, published, 3 * std::hypot(found.error, theirs) + 0.0005) << shares.size();
  };
  agrees(all, 0.692);
  agrees(few, 0.38);
  agrees(many, 0.82);
  double exact = 0;
  for (int n = 10; n <= 70; ++n) exact += share_of_sphere_points(n) / 61;
  EXPECT_NEAR(mean_of(all).value, exact, 4 * mean_of(all).error);
}

TEST(Recipes, HullsOfTheAggregationStudy) {
  int most_draws = 0;
  for (std::uint64_t k = 0; k < 500; ++k) {
    const DrawnHull rock = drawn(kAggregation, k);
    EXPECT_LE(rock.hull.shape.vertex.size(), 24u);
    EXPECT_GE(rock.hull.shape.vertex.size(), 4u);
    EXPECT_LT(share_of_ball(rock), 0.75);
    const Ratios found = ratios(rock.hull.shape.moments);
    EXPECT_GE(found.elongation, 0.5);
    EXPECT_GE(found.flatness, 0.5);
    EXPECT_EQ(violation(rock.hull.shape), std::nullopt);
    most_draws = std::max(most_draws, rock.draws);
  }
  EXPECT_GT(most_draws, 1);  // some draws are refused
}

TEST(Recipes, StreamDependsOnSeedAndIndex) {
  EXPECT_EQ(drawn(kAccretion, 3).hull.shape, drawn(kAccretion, 3).hull.shape);
  EXPECT_NE(drawn(kAccretion, 3).hull.shape, drawn(kAccretion, 4).hull.shape);
  EXPECT_NE(drawn(kAccretion, 3).hull.shape, drawn(kAccretion, 3, 2).hull.shape);
}

TEST(Recipes, RefusesImpossibleRecipes) {
  EXPECT_THROW(drawn({Scatter::sphere, 3, 9, 0}, 0), InputError);
  EXPECT_THROW(drawn({Scatter::sphere, 9, 8, 0}, 0), InputError);
  EXPECT_THROW(drawn({Scatter::sphere, 4, 4, 0.999999}, 0), InputError);
}

// For a solid ellipsoid the principal lengths are semi-axes / sqrt(5), for a box sides / sqrt(12).
TEST(Recipes, PrincipalLengths) {
  const Vec3 axes(3, 2, 0.5);
  const Vec3 moments = 0.2 * Vec3(4 + 0.25, 9 + 0.25, 9 + 4);
  EXPECT_TRUE(principal_lengths(moments).isApprox(axes / std::sqrt(5.0), 1e-14));
  EXPECT_NEAR(ratios(moments).elongation, 2.0 / 3, 1e-14);
  EXPECT_NEAR(ratios(moments).flatness, 0.25, 1e-14);

  const PlacedShape box = make_hull("box", box_points({4, 2, 1}));
  const Vec3 lengths = box.placement.radius * principal_lengths(box.shape.moments);
  EXPECT_TRUE(lengths.isApprox(Vec3(4, 2, 1) / std::sqrt(12.0), 1e-12)) << lengths.transpose();
}

TEST(Recipes, Boxes) {
  const PlacedShape box = make_hull("box", box_points({4, 2, 1}));
  EXPECT_EQ(box.shape.vertex.size(), 8u);
  EXPECT_EQ(box.shape.face.size(), 6u);
  EXPECT_NEAR(ball_volume(box.placement.radius), 8, 1e-13);
  const double unit = box.placement.radius;
  EXPECT_NEAR(box.shape.area * unit * unit, 28, 1e-12);
  EXPECT_TRUE((unit * unit * box.shape.moments).isApprox(Vec3(4 + 1, 16 + 1, 16 + 4) / 12, 1e-13));
}

// A prism has the cylinder's volume; its surface and moments converge to the cylinder's as 1 / corners^2.
TEST(Recipes, Cylinders) {
  double before = 0;
  for (const int corners : {8, 16, 32, 64}) {
    const PlacedShape prism = make_hull("can", cylinder_points(2, 3, corners));
    const double unit = prism.placement.radius;
    EXPECT_EQ(prism.shape.face.size(), static_cast<std::size_t>(corners) + 2);
    EXPECT_NEAR(ball_volume(unit), std::numbers::pi * 4 * 3, 1e-11);
    const double area = prism.shape.area * unit * unit;
    const double error = area / (2 * std::numbers::pi * 2 * (2 + 3)) - 1;
    EXPECT_GT(error, 0);
    if (before > 0) {
      EXPECT_NEAR(before / error, 4, 0.3) << corners;
    }
    before = error;
  }
  const PlacedShape prism = make_hull("can", cylinder_points(2, 3, 64));
  const double unit = prism.placement.radius;
  const Vec3 exact(2 * 2 / 4.0 + 3 * 3 / 12.0, 2 * 2 / 4.0 + 3 * 3 / 12.0, 2 * 2 / 2.0);
  EXPECT_TRUE((unit * unit * prism.shape.moments).isApprox(exact, 1e-3));
}

// Largest distance of the surface of a hull about a unit ball from the ball's surface.
double surface_error(const PlacedShape& hull) {
  const double unit = hull.placement.radius;
  double error = std::abs(unit * hull.shape.reach - 1);
  for (const std::vector<Index>& face : hull.shape.face)
    error = std::max(error, std::abs(1 - unit * face_plane(hull.shape.vertex, face).offset));
  return error;
}

TEST(Recipes, Ellipsoids) {
  const PlacedShape egg = make_hull("egg", ellipsoid_points({3, 2, 1}, 400));
  EXPECT_EQ(egg.shape.vertex.size(), 400u);
  EXPECT_NEAR(ball_volume(egg.placement.radius), ball_volume(1) * 6, 1e-10);
  const double unit = egg.placement.radius;
  EXPECT_TRUE((unit * unit * egg.shape.moments).isApprox(0.2 * Vec3(5, 10, 13), 1e-3));
  EXPECT_NEAR(egg.placement.centre.norm(), 0, 2e-3);

  for (const int vertices : {50, 100, 200, 400, 800}) {
    const PlacedShape ball = make_hull("ball", ellipsoid_points({1, 1, 1}, vertices));
    EXPECT_LT(surface_error(ball), 2.3 / vertices) << vertices;
    EXPECT_GT(surface_error(ball), 1.7 / vertices) << vertices;
  }
}

// Volumes in the unit sphere: Coxeter 1973, Regular Polytopes, table I.
TEST(Recipes, RegularSolids) {
  const double phi = std::numbers::phi;
  const double edge12 = 2 / (std::sqrt(3.0) * phi);
  const double edge20 = 2 / std::sqrt(phi * phi + 1);
  struct Solid {
    std::size_t faces, vertices;
    double volume;
  };
  for (const Solid& solid : {Solid{4, 4, 8 / (9 * std::sqrt(3.0))}, Solid{6, 8, 8 / (3 * std::sqrt(3.0))},
                             Solid{8, 6, 4.0 / 3}, Solid{12, 20, (15 + 7 * std::sqrt(5.0)) / 4 * std::pow(edge12, 3)},
                             Solid{20, 12, 5 * phi * phi / 6 * std::pow(edge20, 3)}}) {
    const PlacedShape placed = make_hull("solid", regular_points(static_cast<std::int64_t>(solid.faces)));
    EXPECT_EQ(placed.shape.face.size(), solid.faces);
    EXPECT_EQ(placed.shape.vertex.size(), solid.vertices);
    EXPECT_NEAR(ball_volume(placed.placement.radius), solid.volume, 1e-13) << solid.faces;
    EXPECT_NEAR(placed.placement.radius * placed.shape.reach, 1, 1e-13);
    EXPECT_NEAR(ratios(placed.shape.moments).elongation, 1, 1e-12);
  }
  EXPECT_THROW(regular_points(5), InputError);
}

}  // namespace
}  // namespace rubble::shape
