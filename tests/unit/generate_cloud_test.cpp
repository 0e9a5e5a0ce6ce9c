// Clouds: no overlap (checked by brute force), bodies within the given form, and the same bits for any number of
// threads.
#include "base/error.hpp"
#include "base/parallel.hpp"
#include "generate/cloud.hpp"
#include "generate/sizes.hpp"
#include "spatial/morton.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <set>

#include <gtest/gtest.h>

namespace rubble::generate {
namespace {

std::size_t overlaps(const Reals& radius, const Vec3s& position) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < radius.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) count += (position[i] - position[j]).norm() < radius[i] + radius[j];
  return count;
}

Cloud place(const Form& form, const Reals& radius, std::uint64_t seed) {
  return generate::place(form, spheres(radius), seed);
}

// Largest distance of the values from the uniform distribution on [0, 1]: sqrt(n) D < 2.3 except for one seed in 20000.
void expect_uniform(Reals values) {
  std::sort(values.begin(), values.end());
  const double n = static_cast<double>(values.size());
  double worst = 0;
  for (std::size_t i = 0; i < values.size(); ++i)
    worst = std::max({worst, std::abs(values[i] - static_cast<double>(i) / n),
                      std::abs(values[i] - static_cast<double>(i + 1) / n)});
  EXPECT_LT(worst * std::sqrt(n), 2.3);
}

const Reals kStudyRadii = radii(ClassSizes{{7500, 15000, 22500}}, 500, 1);

TEST(Lattice, PutsOneBodyIntoEachCell) {
  const Reals radius = radii(VolumeSizes{3.75, 5}, 512, 3);
  const Cloud cloud = place(LatticeCloud{512, 10, false}, radius, 3);
  std::set<std::array<double, 3>> cells;
  for (const Vec3& x : cloud.places.position) {
    for (int axis = 0; axis < 3; ++axis) {
      EXPECT_LE(std::abs(x[axis]), 35);  // 8 cells of 10 m: centres at -35, -25, ... 35
      EXPECT_EQ(std::fmod(x[axis] + 35, 10), 0);
    }
    cells.insert({x.x(), x.y(), x.z()});
  }
  EXPECT_EQ(cells.size(), 512u);
}

TEST(Lattice, JitterStaysInsideTheCellAndUsesItAll) {
  const Reals radius = radii(VolumeSizes{3.75, 5}, 3375, 3);
  const Cloud centred = place(LatticeCloud{3375, 11.8, false}, radius, 3);
  const Cloud jittered = place(LatticeCloud{3375, 11.8, true}, radius, 3);
  Reals share;
  for (std::size_t i = 0; i < radius.size(); ++i)
    for (int axis = 0; axis < 3; ++axis) {
      const double range = 0.5 * (11.8 - 2 * radius[i]);
      const double shift = jittered.places.position[i][axis] - centred.places.position[i][axis];
      ASSERT_LE(std::abs(shift), range * (1 + 1e-12));
      share.push_back(0.5 + 0.5 * shift / range);
    }
  expect_uniform(share);
  EXPECT_EQ(overlaps(radius, jittered.places.position), 0u);
}

// Sizes are assigned to cells at random: the correlation of radius with any coordinate is below five standard errors, 1
// / sqrt(n) each.
TEST(Lattice, SizesAreMixed) {
  const Reals radius = radii(ClassSizes{{1, 2, 3}}, 1000, 1);  // sorted by size before they are placed
  const Cloud cloud = place(LatticeCloud{1000, 6, false}, radius, 8);
  const double n = 1000;
  double mean = 0;
  for (const double r : radius) mean += r / n;
  for (int axis = 0; axis < 3; ++axis) {
    double xr = 0, xx = 0, rr = 0;
    for (std::size_t i = 0; i < radius.size(); ++i) {
      const double x = cloud.places.position[i][axis], r = radius[i] - mean;
      xr += x * r, xx += x * x, rr += r * r;
    }
    EXPECT_LT(std::abs(xr / std::sqrt(xx * rr)), 5 / std::sqrt(n));
  }
}

