// Impulses of contacts at rest, compared with closed forms and the complementarity conditions.
#include "hsdem/resting.hpp"
#include "unit/measure_piles.hpp"

#include <gtest/gtest.h>

namespace rubble::test {
namespace {

using hsdem::RestingBody;
using hsdem::RestingLink;

// A column of n bodies on a floor: the contact below body k carries n - k of them. Sweeps alone need about n^2
// iterations.
TEST(HsdemResting, ColumnBearsItsWeight) {
  const std::size_t n = 200;
  const double fall = 0.3, mass = 2;
  std::vector<RestingBody> bodies(n);
  std::vector<RestingLink> links(n);
  for (std::size_t k = 0; k < n; ++k) {
    bodies[k].inverse_mass = 1 / mass;
    bodies[k].velocity = {0.1, 0, -fall};
    links[k].a = k;
    links[k].b = k == 0 ? hsdem::kNoBody : k - 1;
    links[k].normal = {0, 0, -1};
    links[k].tolerance = 1e-13;
  }
  EXPECT_LT(hsdem::solve_resting(bodies, links, 5000).sweeps, 300U);
  for (std::size_t k = 0; k < n; ++k) {
    EXPECT_NEAR(links[k].impulse, static_cast<double>(n - k) * mass * fall, 1e-8);
    EXPECT_LT((bodies[k].velocity - Vec3(0.1, 0, 0)).norm(), 1e-10);
  }
  for (RestingBody& body : bodies) body.velocity = {0.1, 0, -fall};
  EXPECT_LE(hsdem::solve_resting(bodies, links, 1000).sweeps, 2U);  // starting from the solution
}

// A column in which each contact occurs twice: only the sums of their impulses are determined, and the initial values
// are unequal. The uppermost body moves up and away.
TEST(HsdemResting, DuplicateContacts) {
  const std::size_t n = 100;
  std::vector<RestingBody> bodies(n + 1);
  std::vector<RestingLink> links;
  for (std::size_t k = 0; k <= n; ++k) {
    bodies[k].inverse_mass = 1;
    bodies[k].velocity = {0, 0, k == n ? 1.0 : -1.0};
    RestingLink link;
    link.a = k;
    link.b = k == 0 ? hsdem::kNoBody : k - 1;
    link.normal = {0, 0, -1};
    link.tolerance = 1e-13;
    for (const double start : {3.0, 0.0}) {
      link.impulse = start;
      links.push_back(link);
    }
  }
  const hsdem::RestingReport report = hsdem::solve_resting(bodies, links, 5000);
  EXPECT_TRUE(report.converged);
  EXPECT_LT(report.sweeps, 500U);
  for (std::size_t k = 0; k < n; ++k)
    EXPECT_NEAR(links[2 * k].impulse + links[2 * k + 1].impulse, static_cast<double>(n - k), 1e-9);
  EXPECT_EQ(links[2 * n].impulse + links[2 * n + 1].impulse, 0);
}

// Bodies that rotate: rates are not below their bounds, there is no tension, and no impulse if the gap opens faster.
TEST(HsdemResting, IsComplementary) {
  for (std::uint64_t seed = 1; seed < 20; ++seed) {
    Dice dice(seed);
    const std::size_t n = 12;
    std::vector<RestingBody> bodies(n);
    for (RestingBody& body : bodies) {
      body.inverse_mass = 1.5 + dice.in_ball().x();
      body.turns = dice.in_ball().x() > 0;
      body.inverse_inertia = (2 + dice.in_ball().x()) * Mat3::Identity();
      body.velocity = dice.vector();
      body.spin = body.turns ? dice.vector() : Vec3(Vec3::Zero());
    }
    std::vector<RestingLink> links;
    for (std::size_t k = 0; k < 24; ++k) {
      RestingLink link;
      link.a = k % n;
      link.b = k % 5 == 4 ? hsdem::kNoBody : (k + 1 + k / n) % n;
      link.normal = dice.in_ball().normalized();
      link.arm_a = bodies[link.a].turns ? dice.vector() : link.normal;
      if (link.b != hsdem::kNoBody) link.arm_b = bodies[link.b].turns ? dice.vector() : link.normal;
      link.least = 0.1 * dice.in_ball().x();
      link.tolerance = 1e-12;
      links.push_back(link);
    }
    EXPECT_TRUE(hsdem::solve_resting(bodies, links, 5000).converged) << seed;
    for (const RestingLink& link : links) {
      const auto velocity = [&](std::size_t body, const Vec3& arm) {
        if (body == hsdem::kNoBody) return Vec3(Vec3::Zero());
        return Vec3(bodies[body].velocity + bodies[body].spin.cross(arm));
      };
      const double rate = link.normal.dot(velocity(link.b, link.arm_b) - velocity(link.a, link.arm_a));
      EXPECT_GE(link.impulse, 0);
      EXPECT_GT(rate, link.least - 1e-8);
      EXPECT_LT(link.impulse * (rate - link.least), 1e-7);
    }
  }
}

}  // namespace
}  // namespace rubble::test
