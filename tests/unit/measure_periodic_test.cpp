// Measures of piles in periodic space: the minimum image convention, compared with brute force over images and closed
// forms.
#include "base/error.hpp"
#include "base/random.hpp"
#include "experiment/packing_observer.hpp"
#include "measure/clusters/clusters.hpp"
#include "measure/clusters/fragments.hpp"
#include "measure/clusters/searches.hpp"
#include "measure/clusters/smoothing.hpp"
#include "measure/clusters/unwrap.hpp"
#include "measure/extent/volume.hpp"
#include "measure/ledger/masses.hpp"
#include "model/grains.hpp"
#include "spatial/periodic.hpp"
#include "unit/hulls.hpp"
#include "unit/measure_piles.hpp"

#include <cmath>
#include <numbers>
#include <set>

#include <gtest/gtest.h>

namespace rubble::measure {
namespace {

using test::add;

using Pairs = std::set<std::pair<Index, Index>>;

// Spheres anywhere in space, some many periods away.
Pile gas(std::size_t n, const Vec3& period, std::uint64_t seed) {
  Pile pile;
  pile.model.materials = {{"rock", 1000}};
  pile.model.space.period = period;
  Random random(seed, Purpose::kPlace);
  for (std::size_t i = 0; i < n; ++i) {
    const double r = random.uniform(0.2, 0.6);
    add(pile, r * r * r, r, Vec3(random.uniform(-20, 20), random.uniform(-20, 20), random.uniform(-20, 20)));
  }
  return pile;
}

// Calls visit(shift) for all images within the given number of periods.
template <class Visit>
void each_image(const Vec3& period, int most, Visit&& visit) {
  const auto count = [&](int axis) { return period[axis] > 0 ? most : 0; };
  for (int x = -count(0); x <= count(0); ++x)
    for (int y = -count(1); y <= count(1); ++y)
      for (int z = -count(2); z <= count(2); ++z) visit(Vec3(x * period.x(), y * period.y(), z * period.z()));
}

Pairs by_brute_force(const Pile& pile, double factor) {
  Pairs found;
  const Reals& r = pile.model.radius;
  for (Index a = 0; a < static_cast<Index>(pile.size()); ++a)
    for (Index b = a + 1; b < static_cast<Index>(pile.size()); ++b)
      each_image(pile.model.space.period, 8, [&](const Vec3& shift) {
        const Vec3 way = pile.state.position[b] + shift - pile.state.position[a];
        if (way.norm() < factor * (r[a] + r[b])) found.insert({a, b});
      });
  return found;
}

TEST(PeriodicMeasures, TouchingPairsAreThoseOfAllImages) {
  for (const Vec3& period : {Vec3(6, 7, 8), Vec3(6, 0, 8), Vec3(0, 0, 5)}) {
    const Pile pile = gas(60, period, 3);
    for (const double tolerance : {1e-3, 0.5}) {
      Pairs found;
      for (const ContactKey& key : touching_pairs(pile, tolerance)) found.insert({key.a, key.b});
      EXPECT_EQ(found, by_brute_force(pile, 1 + tolerance));
    }
  }
}

// Two unit cubes on either side of a face of the cell: 0.2 apart across it.
TEST(PeriodicMeasures, HullsTouchThroughAFace) {
  Pile pile;
  pile.model.materials = {{"rock", 1000}};
  pile.model.space.period = Vec3(10, 0, 0);
  const shape::PlacedShape cube = shape::make_hull("cube", shape::box({1, 1, 1}));
  const Index row = add_shape(pile.model, cube.shape);
  for (const double x : {0.6, 9.4})
    add_hull(pile, row, {Vec3(x, 0, 0), cube.placement.turn, cube.placement.radius}, 0, Vec3::Zero(), Vec3::Zero());
  const double sum = 2 * cube.placement.radius;
  EXPECT_EQ(touching_pairs(pile, 0.21 / sum).size(), 1u);
  EXPECT_EQ(touching_pairs(pile, 0.19 / sum).size(), 0u);
}

TEST(PeriodicMeasures, PeriodsThatHoldNoTwoDiametersAreRefused) {
  Pile pile = gas(2, Vec3(1e-300, 0, 0), 5);
  pile.model.radius = {1, 1};
  pile.state.position = {Vec3(0, 0, 0), Vec3(1, 0, 0)};
  EXPECT_THROW(touching_pairs(pile, 0), InputError);
  pile.model.space.period = Vec3(0, 4, 0);
  EXPECT_THROW(touching_pairs(pile, 0), InputError);
  pile.model.space.period = Vec3(0, 4.1, 0);
  EXPECT_EQ(touching_pairs(pile, 0).size(), 1u);
}

// The sum of the formula over all images.
TEST(PeriodicMeasures, SmoothedMassSumsImages) {
  const Vec3 period(9, 0, 12);
  const Pile pile = gas(80, period, 5);
  const Reals& m = pile.model.mass;
  Reals width = pile.model.radius;
  for (double& w : width) w *= 10;
  std::vector<Index> all;
  for (std::size_t i = 0; i < pile.size(); ++i) all.push_back(static_cast<Index>(i));
  const Reals found = smoothed_mass(m, width, pile.state.position, all, ImageLattice{period});
  for (std::size_t i = 0; i < pile.size(); ++i) {
    double sum = 0;
    for (std::size_t j = 0; j < pile.size(); ++j)
      each_image(period, 12, [&](const Vec3& shift) {
        const Vec3 way = pile.state.position[j] + shift - pile.state.position[i];
        sum += m[j] / std::pow(width[j], 3) * std::exp(-way.squaredNorm() / (2 * width[j] * width[j]));
      });
    EXPECT_NEAR(found[i] / sum, 1, 3e-3);
  }
}

// A bar of five touching unit spheres across the face x = 0 | 20, which files store in pieces, and a single sphere.
Pile bar() {
  Pile pile;
  pile.model.materials = {{"rock", 1000}};
  pile.model.space.period = Vec3(20, 20, 20);
  for (const double x : {17.0, 19.0, 1.0 - 40, 3.0, 5.0 + 20})
    add(pile, 2, 1, Vec3(x, 5, 5), Vec3(0, 1, 0) * (x > 10 && x < 18 ? 1.0 : 0.0));
  add(pile, 1, 1, Vec3(10, 15, 5));
  return pile;
}

TEST(PeriodicMeasures, ClustersAreUnwrapped) {
  const Pile pile = bar();
  const std::vector<ContactKey> pairs = touching_pairs(pile);
  const auto found = clusters(pile.size(), pairs, pile.model.mass);
  ASSERT_EQ(found.size(), 2u);
  const std::optional<Pile> whole = unwrapped_part(pile, found.front(), pairs);
  ASSERT_TRUE(whole);
  EXPECT_FALSE(whole->model.space.repeats());
  for (std::size_t i = 1; i < whole->size(); ++i)
    EXPECT_NEAR((whole->state.position[i] - whole->state.position[i - 1] - Vec3(2, 0, 0)).norm(), 0, 1e-12);
  const Fragment bar = fragment(pile, found.front(), pairs);
  EXPECT_NEAR((bar.centre - Vec3(1, 5, 5)).norm(), 0, 1e-12);
  EXPECT_NEAR(bar.spin_momentum.z(), 2 * -4 * 1, 1e-12);  // the first sphere moves, 4 m from the centre of the bar
  EXPECT_NEAR(volume(pile, measure::Volume::cluster, 1), 4.0 / 3 * std::numbers::pi * 125, 1e-9);
  EXPECT_EQ(volume(pile, measure::Volume::cell, 1), 8000);
  EXPECT_THROW(volume(pile, measure::Volume::sphere, 1), InputError);
}

// Ten touching spheres along x fill the period: they are connected to their own images.
TEST(PeriodicMeasures, ClustersThatSpanThePeriodHaveNoExtents) {
  Pile pile;
  pile.model.materials = {{"rock", 1000}};
  pile.model.space.period = Vec3(20, 0, 0);
  for (int k = 0; k < 10; ++k) add(pile, 1, 1, Vec3(2 * k, 0, 0), Vec3(1, 2, 3));
  const std::vector<ContactKey> pairs = touching_pairs(pile);
  EXPECT_EQ(pairs.size(), 10u);
  const auto found = clusters(pile.size(), pairs, pile.model.mass);
  EXPECT_FALSE(unwrapped_part(pile, found.front(), pairs));
  const Fragment one = fragment(pile, found.front(), pairs);
  EXPECT_TRUE(one.centre.array().isNaN().all());
  EXPECT_EQ(one.mass, 10);
  EXPECT_NEAR((one.velocity - Vec3(1, 2, 3)).norm(), 0, 1e-14);
  EXPECT_THROW(volume(pile, measure::Volume::cluster, 1), InputError);
}

// Moving a periodic pile, or single spheres by whole periods, does not change the result of any search.
TEST(PeriodicMeasures, SearchesDoNotDependOnTheCell) {
  const Pile pile = gas(200, Vec3(9, 9, 9), 7);
  Pile moved = pile;
  for (std::size_t i = 0; i < moved.size(); ++i)
    moved.state.position[i] += Vec3(1.5 + 9.0 * static_cast<double>(i % 3), 2.5, -9.0 * static_cast<double>(i % 5));
  const Searches before = search_all(pile, {.least = 2}), after = search_all(moved, {.least = 2});
  for (std::size_t k = 0; k < 3; ++k) {
    EXPECT_EQ(before.found[k].clusters, after.found[k].clusters) << before.found[k].finder;
    EXPECT_TRUE(before.found[k].bound_pairs.empty());
  }
}

// Contacts follow the bodies into the cell: the image of b stays at the contact with a.
TEST(PeriodicMeasures, WrappedContactsHoldTogether) {
  Pile pile = bar();
  test::touch_across(pile, 1, 2, Vec3(60, 0, 0), Vec3::UnitX());
  const Pile drawn = wrapped(pile);
  for (const Vec3& x : drawn.state.position) EXPECT_TRUE(x.x() >= 0 && x.x() < 20);
  EXPECT_NEAR((drawn.contacts.point[0] - Vec3(20, 5, 5)).norm(), 0, 1e-12);
  EXPECT_NEAR((image_of(drawn.contacts, 0) - Vec3(20, 0, 0)).norm(), 0, 1e-12);
}

}  // namespace
}  // namespace rubble::measure