// 10 bodies need 3^3 cells; the seed determines the empty ones.
TEST(Lattice, LeavesSpareCellsEmptyAtRandom) {
  const Reals radius(10, 1.0);
  const Cloud a = place(LatticeCloud{10, 2, false}, radius, 1), b = place(LatticeCloud{10, 2, false}, radius, 2);
  EXPECT_EQ(overlaps(Reals(10, 1 - 1e-12), a.places.position), 0u);
  for (const Vec3& x : a.places.position) EXPECT_LE(x.cwiseAbs().maxCoeff(), 2);
  EXPECT_NE(a.places.position, b.places.position);
}

// 1000 bodies in at most 0.61 of the cells: 11^3 cells would hold 811 bodies, so that there are 12^3.
TEST(Lattice, LeavesAShareOfTheCellsEmpty) {
  const Reals radius(1000, 1.0);
  const Cloud cloud = place(LatticeCloud{1000, 2, false, 0.61}, radius, 1);
  std::set<std::array<double, 3>> cells;
  for (const Vec3& x : cloud.places.position) {
    EXPECT_LE(x.cwiseAbs().maxCoeff(), 11);
    cells.insert({x.x(), x.y(), x.z()});
  }
  EXPECT_EQ(cells.size(), 1000u);
}

TEST(Lattice, OneBodyLiesAtTheOrigin) {
  EXPECT_EQ(place(LatticeCloud{1, 2, false}, {1}, 1).places.position, (Vec3s{Vec3::Zero()}));
}

TEST(Sphere, SeedsTheStudysCloudWithoutOverlap) {
  const Cloud cloud = place(SphereCloud{500, {}, 0.1, 200}, kStudyRadii, 1);
  EXPECT_EQ(overlaps(kStudyRadii, cloud.places.position), 0u);
  EXPECT_EQ(cloud.enlargements, 0);
  EXPECT_GT(cloud.passes, 0);
  EXPECT_LE(cloud.passes, 200);
  double volume = 0;
  for (const double r : kStudyRadii) volume += 4.0 / 3 * std::numbers::pi * r * r * r;
  EXPECT_NEAR(volume / (4.0 / 3 * std::numbers::pi * std::pow(cloud.radius, 3)), 0.1, 1e-12);
  for (const Vec3& x : cloud.places.position) EXPECT_LT(x.norm(), cloud.radius);
}

// Two passes cannot remove all overlaps from a sphere that is 40 % full: the sphere grows by whole largest diameters
// (45 km).
TEST(Sphere, GrowsByTheLargestDiameterUntilAllFit) {
  double cubes = 0;
  for (const double r : kStudyRadii) cubes += r * r * r;
  const Cloud cloud = place(SphereCloud{500, {}, 0.4, 2, true}, kStudyRadii, 1);
  EXPECT_EQ(overlaps(kStudyRadii, cloud.places.position), 0u);
  EXPECT_GE(cloud.enlargements, 1);
  EXPECT_GE(cloud.passes, 2 * cloud.enlargements);
  EXPECT_NEAR(cloud.radius, std::cbrt(cubes / 0.4) + 45000.0 * static_cast<double>(cloud.enlargements), 1e-6);
}

// The function makes only the requested cloud: if enlargement is not allowed, it throws an error that says so.
TEST(Sphere, TooFullIsAnError) {
  try {
    place(SphereCloud{500, {}, 0.4, 2}, kStudyRadii, 1);
    FAIL() << "accepted";
  } catch (const InputError& error) {
    const std::string text = error.what();
    for (const char* part :
         {"solid fraction 0.4: overlaps remain after 2 passes; set cloud.passes = 2000, which suffices, or ",
          "or lower cloud.solid_fraction", "or set cloud.enlarge = true"})
      EXPECT_NE(text.find(part), std::string::npos) << text;
  }
}

// The published way: 200 passes at 40 % are enough for 500 bodies.
TEST(Sphere, ReachesFortyPercent) {
  const Cloud cloud = place(SphereCloud{500, {}, 0.4, 200}, kStudyRadii, 1);
  EXPECT_EQ(overlaps(kStudyRadii, cloud.places.position), 0u);
  EXPECT_EQ(cloud.enlargements, 0);
}

