// Bulk radii, running means, the time of failure, and the rise in a shaken bed.
#include "base/error.hpp"
#include "measure/extent/bulk_radii.hpp"
#include "measure/extent/ellipsoid.hpp"
#include "measure/extent/volume.hpp"
#include "measure/ledger/failure.hpp"
#include "measure/ledger/rise.hpp"
#include "measure/ledger/running_mean.hpp"

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

namespace {

using namespace rubble;

// An ellipsoid of semi-axes 10, 8, 5 filled with points: small spheres of equal mass on a lattice.
TEST(MeasureBulkRadii, OfAnEllipsoid) {
  constexpr double r = 0.01, step = 0.5, a = 10, b = 8, c = 5;
  Pile pile;
  for (double x = -a; x <= a; x += step)
    for (double y = -b; y <= b; y += step)
      for (double z = -c; z <= c; z += step) {
        if (x * x / (a * a) + y * y / (b * b) + z * z / (c * c) > 1 + 1e-12) continue;
        pile.state.position.push_back(Vec3(z + 3, x - 7, y));  // longest along y, shortest along x
        pile.model.mass.push_back(2), pile.model.radius.push_back(r);
      }
  const auto [ellipsoid, distance, semi_axis, mass95] = measure::bulk_radii(pile);
  EXPECT_NEAR(ellipsoid, std::cbrt((a + r) * (b + r) * (c + r)), 1e-9);
  EXPECT_NEAR(distance, a + r, 1e-9);
  EXPECT_NEAR(semi_axis, a, 0.02 * a);  // lattice compared with solid
  // By counting: the fraction of lattice points within that radius.
  std::size_t inside = 0;
  for (const Vec3& x : pile.state.position) inside += (x - Vec3(3, -7, 0)).norm() <= mass95 - r;
  EXPECT_NEAR(static_cast<double>(inside) / static_cast<double>(pile.size()), 0.95, 0.005);
}

// Three spheres on a line, the heavier two at one end. The centre of mass is at 1, so that the extent is 9 + 2 and half
// the range is (2 + 10 + 2) / 2.
TEST(MeasureBulkRadii, HalfARangeIsNoExtent) {
  Pile pile;
  pile.state.position = {Vec3(0, 0, 0), Vec3(0, 0, 10), Vec3(0, 0, 0)};
  pile.model.mass = {4.5, 1, 4.5}, pile.model.radius = {2, 2, 1};
  EXPECT_NEAR(measure::ellipsoid(pile).extents[0], 11, 1e-12);
  const Vec3 half = measure::half_ranges(pile);
  EXPECT_NEAR(half[0], 7, 1e-12);
  EXPECT_NEAR(half[1], 2, 1e-12);
  EXPECT_NEAR(half[2], 2, 1e-12);
  EXPECT_NEAR(measure::volume(pile, measure::Volume::ranges, 1), 4.0 / 3 * std::numbers::pi * 28, 1e-9);
}

TEST(MeasureBulkRadii, MassRadiusOfABall) {
  Pile pile;
  for (double x = -1; x <= 1; x += 0.05)
    for (double y = -1; y <= 1; y += 0.05)
      for (double z = -1; z <= 1; z += 0.05)
        if (x * x + y * y + z * z <= 1) {
          pile.state.position.push_back(Vec3(x, y, z));
          pile.model.mass.push_back(1), pile.model.radius.push_back(1e-3);
        }
  EXPECT_NEAR(measure::bulk_radii(pile)[3], std::cbrt(0.95), 0.005);
}

TEST(MeasureRunningMean, IsCentredInItsWindow) {
  const Reals time{0, 10, 20, 30, 40}, value{1, 2, 3, 4, 5};
  EXPECT_EQ(measure::running_mean(time, value, 0, 3).value, 4);
  EXPECT_EQ(measure::running_mean(time, value, 0, 3).time, 30);
  EXPECT_EQ(measure::running_mean(time, value, 20, 4).value, 4);
  EXPECT_EQ(measure::running_mean(time, value, 20, 4).time, 30);
  EXPECT_EQ(measure::running_mean(time, value, 20, 1).value, 1.5);
  EXPECT_EQ(measure::running_mean(time, value, 20, 0).time, 0);
}

TEST(MeasureFailure, FindsTheTimeOfGrowth) {
  // Radius 100 (1 + (t / 1000)^2): 1 % at t = 100.
  Reals time, radius, other;
  for (double t = 0; t <= 300; t += 7)
    time.push_back(t), radius.push_back(100 * (1 + t * t * 1e-6)), other.push_back(5 * t);
  const measure::Failure f = measure::first_growth(time, radius, 0.01, 0);
  EXPECT_TRUE(f.found);
  EXPECT_EQ(f.before, 98);
  EXPECT_EQ(f.after, 105);
  // On the chord between the samples, 0.01 is reached at 98 + 7 (1e4 - 98^2) / (105^2 - 98^2).
  EXPECT_NEAR(f.time, 98 + 7 * (1e4 - 98 * 98) / (105.0 * 105 - 98 * 98), 1e-9);
  EXPECT_NEAR(f.growth, 294 * 294 * 1e-6, 1e-12);
  EXPECT_FALSE(measure::first_growth(time, radius, 0.5, 0).found);
  // The mean of a parabola over 5 samples is larger by 2 x 49e-6 x 100, with the same mean time.
  const measure::Failure mean = measure::first_growth(time, radius, 0.01, 28);
  EXPECT_TRUE(mean.found);
  EXPECT_EQ(mean.after, 105);
  EXPECT_NEAR(measure::value_at(time, other, 100), 500, 1e-12);
  EXPECT_EQ(measure::value_at(time, other, 105), 525);
}

// One spike does not count as failure if the radius is averaged.
TEST(MeasureFailure, ASpikeIsAveragedAway) {
  Reals time, radius;
  for (int k = 0; k < 50; ++k) time.push_back(k), radius.push_back(k == 20 ? 102 : 100);
  EXPECT_TRUE(measure::first_growth(time, radius, 0.01, 0).found);
  EXPECT_FALSE(measure::first_growth(time, radius, 0.01, 10).found);
}

TEST(MeasureRise, CyclesHaveMeans) {
  Reals cycles, value;
  for (int k = 0; k <= 40; ++k) cycles.push_back(k * 0.1), value.push_back(k / 10 + (k % 2 ? 1 : -1));
  const Reals means = measure::cycle_means(cycles, value);
  ASSERT_EQ(means.size(), 4u);
  for (std::size_t k = 0; k < 4; ++k) EXPECT_NEAR(means[k], static_cast<double>(k), 1e-14);
  EXPECT_THROW(measure::cycle_means({0, 0.5, 1, 1.5, 2}, {0, 0, 0, 0, 0}), InputError);
}

// From 1 to 5 on a straight line between cycles 10 and 30, in a bed of 10: the rise starts at 1.5 and ends at 4.5.
TEST(MeasureRise, OfAStraightLine) {
  Reals height;
  for (int k = 0; k < 50; ++k) height.push_back(1 + 4 * std::clamp((k + 0.5 - 10) / 20, 0.0, 1.0));
  const measure::Rise r = measure::rise(height, 10, 0.05, 5);
  EXPECT_TRUE(r.rose);
  EXPECT_EQ(r.initial, 1);
  EXPECT_EQ(r.last, 5);
  EXPECT_NEAR(r.start, 12.5, 1e-12);
  EXPECT_NEAR(r.end, 27.5, 1e-12);
  EXPECT_NEAR(r.cycles(), 15, 1e-12);
  // Cycle 29 has 4.9, cycle 30 is the first with 5. The mean of five cycles is (4.3 + 4.5 + 4.7 + 4.9 + 5) / 5 =
  // 4.68 about 28 and 4.82 about 29: 95 % of 5 is half-way between them.
  EXPECT_NEAR(r.crossing, 30.5, 1e-12);
  EXPECT_NEAR(r.plateau, 29, 1e-12);
}

// The mean of five equal heights exceeds each of them here, by rounding.
TEST(MeasureRise, EqualHeightsAtTheEndAreReached) {
  const double end = 0.808630169451135;
  Reals height(10, 0.0);
  for (int k = 1; k <= 8; ++k) height.push_back(end * k / 8);
  height.insert(height.end(), 5, end);
  const measure::Rise r = measure::rise(height, 1, 0.05, 5);
  EXPECT_TRUE(r.rose);
  EXPECT_NEAR(r.crossing, 17.5, 1e-9);
}

TEST(MeasureRise, ABodyThatStaysDoesNotRise) {
  const measure::Rise r = measure::rise(Reals(30, 1.0), 10, 0.05, 5);
  EXPECT_FALSE(r.rose);
  EXPECT_FALSE(measure::rise({}, 10, 0.05, 5).rose);
}

// A body that overshoots reaches the final mean long before its five highest cycles.
// Between the samples at 2 s and 4 s the values go from 10 to 4: 8.5 at 2.5 s.
TEST(MeasureFailure, QuantityAtTheFailure) {
  const Reals time{0, 2, 4}, value{12, 10, 4};
  measure::Failure failure{true, 2.5, 2, 4, 0};
  const measure::AtFailure found = measure::at_failure(failure, time, value);
  EXPECT_DOUBLE_EQ(found.value, 8.5);
  EXPECT_DOUBLE_EQ(found.uncertainty, 6);
  failure.found = false;
  EXPECT_TRUE(std::isnan(measure::at_failure(failure, time, value).value));
  EXPECT_TRUE(std::isnan(measure::at_failure(failure, time, value).uncertainty));
}

TEST(MeasureFailure, AtTheInitialSpin) {
  const Reals time{0, 2, 4}, period{12, 11.999, 4};
  EXPECT_TRUE(measure::failed_at_start({true, 2, 0, 2, 0}, time, period));
  EXPECT_FALSE(measure::failed_at_start({true, 3, 2, 4, 0}, time, period));
  EXPECT_FALSE(measure::failed_at_start({false, 2, 0, 2, 0}, time, period));
}

TEST(MeasureRise, CrossingAndPlateauOfAnOvershoot) {
  Reals height{1, 1};
  for (int k = 2; k < 12; ++k) height.push_back(k);  // crosses 4 in the middle of cycle 4, at 4.5
  for (int k = 0; k < 5; ++k) height.push_back(11);
  while (height.size() < 40) height.push_back(4);
  const measure::Rise r = measure::rise(height, 10, 0.05, 5);
  EXPECT_TRUE(r.rose);
  EXPECT_EQ(r.last, 4);
  EXPECT_NEAR(r.crossing, 4.5, 1e-12);
  // Largest mean 11; 10.45 lies between those of the cycles 9 to 13 (10.4) and 10 to 14 (10.8): 11.5 + 0.05 / 0.4.
  EXPECT_NEAR(r.plateau, 11.625, 1e-12);
}

// The body starts to rise, falls back and starts again: the last start counts.
TEST(MeasureRise, TheLastStartCounts) {
  const measure::Rise r = measure::rise({0, 2, 0, 0, 4, 8, 9, 9, 9}, 10, 0.05, 2);
  EXPECT_NEAR(r.start, 3.5 + 0.5 / 4, 1e-12);
  EXPECT_NEAR(r.end, 5.5 + 0.5, 1e-12);
}

// The bed is thrown up in the first cycle and falls back: the rise is measured from the height after that.
TEST(MeasureRise, InitialTossDoesNotCount) {
  Reals height{4, 1};
  for (int k = 2; k < 40; ++k) height.push_back(std::min(1 + 0.5 * (k - 1), 5.0));
  const measure::Rise r = measure::rise(height, 10, 0.05, 5);
  EXPECT_TRUE(r.rose);
  EXPECT_EQ(r.initial, 1);
  EXPECT_NEAR(r.start, 2.5, 1e-12);  // 1.5 at cycle 2, whose middle is 2.5
  EXPECT_NEAR(r.end, 8.5, 1e-12);    // 4.5 at cycle 8
}

}  // namespace
