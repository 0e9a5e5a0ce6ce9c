// Hard spheres in periodic space: collisions across a face equal those inside the box, the ledger closes, and a
// granular gas follows kinetic theory.
#include "base/error.hpp"
#include "measure/ledger/ledger.hpp"
#include "model/regroup.hpp"
#include "physics/hard_scene.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>

#include <gtest/gtest.h>

namespace rubble::test {
namespace {

constexpr double kPeriod = 8;

// A free sphere ('s') or a rod of two ('g') at the given position.
void put(Pile& pile, std::vector<Index>& grain, char kind, const Vec3& place, const Vec3& velocity, const Vec3& spin) {
  const Index next = grain.empty() ? 0 : *std::max_element(grain.begin(), grain.end()) + 1;
  if (kind == 's') {
    add(pile, 1, 0.5, place, velocity, spin);
    grain.push_back(-1);
    return;
  }
  for (const double y : {-0.5, 0.5}) {
    const Vec3 arm(0, y, 0);
    add(pile, 1, 0.5, place + arm, velocity + spin.cross(arm), spin);
    grain.push_back(next);
  }
}

// Two bodies with an off-centre collision, in the middle of space or across its faces.
Pile couple(const std::string& kinds, bool across) {
  Pile pile = spheres();
  std::vector<Index> grain;
  const Vec3 middle = across ? Vec3(4, -4, 0) : Vec3(0, 0, 0);
  const Vec3 image = across ? Vec3(-kPeriod, 0, 0) : Vec3(0, 0, 0);
  put(pile, grain, kinds[0], middle + Vec3(-0.7, 0.1, 0), {1, 0, 0}, {0, 2, 1});
  put(pile, grain, kinds[1], middle + image + Vec3(0.7, -0.2, 0.1), {-1, 0.5, 0.2}, {0.3, 0, -0.5});
  const auto grains = std::count(kinds.begin(), kinds.end(), 'g');
  if (grains > 0) glue_bodies(pile, grain, std::vector<Mat3>(static_cast<std::size_t>(grains), Mat3::Zero()));
  return pile;
}

// Smooth and rough spheres and rods collide across a face. The reference is the same collision in the middle of the
// box.
TEST(HardSpheresPeriodic, CollisionAcrossAFaceIsTheOneInside) {
  External external;
  external.period = Vec3(kPeriod, kPeriod, 0);
  for (const char* kinds : {"ss", "gs", "sg", "gg"})
    for (const double sliding : {1.0, 0.4})
      for (const double dt : {0.013, 0.05, 0.2}) {
        measure::Ledger after[2];
        Vec3 velocity[2], spin[2];
        for (const bool across : {false, true}) {
          Pile pile = couple(kinds, across);
          hsdem::Parameters p = hard_spheres(dt, 0.8);
          p.contact.sliding_restitution = sliding;
          hsdem::Stepper stepper(p, pile, external);
          const measure::Ledger before = measure::ledger(pile, external, 0, false, {});
          EXPECT_GE(stepper.advance(pile.model, pile.state, external, 0.6).remark("impacts"), 1) << kinds;
          measure::Ledger& now = after[across];
          now = measure::ledger(pile, external, 0, false, stepper.account());
          const Vec3 given = now.account.angular_impulse;
          EXPECT_LT((now.angular() - before.angular() - given).norm(), 1e-12 * (now.angular().norm() + given.norm()))
              << kinds << ' ' << sliding << ' ' << dt;
          EXPECT_EQ(given.isZero(), !across);
          EXPECT_LT((now.momentum - before.momentum).norm(), 1e-12);
          velocity[across] = pile.state.velocity[0];
          spin[across] = pile.state.spin[0];
        }
        EXPECT_LT((velocity[0] - velocity[1]).norm(), 1e-9) << kinds;
        EXPECT_LT((spin[0] - spin[1]).norm(), 1e-9) << kinds;
        EXPECT_NEAR(after[0].account.dissipated(), after[1].account.dissipated(), 1e-9) << kinds;
      }
}

// Two spheres that orbit each other, held together by an elastic bond across a face. The bond contributes the angular
// momentum of the period times the impulse, as collisions do.
TEST(HardSpheresPeriodic, BondAcrossAFaceKeepsAngularMomentum) {
  External external;
  external.period = Vec3(kPeriod, 0, 0);
  Pile pile = spheres();
  add(pile, 1, 0.5, {3.5, 0, 0}, {0, -0.3, 0});
  add(pile, 2, 0.5, {4.55 - kPeriod, 0.1, 0}, {0, 0.3, 0.1});
  hsdem::Parameters p = hard_spheres(2e-3, 1);
  hsdem::ElasticStrength bonds;
  bonds.young = 3;
  bonds.strength = 10;
  p.strength = bonds;
  hsdem::Stepper stepper(p, pile, external);
  const measure::Ledger before = measure::ledger(pile, external, 0, false, {});
  stepper.advance(pile.model, pile.state, external, 4);
  const Contacts contacts = stepper.contacts(pile, external);
  ASSERT_EQ(contacts.size(), 1U);
  ASSERT_NE(contacts.find(kImage), nullptr);
  EXPECT_EQ(std::get<Vec3s>(contacts.find(kImage)->value)[0], Vec3(kPeriod, 0, 0));
  const measure::Ledger after = measure::ledger(pile, external, 0, false, stepper.account());
  EXPECT_GT(stepper.account().angular_impulse.norm(), 0.1);
  EXPECT_LT((after.angular() - before.angular() - stepper.account().angular_impulse).norm(), 1e-12);
  EXPECT_LT((after.momentum - before.momentum).norm(), 1e-13);
}

// Spheres of diameter and mass 1 on a cubic lattice with the given solid fraction, with nearly Maxwellian velocities.
Pile gas(int side, double length) {
  Dice dice(11);
  Pile pile = spheres();
  Vec3 momentum = Vec3::Zero();
  for (int k = 0; k < side * side * side; ++k) {
    const Vec3 cell(k % side, k / side % side, k / side / side);
    Vec3 v = Vec3::Zero();
    for (int n = 0; n < 12; ++n) v += dice.vector();
    add(pile, 1, 0.5, length / side * (cell + 0.5 * Vec3::Ones()), v);
    momentum += v;
  }
  for (Vec3& v : pile.state.velocity) v -= momentum / static_cast<double>(pile.size());
  return pile;
}

// Advances a gas to several times, and compares its ledger with the first one at each.
struct Watched {
  Pile& pile;
  const External& external;
  hsdem::Stepper stepper;
  measure::Drift drift;

