// The fast multipole method compared with direct sums: errors, Newton's third law, bits, and unusual positions of
// bodies.
#include "base/parallel.hpp"
#include "base/random.hpp"
#include "gravity/gravity.hpp"
#include "gravity/torque.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <gtest/gtest.h>

namespace rubble::gravity {
namespace {

constexpr unsigned kAll = 7;  // acceleration, potential, tide

struct Cloud {
  Reals mass;
  Vec3s position;
  std::size_t size() const { return mass.size(); }
};

Cloud ball(std::size_t n, double radius = 1, Vec3 centre = Vec3::Zero(), std::uint64_t seed = 1) {
  Cloud c;
  for (std::size_t i = 0; i < n; ++i)
    c.mass.push_back(1.0 / static_cast<double>(n)),
        c.position.push_back(centre + radius * Random(seed, Purpose::kPlace, i).in_ball());
  return c;
}

Cloud two_balls(std::size_t n) {
  Cloud c = ball(n * 4 / 5);
  const Cloud small = ball(n / 5, 0.25, Vec3(6, 0.3, -0.2), 2);
  c.position.insert(c.position.end(), small.position.begin(), small.position.end());
  c.mass.assign(c.position.size(), 1.0 / static_cast<double>(c.position.size()));
  return c;
}

// A ball cut from a face-centred lattice with jitter: distances as between the spheres of a settled pile. Its centre is
// not a lattice point, because a body there would have no acceleration and no relative error.
Cloud settled(int half) {
  Cloud c;
  for (int i = -half; i <= half + 1; ++i)
    for (int j = -half; j <= half + 1; ++j)
      for (int k = -half; k <= half + 1; ++k)
        if ((i + j + k) % 2 == 0 && (Vec3(i, j, k) - Vec3(0.4, 0.3, 0.2)).squaredNorm() < half * half)
          c.position.push_back(Vec3(i, j, k) + 0.1 * Random(3, Purpose::kPlace, c.position.size()).in_ball());
  c.mass.assign(c.position.size(), 1);
  return c;
}

// Radii with N(> r) ~ r^-2.5 between 1 and 30, so that few bodies hold most of the mass.
Cloud of_all_sizes(int half) {
  Cloud c = settled(half);
  for (std::size_t i = 0; i < c.size(); ++i)
    c.mass[i] = std::pow(1 - Random(4, Purpose::kSize, i).uniform() * (1 - std::pow(30.0, -2.5)), -3 / 2.5);
  return c;
}

Pull direct(const Cloud& c, double G = 1) {
  Pull pull;
  Direct().evaluate(c.mass, c.position, G, kAll, pull);
  return pull;
}

Pull fast(const Cloud& c, double error, double G = 1, unsigned want = kAll) {
  Pull pull;
  Fmm().evaluate(c.mass, c.position, G, plan_for(error), want, pull);
  return pull;
}

struct Errors {
  double rms = 0, p99 = 0, potential = 0, net = 0, trace = 0;
  double tide = 0;  // rms error divided by the rms tide or, if the tides of neighbours cancel, by mass / (rms radius)^3
};

Errors errors(const Cloud& c, const Pull& pull, const Pull& exact) {
  Errors e;
  Reals relative;
  Vec3 net = Vec3::Zero();
  double magnitudes = 0, mass = 0, spread = 0, tides = 0;
  for (std::size_t i = 0; i < c.size(); ++i) {
    relative.push_back((pull.acceleration[i] - exact.acceleration[i]).norm() / exact.acceleration[i].norm());
    e.rms += relative.back() * relative.back() / static_cast<double>(c.size());
    e.potential += std::pow(pull.potential[i] / exact.potential[i] - 1, 2) / static_cast<double>(c.size());
    e.tide += (pull.tide[i] - exact.tide[i]).squaredNorm() / static_cast<double>(c.size());
    tides += exact.tide[i].squaredNorm() / static_cast<double>(c.size());
    mass += c.mass[i], spread += c.position[i].squaredNorm() / static_cast<double>(c.size());
    e.trace = std::max(e.trace, std::abs(pull.tide[i].trace()) / pull.tide[i].norm());
    net += c.mass[i] * pull.acceleration[i], magnitudes += c.mass[i] * pull.acceleration[i].norm();
  }
  std::sort(relative.begin(), relative.end());
  e.rms = std::sqrt(e.rms), e.p99 = relative[relative.size() * 99 / 100];
  e.potential = std::sqrt(e.potential),
  e.tide = std::sqrt(e.tide) / std::max(std::sqrt(tides), mass / std::pow(spread, 1.5)),
  e.net = net.norm() / magnitudes;
  return e;
}

void expect_same(const Pull& a, const Pull& b) {
  EXPECT_EQ(a.acceleration, b.acceleration);
  EXPECT_EQ(a.potential, b.potential);
  EXPECT_EQ(a.tide, b.tide);
}

class FmmClouds : public testing::TestWithParam<int> {
 protected:
  static Cloud cloud(int which) {
    switch (which) {
      case 0:
        return ball(10000);
      case 1:
        return two_balls(10000);
      case 2:
        return settled(17);
      default:
        return of_all_sizes(17);
    }
  }
};

TEST_P(FmmClouds, ErrorsMeetTheTolerance) {
  const Cloud c = cloud(GetParam());
  const Pull exact = direct(c);
  double last = 1;
  for (const double wanted : {1e-2, 3e-3, 1e-3, 1e-4, 1e-5}) {
    const Errors e = errors(c, fast(c, wanted), exact);
    EXPECT_LT(e.rms, wanted);
    EXPECT_LT(e.rms, last) << wanted;  // a smaller tolerance gives a smaller error
    if (wanted >= 1e-3) {
      EXPECT_LT(e.p99, 4 * e.rms) << wanted;
    }
    EXPECT_LT(e.net, 1e-12) << wanted;
    EXPECT_LT(e.potential, wanted);
    EXPECT_LT(e.tide, 20 * wanted);
    EXPECT_LT(e.trace, 1e-12);
    last = e.rms;
  }
}

INSTANTIATE_TEST_SUITE_P(Fmm, FmmClouds, testing::Values(0, 1, 2, 3));

// The gradient of the acceleration, by differences of the direct sum at a massless probe that is moved.
TEST(Direct, TideIsTheGradientOfTheAcceleration) {
  Cloud c = ball(301);
  c.mass.push_back(0), c.position.push_back(Vec3(0.4, -1.1, 0.7));
  const Pull here = direct(c, 2.5);
  constexpr double h = 1e-4;
  for (int k = 0; k < 3; ++k) {
    Cloud up = c, down = c;
    up.position.back()[k] += h, down.position.back()[k] -= h;
    const Vec3 slope = (direct(up, 2.5).acceleration.back() - direct(down, 2.5).acceleration.back()) / (2 * h);
    EXPECT_LT((slope - here.tide.back().col(k)).norm(), 1e-6 * here.tide.back().norm()) << k;
  }
  EXPECT_LT(std::abs(here.tide.back().trace()), 1e-14 * here.tide.back().norm());
}

TEST(Direct, AgreesWithLongDouble) {
  const Cloud c = ball(1001);
  const Pull pull = direct(c);
  for (const std::size_t i : {0, 63, 500, 999, 1000}) {
    long double a[3] = {0, 0, 0}, potential = 0;
    for (std::size_t j = 0; j < c.size(); ++j) {
      if (j == i) continue;
      long double d[3], square = 0;
      for (int k = 0; k < 3; ++k)
        d[k] = static_cast<long double>(c.position[j][k]) - c.position[i][k], square += d[k] * d[k];
      const long double strength = c.mass[j] / std::sqrt(square);
      potential -= strength;
      for (int k = 0; k < 3; ++k) a[k] += strength / square * d[k];
    }
    const Vec3 exact(static_cast<double>(a[0]), static_cast<double>(a[1]), static_cast<double>(a[2]));
    EXPECT_LT((pull.acceleration[i] - exact).norm(), 1e-13 * exact.norm()) << i;
    EXPECT_NEAR(pull.potential[i] / static_cast<double>(potential), 1, 1e-14) << i;
  }
}

TEST(Fmm, SameBitsForAnyNumberOfThreads) {
  const Cloud c = two_balls(20000), few = ball(5000);
  const int before = threads();
  set_threads(1);
  const Pull one = fast(c, 1e-3), sum = direct(few);
  for (const int n : {2, 3, 4}) {
    set_threads(n);
    expect_same(fast(c, 1e-3), one);
    expect_same(direct(few), sum);
  }
  set_threads(before);
}

TEST(Fmm, ReusedSolverGivesTheSameBits) {
  const Cloud c = ball(4000), other = two_balls(9000);
  const Pull fresh = fast(c, 1e-3);
  Fmm fmm;
  Pull pull;
  fmm.evaluate(other.mass, other.position, 1, plan_for(1e-4), kAll, pull);
  fmm.evaluate(c.mass, c.position, 1, plan_for(1e-3), kAll, pull);
  expect_same(pull, fresh);
  fmm.evaluate(c.mass, c.position, 1, plan_for(1e-3), static_cast<unsigned>(Want::acceleration), pull);
  EXPECT_EQ(pull.acceleration, fresh.acceleration);
  EXPECT_TRUE(pull.potential.empty() && pull.tide.empty());
}

TEST(Fmm, ScalesExactlyByPowersOfTwo) {
  const Cloud c = of_all_sizes(9);
  Cloud scaled = c;
  for (Vec3& x : scaled.position) x *= 0x1p40;
  for (double& m : scaled.mass) m *= 0x1p-70;
  for (const bool exact : {false, true}) {
    const Pull a = exact ? direct(c) : fast(c, 1e-3), b = exact ? direct(scaled) : fast(scaled, 1e-3);
    for (std::size_t i = 0; i < c.size(); ++i) {
      EXPECT_EQ(a.acceleration[i], Vec3(0x1p150 * b.acceleration[i]));
      EXPECT_EQ(a.potential[i], 0x1p110 * b.potential[i]);
      EXPECT_EQ(a.tide[i], Mat3(0x1p190 * b.tide[i]));
    }
  }
}

TEST(Fmm, FewBodies) {
  EXPECT_TRUE(fast({}, 1e-3).acceleration.empty());
  EXPECT_TRUE(direct({}).acceleration.empty());
  for (const bool exact : {false, true}) {
    const Cloud one{{5}, {Vec3(1, 2, 3)}}, two{{3, 5}, {Vec3(1, 2, 3), Vec3(1, 2, 5)}};
    const Pull a = exact ? direct(one) : fast(one, 1e-7), b = exact ? direct(two) : fast(two, 1e-7);
    EXPECT_EQ(a.acceleration[0], Vec3::Zero().eval());
    EXPECT_EQ(a.potential[0], 0);
    EXPECT_LT((b.acceleration[0] - Vec3(0, 0, 1.25)).norm(), 1e-15);
    EXPECT_LT((b.acceleration[1] - Vec3(0, 0, -0.75)).norm(), 1e-15);
    EXPECT_NEAR(b.potential[0], -2.5, 1e-15);
    EXPECT_NEAR(b.tide[1](2, 2), 2 * 3 / 8.0, 1e-15);
    EXPECT_NEAR(b.tide[1](0, 0), -3 / 8.0, 1e-15);
  }
}

TEST(Fmm, CoincidentBodiesDoNotAttract) {
  Cloud heap = ball(100000);
  for (Vec3& x : heap.position) x = Vec3(3, -2, 1);
  const Pull none = fast(heap, 1e-3);
  for (std::size_t i = 0; i < heap.size(); ++i) {
    ASSERT_EQ(none.acceleration[i], Vec3::Zero().eval());
    ASSERT_EQ(none.potential[i], 0);
    ASSERT_EQ(none.tide[i], Mat3::Zero().eval());
  }
  // Each of two heaps attracts the bodies of the opposite heap like a point mass.
  for (std::size_t i = 0; i < heap.size(); i += 2) heap.position[i] = Vec3(3, -2, 5);
  const Pull two = fast(heap, 1e-3);
  for (std::size_t i = 0; i < heap.size(); ++i) {
    ASSERT_NEAR(two.acceleration[i].z(), (i % 2 == 0 ? -1 : 1) * 0.5 / 16, 1e-12);
    ASSERT_NEAR(two.potential[i], -0.5 / 4, 1e-12);
  }
}

TEST(Fmm, OddShapes) {
  Cloud plane = ball(6000), line = plane, apart = plane, massless = plane, heavy = plane;
  for (Vec3& x : plane.position) x.z() = 0.3;
  for (Vec3& x : line.position) x.y() = 0, x.z() = 1e3;
  // Two clusters a million radii apart: one grid of 2^21 cells could not tell their bodies from each other.
  for (std::size_t i = 0; i < apart.size(); i += 2) apart.position[i].x() += 1e8;
  for (std::size_t i = 10; i < massless.size(); ++i) massless.mass[i] = 0;
  heavy.mass[17] = 1e12;
  for (const Cloud& c : {plane, line, apart, massless, heavy}) {
    const Pull exact = direct(c), pull = fast(c, 1e-4);
    double squares = 0;
    for (std::size_t i = 0; i < c.size(); ++i) {
      ASSERT_TRUE(pull.acceleration[i].allFinite());
      // If the attractions of single neighbours cancel, the relative error is meaningless: the error is divided by the
      // rms.
      squares += exact.acceleration[i].squaredNorm() / static_cast<double>(c.size());
    }
    double off = 0;
    for (std::size_t i = 0; i < c.size(); ++i)
      off += (pull.acceleration[i] - exact.acceleration[i]).squaredNorm() / static_cast<double>(c.size());
    EXPECT_LT(std::sqrt(off / squares), 1e-4);
  }
}

TEST(Fmm, NaNPositionGivesNaN) {
  Cloud c = ball(3000);
  c.position[1000].y() = std::numeric_limits<double>::quiet_NaN();
  EXPECT_TRUE(std::isnan(fast(c, 1e-3).acceleration[5].x()));
}

TEST(Solver, FollowsItsParameters) {
  const Cloud c = ball(3000), few = ball(300);
  Pull pull;
  Solver({gravity::Summation::none, 1.0}).evaluate(c.mass, c.position, kAll, pull);
  EXPECT_EQ(pull.acceleration[7], Vec3::Zero().eval());
  Solver({gravity::Summation::direct, 2.0}).evaluate(c.mass, c.position, kAll, pull);
  expect_same(pull, direct(c, 2));
  Solver({gravity::Summation::fmm, 2.0, 1e-4}).evaluate(c.mass, c.position, kAll, pull);
  Pull expected = fast(c, 1e-4, 2);
  remove_torque(c.mass, c.position, expected.acceleration);
  expect_same(pull, expected);
  Solver({gravity::Summation::fmm, 2.0, 1e-4}).evaluate(few.mass, few.position, kAll, pull);
  expect_same(pull, direct(few, 2));
}

}  // namespace
}  // namespace rubble::gravity