// Uniform in a sphere: (r / R)^3 and each direction's cosine are uniform. The cloud is thin, so that overlaps have
// little effect.
TEST(Sphere, IsFilledEvenly) {
  const Cloud cloud = place(SphereCloud{20000, 100.0, {}, 200}, Reals(20000, 0.1), 4);
  EXPECT_EQ(cloud.radius, 100);
  Reals depth, cosine;
  for (const Vec3& x : cloud.places.position) {
    depth.push_back(std::pow(x.norm() / 100, 3));
    cosine.push_back(0.5 + 0.5 * x.z() / x.norm());
  }
  expect_uniform(depth);
  expect_uniform(cosine);
}

// Radii from 1 to 100, which need the hierarchical grid.
TEST(Sphere, HoldsBodiesOfVeryDifferentSize) {
  const Reals radius = radii(PowerSizes{1, 100, -3.5}, 4000, 2);
  const Cloud cloud = place(SphereCloud{4000, {}, 0.05, 200}, radius, 2);
  EXPECT_EQ(overlaps(radius, cloud.places.position), 0u);
}

TEST(Box, HoldsWholeBodies) {
  const Vec3 lower(-3, 0, 10), upper(5, 4, 12);
  const Reals radius = radii(UniformSizes{0.05, 0.3}, 300, 9);
  const Cloud cloud = place(BoxCloud{300, lower, upper, 200}, radius, 9);
  EXPECT_EQ(overlaps(radius, cloud.places.position), 0u);
  for (std::size_t i = 0; i < radius.size(); ++i) {
    EXPECT_GE((cloud.places.position[i] - lower).minCoeff(), radius[i] * (1 - 1e-9));
    EXPECT_GE((upper - cloud.places.position[i]).minCoeff(), radius[i] * (1 - 1e-9));
  }
}

// Number of overlapping pairs of n equal spheres in a ball whose overlaps are kept. Its expectation is n (n - 1) / 2
// times the probability that two random points are closer than a diameter. Source: docs/theory.md 9.2. Pairs are almost
// independent, so the number in all clouds has nearly the variance of Poisson's distribution. The limit is four
// standard deviations.
TEST(Sphere, KeepsTheOverlapsOfRandomPoints) {
  const double n = 200, clouds = 50, radius = 10, d = 1.6, x = d / radius;
  const double closer = std::pow(x, 3) - 9.0 / 16 * std::pow(x, 4) + std::pow(x, 6) / 32;
  const double expected = clouds * n * (n - 1) / 2 * closer;
  const SphereCloud form{200, radius, {}, 0, false, CloudOverlaps::keep};
  const Reals equal(200, d / 2);
  std::size_t found = 0;
  for (std::uint64_t seed = 1; seed <= 50; ++seed) found += overlaps(equal, place(form, equal, seed).places.position);
  EXPECT_NEAR(static_cast<double>(found), expected, 4 * std::sqrt(expected));
}

// Most bodies of a thin cloud overlap no other one, and have the same place whether overlaps are kept or removed.
// Removal of overlaps moves one body of each overlapping pair. Masses and ids are those of the same bodies.
TEST(Sphere, KeepsTheFirstPlaces) {
  SphereCloud form{500, {}, 0.02, 200};
  const Vec3s removed = place(form, kStudyRadii, 3).places.position;
  form.overlaps = CloudOverlaps::keep;
  const Cloud cloud = place(form, kStudyRadii, 3);
  const Vec3s& kept = cloud.places.position;
  EXPECT_EQ(cloud.overlaps, CloudOverlaps::keep);
  EXPECT_EQ(cloud.passes, 0);
  EXPECT_GT(overlaps(kStudyRadii, kept), 0u);
  std::size_t same = 0;
  for (std::size_t i = 0; i < 500; ++i) {
    same += kept[i] == removed[i];
    for (std::size_t j = 0; j < i; ++j) {
      const bool overlap = (kept[i] - kept[j]).norm() < kStudyRadii[i] + kStudyRadii[j];
      EXPECT_FALSE(overlap && kept[i] == removed[i] && kept[j] == removed[j]) << i << ' ' << j;
    }
  }
  EXPECT_GT(same, 250u);
  const auto masses = [](const Vec3s& position) {
    const Places places{position, std::vector<Quaternion>(500, Quaternion::Identity())};
    const Pile pile = pile_of({"rock", 2700}, spheres(kStudyRadii), places);
    for (std::size_t i = 0; i < 500; ++i) EXPECT_EQ(pile.model.id[i], static_cast<std::int64_t>(i));
    Reals mass = pile.model.mass;
    std::sort(mass.begin(), mass.end());
    return mass;
  };
  EXPECT_EQ(masses(kept), masses(removed));
}

