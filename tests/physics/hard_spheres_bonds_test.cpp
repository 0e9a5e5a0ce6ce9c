// Elastic bonds of hard spheres, compared with a harmonic oscillator.
#include "base/error.hpp"
#include "hsdem/elastic_bonds.hpp"
#include "hsdem/stored_columns.hpp"
#include "measure/ledger/ledger.hpp"
#include "physics/hard_scene.hpp"

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

namespace rubble::test {
namespace {

constexpr double kPi = std::numbers::pi;

hsdem::Parameters elastic(double young, double strength, double dt = 2e-3) {
  hsdem::Parameters p = hard_spheres(dt, 1);
  hsdem::ElasticStrength bonds;
  bonds.young = young;
  bonds.strength = strength;
  p.strength = bonds;
  return p;
}

// Two bonded spheres: half of a harmonic oscillation from one impact to the next.
TEST(HardSpheres, ElasticBondSwings) {
  const double s = 0.5, m = 2, young = 3, stretch = 0.1;
  Pile pile = spheres();
  for (const double x : {0.0, 2 * s + stretch}) add(pile, m, s, {x, 0, 0});
  const double rate = std::sqrt(young * kPi * s * s / (2 * s) / (m / 2));
  const hsdem::ElasticBonds bonds(std::get<hsdem::ElasticStrength>(elastic(young, 10).strength), pile, Vec3::Zero());
  EXPECT_NEAR(bonds.longest_step(pile.model, pile.state.grouping), 2 / rate, 1e-12);
  hsdem::Stepper stepper(elastic(young, 10), pile, {});
  for (const double time : {0.4, 1.0, 3.1}) {
    stepper.advance(pile.model, pile.state, {}, time);
    const double gap = (pile.state.position[1] - pile.state.position[0]).norm() - 2 * s;
    EXPECT_NEAR(gap, stretch * std::abs(std::cos(rate * pile.state.time)), 2e-6) << time;
    pile.contacts = stepper.contacts(pile, {});
    const measure::Ledger now = measure::ledger(pile, {}, 1, false, stepper.account());
    EXPECT_NEAR(now.total(), 0.5 * young * kPi * s * s / (2 * s) * stretch * stretch, 1e-6);
  }
}

// A bond is pulled apart faster than it can hold: it breaks at the strain strength / Y, its energy becomes heat, and
// both spheres are free permanently, even if they touch again.
TEST(HardSpheres, ElasticBondBreaksForGood) {
  const double s = 0.5, m = 2, young = 3, strength = 0.6;
  const double farthest = 2 * s * strength / young, stiffness = young * kPi * s * s / (2 * s);
  const double least = farthest * std::sqrt(stiffness / (m / 2));  // speed at which it just breaks
  for (const double factor : {0.99, 1.01}) {
    Pile pile = spheres();
    add(pile, m, s, {0, 0, 0}, {-factor * least / 2, 0, 0});
    add(pile, m, s, {2 * s, 0, 0}, {factor * least / 2, 0, 0});
    add(pile, m, s, {40, 0, 0});
    hsdem::Stepper stepper(elastic(young, strength, 5e-4), pile, {});
    const StepReport report = stepper.advance(pile.model, pile.state, {}, 8);
    const bool breaks = factor > 1;
    EXPECT_EQ(report.remark("bonds broken"), breaks ? 1 : 0);
    EXPECT_EQ(report.remark("spheres without bonds any more"), breaks ? 2 : 0);
    EXPECT_EQ(values_in<std::int32_t>(pile.state, "liberated"),
              (breaks ? std::vector<std::int32_t>{1, 1, 0} : std::vector<std::int32_t>{}));
    EXPECT_NEAR(stepper.account()[Channel::fracture], breaks ? 0.5 * stiffness * farthest * farthest : 0, 1e-3);
    pile.contacts = stepper.contacts(pile, {});
    const measure::Ledger now = measure::ledger(pile, {}, 1, false, stepper.account());
    EXPECT_NEAR(now.total(), 0.25 * m * std::pow(factor * least, 2), 1e-5);
    if (!breaks) continue;
    for (std::size_t i = 0; i < 2; ++i) {
      pile.state.position[i] = Vec3(1.05 * static_cast<double>(i), 0, 0);
      pile.state.velocity[i] = Vec3::Zero();
    }
    stepper.advance(pile.model, pile.state, {}, 16);
    EXPECT_NEAR(pile.state.position[1].x(), 1.05, 1e-12);
  }
}

// A run that starts from the pile of an earlier run has its bonds. Broken bonds stay broken, even if their spheres are
// near each other again, and slack bonds are kept. Piles from other sources get new bonds.
TEST(HardSpheres, ElasticBondsAreThoseOfTheEarlierRun) {
  Pile pile = spheres();
  for (const double x : {0.0, 1.0, 2.0, 3.0}) add(pile, 1, 0.5, {x, 0, 0}, {x > 1.5 ? 5.0 : 0.0, 0, 0});
  using Pairs = std::vector<std::array<Index, 2>>;
  const auto bonds_of = [](const Pile& at_rest) { return hsdem::Stepper(elastic(3, 0.6), at_rest, {}).bonds().pair; };
  EXPECT_EQ(bonds_of(pile), (Pairs{{0, 1}, {1, 2}, {2, 3}}));
  hsdem::Stepper stepper(elastic(3, 0.6), pile, {});
  EXPECT_EQ(stepper.advance(pile.model, pile.state, {}, 1).remark("bonds broken"), 1);
  pile.bonds = stepper.bonds();
  for (std::size_t i = 0; i < 4; ++i) pile.state.position[i] = Vec3(1.01 * static_cast<double>(i), 0, 0);
  for (Vec3& v : pile.state.velocity) v = Vec3::Zero();
  EXPECT_EQ(bonds_of(pile), (Pairs{{0, 1}, {2, 3}}));
  for (const double x : {4.04, 5.04}) add(pile, 1, 0.5, {x, 0, 0});
  EXPECT_EQ(bonds_of(pile), (Pairs{{0, 1}, {2, 3}, {4, 5}}));
  put_column(pile.state.columns, with_values(kLiberatedColumn, std::vector<std::int32_t>{1, 0, 0, 0, 0, 0}));
  EXPECT_EQ(bonds_of(pile), (Pairs{{2, 3}, {4, 5}}));
  pile.state.columns.clear();
  pile.bonds = {};
  EXPECT_EQ(bonds_of(pile).size(), 5U);
}

// Bonds connect the current nearest neighbours: second neighbours count up to the number allowed, and spheres that come
// close are bonded.
TEST(HardSpheres, NearestBondsFollowTheCurrentNeighbours) {
  Pile pile = spheres();
  for (const double x : {0.0, 1.0, 2.2}) add(pile, 1, 0.5, {x, 0, 0});
  hsdem::ElasticStrength bonds;
  bonds.young = 1;
  bonds.strength = 0.3;
  bonds.bonds = hsdem::BondRule::nearest;
  hsdem::ElasticBonds found(bonds, pile, Vec3::Zero());
  EXPECT_EQ(found.bonds().size(), 2U);  // 0-1, 1-2; 0-2 would be strained by 1.2
  Vec3s& place = pile.state.position;
  place[2] = {1.25, 0, 0};
  bonds.neighbours = 1;
  hsdem::ElasticBonds nearest(bonds, pile, Vec3::Zero());
  EXPECT_EQ(nearest.bonds().size(), 2U);  // 0-1 of both, 1-2 of 2
  place[0] = {-5, 0, 0};
  nearest.update(pile.model, place);
  EXPECT_EQ(nearest.liberated(), 1);
  place[0] = {0, 0, 0};
  nearest.update(pile.model, place);
  EXPECT_EQ(nearest.liberated(), 1);
  EXPECT_EQ(nearest.bonds().size(), 1U);
}

}  // namespace
}  // namespace rubble::test
