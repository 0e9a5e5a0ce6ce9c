// Searches for clusters, on constructed cases with known results.
#include "base/error.hpp"
#include "base/parallel.hpp"
#include "measure/clusters/clusters.hpp"
#include "measure/clusters/fragments.hpp"
#include "measure/clusters/remnant.hpp"
#include "measure/clusters/smoothing.hpp"
#include "measure/clusters/three_step.hpp"
#include "unit/measure_piles.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>

#include <gtest/gtest.h>

namespace rubble::measure {
namespace {

using test::add;
using test::Dice;

using Lists = std::vector<std::vector<Index>>;

// A close-packed ball of touching unit spheres of mass 1 (radius about `size`) about x, moving at v.
void add_ball(Pile& pile, double size, const Vec3& x, const Vec3& v) {
  const Pile ball = test::close_packed(1, static_cast<int>(size), [&](const Vec3& at) { return at.norm() < size - 1; });
  for (const Vec3& at : ball.state.position) add(pile, 1, 1, x + at, v);
}

std::vector<Index> range(Index begin, Index end) {
  std::vector<Index> out(static_cast<std::size_t>(end - begin));
  std::iota(out.begin(), out.end(), begin);
  return out;
}

Index size(const Pile& pile) { return static_cast<Index>(pile.size()); }

// The sum of the formula, over all pairs.
Reals smoothed_directly(const Reals& mass, const Reals& width, const Vec3s& x, const std::vector<Index>& bodies) {
  Reals out;
  for (const Index i : bodies) {
    double sum = 0;
    for (const Index j : bodies)
      sum += mass[j] / std::pow(width[j], 3) * std::exp(-(x[i] - x[j]).squaredNorm() / (2 * width[j] * width[j]));
    out.push_back(sum);
  }
  return out;
}

// A dense ball of radius `extent` with three sizes 1 : 2 : 3; every 50th sphere is in a ball of 20 times this radius.
Pile crowd(std::size_t n, double extent, std::uint64_t seed) {
  Dice dice(seed);
  Pile pile;
  for (std::size_t i = 0; i < n; ++i) {
    const double r = 1 + static_cast<double>(i % 3);
    const double away = i % 50 == 0 ? 20 : 1;
    add(pile, r * r * r, r, away * extent * dice.in_ball());
  }
  return pile;
}

TEST(Smoothing, OneBodyAndAPair) {
  EXPECT_DOUBLE_EQ(smoothed_mass({3}, {2}, {Vec3(1, 2, 3)}, {0})[0], 3.0 / 8);
  const Reals two = smoothed_mass({3, 5}, {2, 1}, {Vec3(0, 0, 0), Vec3(0, 1.5, 0)}, {0, 1});
  EXPECT_DOUBLE_EQ(two[0], 3.0 / 8 + 5 * std::exp(-2.25 / 2));
  EXPECT_DOUBLE_EQ(two[1], 3.0 / 8 * std::exp(-2.25 / 8) + 5);
  EXPECT_TRUE(smoothed_mass({1}, {1}, {Vec3(0, 0, 0)}, {}).empty());
}

// The bound stated in the header, compared with the sum over all pairs; the widths use both grids and pairs.
TEST(Smoothing, KeepsItsBound) {
  for (const double extent : {6.0, 40.0, 120.0}) {
    const Pile pile = crowd(2000, extent, 7);
    Reals width = pile.model.radius;
    Dice dice(11);
    for (double& w : width) w *= 4 * (1 + 0.3 * dice.number());  // all widths differ
    std::vector<Index> bodies = range(0, size(pile));
    std::erase_if(bodies, [](Index i) { return i % 7 == 3; });
    const Reals fast = smoothed_mass(pile.model.mass, width, pile.state.position, bodies);
    const Reals exact = smoothed_directly(pile.model.mass, width, pile.state.position, bodies);
    double peaks = 0;
    for (const Index j : bodies) peaks += pile.model.mass[j] / std::pow(width[j], 3);
    const double greatest = *std::max_element(exact.begin(), exact.end());
    double worst = 0;
    for (std::size_t k = 0; k < bodies.size(); ++k) {
      EXPECT_LE(std::abs(fast[k] - exact[k]), 3.6e-4 * exact[k] + 3.4e-4 * peaks);
      worst = std::max(worst, std::abs(fast[k] - exact[k]) / greatest);
    }
    EXPECT_LT(worst, 2e-3);  // the cut at 4 sigma alone loses 1.1e-3 of a uniform medium
    EXPECT_GT(worst, 0);     // otherwise the grid was not used
  }
}

TEST(Smoothing, SameBitsForAnyNumberOfThreads) {
  const Pile pile = crowd(3000, 60, 3);
  Reals width = pile.model.radius;
  for (double& w : width) w *= 6;
  const std::vector<Index> bodies = range(0, size(pile));
  const int before = threads();
  set_threads(1);
  const Reals one = smoothed_mass(pile.model.mass, width, pile.state.position, bodies);
  set_threads(4);
  const Reals four = smoothed_mass(pile.model.mass, width, pile.state.position, bodies);
  set_threads(before);
  EXPECT_EQ(one, four);
}

TEST(Smoothing, FarAwayAndTinyWidths) {
  Pile pile;  // distance / smoothing width = 1e21: such a number of bins exceeds the range of 64-bit integers
  add(pile, 1, 1e-9, {0, 0, 0});
  add(pile, 1, 1e-9, {1e12, 0, 0});
  const Reals d = smoothed_mass(pile.model.mass, pile.model.radius, pile.state.position, {0, 1});
  EXPECT_DOUBLE_EQ(d[0], 1e27);
  EXPECT_DOUBLE_EQ(d[1], 1e27);
}

// Two balls that pass each other are unbound at 1.01 of the escape speed, and one cluster at 0.99 of it. The capture of
// a body of the second ball depends on its own distance, so that all its bodies have one speed and the test checks the
// first and last of them.
TEST(ThreeStep, TwoBallsApart) {
  Pile pile;
  add_ball(pile, 4, {0, 0, 0}, Vec3::Zero());
  const Index half = size(pile);
  add_ball(pile, 4, {30, 0, 0}, Vec3::Zero());
  ASSERT_EQ(size(pile), 2 * half);
  const double M = half, nearest = 27, farthest = 33.1;
  const auto found = [&](double speed) {
    for (Index i = half; i < size(pile); ++i) pile.state.velocity[i] = {0, speed, 0};
    return three_step(pile, {.G = 1, .least = 5});
  };
  const Lists apart = found(1.01 * std::sqrt(2 * M / nearest));
  EXPECT_EQ(apart, (Lists{range(0, half), range(half, 2 * half)}));
  const Lists bound = found(0.99 * std::sqrt(2 * M / farthest));
  EXPECT_EQ(bound, (Lists{range(0, 2 * half)}));
}

// Bound bodies are captured at any distance, fast ones are not, and the search ends at small clusters.
TEST(ThreeStep, FastAndSlowOutliers) {
  Pile pile;
  add_ball(pile, 4, {0, 0, 0}, {1, 2, 3});
  const Index ball = size(pile);
  const double M = ball;
  const auto outlier = [&](double r, double speed) {
    add(pile, 1e-9, 1, {0, 0, r}, Vec3(1, 2, 3) + Vec3(0, speed, 0));
  };
  outlier(10, 0.95 * std::sqrt(2 * M / 10));
  outlier(-20, 1.05 * std::sqrt(2 * M / 20));
  outlier(500, 0.9 * std::sqrt(2 * M / 500));
  outlier(-500, 1.1 * std::sqrt(2 * M / 500));
  std::vector<Index> expected = range(0, ball + 1);
  expected.push_back(ball + 2);
  EXPECT_EQ(three_step(pile, {.G = 1, .least = 5}), Lists{expected});
}

// The second body becomes bound only with the mass of the first captured body. The search continues until no body is
// added.
TEST(ThreeStep, CapturesInBatches) {
  Pile pile;
  add(pile, 1, 1, {0, 0, 0});
  add(pile, 1, 1, {0, 2, 0});
  add(pile, 10, 4, {0, 20, 0});  // wide, so that the peak is at the first two
  add(pile, 1, 1, {0, 16.8, 20}, {std::sqrt(0.8), 0, 0});
  // 2 G M / distance is 0.16 for the last body at first, and 1.2 with the third.
  EXPECT_EQ(three_step(pile, {.G = 1, .least = 2}), (Lists{range(0, 4)}));
  pile.model.mass[2] = 1e-3;
  EXPECT_EQ(three_step(pile, {.G = 1, .least = 2}), (Lists{range(0, 3)}));
}

// Step 3 also captures a companion in orbit. Components of touching bodies keep it separate, and two-body energies
// identify it.
TEST(ThreeStep, CapturesACompanionInOrbit) {
  Pile pile;
  add_ball(pile, 5, {0, 0, 0}, Vec3::Zero());
  const Index large = size(pile);
  const Vec3 x(40, 0, 0);
  add_ball(pile, 4, x, Vec3::Zero());
  const Index all = size(pile);
  const double M = large, m = all - large;
  const double v = 0.8 * std::sqrt((M + m) / 40);  // at the apocentre of its orbit
  for (Index i = large; i < all; ++i) pile.state.velocity[i] = {0, v, 0};

  EXPECT_EQ(three_step(pile, {.G = 1, .least = 5}), (Lists{range(0, all)}));
  const Lists parts = clusters(pile.size(), touching_pairs(pile), pile.model.mass);
  EXPECT_EQ(parts, (Lists{range(0, large), range(large, all)}));
  const std::vector<Orbit> orbits = bound_pairs({fragment(pile, parts[0]), fragment(pile, parts[1])}, 1);
  ASSERT_EQ(orbits.size(), 1u);
  // At the apocentre r = a (1 + e) and v^2 = (1 - e) G (M + m) / r.
  EXPECT_NEAR(orbits[0].eccentricity, 0.36, 1e-12);
  EXPECT_NEAR(orbits[0].semi_major_axis, 40 / 1.36, 1e-10);
  EXPECT_NEAR(orbits[0].energy, -M * m / (2 * 40 / 1.36), 1e-9);
  for (Index i = large; i < all; ++i) pile.state.velocity[i] = {0, 1.001 * std::sqrt(2 * (M + m) / 40), 0};
  EXPECT_TRUE(bound_pairs({fragment(pile, parts[0]), fragment(pile, parts[1])}, 1).empty());
}

TEST(ThreeStep, MirrorPairsAreEqual) {
  Pile pile;
  Dice dice(5);
  Pile half;
  add_ball(half, 4, {25, 3, 0}, {4, 0, 0});
  for (int i = 0; i < 20; ++i) add(half, 1, 1, Vec3(25, 0, 0) + 12 * dice.in_ball(), Vec3(4, 0, 0) + 6 * dice.vector());
  for (const double sign : {1.0, -1.0})
    for (std::size_t i = 0; i < half.size(); ++i)
      add(pile, 1, 1, sign * half.state.position[i], sign * half.state.velocity[i]);
  const Lists found = three_step(pile, {.G = 1, .least = 5});
  ASSERT_EQ(found.size(), 2u);
  const Fragment a = fragment(pile, found[0]), b = fragment(pile, found[1]);
  EXPECT_EQ(a.mass, b.mass);
  EXPECT_LT((a.centre + b.centre).norm(), 1e-12 * a.centre.norm());
  EXPECT_LT((a.velocity + b.velocity).norm(), 1e-12 * a.velocity.norm());
  EXPECT_LT((a.spin_momentum - b.spin_momentum).norm(), 1e-12 * a.spin_momentum.norm());
}

// The clusters do not depend on the order of the bodies.
TEST(ThreeStep, OrderOfBodies) {
  Dice dice(17);
  Pile pile;
  add_ball(pile, 5, {0, 0, 0}, Vec3::Zero());
  add_ball(pile, 4, {60, 0, 0}, {9, 0, 1});
  for (int i = 0; i < 300; ++i) add(pile, 1, 1, 80 * dice.in_ball(), 5 * dice.vector());
  std::vector<std::size_t> order(pile.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  for (std::size_t i = order.size() - 1; i > 0; --i)
    std::swap(order[i], order[static_cast<std::size_t>((0.5 + 0.5 * dice.number()) * static_cast<double>(i + 1))]);
  Pile shuffled;
  for (const std::size_t i : order) add(shuffled, 1, 1, pile.state.position[i], pile.state.velocity[i]);

  const Lists found = three_step(pile, {.G = 1, .least = 5});
  EXPECT_GE(found.size(), 2u);
  Lists again = three_step(shuffled, {.G = 1, .least = 5});
  for (auto& cluster : again) {
    for (Index& i : cluster) i = static_cast<Index>(order[static_cast<std::size_t>(i)]);
    std::sort(cluster.begin(), cluster.end());
  }
  EXPECT_EQ(found, again);
}

// A single body at the peak of the map would end the search at once. With two tries the search continues at the next
// peak.
TEST(ThreeStep, ALoneBodyAtThePeak) {
  Pile pile;
  for (int k = 0; k < 8; ++k) {
    const Vec3 corner(k & 1 ? 3 : -3, k & 2 ? 3 : -3, k & 4 ? 3 : -3);
    add(pile, 1, 1, corner), add(pile, 1, 1, corner + Vec3(k & 1 ? 2 : -2, 0, 0));
  }
  add(pile, 1, 1, {1, 0, 0}, {100, 0, 0});  // flies through
  EXPECT_TRUE(three_step(pile, {.G = 1, .least = 2, .tries = 1}).empty());
  EXPECT_EQ(three_step(pile, {.G = 1, .least = 2, .tries = 2}), (Lists{range(0, 16)}));
}

TEST(ThreeStep, NothingToFind) {
  EXPECT_TRUE(three_step(Pile{}, {.G = 1, .least = 5}).empty());
  Pile one;
  add(one, 1, 1, {0, 0, 0});
  EXPECT_TRUE(three_step(one, {.G = 1, .least = 2}).empty());
  EXPECT_EQ(three_step(one, {.G = 1, .least = 1}), (Lists{{0}}));
}

TEST(Friends, LinkAcrossSmallGaps) {
  Pile pile;
  add(pile, 1, 1, {0, 0, 0});
  add(pile, 2, 2, {3.29, 0, 0});  // 1.0967 of the sum of radii
  add(pile, 4, 1, {0, 2.21, 0});  // 1.105
  EXPECT_EQ(friends(pile), (Lists{{2}, {0, 1}}));
  EXPECT_EQ(friends(pile, 1.11), (Lists{{0, 1, 2}}));
  EXPECT_EQ(friends(pile, 1), (Lists{{2}, {1}, {0}}));
  EXPECT_THROW(friends(pile, 0.9), InputError);
}

TEST(Friends, Labels) {
  Pile six;
  six.model.mass.assign(6, 1.0);
  EXPECT_EQ(labels(six, {{1, 2, 5}, {0, 4}, {3}}, 2), (std::vector<Index>{2, 1, 1, 0, 2, 1}));
}

TEST(Fragments, OneRigidTurn) {
  Pile pile;  // turns as one body about its centre
  const Vec3 w(0.1, -0.2, 0.3), X(100, 200, 300), V(5, 6, 7);
  Mat3 inertia = Mat3::Zero();
  Dice dice(2);
  double mass = 0;
  Vec3 moment = Vec3::Zero();
  for (int i = 0; i < 9; ++i) {
    const Vec3 d = 10 * dice.in_ball();
    add(pile, 1 + i, 0.5, d);
    mass += 1 + i, moment += (1 + i) * d;
  }
  for (std::size_t i = 0; i < pile.size(); ++i) {
    const Vec3 d = pile.state.position[i] - moment / mass;
    const double m = pile.model.mass[i];
    pile.state.position[i] = X + d, pile.state.velocity[i] = V + w.cross(d), pile.state.spin[i] = w;
    inertia += m * (d.squaredNorm() * Mat3::Identity() - d * d.transpose()) + 0.4 * m * 0.25 * Mat3::Identity();
  }
  const Fragment f = fragment(pile, range(0, 9));
  EXPECT_EQ(f.bodies, 9u);
  EXPECT_DOUBLE_EQ(f.mass, mass);
  EXPECT_LT((f.centre - X).norm(), 1e-11);
  EXPECT_LT((f.velocity - V).norm(), 1e-13);
  EXPECT_LT((f.spin_momentum - inertia * w).norm(), 1e-10 * f.spin_momentum.norm());
  EXPECT_THROW(fragment(pile, {}), InputError);
}

// A satellite is paired with the body to which it is bound most strongly, and not with every heavier one.
TEST(Fragments, SatelliteOfASatellite) {
  const auto at = [](double mass, const Vec3& x, const Vec3& v) { return Fragment{1, 1, mass, x, v, Vec3::Zero()}; };
  const std::vector<Fragment> fragments{
      at(1000, {0, 0, 0}, {0, 0, 0}), at(100, {1000, 0, 0}, {0, 1, 0}),
      at(1, {1001, 0, 0}, {0, 1 + 9, 0}),  // circles the second: v^2 = 81 < 2 x 101
      at(0.5, {0, 50, 0}, {7, 0, 0}),      // 49 > 2 x 1000 / 50
  };
  const std::vector<Orbit> orbits = bound_pairs(fragments, 1);
  ASSERT_EQ(orbits.size(), 2u);
  EXPECT_EQ(orbits[0].primary, 0u);
  EXPECT_EQ(orbits[0].secondary, 1u);
  EXPECT_EQ(orbits[1].primary, 1u);
  EXPECT_EQ(orbits[1].secondary, 2u);
}

// Leapfrog steps of the relative motion: least distance, and time from one pericentre to the next.
struct Followed {
  double least = std::numeric_limits<double>::infinity(), period = 0;
};
Followed follow(Vec3 x, Vec3 v, double attraction, double step) {
  Followed out;
  double last_passage = -1;
  for (double time = 0; out.period == 0; time += step) {
    const double radial = x.dot(v);
    v -= 0.5 * step * attraction / std::pow(x.norm(), 3) * x;
    x += step * v;
    v -= 0.5 * step * attraction / std::pow(x.norm(), 3) * x;
    out.least = std::min(out.least, x.norm());
    if (radial > 0 || x.dot(v) <= 0) continue;
    const double passage = time + step * radial / (radial - x.dot(v));
    if (last_passage >= 0) out.period = passage - last_passage;
    last_passage = passage;
  }
  return out;
}

TEST(Fragments, OrbitMatchesAnIntegration) {
  const Vec3 x(3, -1, 2), v(0.1, 0.6, 0.4), X(7, 8, 9), V(1, 0, -1);
  const std::vector<Fragment> pair{{1, 1, 2.0, X, V, Vec3::Zero()}, {1, 1, 1.5, X + x, V + v, Vec3::Zero()}};
  const std::vector<Orbit> orbits = bound_pairs(pair, 1);
  ASSERT_EQ(orbits.size(), 1u);
  const Followed f = follow(x, v, 3.5, 1e-4);
  EXPECT_NEAR(orbits[0].period / f.period, 1, 1e-6);
  EXPECT_NEAR(orbits[0].pericentre / f.least, 1, 1e-6);
  EXPECT_LT((orbits[0].normal - x.cross(v).normalized()).norm(), 1e-14);
}

TEST(Fragments, Agreement) {
  const Reals mass{1, 2, 4, 8};
  EXPECT_DOUBLE_EQ(agreement(mass, {0, 1, 2}, {1, 2, 3}), 6.0 / 15);
  EXPECT_DOUBLE_EQ(agreement(mass, {0, 3}, {0, 3}), 1);
  EXPECT_DOUBLE_EQ(agreement(mass, {0, 1}, {3}), 0);
  EXPECT_DOUBLE_EQ(agreement(mass, {}, {3}), 0);
  EXPECT_DOUBLE_EQ(agreement(mass, {}, {}), 1);
}

TEST(Remnant, CompositionByHand) {
  Pile pile;
  for (int i = 0; i < 4; ++i) add(pile, 1, 1, {3.0 * i, 0, 0});
  for (int i = 0; i < 2; ++i) add(pile, 8, 2, {0, 10.0 + 5 * i, 0});
  const SizeClasses sizes = size_classes(pile);
  const Composition c = composition(pile, sizes, {0, 1, 4});
  EXPECT_EQ(c.grains_in, (std::vector<std::size_t>{2, 1}));
  EXPECT_EQ(c.mass_in, (Reals{2, 8}));
  EXPECT_DOUBLE_EQ(c.number_mean, 4.0 / 3);
  EXPECT_DOUBLE_EQ(c.mass_mean, 1.8);
  EXPECT_EQ(c.grains, 3u);
  EXPECT_DOUBLE_EQ(c.mass, 10);
  EXPECT_EQ(composition(pile, sizes, {}).number_mean, 0);
  EXPECT_DOUBLE_EQ(composition(pile, sizes).number_mean, 8.0 / 6);
  // Pairs of the six bodies: 6 have the mean 1, 8 have 1.5, and 1 has 2.
  const double mean = (6 + 12 + 2) / 15.0;
  EXPECT_NEAR(sampling_noise(pile.model.radius, 2), std::sqrt((6 + 8 * 2.25 + 4) / 15 - mean * mean) / mean, 1e-14);
  EXPECT_EQ(sampling_noise(pile.model.radius, 6), 0);
}

TEST(Remnant, EjectaByHand) {
  Pile pile;
  add(pile, 100, 1, {0, 0, 0}, {1, 0, 0});
  add(pile, 1, 1, {50, 0, 0}, {1, 1.9, 0});  // escape speed there: 2
  add(pile, 2, 1, {0, 50, 0}, {1, 2.1, 0});
  add(pile, 3, 1, {0, 0, 8}, {1, 6, 0});  // escape speed there: 5
  const Ejecta e = ejecta(pile, {0}, 1);
  EXPECT_NEAR(e.escape_speed, std::sqrt(200), 1e-12);
  EXPECT_DOUBLE_EQ(e.mass, 6);
  EXPECT_DOUBLE_EQ(e.unbound_mass, 5);
  EXPECT_DOUBLE_EQ(e.speed_of(0.1), 1.9);
  EXPECT_DOUBLE_EQ(e.speed_of(0.5), 2.1);
  EXPECT_DOUBLE_EQ(e.speed_of(0.6), 6);
  EXPECT_DOUBLE_EQ(e.speed_of(1), 6);
  const Ejecta none = ejecta(pile, {0, 1, 2, 3}, 1);
  EXPECT_EQ(none.mass, 0);
  EXPECT_EQ(none.speed_of(0.5), 0);
}

}  // namespace
}  // namespace rubble::measure
