// Local strain and first departure of piles, compared with deformations given in closed form.
#include "measure/extent/departure.hpp"
#include "unit/grain_piles.hpp"

#include <cmath>

#include <gtest/gtest.h>

namespace rubble::test {
namespace {

using measure::BinStrains;
using measure::Departure;
using measure::LocalStrain;

// Touching unit spheres of mass 1 in a ball of the given radius about the origin, in rotation about z.
Pile strained_ball(double radius) {
  Pile pile = close_packed(1, static_cast<int>(radius), [&](const Vec3& x) { return x.norm() <= radius; });
  pile.model.materials = {{"rock", kUnitDensity}};
  for (std::size_t i = 0; i < pile.size(); ++i) {
    pile.state.spin[i] = {0, 0, 0.1};
    pile.state.velocity[i] = pile.state.spin[i].cross(pile.state.position[i]);
  }
  return pile;
}

// The pile at another time, with each position moved by `map`.
template <class Map>
Pile mapped(Pile pile, double time, Map&& map) {
  pile.state.time = time;
  for (Vec3& x : pile.state.position) x = map(x);
  return pile;
}

template <class Map>
std::vector<LocalStrain> strains_of(const Pile& pile, Map&& map) {
  const Vec3s& before = pile.state.position;
  const auto pairs = measure::neighbour_pairs(pile.model.radius, before, 1.5);
  return measure::local_strains(pairs, before, mapped(pile, 1, map).state.position, std::vector<char>(pile.size(), 1));
}

std::size_t body_at(const Pile& pile, const Vec3& x) {
  for (std::size_t i = 0; i < pile.size(); ++i)
    if ((pile.state.position[i] - x).norm() < 1e-9) return i;
  return pile.size();
}

Mat3 simple_shear(double amount) {
  Mat3 gradient = Mat3::Identity();
  gradient(0, 1) = amount;
  return gradient;
}

TEST(Strain, RigidMotionHasNone) {
  const Mat3 turn = Eigen::AngleAxisd(2.1, Vec3(1, -2, 3).normalized()).toRotationMatrix();
  for (const LocalStrain& one :
       strains_of(strained_ball(5), [&](const Vec3& x) { return Vec3(turn * x + Vec3(30, 4, -7)); })) {
    EXPECT_NEAR(one.shear, 0, 1e-13);
    EXPECT_NEAR(one.nonaffine, 0, 1e-26);
  }
}

TEST(Strain, UniformCompressionHasNone) {
  for (const LocalStrain& one : strains_of(strained_ball(5), [](const Vec3& x) { return Vec3(0.7 * x); }))
    EXPECT_NEAR(one.shear, 0, 1e-14);
}

// Green-Lagrange strain of a simple shear g: E12 = g / 2, E22 = g^2 / 2, trace g^2 / 2. The deviator has the diagonal
// (-1, 2, -1) g^2 / 6, so that 2 E':E' = g^2 + g^4 / 3. A later rotation does not change it.
TEST(Strain, SimpleShearHasTheExactValue) {
  const Mat3 turn = Eigen::AngleAxisd(0.8, Vec3(3, 1, 1).normalized()).toRotationMatrix();
  for (const double g : {1e-6, 0.05, 0.7}) {
    const double exact = std::sqrt(g * g + g * g * g * g / 3);
    EXPECT_NEAR(measure::shear_strain(simple_shear(g)), exact, 1e-15);
    for (const LocalStrain& one :
         strains_of(strained_ball(5), [&](const Vec3& x) { return Vec3(turn * (simple_shear(g) * x)); })) {
      EXPECT_NEAR(one.shear, exact, 1e-13);
      EXPECT_NEAR(one.nonaffine, 0, 1e-26);
    }
  }
}

// Six neighbours at the distance 2 along the axes. Those on the x axis move by 0.3 along y: the fit gives no strain,
// and the mean square of the rest is 2 x 0.3^2 / 6.
TEST(Strain, EvenDisplacementsAreNonaffine) {
  Vec3s before{Vec3::Zero()};
  for (int axis = 0; axis < 3; ++axis)
    for (const double side : {-2.0, 2.0}) before.push_back(side * Vec3::Unit(axis));
  Vec3s now = before;
  now[1].y() += 0.3, now[2].y() += 0.3;
  const auto pairs = measure::neighbour_pairs(Reals(7, 1), before, 1.2);
  const LocalStrain centre = measure::local_strains(pairs, before, now, std::vector<char>(7, 1)).front();
  EXPECT_NEAR(centre.shear, 0, 1e-15);
  EXPECT_NEAR(centre.nonaffine, 0.03, 1e-15);
}

TEST(Strain, IsUndefinedWithFewOrCoplanarNeighbours) {
  const Vec3s before{{0, 0, 0}, {2, 0, 0}, {0, 2, 0}, {-2, 0, 0}, {0, 0, 2}};
  const auto pairs = measure::neighbour_pairs(Reals(5, 1), before, 1.2);
  std::vector<char> takes_part(5, 1);
  std::vector<LocalStrain> found = measure::local_strains(pairs, before, before, takes_part);
  EXPECT_EQ(found[0].shear, 0);
  EXPECT_TRUE(std::isnan(found[1].shear));  // one neighbour
  takes_part[4] = 0;
  found = measure::local_strains(pairs, before, before, takes_part);
  EXPECT_TRUE(std::isnan(found[0].shear));  // neighbours in one plane
  EXPECT_TRUE(std::isnan(found[0].nonaffine));
  EXPECT_TRUE(std::isnan(found[4].shear));  // takes no part
}

// Each sphere of a close packing has at most 12 neighbours at one diameter and 6 at 1.41 diameters, so that time and
// memory grow in proportion to the number of spheres.
TEST(Strain, NumberOfPairsGrowsAsTheNumberOfSpheres) {
  for (const double radius : {6.0, 12.0, 24.0}) {
    const Pile pile = strained_ball(radius);
    const auto pairs = measure::neighbour_pairs(pile.model.radius, pile.state.position, 1.5);
    EXPECT_LE(pairs.size(), 9 * pile.size());
    EXPECT_GE(pairs.size(), 5 * pile.size());
  }
}

// The inertia ellipsoid of N equal spheres of radius 1 in a cubic arrangement is a ball. From the moment
// (2 / 5) M R^2 = M ((2 / 3) <r^2> + 2 / 5) follows R^2 = (5 / 3) <r^2> + 1.
double ellipsoid_radius(const Pile& pile) {
  double square = 0;
  for (const Vec3& x : pile.state.position) square += x.squaredNorm() / static_cast<double>(pile.size());
  return std::sqrt(5.0 / 3 * square + 1);
}

TEST(Departure, ShellsHaveEqualMassAndBandsHaveTheirLatitudes) {
  const Pile pile = strained_ball(9.9);  // no centre lies on the surface, where rounding would break the symmetry
  const measure::Depths depths = Departure(pile, {}).depths();
  EXPECT_TRUE(depths.rotates);
  EXPECT_NEAR(std::abs(depths.axis.z()), 1, 1e-12);
  std::array<double, measure::kShells> mass{};
  for (std::size_t i = 0; i < pile.size(); ++i) {
    const Vec3& x = pile.state.position[i];
    EXPECT_NEAR(depths.relative_radius[i], x.norm() / ellipsoid_radius(pile), 1e-12);
    const int band = depths.bin[i] % 3;
    const double sine = x.norm() > 0 ? std::abs(x.z()) / x.norm() : 0;
    EXPECT_GE(sine, band / 3.0 - 1e-12);
    EXPECT_LE(sine, (band + 1) / 3.0 + 1e-12);
    mass[static_cast<std::size_t>(depths.bin[i] / 3)] += 1;
  }
  for (const double m : mass) EXPECT_NEAR(m, static_cast<double>(pile.size()) / 5, 1);
}

TEST(Departure, AxisOfAPileAtRestIsThatOfTheLargestMoment) {
  Pile pile = close_packed(1, 6, [](const Vec3& x) { return Vec3(x.x(), 2 * x.y(), x.z()).norm() <= 6; });
  pile.model.materials = {{"rock", kUnitDensity}};
  for (std::size_t i = 0; i < pile.size(); ++i) pile.state.velocity[i] = Vec3(1e-9, 0, 0).cross(pile.state.position[i]);
  const measure::Depths depths = Departure(pile, {}).depths();
  EXPECT_FALSE(depths.rotates);
  EXPECT_NEAR(std::abs(depths.axis.y()), 1, 1e-12);
}

// A sphere at sqrt(2) (2, 2, 2) leaves in frame 2. Another one is outside in frame 1 only.
TEST(Departure, FindsTheSphereThatLeavesForGood) {
  const Pile pile = strained_ball(5);
  const Vec3 place = std::sqrt(2) * Vec3(2, 2, 2), other = std::sqrt(2) * Vec3(-2, 2, -2);
  const auto away = [](const Vec3& from, double distance) {
    return [=](const Vec3& x) { return (x - from).norm() < 1e-9 ? Vec3(x * (1 + distance)) : x; };
  };
  const std::vector<Pile> frames{pile, mapped(pile, 10, away(other, 0.2)), mapped(pile, 20, away(place, 0.3)),
                                 mapped(pile, 30, away(place, 40))};
  Departure departure(pile, {});
  for (std::size_t f = 1; f < frames.size(); ++f) departure.follow(frames[f]);
  const measure::Shedding shed = departure.first_shedding();
  EXPECT_EQ(shed.time, 20);
  EXPECT_EQ(shed.after, 10);
  EXPECT_EQ(shed.place.points, 1U);
  EXPECT_EQ(shed.place.mass, 1);
  EXPECT_NEAR(shed.place.relative_radius, std::sqrt(24) / ellipsoid_radius(pile), 1e-12);
  EXPECT_NEAR(shed.place.latitude, std::asin(1 / std::sqrt(3)), 1e-12);
  const auto bin = static_cast<std::size_t>(departure.depths().bin[body_at(pile, place)]);
  EXPECT_EQ(departure.strains(1, frames[1])[bin].shed_mass, 0);
  for (const std::size_t f : {2U, 3U}) {
    const BinStrains now = departure.strains(f, frames[f]);
    for (std::size_t b = 0; b < measure::kDepthBins; ++b) {
      EXPECT_EQ(now[b].shed_mass, b == bin ? 1 : 0);
      // The sphere that has left does not count as a deformation.
      EXPECT_FALSE(now[b].shear > 1e-13);  // NaN in empty bins
    }
  }
}

// A sphere moves in frame 1, with a gap below the limit. It counts as a deformation only if it stays.
TEST(Departure, ADetachingSphereIsNoDeformation) {
  const Pile pile = strained_ball(5);
  const Vec3 place = std::sqrt(2) * Vec3(2, 2, 2);
  const auto at = [&](double time, double factor) {
    return mapped(pile, time, [&](const Vec3& x) { return (x - place).norm() < 1e-9 ? Vec3(x * factor) : x; });
  };
  const std::size_t body = body_at(pile, place);
  for (const bool stays : {false, true}) {
    const std::vector<Pile> frames{at(10, 1.02), at(20, stays ? 1 : 1.3)};
    Departure departure(pile, {});
    for (const Pile& frame : frames) departure.follow(frame);
    const double shear = departure.strains(1, frames[0])[static_cast<std::size_t>(departure.depths().bin[body])].shear;
    EXPECT_EQ(shear > 1e-3, stays) << shear;
  }
}

TEST(Departure, EventsInOneIntervalAreUndecided) {
  const auto first = [](double shear, double after, double shed) {
    measure::Shedding shedding;
    shedding.time = shed, shedding.after = after;
    return std::string(measure::first_event({shear, 0, {}}, shedding));
  };
  constexpr double kNever = std::numeric_limits<double>::infinity();
  EXPECT_EQ(first(5, 10, 20), "shear");
  EXPECT_EQ(first(10, 10, 20), "shear");
  EXPECT_EQ(first(15, 10, 20), "undecided");
  EXPECT_EQ(first(25, 10, 20), "shedding");
  EXPECT_EQ(first(kNever, 10, 20), "shedding");
  EXPECT_EQ(first(5, kNever, kNever), "shear");
  EXPECT_EQ(first(kNever, kNever, kNever), "none");
}

TEST(Departure, NothingDepartsFromAPileAtRest) {
  const Pile pile = strained_ball(5);
  Departure departure(pile, {});
  departure.follow(mapped(pile, 1, [](const Vec3& x) { return Vec3(x + Vec3::UnitX()); }));
  EXPECT_TRUE(std::isinf(departure.first_shedding().time));
  EXPECT_TRUE(std::isnan(departure.first_shedding().place.latitude));
  EXPECT_TRUE(std::isinf(departure.first_shearing({departure.strains(0, pile), departure.strains(1, pile)}, 0.1).time));
}

// Polar caps |z| > 6.5 of a ball of radius 10 are sheared along x. Spheres of the equatorial band and their neighbours
// lie below 10 / 3 + 2 sqrt(2) = 6.2. No mean exceeds the strain of the simple shear.
TEST(Departure, FindsABandOfShear) {
  constexpr double kShear = 0.1, kBelow = 6.5;
  const Pile pile = strained_ball(10);
  const auto cap = [&](const Vec3& x) {
    return Vec3(x + kShear * std::max(0.0, std::abs(x.z()) - kBelow) * Vec3::UnitX());
  };
  const Pile sheared = mapped(pile, 8, cap);
  const double exact = std::sqrt(kShear * kShear + std::pow(kShear, 4) / 3);
  Departure departure(pile, {});
  departure.follow(sheared);
  const std::vector<BinStrains> strains{departure.strains(0, pile), departure.strains(1, sheared)};
  for (std::size_t shell = 0; shell < measure::kShells; ++shell)
    EXPECT_LT(strains[1][shell * measure::kBands].shear, 1e-14);
  const std::size_t top = measure::kDepthBins - 1;  // outer shell, polar band
  for (std::size_t b = 0; b < top; ++b) EXPECT_LT(strains[1][b].shear, strains[1][top].shear);
  EXPECT_LT(strains[1][top].shear, exact);
  const measure::Shearing found = departure.first_shearing(strains, 0.05);
  EXPECT_NEAR(found.time, 8 * 0.05 / strains[1][top].shear, 1e-12);
  EXPECT_GT(found.place.relative_radius, 0.9);
  EXPECT_GT(std::sin(found.place.latitude), 2.0 / 3);
  EXPECT_TRUE(std::isinf(departure.first_shedding().time));
}

TEST(Departure, CrossingIsLinearBetweenFrames) {
  const Pile pile = strained_ball(5);
  Departure departure(pile, {});
  for (const double time : {10.0, 30.0, 40.0}) departure.follow(mapped(pile, time, [](const Vec3& x) { return x; }));
  std::vector<BinStrains> strains(4);
  strains[1][6].shear = 0.02, strains[2][6].shear = 0.08;
  strains[2][9].shear = 0.051, strains[3][3].shear = 5;
  const measure::Shearing found = departure.first_shearing(strains, 0.05);
  EXPECT_NEAR(found.time, 20, 1e-12);  // 0.02 + 0.5 x 0.06
  EXPECT_EQ(found.place.latitude, departure.place(6).latitude);
  strains[1][6].shear = std::numeric_limits<double>::quiet_NaN();  // without a value before: at the frame itself
  EXPECT_NEAR(departure.first_shearing(strains, 0.06).time, 30, 1e-12);
}

TEST(Departure, PointsAreGrainsOrBodies) {
  Pile pile;
  add_dumbbell(pile, {0, 0, 0}, {1, 0, 0});
  add_ball(pile, 1, {0, 2, 0});
  const measure::PilePoints grains = measure::points_of(pile, false), bodies = measure::points_of(pile, true);
  ASSERT_EQ(grains.mass.size(), 2U);
  EXPECT_NEAR(grains.mass[0], 2, 1e-12);
  EXPECT_NEAR(grains.position[0].norm(), 0, 1e-15);
  EXPECT_NEAR(grains.radius[0], std::cbrt(2.0), 1e-12);
  ASSERT_EQ(bodies.mass.size(), 3U);
  EXPECT_NEAR((bodies.position[0] - bodies.position[1]).norm(), 2, 1e-12);
}

}  // namespace
}  // namespace rubble::test
