// Impulses of contacts at rest, compared with closed forms and the complementarity conditions.
#include "base/interrupt.hpp"
#include "hsdem/resting.hpp"
#include "unit/measure_piles.hpp"

#include <limits>

#include <gtest/gtest.h>

namespace rubble::test {
namespace {

using hsdem::RestingBody;
using hsdem::RestingLink;

constexpr double kMuch = 1e9;  // largest work, in multiplications: about one second

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
  EXPECT_LT(hsdem::solve_resting(bodies, links, kMuch).sweeps, 300U);
  for (std::size_t k = 0; k < n; ++k) {
    EXPECT_NEAR(links[k].impulse, static_cast<double>(n - k) * mass * fall, 1e-8);
    EXPECT_LT((bodies[k].velocity - Vec3(0.1, 0, 0)).norm(), 1e-10);
  }
  for (RestingBody& body : bodies) body.velocity = {0.1, 0, -fall};
  EXPECT_LE(hsdem::solve_resting(bodies, links, kMuch).sweeps, 2U);  // starting from the solution
}

// In this column each contact occurs twice. Only the sums of their impulses are determined, and the initial values are
// unequal. The uppermost body moves up and away.
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
  const hsdem::RestingReport report = hsdem::solve_resting(bodies, links, kMuch);
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
    EXPECT_TRUE(hsdem::solve_resting(bodies, links, kMuch).converged) << seed;
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

// More contacts than their bodies have degrees of freedom, with bounds that redundant contacts cannot all reach. The
// impulses alone, applied to the velocities at the start, satisfy the conditions to the tolerance.
TEST(HsdemResting, RedundantContactsWithNegativeBounds) {
  const double tolerance = 1e-10;
  for (std::uint64_t seed = 1; seed < 20; ++seed) {
    Dice dice(seed);
    std::vector<RestingBody> bodies(10);
    for (RestingBody& body : bodies) {
      body.inverse_mass = 1;
      body.velocity = Vec3(0, 0, -1) + 0.1 * dice.vector();
    }
    std::vector<RestingLink> links;
    for (std::size_t k = 0; k < 130; ++k) {
      RestingLink link;
      link.a = k % 10;
      link.b = k < 100 ? (k + 1 + k / 10 % 9) % 10 : hsdem::kNoBody;
      link.normal = dice.in_ball().normalized();
      if (k >= 100) link.normal.z() = -std::abs(link.normal.z());
      link.least = -0.01 * std::abs(dice.in_ball().x());
      link.tolerance = tolerance;
      links.push_back(link);
    }
    std::vector<RestingBody> after = bodies;
    EXPECT_TRUE(hsdem::solve_resting(bodies, links, kMuch).converged) << seed;
    for (const RestingLink& link : links) {
      after[link.a].velocity -= link.impulse * link.normal;
      if (link.b != hsdem::kNoBody) after[link.b].velocity += link.impulse * link.normal;
    }
    for (const RestingLink& link : links) {
      double rate = -link.normal.dot(after[link.a].velocity);
      if (link.b != hsdem::kNoBody) rate += link.normal.dot(after[link.b].velocity);
      EXPECT_GT(rate, link.least - tolerance) << seed;
      EXPECT_TRUE(link.impulse == 0 || rate < link.least + tolerance) << seed;
    }
  }
}

struct Problem {
  std::vector<RestingBody> bodies;
  std::vector<RestingLink> links;
};

// Columns of bodies on a floor. Body k of a column falls at 1 + k, so that all contacts are compressed.
Problem columns(std::size_t count, std::size_t height) {
  Problem out;
  for (std::size_t k = 0; k < count * height; ++k) {
    RestingBody body;
    body.inverse_mass = 1;
    body.velocity = {0, 0, -1.0 - static_cast<double>(k % height)};
    out.bodies.push_back(body);
    RestingLink link;
    link.a = k;
    link.b = k % height == 0 ? hsdem::kNoBody : k - 1;
    link.normal = {0, 0, -1};
    link.tolerance = 1e-9;
    out.links.push_back(link);
  }
  return out;
}

// A long column and many short ones converge without extra work: each link adds to the largest work, and each column is
// an island.
TEST(HsdemResting, ColumnsOfAnyNumberConverge) {
  for (const std::size_t count : {1U, 20U, 600U}) {
    const std::size_t height = 600 / count;
    Problem problem = columns(count, height);
    const hsdem::RestingReport report = hsdem::solve_resting(problem.bodies, problem.links, 0);
    EXPECT_TRUE(report.converged) << count;
    EXPECT_LE(report.sweeps, 21U) << count;
    double worst = 0, sum = 0;
    for (std::size_t k = problem.links.size(); k-- > 0;) {
      sum = (k % height == height - 1 ? 0 : sum) + 1 + static_cast<double>(k % height);
      worst = std::max(worst, std::abs(problem.links[k].impulse - sum));
    }
    EXPECT_LT(worst, 1e-5) << count;
  }
}

// A lattice of spheres pressed together from all sides: it needs more work than its links allow. The sweeps decrease
// the energy.
TEST(HsdemResting, WorkIsLimited) {
  const Pile ball = close_packed(1, 8, [](const Vec3& x) { return x.norm() < 8; });
  Problem problem;
  for (const Vec3& x : ball.state.position) {
    RestingBody body;
    body.inverse_mass = 1;
    body.velocity = -0.1 * x;
    problem.bodies.push_back(body);
  }
  for (std::size_t i = 0; i < ball.size(); ++i)
    for (std::size_t j = i + 1; j < ball.size(); ++j) {
      const Vec3 apart = ball.state.position[j] - ball.state.position[i];
      if (apart.norm() > 2.001) continue;
      RestingLink link;
      link.a = i;
      link.b = j;
      link.normal = apart.normalized();
      link.tolerance = 1e-10;
      problem.links.push_back(link);
    }
  double before = 0, after = 0;
  for (const RestingBody& body : problem.bodies) before += body.velocity.squaredNorm() / 2;
  const hsdem::RestingReport report = hsdem::solve_resting(problem.bodies, problem.links, 0);
  EXPECT_FALSE(report.converged);
  EXPECT_EQ(report.sweeps, 26U);
  for (const RestingBody& body : problem.bodies) after += body.velocity.squaredNorm() / 2;
  EXPECT_LT(after, 0.1 * before);
  for (const RestingLink& link : problem.links) EXPECT_GE(link.impulse, 0);
}

// A body between two walls that both have to open: without recovery its weight rests on the floor.
TEST(HsdemResting, BoundsThatExcludeEachOtherAreLeftOut) {
  std::vector<RestingBody> bodies(1);
  bodies[0].inverse_mass = 0.5;
  bodies[0].velocity = {0, 0, -3};
  std::vector<RestingLink> links(2);
  for (RestingLink& link : links) {
    link.b = hsdem::kNoBody;
    link.tolerance = 1e-12;
    link.least = link.recovery = 1e-9;
  }
  links[0].normal = {0, 0, -1};
  links[1].normal = {0, 0, 1};
  const hsdem::RestingReport report = hsdem::solve_resting(bodies, links, 2e5);
  EXPECT_TRUE(report.converged);
  EXPECT_NEAR(links[0].impulse, 6, 1e-9);
  EXPECT_NEAR(links[1].impulse, 0, 1e-9);
  EXPECT_EQ(links[0].recovery, 0);
  EXPECT_EQ(links[0].least, 0);
}

// A signal that has waited too long ends the solver between two sweeps.
TEST(HsdemResting, StopsAfterTheDeadline) {
  std::vector<RestingBody> bodies(1);
  bodies[0].inverse_mass = 1;
  std::vector<RestingLink> links(1);
  links[0].b = hsdem::kNoBody;
  links[0].normal = {0, 0, -1};
  interrupt::deadline = interrupt::now();
  interrupt::signal = 15;
  EXPECT_THROW(hsdem::solve_resting(bodies, links, kMuch), Stopped);
  interrupt::signal = 0;
  interrupt::deadline = std::numeric_limits<std::int64_t>::max();
}

}  // namespace
}  // namespace rubble::test
