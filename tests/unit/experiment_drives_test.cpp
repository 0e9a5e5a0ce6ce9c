// Drives of experiments, without a stepper: spin increments and their accounts, growth, flybys, shaken walls.
#include "base/error.hpp"
#include "experiment/expansion_rule.hpp"
#include "experiment/flyby.hpp"
#include "experiment/packing_observer.hpp"
#include "experiment/rigid_motion.hpp"
#include "experiment/shaking.hpp"
#include "experiment/spin_up.hpp"
#include "grain_piles.hpp"
#include "measure/extent/ellipsoid.hpp"
#include "measure/ledger/ledger.hpp"
#include "measure/scaling/limits.hpp"
#include "measure_piles.hpp"

#include <cmath>
#include <map>
#include <numbers>

#include <gtest/gtest.h>

namespace {

using namespace rubble;

constexpr double kG = 6.6743e-11, kTurn = 2 * std::numbers::pi;

// Unequal spheres in a flat heap, far from the origin, in arbitrary motion.
Pile heap() {
  Pile pile;
  for (int k = 0; k < 40; ++k) {
    const double f = k;
    pile.model.id.push_back(k + 100), pile.model.material.push_back(0);
    pile.model.radius.push_back(1 + 0.3 * std::sin(3 * f));
    pile.model.mass.push_back(3000 * std::pow(pile.model.radius.back(), 3));
    pile.state.position.push_back(Vec3(50 + 9 * std::sin(f), 6 * std::cos(2 * f), 2 * std::sin(5 * f)));
    pile.state.velocity.push_back(Vec3(0.2 * std::cos(f), 0.1, 0.1 * std::sin(7 * f)));
    pile.state.spin.push_back(Vec3(0.01 * f, 0, 0.1));
  }
  pile.model.materials = {{"rock", 3000 / (4.0 / 3 * std::numbers::pi)}};
  return pile;
}
measure::Ledger ledger_of(const Pile& pile) { return measure::ledger(pile, {}, kG, false, {}); }

experiment::SpinUpPlan plan(experiment::SpinIncrement increment) {
  return {100, 10, increment, measure::Volume::extents};
}

// The account of an increment equals the gain of the bodies.
TEST(DriveSpinUp, AccountsForWhatItGives) {
  for (const auto increment : {experiment::SpinIncrement::angular_momentum, experiment::SpinIncrement::spin}) {
    Pile pile = heap();
    experiment::SpinUp spin_up(plan(increment), experiment::SpinRates{0.05, 0.09});
    spin_up.begin(pile, kG);
    const measure::Ledger before = ledger_of(pile);
    Account given;
    for (int k = 0; k < 4; ++k) spin_up.push(pile, 10, given);
    const measure::Ledger after = ledger_of(pile);
    EXPECT_GT(given.driven, 0);
    EXPECT_NEAR(given.driven, after.kinetic() - before.kinetic(), 1e-13 * after.kinetic());
    EXPECT_LT((given.impulse - (after.momentum - before.momentum)).norm(), 1e-13 * before.momentum.norm());
    EXPECT_LT(given.impulse.norm(), 1e-13 * before.momentum.norm());
    EXPECT_LT((given.angular_impulse - (after.angular() - before.angular())).norm(), 1e-13 * after.angular().norm());
  }
}

TEST(DriveSpinUp, StartsAtItsRateAboutTheAxisOfLargestInertia) {
  Pile pile = heap();
  experiment::SpinUp spin_up(plan(experiment::SpinIncrement::spin), experiment::CriticalRates{0.5, 1});
  spin_up.begin(pile, kG);
  const measure::Ellipsoid e = measure::ellipsoid(pile);
  const double density = e.mass / measure::ellipsoid_volume(e.extents);
  const double rate = 0.5 * std::sqrt(4 * std::numbers::pi / 3 * kG * density);
  const experiment::RigidMotion whole = experiment::rigid_motion(pile.model, pile.state);
  EXPECT_LT((whole.spin - rate * e.axes.col(2)).norm(), 1e-12 * rate);
  EXPECT_LT((whole.velocity - experiment::rigid_motion(heap().model, heap().state).velocity).norm(), 1e-13);
  EXPECT_LT(experiment::about_axis(pile.model, pile.state, e.axes.col(0)).moment, e.moments[2]);
  EXPECT_NEAR(experiment::about_axis(pile.model, pile.state, e.axes.col(2)).moment, e.moments[2], 1e-12 * e.moments[2]);
}

// The body turns about z, whatever its principal axes are.
TEST(DriveSpinUp, TurnsAboutAGivenAxis) {
  Pile pile = heap();
  experiment::SpinUpPlan about_z = plan(experiment::SpinIncrement::spin);
  about_z.axis = Vec3(0, 0, 3);
  experiment::SpinUp spin_up(about_z, experiment::SpinRates{2e-4, 4e-4});
  spin_up.begin(pile, kG);
  EXPECT_LT((experiment::rigid_motion(pile.model, pile.state).spin - Vec3(0, 0, 2e-4)).norm(), 1e-12);
  Account given;
  spin_up.push(pile, 10, given);
  EXPECT_LT((experiment::rigid_motion(pile.model, pile.state).spin - Vec3(0, 0, 2.2e-4)).norm(), 1e-12);
}

// A rigid body reaches the end exactly, and receives nothing afterwards. A body that has grown in the meantime gets the
// same angular momentum, or the same spin.
TEST(DriveSpinUp, ReachesItsEndAndStops) {
  for (const auto increment : {experiment::SpinIncrement::angular_momentum, experiment::SpinIncrement::spin})
    for (const double growth : {1.0, 1.2}) {
      Pile pile = heap();
      experiment::SpinUp spin_up(plan(increment), experiment::SpinRates{0.02, 0.06});
      spin_up.begin(pile, kG);
      const Vec3 axis = measure::ellipsoid(pile).axes.col(2);
      const double moment = experiment::about_axis(pile.model, pile.state, axis).moment;
      const Vec3 centre = experiment::about_axis(pile.model, pile.state, axis).centre;
      const double momentum = experiment::about_axis(pile.model, pile.state, axis).momentum;
      for (Vec3& x : pile.state.position) x = centre + growth * (x - centre);
      for (Vec3& v : pile.state.velocity) v /= growth;  // the orbital angular momentum is unchanged
      Account given;
      const double before = experiment::about_axis(pile.model, pile.state, axis).momentum;
      EXPECT_NEAR(before, momentum, 1e-12 * momentum);
      for (int k = 0; k < 25; ++k) spin_up.push(pile, 10, given);
      const experiment::AboutAxis after = experiment::about_axis(pile.model, pile.state, axis);
      const double gained = after.momentum - before;
      EXPECT_NEAR(gained, 0.04 * (increment == experiment::SpinIncrement::spin ? after.moment : moment),
                  1e-11 * momentum);
      EXPECT_NEAR(given.angular_impulse.dot(axis), gained, 1e-11 * momentum);
    }
}

TEST(DriveSpinUp, FindsTheShortestPeriodAndRemembersIt) {
  Pile pile = heap();
  experiment::SpinUp spin_up(plan(experiment::SpinIncrement::spin), experiment::SpinRates{0.02, 0.06});
  spin_up.begin(pile, kG);
  Account given;
  for (int k = 0; k < 5; ++k) spin_up.push(pile, 10, given);
  Pile slower = pile;
  for (Vec3& v : slower.state.velocity) v *= 0.5;
  spin_up.observe({slower, 0, kG, false});
  const auto value = [](const experiment::SpinUp& drive, const std::string& name) {
    for (const experiment::Finding& f : drive.findings())
      if (f.name == name) return f.value;
    return -1.0;
  };
  EXPECT_NEAR(value(spin_up, "spin/shortest_period"), kTurn / 0.04, 1e-9);
  EXPECT_GT(value(spin_up, "spin/period"), kTurn / 0.04);
  EXPECT_NEAR(value(spin_up, "spin/rate") * value(spin_up, "spin/moment"), value(spin_up, "spin/angular_momentum"),
              1e-6);
  const Resume resume = memory_of(spin_up);
  experiment::SpinUp again(plan(experiment::SpinIncrement::spin), experiment::SpinRates{0.02, 0.06});
  Pile start = heap();
  again.begin(start, kG);
  restore(again, resume);
  EXPECT_EQ(value(again, "spin/shortest_period"), value(spin_up, "spin/shortest_period"));
  for (int k = 0; k < 50; ++k) again.push(pile, 10, given);
  EXPECT_NEAR(value(again, "spin/shortest_period"), kTurn / 0.06, 1e-9);
  EXPECT_THROW(restore(again, Resume{}), InputError);
}

// Two touching spheres and one in orbit about them: only the pair is spun up. Its moment of inertia about z is
// 2 m (1 + 2/5) for a distance of 2 and radii of 1.
TEST(DriveSpinUp, ShedBodiesReceiveNothing) {
  Pile pile;
  test::add(pile, 3, 1, Vec3(0, 0, 0));
  test::add(pile, 3, 1, Vec3(2, 0, 0));
  test::add(pile, 3, 1, Vec3(9, 1, 0), Vec3(0.1, 0.7, 0.2));
  pile.model.materials = {{"rock", 1000}};
  const double m = pile.model.mass[0];
  const auto velocity = pile.state.velocity[2], spin = pile.state.spin[2];
  experiment::SpinUpPlan about_z = plan(experiment::SpinIncrement::angular_momentum);
  about_z.axis = Vec3(0, 0, 1);
  about_z.bodies = experiment::SpunBodies::largest;
  experiment::SpinUp spin_up(about_z, experiment::SpinRates{0.2, 0.6});
  spin_up.begin(pile, kG);
  const measure::Ledger before = ledger_of(pile);
  Account given;
  for (int k = 0; k < 5; ++k) spin_up.push(pile, 10, given);
  spin_up.observe({pile, 0, kG, false});
  std::map<std::string, double> found;
  for (const experiment::Finding& f : spin_up.findings()) found[f.name] = f.value;
  EXPECT_NEAR(found.at("spin/moment"), 2.8 * m, 1e-12 * m);
  EXPECT_NEAR(found.at("spin/rate"), 0.4, 1e-14);
  EXPECT_NEAR(found.at("spin/angular_momentum"), 2.8 * 0.4 * m, 1e-12 * m);
  EXPECT_EQ(pile.state.velocity[2], velocity);
  EXPECT_EQ(pile.state.spin[2], spin);
  EXPECT_LT((pile.state.velocity[1] - Vec3(0, 0.4, 0)).norm(), 1e-14);
  const measure::Ledger after = ledger_of(pile);
  EXPECT_NEAR(given.driven, after.kinetic() - before.kinetic(), 1e-13 * after.kinetic());
  EXPECT_LT((given.angular_impulse - (after.angular() - before.angular())).norm(), 1e-13 * after.angular().norm());
  EXPECT_NEAR(given.angular_impulse.z(), 2.8 * 0.2 * m, 1e-12 * m);
}

// A bond across a gap of half a diameter connects the bodies of a group.
TEST(DriveSpinUp, BondsConnectTheBodiesThatAreSpunUp) {
  for (const bool bonded : {false, true}) {
    Pile pile;
    test::add(pile, 3, 2, Vec3(0, 0, 0));
    test::add(pile, 3, 1, Vec3(4.5, 0, 0));
    pile.model.materials = {{"rock", 1000}};
    if (bonded) {
      pile.bonds.beams = true;
      resize(pile.bonds, 1);
      pile.bonds.pair = {{0, 1}};
    }
    experiment::SpinUpPlan about_z = plan(experiment::SpinIncrement::spin);
    about_z.axis = Vec3(0, 0, 1);
    about_z.bodies = experiment::SpunBodies::largest;
    experiment::SpinUp spin_up(about_z, experiment::SpinRates{0.2, 0.6});
    spin_up.begin(pile, kG);
    EXPECT_EQ(pile.state.spin[1].z(), bonded ? 0.2 : 0);
    Account given;
    spin_up.push(pile, 10, given);
    EXPECT_NEAR(pile.state.spin[1].z(), bonded ? 0.24 : 0, 1e-15);
  }
}

TEST(DriveSpinUp, ACriticalRateNeedsGravity) {
  Pile pile = heap();
  EXPECT_THROW(
      experiment::SpinUp(plan(experiment::SpinIncrement::spin), experiment::CriticalRates{0.5, 1}).begin(pile, 0),
      InputError);
  EXPECT_NO_THROW(
      experiment::SpinUp(plan(experiment::SpinIncrement::spin), experiment::SpinRates{0.5, 1}).begin(pile, 0));
}

// (rule, factors by which a heap is expanded at t = 0, 1, 2, ...) => the first check at which the rule is met, or -1 if
// there is none.
int first_met(const experiment::ExpansionRule& rule, const Reals& factors, bool restarts = false) {
  experiment::Expansion expansion(rule);
  const Pile pile = heap();
  for (std::size_t k = 0; k < factors.size(); ++k) {
    Pile now = pile;
    now.state.time = static_cast<double>(k);
    for (Vec3& x : now.state.position) x *= factors[k];
    if (restarts) {
      const Resume resume = memory_of(expansion);
      expansion = experiment::Expansion(rule);
      if (k > 0) restore(expansion, resume);
    }
    expansion.observe({now, 0, kG, k == 0});
    if (expansion.met()) return static_cast<int>(k);
  }
  return -1;
}

TEST(DriveExpansion, IsMetByGrowth) {
  for (const auto& [word, radius] : experiment::kBulkRadiusWords) {
    if (radius == experiment::BulkRadius::none) continue;
    EXPECT_EQ(first_met({radius, 0.1, 0, 0}, {1, 1.05, 1.2, 1.3}), 2) << word;
    EXPECT_EQ(first_met({radius, 0.1, 0, 0}, {1, 1.05, 1.08, 0.9}), -1) << word;
  }
  EXPECT_EQ(first_met({experiment::BulkRadius::none, 0.1, 0, 0}, {1, 2, 3}), -1);
}

TEST(DriveExpansion, MeanIgnoresASpike) {
  const Reals spike{1, 1, 1, 1.5, 1, 1, 1, 1, 1.5, 1.5, 1.5, 1.5, 1.5, 1.5};
  for (const bool restarts : {false, true}) {
    EXPECT_EQ(first_met({experiment::BulkRadius::distance, 0.2, 0, 0}, spike, restarts), 3);
    EXPECT_EQ(first_met({experiment::BulkRadius::distance, 0.2, 4, 0}, spike, restarts), 10);  // 3 of 5 samples
  }
}

TEST(DriveExpansion, LossOfMassCounts) {
  EXPECT_EQ(first_met({experiment::BulkRadius::none, 0.1, 0, 0.01}, {1, 10, 10}), -1);
  EXPECT_EQ(first_met({experiment::BulkRadius::none, 0.1, 0, 0.9}, {0.1, 0.1, 10}), 2);
}

TEST(DriveExpansion, APileThatHasBrokenUpIsRefused) {
  EXPECT_THROW(first_met({experiment::BulkRadius::none, 0.1, 0, 0.9}, {10, 0.1}), InputError);
  EXPECT_EQ(first_met({experiment::BulkRadius::none, 0.1, 0, 0}, {10, 0.1}), -1);
}

// Two spheres of 1 and 3 kg whose gap is 1 m, which separate at `factor` times their escape speed sqrt(2 G M / d).
Pile separating(double factor) {
  constexpr double kMass = 4, kDistance = 2.5;
  Pile pile;
  pile.model.id = {0, 1}, pile.model.mass = {1, 3}, pile.model.radius = {0.5, 1}, pile.model.material = {0, 0};
  pile.model.materials = {{"rock", 1}};
  pile.state.position = {Vec3::Zero(), Vec3(kDistance, 0, 0)};
  pile.state.velocity = {Vec3(0, -factor * std::sqrt(2 * kG * kMass / kDistance), 0), Vec3::Zero()};
  pile.state.spin.assign(2, Vec3::Zero());
  return pile;
}

// The lighter sphere is outside the heaviest group at any speed, and lost above the escape speed. Without gravity it is
// always lost.
TEST(DriveExpansion, BoundMassIsNotLost) {
  const auto bound = [](double factor, double constant) {
    const Pile pile = separating(factor);
    experiment::Expansion expansion({experiment::BulkRadius::none, 0, 0, 0});
    expansion.observe({pile, 0, constant, true});
    const auto all = expansion.findings();
    EXPECT_EQ(all.end()[-2].name, "bulk/largest");
    EXPECT_EQ(all.end()[-2].value, 0.75);
    EXPECT_EQ(all.end()[-1].name, "bulk/bound");
    return all.end()[-1].value;
  };
  EXPECT_EQ(bound(0.99, kG), 1);
  EXPECT_EQ(bound(1.01, kG), 0.75);
  EXPECT_EQ(bound(0, 0), 0.75);
}

TEST(DriveExpansion, ALossOfBoundMassIsMet) {
  const experiment::ExpansionRule rule{.least_bound_mass = 0.8};
  experiment::Expansion expansion(rule);
  const Pile slow = separating(0.99), fast = separating(1.01);
  expansion.observe({slow, 0, kG, true});
  EXPECT_FALSE(expansion.met());
  expansion.observe({fast, 0, kG, false});
  EXPECT_TRUE(expansion.met());
  experiment::Expansion lost(rule);
  EXPECT_THROW(lost.observe({fast, 0, kG, true}), InputError);
}

// The largest group has exactly the share 0.99 in 297 of 300 equal spheres, whatever the rounding of the sums.
TEST(DriveExpansion, AnEqualShareIsNotLess) {
  Pile pile;
  for (int i = 0; i < 300; ++i) {
    pile.model.id.push_back(i), pile.model.mass.push_back(0.1), pile.model.radius.push_back(0.5);
    pile.model.material.push_back(0);
    pile.state.position.emplace_back(i < 297 ? i : 10 * i, 0, 0);
  }
  pile.model.materials = {{"rock", 1}};
  pile.state.velocity.assign(300, Vec3::Zero()), pile.state.spin.assign(300, Vec3::Zero());
  Pile whole = pile;
  for (int i = 297; i < 300; ++i) whole.state.position[static_cast<std::size_t>(i)].x() = i;
  for (const auto& [least, met] : {std::pair{297.0 / 300, false}, {1 - 3.0 / 300, false}, {0.9901, true}}) {
    experiment::Expansion expansion({experiment::BulkRadius::none, 0, 0, least});
    expansion.observe({whole, 0, 0, true});
    expansion.observe({pile, 0, 0, false});
    EXPECT_EQ(expansion.met(), met) << least;
  }
}

experiment::FlybyPlan passing(experiment::StartRotation rotation) {
  return {5.972e24, 7.6e6, 6.4e7, 3e7, rotation, measure::Volume::extents};
}

// A value of 38012 without its unit is 38 km, which is inside the Earth. A ball of 5.972e24 kg with 30 g/cm3 has a
// radius of (3 M / (4 pi rho))^(1/3) = 3622 km. A white dwarf of 0.6 solar masses may be passed at its radius of 9000
// km or nearer.
TEST(DriveFlyby, ThePericentreIsOutsideThePlanet) {
  experiment::FlybyPlan plan = passing(experiment::StartRotation::none);
  EXPECT_EQ(experiment::wrong_pericentre(plan), "");
  plan.pericentre = 38012;
  const std::string wrong = experiment::wrong_pericentre(plan);
  EXPECT_NE(wrong.find("38012 m lies inside the planet, whose radius is at least 3.622"), std::string::npos) << wrong;
  EXPECT_NE(wrong.find("\"38012 km\""), std::string::npos) << wrong;
  plan.pericentre = 3.6e6;
  EXPECT_NE(experiment::wrong_pericentre(plan), "");
  plan.pericentre = 3.65e6;
  EXPECT_EQ(experiment::wrong_pericentre(plan), "");
  plan.planet_radius = 6.371e6;
  EXPECT_NE(experiment::wrong_pericentre(plan).find("whose radius is 6.371e+06 m"), std::string::npos);
  plan = passing(experiment::StartRotation::none);
  plan.planet_mass = 1.2e30;
  plan.pericentre = 9e6;
  EXPECT_EQ(experiment::wrong_pericentre(plan), "");
  plan.planet_mass = 5.972e24;
  plan.pericentre = 1;
  plan.planet_radius = 0;
  EXPECT_EQ(experiment::wrong_pericentre(plan), "");
}

// Two spheres that touch and one that does not: the largest group is the pair, which rotates at the given rate.
TEST(DrivePacking, AllAndTheLargestGroup) {
  Pile pile;
  test::add(pile, 3, 1, Vec3(0, 0, 0), Vec3(0, -0.5, 0));
  test::add(pile, 3, 1, Vec3(2.001, 0, 0), Vec3(0, 0.5, 0));
  test::add(pile, 3, 1, Vec3(50, 0, 0));
  pile.model.materials = {{"rock", 1000}};
  experiment::Packing packing({0.01, 0, 1});
  const auto before = packing.findings();
  packing.observe({pile, 0, 0, true});
  std::map<std::string, double> found;
  for (const experiment::Finding& f : packing.findings()) found[f.name] = f.value;
  ASSERT_EQ(found.size(), before.size());
  EXPECT_EQ(found.at("packing/all/grains"), 3);
  EXPECT_EQ(found.at("packing/largest/grains"), 2);
  const double m = pile.model.mass[0];
  EXPECT_NEAR(found.at("packing/largest/kinetic"), 0.25 * m, 1e-9 * m);
  // Angular momentum 2 x 1.0005 x 0.5 m, moment of inertia 2 m (1.0005^2 + 2/5).
  EXPECT_NEAR(found.at("packing/largest/spin"), 1.0005 * 0.5 / (1.0005 * 1.0005 + 0.4), 1e-12);
  EXPECT_NEAR(found.at("packing/largest/radius"), 2.0005, 1e-12);
  EXPECT_EQ(found.at("packing/largest/touching"), 1);
  EXPECT_EQ(found.at("packing/largest/coordination"), 0);  // no contact is under pressure
}

TEST(DriveFlyby, BringsThePileToTheStartOfThePass) {
  for (const auto rotation :
       {experiment::StartRotation::none, experiment::StartRotation::kept, experiment::StartRotation::given}) {
    Pile pile = heap();
    pile.state.time = 500;
    External external;
    experiment::Flyby flyby(passing(rotation), experiment::BySpeed{3000}, {7200, Vec3(0, 0, -2)},
                            {experiment::BulkRadius::none, 0, 0, 0});
    flyby.begin(pile, external, kG);
    const experiment::RigidMotion whole = experiment::rigid_motion(pile.model, pile.state);
    EXPECT_LT(whole.centre.norm(), 1e-12);
    EXPECT_LT(whole.velocity.norm(), 1e-15);
    Vec3 expected = Vec3::Zero();
    if (rotation == experiment::StartRotation::kept)
      expected = experiment::rigid_motion(heap().model, heap().state).spin;
    if (rotation == experiment::StartRotation::given) expected = Vec3(0, 0, -kTurn / 7200);
    EXPECT_LT((whole.spin - expected).norm(), 1e-14);
    const Vec3 planet = external.planets[0].position_at(500), later = external.planets[0].position_at(501);
    EXPECT_NEAR(planet.norm(), 6.4e7, 1);
    // Inbound, with v^2 = v_infinity^2 + 2 GM / r.
    EXPECT_LT(later.norm(), planet.norm());
    EXPECT_NEAR((later - planet).norm(), std::sqrt(9e6 + 2 * kG * 5.972e24 / 6.4e7), 1);
    // The flyby ends at the end distance.
    for (double t = 500; !flyby.met(); t += 100) {
      pile.state.time = t;
      flyby.observe({pile, 0, kG, t == 500});
      ASSERT_LT(t, 1e5);
    }
    EXPECT_NEAR(external.planets[0].position_at(pile.state.time).norm(), 3e7, 100 * 6e3);
    EXPECT_GT(external.planets[0].position_at(pile.state.time + 1).norm(), 3e7);
  }
}

// The stop rules state what they have met, or what they lack.
TEST(DriveExpansion, StatesItsCriteria) {
  const auto state = [](const experiment::ExpansionRule& rule, double factor) {
    experiment::Expansion expansion(rule);
    Pile pile = heap();
    expansion.observe({pile, 0, kG, true});
    for (Vec3& x : pile.state.position) x *= factor;
    expansion.observe({pile, 0, kG, false});
    return expansion.state();
  };
  using experiment::BulkRadius;
  const std::string grown = state({BulkRadius::distance, 0.1, 0, 0}, 1.5);
  EXPECT_TRUE(grown.starts_with("bulk radius \"distance\" grown by 0.")) << grown;
  EXPECT_TRUE(grown.ends_with(", limit stop.threshold = 0.1")) << grown;
  EXPECT_EQ(state({BulkRadius::distance, 0.1, 0, 0}, 1),
            "bulk radius \"distance\" grown by 0, limit stop.threshold = 0.1");
  const std::string both = state({BulkRadius::any, 0.1, 0, 0.01}, 1);
  EXPECT_TRUE(both.ends_with("of the mass, limit stop.least_mass = 0.01")) << both;
  const std::string one = state({BulkRadius::any, 0.1, 0, 0.01}, 1.5);
  EXPECT_EQ(one.find("least_mass"), one.npos) << one;
  EXPECT_FALSE(experiment::Expansion({BulkRadius::none, 0.1, 0, 0}).enabled());
  EXPECT_TRUE(experiment::Expansion({BulkRadius::none, 0.1, 0, 0.5}).enabled());
}

// Such a flyby would end at its first record without a step.
TEST(DriveFlyby, MustNotEndWhereItStarts) {
  experiment::FlybyPlan plan = passing(experiment::StartRotation::none);
  plan.start_distance = plan.end_distance = plan.pericentre;
  const auto begin = [&] {
    Pile pile = heap();
    External external;
    experiment::Flyby(plan, experiment::ByEccentricity{1}, {}, {}).begin(pile, external, kG);
  };
  EXPECT_THROW(begin(), InputError);
  plan.end_distance *= 2;
  EXPECT_NO_THROW(begin());
}

TEST(DriveFlyby, UnitOfDistance) {
  // Earth and 2000 kg m-3: 1.26 x 6371 km x (5513 / 2000)^(1/3).
  EXPECT_NEAR(measure::disruption_distance(5.972e24, 2000), 1.26 * 6.371e6 * std::cbrt(5513.0 / 2000), 1e3);
}

TEST(DriveFlyby, InvalidPlansAreRefused) {
  Pile pile = heap();
  External external;
  experiment::FlybyPlan plan = passing(experiment::StartRotation::none);
  EXPECT_THROW(experiment::Flyby(plan, experiment::ByEccentricity{1}, {}, {}).begin(pile, external, 0), InputError);
  EXPECT_THROW(experiment::Flyby(plan, experiment::ByEccentricity{0.1}, {}, {}).begin(pile, external, kG), InputError);
  plan.end_distance = 1e6;
  EXPECT_THROW(experiment::Flyby(plan, experiment::ByEccentricity{1}, {}, {}).begin(pile, external, kG), InputError);
}

External box() {
  External external;
  external.uniform = Vec3(0, 0, -9.8);
  for (int axis = 0; axis < 3; ++axis)
    for (const double side : {-1.0, 1.0}) {
      Plane wall;
      wall.point = 20 * side * Vec3::Unit(axis), wall.normal = -side * Vec3::Unit(axis);
      external.planes.push_back(wall);
    }
  return external;
}

TEST(DriveShaking, WallsFollowTheTableFromTheStart) {
  Pile pile = heap();
  pile.state.time = 77;
  External external = box();
  experiment::follow({Vec3(0, 0, 5), {0, 1, 2}, {0, 0.03, -0.01}, 0.5}, external.planes);
  experiment::Shaking shaking({4, 105}, 0.5);
  shaking.begin(pile, external);
  for (const Plane& wall : external.planes) {
    EXPECT_LT((wall.displacement(77)).norm(), 1e-15);
    EXPECT_LT((wall.displacement(78) - Vec3(0, 0, 0.03)).norm(), 1e-15);
    EXPECT_LT((wall.displacement(99) - Vec3(0, 0, -0.01)).norm(), 1e-15);
    EXPECT_LT(wall.displacement(78.3).norm(), wall.amplitude.norm());
    const double h = 1e-6;
    EXPECT_LT((wall.velocity_at(77.4) - (wall.point_at(77.4 + h) - wall.point_at(77.4 - h)) / (2 * h)).norm(), 1e-8);
    EXPECT_LE(wall.velocity_at(77.6).norm(), wall.greatest_speed());
  }
}

// A sine whose amplitude grows over two cycles, in displacement and speed; afterwards the full sine.
TEST(DriveShaking, ASoftStartGrowsOverItsCycles) {
  Pile pile = heap();
  pile.state.time = 10;
  External external = box();
  for (Plane& wall : external.planes) wall.amplitude = Vec3(0, 0, 0.5), wall.frequency = 4;
  experiment::Shaking shaking({6, 105, 2}, 0);
  experiment::Shaking long_one({1000000000, 105, 2}, 0);  // a long shaking costs no more
  External same = box();
  for (Plane& wall : same.planes) wall.amplitude = Vec3(0, 0, 0.5), wall.frequency = 4;
  long_one.begin(pile, same);
  shaking.begin(pile, external);
  const double rate = kTurn * 4;
  for (const Plane& wall : external.planes)
    for (double t = 0.003; t < 1.5; t += 0.0131) {
      const double share = std::min(1.0, t / 0.5), growth = t < 0.5 ? 2 : 0;
      const double place = 0.5 * share * std::sin(rate * t);
      const double speed = 0.5 * (share * rate * std::cos(rate * t) + growth * std::sin(rate * t));
      EXPECT_NEAR(wall.displacement(10 + t).z(), place, 1e-13);
      EXPECT_NEAR(wall.velocity_at(10 + t).z(), speed, 1e-12 * rate) << t;
      EXPECT_LE(wall.velocity_at(10 + t).norm(), wall.greatest_speed());
    }
  shaking.observe({pile, 0, 0, false});
  pile.state.time = 11.5;
  shaking.observe({pile, 0, 0, false});
  EXPECT_NEAR(shaking.findings()[0].value, 6, 1e-12);
  External table = box();
  experiment::follow({Vec3(0, 0, 5), {0, 1, 2}, {0, 0.03, -0.01}, 0.5}, table.planes);
  EXPECT_THROW(experiment::Shaking({4, 105, 2}, 0.5).begin(pile, table), InputError);
}

TEST(DriveShaking, FindsHeightsAboveTheMovingFloor) {
  Pile pile = heap();
  pile.state.time = 10;
  External external = box();
  for (Plane& wall : external.planes) wall.amplitude = Vec3(0, 0, 0.5), wall.frequency = 2;
  experiment::Shaking shaking({4, 105}, 0);
  shaking.begin(pile, external);
  pile.state.time = 10.125 + 1.5;  // three cycles and a quarter
  shaking.observe({pile, 0, 0, false});
  EXPECT_FALSE(shaking.met());
  const auto found = shaking.findings();
  EXPECT_NEAR(found[0].value, 3.25, 1e-12);
  EXPECT_NEAR(found[1].value, 0.5, 1e-12);
  EXPECT_NEAR(found[2].value, pile.state.position[5].z() + 19.5, 1e-12);
  Reals z;
  for (std::size_t i = 0; i < pile.size(); ++i)
    if (i != 5) z.push_back(pile.state.position[i].z() + 19.5);
  std::sort(z.begin(), z.end());
  EXPECT_NEAR(found[3].value, found[2].value + pile.model.radius[5], 1e-12);
  EXPECT_NEAR(found[4].value, z[19], 1e-12);
  EXPECT_GT(found[5].value, z[36]);
  pile.state.time = 12;
  shaking.observe({pile, 0, 0, false});
  EXPECT_TRUE(shaking.met());
}

// The centres of two spheres of radius 1 are 2 apart along an inclined line. The sphere about both extends to 2 above
// their midpoint.
TEST(DriveShaking, TheTopIsThatOfTheSphereAboutTheGrain) {
  Pile pile;
  test::add_dumbbell(pile, {0, 0, 5}, Vec3(0.6, 0, 0.8));
  External external = box();
  for (Plane& wall : external.planes) wall.amplitude = Vec3(0, 0, 0.5), wall.frequency = 2;
  experiment::Shaking shaking({4, pile.model.id[0]}, 0);
  shaking.begin(pile, external);
  shaking.observe({pile, 0, 0, false});
  const auto found = shaking.findings();
  ASSERT_EQ(found[3].name, "intruder/top");
  EXPECT_NEAR(found[3].value - found[2].value, 2, 1e-12);
}

TEST(DriveShaking, InvalidPlansAreRefused) {
  const Pile pile = heap();
  const auto refused = [&](External external, std::int64_t intruder) {
    EXPECT_THROW(experiment::Shaking({1, intruder}, 0).begin(pile, external), InputError);
  };
  refused(box(), 105);  // no wall moves
  External moving = box();
  for (Plane& wall : moving.planes) wall.amplitude = Vec3::UnitZ(), wall.frequency = 1;
  refused(moving, 5);  // no such body
  External weightless = moving;
  weightless.uniform.setZero();
  refused(weightless, 105);
  External open = moving;
  open.planes.erase(open.planes.begin() + 4);  // without a floor
  refused(open, 105);
  std::vector<Plane> planes = box().planes;
  EXPECT_THROW(experiment::follow({Vec3::Zero(), {0, 1}, {0, 1}, 1}, planes), InputError);
  EXPECT_THROW(experiment::follow({Vec3::UnitZ(), {0, 1}, {1, 0}, 1}, planes), InputError);
  EXPECT_THROW(experiment::follow({Vec3::UnitZ(), {0, 1}, {0, 0}, 1}, planes), InputError);
  EXPECT_THROW(experiment::follow({Vec3::UnitZ(), {0, 0}, {0, 1}, 1}, planes), InputError);
}

}  // namespace