  Watched(const hsdem::Parameters& p, Pile& start, const External& space)
      : pile(start), external(space), stepper(p, start, space) {
    update();
  }
  void update() {
    drift.update(measure::ledger(pile, external, 0, false, stepper.account()), pile.model, pile.state);
    EXPECT_LT(drift.momentum, 1e-12);
    EXPECT_LT(drift.angular, 1e-12);
    EXPECT_LT(drift.energy, 1e-11);
  }
  double impacts_until(double time) {
    const double impacts = stepper.advance(pile.model, pile.state, external, time).remark("impacts");
    update();
    return impacts;
  }
  double temperature() const {
    return 2 * measure::ledger(pile, external, 0, false, {}).kinetic_translational /
           (3 * static_cast<double>(pile.size()));
  }
};

// Collisions of a sphere per time: Enskog's rate 4 n sigma^2 chi sqrt(pi kT / m) (Chapman & Cowling, The Mathematical
// Theory of Non-Uniform Gases) with the contact value chi of Carnahan & Starling, diameter and mass 1.
double enskog_rate(double fraction, double temperature) {
  const double density = 6 * fraction / std::numbers::pi, chi = (1 - fraction / 2) / std::pow(1 - fraction, 3);
  return 4 * density * chi * std::sqrt(std::numbers::pi * temperature);
}

External box_of(int side, double fraction) {
  External external;
  external.period = Vec3::Constant(std::cbrt(side * side * side * std::numbers::pi / 6 / fraction));
  return external;
}

TEST(HardSpheresPeriodic, EnskogsCollisionRate) {
  constexpr int kSide = 10;
  for (const double dt : {0.025, 0.05, 0.1}) {
    const double fraction = 0.1, count = kSide * kSide * kSide;
    const External external = box_of(kSide, fraction);
    Pile pile = gas(kSide, external.period.x());
    Watched run(hard_spheres(dt, 1), pile, external);
    const double start = run.impacts_until(4), began = pile.state.time;
    const double rate = enskog_rate(fraction, run.temperature());
    const double found = 2 * (run.impacts_until(20) - start) / count / (pile.state.time - began);
    EXPECT_NEAR(found / rate, 1, 0.02) << dt;
  }
}

// Haff's law (Haff 1983, doi:10.1017/S0022112083003419) for the temperature of a homogeneous gas of inelastic spheres:
// T = T_0 / (1 + t / tau)^2, 1 / tau = (1 - e^2) w_0 / 6. Here w_0 is Enskog's collision rate of a sphere at the start.
// Each collision costs (1 - e^2) kT in the mean (Brilliantov & Poeschel 2004, Kinetic Theory of Granular Gases, ch. 5).
// The deviation from Maxwell's velocities changes 1 / tau by less than 1 % at e = 0.9.
TEST(HardSpheresPeriodic, GranularGasCoolsAsHaffsLaw) {
  constexpr int kSide = 10;
  const double fraction = 0.1, restitution = 0.9;
  const External external = box_of(kSide, fraction);
  Pile start = gas(kSide, external.period.x());
  Watched(hard_spheres(0.1, 1), start, external).impacts_until(4);  // melts the lattice
  start.state.time = 0;
  for (const double dt : {0.025, 0.05, 0.1}) {
    Pile pile = start;
    Watched run(hard_spheres(dt, restitution), pile, external);
    const double first = run.temperature();
    const double tau = 6 / ((1 - restitution * restitution) * enskog_rate(fraction, first));
    for (const double time : {0.5, 1.0, 2.0}) {
      run.impacts_until(time * tau);
      EXPECT_NEAR(run.temperature() / first * std::pow(1 + pile.state.time / tau, 2), 1, 0.05) << dt << ' ' << time;
    }
  }
}

// A sphere passes through the face x = 20 m and hits an equal sphere at rest beyond or before the face. Momentum and
// restitution 0.5 give velocities of 0.25 and 0.75 of the initial velocity (Newton's law). A sphere 4 m to the side is
// not hit. A step that is too long to detect the impact ends the run.
TEST(HardSpheresPeriodic, FastBodiesHitBeyondTheFace) {
  int done = 0;
  for (const double v : {3.0, 30.0, 100.0, 200.0, 300.0, 1000.0, 3000.0, 1e5})
    for (const double place : {2.0, 12.0, 17.0})
      for (const double aside : {0.0, 4.0}) {
        External external;
        external.period = Vec3(20, 20, 20);
        Pile pile = spheres();
        add(pile, 1, 1, Vec3(5, 5, 5), Vec3(v, 0, 0));
        add(pile, 1, 1, Vec3(place, 5 + aside, 5));
        add(pile, 1, 1, Vec3(15, 15, 5));
        add(pile, 1, 1, Vec3(15, 5, 15));
        const double way = place > 5 ? place - 5 : place + 15;
        const bool hits = aside == 0;
        try {
          hsdem::Stepper stepper(hard_spheres(0.01, 0.5), pile, external);
          stepper.advance(pile.model, pile.state, external, 0.01 * std::ceil(100 * way / v) + 0.005);
          EXPECT_NEAR(pile.state.velocity[0].x() / v, hits ? 0.25 : 1, 1e-9) << v << " " << place << " " << aside;
          EXPECT_NEAR(pile.state.velocity[1].x() / v, hits ? 0.75 : 0, 1e-9) << v << " " << place << " " << aside;
          ++done;
        } catch (const SanityError& error) {
          EXPECT_NE(std::string(error.what()).find("set step.dt to at most"), std::string::npos) << error.what();
          EXPECT_GT(v * 0.01, 3) << error.what();
        }
      }
  EXPECT_GE(done, 30);
}

}  // namespace
}  // namespace rubble::test