// Bodies with kept overlaps lie in the box, and in a full box as well.
TEST(Box, KeepsOverlapsInsideTheBox) {
  const Vec3 upper(4, 4, 4);
  const Reals radius(30, 1.0);
  EXPECT_THROW(place(BoxCloud{30, Vec3::Zero(), upper, 200}, radius, 1), InputError);
  const BoxCloud form{30, Vec3::Zero(), upper, 200, {}, CloudOverlaps::keep};
  const Cloud cloud = place(form, radius, 1);
  EXPECT_GT(overlaps(radius, cloud.places.position), 0u);
  for (const Vec3& x : cloud.places.position) {
    EXPECT_GE(x.minCoeff(), 1 - 1e-9);
    EXPECT_LE(x.maxCoeff(), 3 + 1e-9);
  }
}

TEST(Cloud, HasTheSameBitsForAnyNumberOfThreads) {
  const int before = threads();
  std::vector<Cloud> clouds;
  for (const int n : {1, 2, 3, 4}) {
    set_threads(n);
    clouds.push_back(place(SphereCloud{500, {}, 0.15, 200}, kStudyRadii, 7));
  }
  set_threads(before);
  for (const Cloud& cloud : clouds) EXPECT_EQ(cloud.places.position, clouds[0].places.position);
}

TEST(Cloud, RefusesBodiesThatDoNotFit) {
  EXPECT_THROW(place(LatticeCloud{8, 1.9, false}, Reals(8, 1.0), 1), InputError);
  EXPECT_THROW(place(BoxCloud{1, Vec3::Zero(), Vec3(5, 5, 1.9), 200}, {1}, 1), InputError);
  EXPECT_THROW(place(BoxCloud{9, Vec3::Zero(), Vec3(4, 4, 4), 200}, Reals(9, 1.0), 1), InputError);
  EXPECT_THROW(place(SphereCloud{1, {}, {}, 200}, {1}, 1), InputError);
  EXPECT_THROW(place(SphereCloud{1, 5.0, 0.2, 200}, {1}, 1), InputError);
}

TEST(Cloud, BecomesAPileAtRestInMortonOrder) {
  const Cloud cloud = place(SphereCloud{500, {}, 0.1, 200}, kStudyRadii, 1);
  const Pile pile = pile_of({"rock", 2700}, spheres(kStudyRadii), cloud.places);
  ASSERT_EQ(pile.size(), 500u);
  const std::vector<Index> order = spatial::morton_order(pile.state.position);
  double mass = 0, volume = 0;
  for (std::size_t i = 0; i < pile.size(); ++i) {
    EXPECT_EQ(order[i], static_cast<Index>(i));
    EXPECT_EQ(pile.model.id[i], static_cast<std::int64_t>(i));
    EXPECT_EQ(pile.state.velocity[i], Vec3::Zero());
    EXPECT_EQ(pile.state.spin[i], Vec3::Zero());
    mass += pile.model.mass[i], volume += 4.0 / 3 * std::numbers::pi * std::pow(pile.model.radius[i], 3);
  }
  EXPECT_NEAR(mass / volume, 2700, 1e-9);
  // 430, 54 and 16 spheres of 7.5, 15 and 22.5 km hold 545906 (4/3) pi km^3.
  EXPECT_NEAR(mass, 2700 * 545906.25e9 * 4 / 3 * std::numbers::pi, 1e-12 * mass);
  EXPECT_EQ(overlaps(pile.model.radius, pile.state.position), 0u);
  EXPECT_EQ(pile.model.materials.at(0).name, "rock");
  EXPECT_EQ(pile.state.time, 0);
}

}  // namespace
}  // namespace rubble::generate
