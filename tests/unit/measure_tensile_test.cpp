// Rumpf's relation between the attraction at contacts and the tensile strength of a pile.
#include "config/document.hpp"
#include "measure/contacts/coordination.hpp"
#include "measure/contacts/tensile.hpp"
#include "measure/extent/volume.hpp"
#include "measure/ledger/masses.hpp"
#include "setup/bulk_strength.hpp"
#include "unit/grain_piles.hpp"
#include "unit/hull_piles.hpp"
#include "unit/measure_piles.hpp"

#include <numbers>

#include <gtest/gtest.h>

namespace rubble::measure {
namespace {

// A periodic lattice of `cells` cells along each axis, with one of the sites in units of the cell's edge for each
// sphere; spheres touch at the distance 2 r.
Pile lattice(double edge, int cells, const Vec3s& sites, double r) {
  Pile pile;
  pile.model.space.period = Vec3::Constant(edge * cells);
  pile.model.materials = {{"rock", 3 / (4 * std::numbers::pi * r * r * r)}};
  for (int i = 0; i < cells * cells * cells; ++i)
    for (const Vec3& site : sites)
      test::add(pile, 1, r, edge * (Vec3(i % cells, i / cells % cells, i / (cells * cells)) + site));
  const auto n = static_cast<Index>(pile.size());
  for (Index a = 0; a < n; ++a) {
    for (Index b = a + 1; b < n; ++b) {
      const Vec3 way = pile.state.position[b] - pile.state.position[a];
      const Vec3 image = pile.model.space.at(0).image(way);
      if ((way + image).norm() < 2 * r * (1 + 1e-9)) test::touch_across(pile, a, b, image, Vec3::Zero());
    }
  }
  return pile;
}

Pile cubic(double r) { return lattice(2 * r, 4, {Vec3::Zero()}, r); }
Pile face_centred(double r) {
  return lattice(2 * std::numbers::sqrt2 * r, 3, {{0, 0, 0}, {0.5, 0.5, 0}, {0.5, 0, 0.5}, {0, 0.5, 0.5}}, r);
}

// Rumpf 1970 (doi:10.1002/cite.330420806): phi Z F / (pi d^2) for equal spheres, with solid fraction phi, coordination
// Z and diameter d.
double rumpf(const Pile& pile, double force, double volume) {
  const double d = 2 * pile.model.radius[0];
  const double solid = grain_volume(pile) / volume;
  const double neighbours = coordination(pile.size(), pile.contacts.key).number;
  return solid * neighbours * force / (std::numbers::pi * d * d);
}

TEST(Pull, EqualSpheresFollowRumpf) {
  const laws::Cohesion law{30, 0.5};
  const double r = 0.3, force = 4 * 30 * 0.25 * 0.15 * 0.15;
  for (const Pile& pile : {cubic(r), face_centred(r)}) {
    const double volume = measure::volume(pile, Volume::cell, 1);
    EXPECT_NEAR(tensile_strength(pull_sum(pile, law), volume) / rumpf(pile, force, volume), 1, 1e-9);
  }
}

// A plane between two layers of the cubic lattice cuts one contact for each square of the edge d.
TEST(Pull, CubicLatticeCarriesOneForcePerSquare) {
  const laws::Cohesion law{30, 0.5};
  const Pile pile = cubic(0.3);
  const double force = 4 * 30 * 0.25 * 0.15 * 0.15;
  EXPECT_NEAR(tensile_strength(pull_sum(pile, law), pile.model.space.period.prod()), force / 0.36, 1e-9 * force);
}

// Spheres of radii 1 and 3 at the distance 4: R = 3/4.
TEST(Pull, UnequalSpheresPullByTheirReducedRadius) {
  Pile pile;
  test::add(pile, 1, 1, {0, 0, 0});
  test::add(pile, 1, 3, {0, 4, 0});
  pile.model.space.walls = {{{0, -1, 0}, Vec3::UnitY()}};
  EXPECT_NEAR(pull_sum(pile, laws::Cohesion{2, 1}), 4 * 2 * 9.0 / 16 * 4, 1e-12);
}

// Cubes whose faces are 1 mm apart, with centres at a distance of 1.001 m: the pair attracts once, whatever the number
// of its points, if the range reaches so far. Contacts that a run has stored do not count.
TEST(Pull, PairsWithinTheRangeAttractOnce) {
  Pile pile;
  test::add_cube(pile, {0, 0, 0});
  test::add_cube(pile, {0, 0, 1.001});
  EXPECT_NEAR(pull_sum(pile, laws::RangeCohesion{7, 0.01}), 7 * 1.001, 1e-9);
  EXPECT_EQ(pull_sum(pile, laws::RangeCohesion{7, 0.0005}), 0);
}

// Springs attract only spheres that touch, and not those whose contact another method has stored.
TEST(Pull, SpheresApartDoNotPull) {
  Pile pile;
  test::add(pile, 1, 1, {0, 0, 0});
  test::add(pile, 1, 1, {0, 2.001, 0});
  test::touch(pile, 0, 1, Vec3::Zero());
  EXPECT_EQ(pull_sum(pile, laws::Cohesion{2, 1}), 0);
  EXPECT_NEAR(pull_sum(pile, laws::RangeCohesion{7, 0.01}), 7 * 2.001, 1e-9);
}

// Dumbbells along x whose members 1 and 2 touch: the centres of the grains are 4 m apart, those of the members 2 m.
TEST(Pull, GlueCountsFromCentreToCentre) {
  Pile pile;
  test::add_dumbbell(pile, {1, 0, 0}, Vec3::UnitX());
  test::add_dumbbell(pile, {5, 0, 0}, Vec3::UnitX());
  EXPECT_NEAR(pull_sum(pile, laws::Cohesion{2, 1}), 4 * 2 * 0.25 * 4, 1e-12);
}

TEST(BulkStrength, GivesThePileItsStrength) {
  auto config =
      config::Document::parse("[contact.cohesion]\nbulk_strength = \"100 Pa\"\nvolume = \"cell\"\n", "a.toml");
  const Pile pile = face_centred(0.3);
  const laws::Cohesion law = setup::with_bulk_strength(config, pile, laws::Cohesion{});
  EXPECT_NEAR(tensile_strength(pull_sum(pile, law), pile.model.space.period.prod()), 100, 1e-9);
  EXPECT_NE(config.effective().find("cohesive_strength = "), std::string::npos) << config.effective();
  EXPECT_EQ(config.effective().find("bulk_strength"), std::string::npos);
  EXPECT_EQ(config.effective().find("volume"), std::string::npos);
}

// A second cluster changes neither the volume nor the contacts of the heaviest one.
TEST(BulkStrength, OfAClusterCountsItsContactsOnly) {
  const auto strength = [](const Pile& pile) {
    auto config = config::Document::parse("[contact.cohesion]\nbulk_strength = 100\nvolume = \"cluster\"\n", "a.toml");
    return setup::with_bulk_strength(config, pile, laws::Cohesion{}).strength;
  };
  Pile pile;
  pile.model.materials = {{"rock", 1000}};
  for (const double x : {0.0, 2.0, 4.0}) test::add(pile, 1, 1, Vec3(x, 0, 0));
  const double alone = strength(pile);
  for (const double x : {20.0, 22.0}) test::add(pile, 1, 1, Vec3(x, 0, 0));
  EXPECT_DOUBLE_EQ(strength(pile), alone);
}

TEST(BulkStrength, NeedsGrainsThatTouch) {
  auto config =
      config::Document::parse("[contact.cohesion]\nbulk_strength = \"100 Pa\"\nvolume = \"cell\"\n", "a.toml");
  Pile pile = cubic(0.3);
  for (Vec3& place : pile.state.position) place *= 1.01;
  pile.model.space.period *= 1.01;
  try {
    setup::with_bulk_strength(config, pile, laws::Cohesion{});
    FAIL();
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("a.toml:2"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace rubble::measure
