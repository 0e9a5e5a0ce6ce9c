// Bodies with the largest overlaps, counted by hand; and the bootstrap compared with the variance of the hypergeometric
// distribution.
#include "base/random.hpp"
#include "measure/contacts/overlaps.hpp"

#include <cmath>

#include <gtest/gtest.h>

namespace rubble::measure {
namespace {

TEST(MeasureOverlaps, LargestOfEachBodyWallsIncluded) {
  Pile pile;
  pile.model.mass = {1, 1, 1, 1}, pile.model.radius = {1, 1, 1, 1};
  resize(pile.contacts, 3);
  pile.contacts.key = {{0, 1}, ContactKey::of_wall(0, 0), {1, 2}};
  pile.contacts.gap = {-0.1, -0.3, -0.05};
  EXPECT_EQ(largest_overlaps(pile), (Reals{0.3, 0.1, 0.05, 0}));
}

// Ten bodies of two sizes. The top is a fifth of the bodies: two bodies, with the values 9 and 8.
TEST(MeasureOverlaps, TopByHand) {
  const SizeClasses sizes = size_classes({1, 1, 1, 1, 1, 1, 2, 2, 2, 2});
  const TopLoad load = top_load({0, 8, 1, 2, 3, 4, 5, 9, 7, 6}, sizes, 0.2, 0, 0, 0);
  EXPECT_EQ(load.grains, 2u);
  EXPECT_EQ(load.classes[0].in_top, 1);
  EXPECT_EQ(load.classes[1].in_top, 1);
  EXPECT_NEAR(load.classes[0].load, (1.0 / 6) / 0.2, 1e-15);
  EXPECT_NEAR(load.classes[1].load, (1.0 / 4) / 0.2, 1e-15);
  EXPECT_EQ(load.classes[0].error, 0);
}

// One place remains after the value 9, and four bodies have the value 8, three of them small: each gets a quarter of
// the place. If there are no overlaps, all sizes have equal loads.
TEST(MeasureOverlaps, TiesShareThePlacesThatAreLeft) {
  const SizeClasses sizes = size_classes({1, 1, 1, 1, 1, 1, 2, 2, 2, 2});
  const TopLoad load = top_load({8, 8, 8, 0, 0, 0, 9, 8, 0, 0}, sizes, 0.2, 0, 0, 0);
  EXPECT_NEAR(load.classes[0].in_top, 0.75, 1e-15);
  EXPECT_NEAR(load.classes[1].in_top, 1.25, 1e-15);
  for (const ClassLoad& k : top_load(Reals(10, 0), sizes, 0.2, 0, 0, 0).classes) EXPECT_NEAR(k.load, 1, 1e-15);
}

TEST(MeasureOverlaps, TopIsAtLeastOneBody) {
  const SizeClasses sizes = size_classes({1, 2});
  const TopLoad load = top_load({1, 3}, sizes, 0.01, 0, 0, 0);
  EXPECT_EQ(load.grains, 1u);
  EXPECT_EQ(load.classes[1].load, 2);
}

// Values independent of size, two classes of 1000 bodies, top tenth. The number in the top of a class is that of 2000
// draws without replacement. Its variance is 200 x (1/2)(1/2)(1800/1999) = 45, so that the standard deviation of the
// load, in_top / 100, is 0.067. The bootstrap's mean error over 20 samples must equal it within 5 %. The rms deviation
// of the loads must equal it within three standard errors.
TEST(MeasureOverlaps, BootstrapErrorIsThatOfChance) {
  const double expected = std::sqrt(200 * 0.25 * 1800 / 1999) / 100;
  Reals radius(2000, 1);
  for (std::size_t i = 0; i < 1000; ++i) radius[i] = 2;
  const SizeClasses sizes = size_classes(radius);
  double error = 0, square = 0;
  constexpr int samples = 20;
  for (int s = 0; s < samples; ++s) {
    Random random(99, Purpose::kSize, static_cast<std::uint64_t>(s));
    Reals value;
    for (int i = 0; i < 2000; ++i) value.push_back(random.uniform());
    const TopLoad load = top_load(value, sizes, 0.1, 200, 1, static_cast<std::uint64_t>(s));
    error += load.classes[0].error / samples;
    square += std::pow(load.classes[0].load - 1, 2) / samples;
    EXPECT_NEAR(load.classes[0].in_top + load.classes[1].in_top, 200, 1e-9);
  }
  EXPECT_NEAR(error, expected, 0.05 * expected);
  EXPECT_NEAR(std::sqrt(square), expected, 3 * expected / std::sqrt(2.0 * samples));
}

TEST(MeasureOverlaps, ResamplesDependOnSeedAndStreamOnly) {
  Reals radius(300, 1), value;
  for (std::size_t i = 0; i < 100; ++i) radius[3 * i] = 2;
  Random random(5, Purpose::kSize);
  for (int i = 0; i < 300; ++i) value.push_back(random.uniform());
  const SizeClasses sizes = size_classes(radius);
  const auto error = [&](std::uint64_t seed, std::uint64_t stream) {
    return top_load(value, sizes, 0.1, 50, seed, stream).classes[0].error;
  };
  EXPECT_EQ(error(1, 0), error(1, 0));
  EXPECT_NE(error(1, 0), error(2, 0));
  EXPECT_NE(error(1, 0), error(1, 1));
}

}  // namespace
}  // namespace rubble::measure
