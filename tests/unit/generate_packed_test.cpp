// Close packings and ejecta compared with their definitions.
#include "generate/ejecta.hpp"
#include "generate/packed.hpp"
#include "unit/measure_piles.hpp"
#include "unit/refusal.hpp"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

namespace rubble::test {
namespace {

Vec3s sites(const generate::PackedCloud& form, std::uint64_t seed = 1) {
  Random random(seed, Purpose::kCells);
  return generate::packed_sites(form, 0.5, random);
}

// Mean squares along each axis: a^2 / 5 for an ellipsoid.
Vec3 spread(const Vec3s& sites) {
  Vec3 sum = Vec3::Zero();
  for (const Vec3& x : sites) sum += x.cwiseProduct(x);
  return sum / static_cast<double>(sites.size());
}

std::size_t neighbours(const Vec3s& sites, std::size_t i) {
  std::size_t n = 0;
  for (std::size_t j = 0; j < sites.size(); ++j)
    if (j != i && (sites[j] - sites[i]).norm() < 1 + 1e-9) ++n;
  return n;
}

double least_distance(const Vec3s& sites) {
  double least = 1e9;
  for (std::size_t i = 0; i < sites.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) least = std::min(least, (sites[j] - sites[i]).norm());
  return least;
}

TEST(Packed, HexagonalEllipsoid) {
  for (const bool turned : {false, true}) {
    generate::PackedCloud form;
    form.count = 3000;
    form.axes = {1, 1, 0.6};
    form.turned = turned;
    const Vec3s x = sites(form);
    ASSERT_EQ(x.size(), 3000U);
    EXPECT_NEAR(least_distance(x), 1, 1e-12);
    const Vec3 square = spread(x);
    EXPECT_NEAR(std::sqrt(square.x() / square.y()), 1, 0.01);
    EXPECT_NEAR(std::sqrt(square.z() / square.x()), 0.6, 0.01);
    // Volume of the spheres / volume of the ellipsoid is that of the densest packing, pi / sqrt(18).
    const Vec3 half = (5 * square).cwiseSqrt();
    EXPECT_NEAR(3000 * 0.125 / half.prod(), 0.74048, 0.01);
    const auto middle =
        std::min_element(x.begin(), x.end(), [](const Vec3& a, const Vec3& b) { return a.norm() < b.norm(); });
    EXPECT_EQ(neighbours(x, static_cast<std::size_t>(middle - x.begin())), 12U);
  }
}

TEST(Packed, CubesAreComplete) {
  for (const int side : {4, 5}) {
    generate::PackedCloud form;
    form.count = side * side * side;
    form.lattice = generate::Lattice::cubic;
    form.cut = generate::Cut::box;
    const Vec3s x = sites(form);
    EXPECT_NEAR(least_distance(x), 1, 1e-12);
    for (int axis = 0; axis < 3; ++axis) {
      double most = 0;
      for (const Vec3& place : x) most = std::max(most, std::abs(place[axis]));
      EXPECT_NEAR(most, 0.5 * (side - 1), 1e-12) << side;
    }
  }
}

TEST(Packed, SeedsTurnTheLattice) {
  generate::PackedCloud form;
  form.count = 50;
  EXPECT_EQ(sites(form, 1), sites(form, 2));
  form.turned = true;
  EXPECT_NE(sites(form, 1), sites(form, 2));
}

// The given share of the mass escapes, all bodies move away from one point with the given law of speeds, and the centre
// is at rest.
TEST(Ejecta, FollowTheGivenParameters) {
  generate::PackedCloud form;
  form.count = 400;
  form.turned = true;
  Pile pile;
  pile.model.materials = {{"rock", 1}};
  for (const Vec3& x : sites(form)) add(pile, 2, 0.5, x);
  generate::Ejecta ejecta;
  ejecta.site = {3, 4, 0};
  ejecta.depth = 0.5;
  ejecta.exponent = -1.5;
  ejecta.escaping = 0.3;
  ejecta.constant = 0.7;
  const double speed = generate::throw_out(pile, ejecta);
  Vec3 momentum = Vec3::Zero();
  double radius = 0, escaping = 0;
  for (std::size_t i = 0; i < pile.size(); ++i) {
    momentum += 2 * pile.state.velocity[i];
    radius = std::max(radius, pile.state.position[i].norm() + 0.5);
    double potential = 0;
    for (std::size_t j = 0; j < pile.size(); ++j)
      if (j != i) potential -= 0.7 * 2 / (pile.state.position[i] - pile.state.position[j]).norm();
    if (0.5 * pile.state.velocity[i].squaredNorm() + potential > -1e-9 * std::abs(potential)) escaping += 2;
  }
  EXPECT_LT(momentum.norm(), 1e-9);
  EXPECT_NEAR(escaping, 0.3 * 800, 1e-9);
  const Vec3 source = 0.5 * radius * Vec3(0.6, 0.8, 0);
  const auto velocity = [&](std::size_t i) -> Vec3 {
    const Vec3 d = pile.state.position[i] - source;
    return speed * std::pow(std::max(d.norm(), 0.5) / radius, -1.5) / std::max(d.norm(), 0.5) * d;
  };
  for (const std::size_t i : {0, 100, 399})
    EXPECT_LT((pile.state.velocity[i] - pile.state.velocity[7] - velocity(i) + velocity(7)).norm(), 1e-9 * speed);
}

// A sphere that covers the source moves with the mean velocity of the flow within it. In a flow (d / R)^k this velocity
// is x / R for k = 1. For k = 0 it is the gradient of the mean of d over a ball of radius a whose centre is at the
// distance x, x / a - x^3 / (5 a^3).
TEST(Ejecta, ASphereOverTheSourceMovesAsTheFlowWithinIt) {
  for (const int exponent : {0, 1}) {
    Pile pile;
    pile.model.materials = {{"rock", 1}};
    for (const double x : {0.1, 10.0, -10.1}) add(pile, 1, 1, Vec3(x, 0, 0));  // the source is their centre of mass
    generate::Ejecta ejecta;
    ejecta.site = {0, 0, 1};
    ejecta.depth = 1;
    ejecta.exponent = exponent;
    ejecta.escaping = 1;
    ejecta.constant = 1;
    const double speed = generate::throw_out(pile, ejecta), radius = 11.1;
    const double far = exponent == 0 ? 1 : 10 / radius;
    const double near = exponent == 0 ? 0.1 - 0.001 / 5 : 0.1 / radius;
    const double found = (pile.state.velocity[1] - pile.state.velocity[0]).x() / speed;
    EXPECT_NEAR(found, far - near, exponent == 0 ? 3e-4 : 1e-12);
  }
}

// The body at the source and at the centre of mass gets no velocity. It cannot escape, so the mass fraction is limited.
TEST(Ejecta, ABodyWithoutVelocityDoesNotEscape) {
  Pile pile;
  pile.model.materials = {{"rock", 1}};
  for (const double x : {0.0, 10.0, -10.0}) add(pile, 1, 1, Vec3(x, 0, 0));
  generate::Ejecta ejecta;
  ejecta.site = {0, 0, 1};
  ejecta.depth = 1;
  ejecta.exponent = 1;
  ejecta.escaping = 0.6;
  ejecta.constant = 1;
  EXPECT_NEAR(generate::throw_out(pile, ejecta), std::sqrt(2 * (0.1 + 0.05)) * 1.1, 1e-9);  // |w| = 10 / 11
  EXPECT_EQ(pile.state.velocity[0], Vec3(Vec3::Zero()));
  ejecta.escaping = 1;
  EXPECT_EQ(refusal([&] { generate::throw_out(pile, ejecta); }),
            "'escaping' in [ejecta] is 1, but body 0 gets no velocity and cannot escape: reduce 'escaping', or change "
            "'site' or 'depth'");
  Pile single;
  single.model.materials = {{"rock", 1}};
  add(single, 1, 1, Vec3::Zero());
  EXPECT_THROW(generate::throw_out(single, ejecta), InputError);
}

}  // namespace
}  // namespace rubble::test
