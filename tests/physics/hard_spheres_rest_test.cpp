// Hard spheres at rest on each other or on walls stay at rest and dissipate no further energy.
#include "hsdem/engine.hpp"
#include "measure/ledger/ledger.hpp"
#include "model/regroup.hpp"
#include "physics/hard_scene.hpp"
#include "unit/measure_piles.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <numbers>
#include <string_view>
#include <tuple>

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace rubble::test {
namespace {

constexpr const char* kUnconverged = "kicks whose impulses of contacts at rest did not converge";

hsdem::Parameters piling(double dt, double restitution, double constant) {
  hsdem::Parameters p = hard_spheres(dt, restitution);
  p.gravity.method = gravity::Summation::direct;
  p.gravity.constant = constant;
  p.contact.slow = std::nullopt;  // auto
  return p;
}

// A run whose ledger is compared with the initial one.
struct Watched {
  hsdem::Parameters p;
  Pile& pile;
  External external;
  hsdem::Stepper stepper;
  measure::Drift drift;
  StepReport report;

  Watched(const hsdem::Parameters& parameters, Pile& start, const External& outside = {})
      : p(parameters), pile(start), external(outside), stepper(parameters, start, outside) {
    update();
  }
  measure::Ledger ledger() const {
    return measure::ledger(pile, external, p.gravity.constant, p.gravity.method != gravity::Summation::none,
                           stepper.account());
  }
  void update() {
    drift.update(ledger(), pile.model, pile.state);
    EXPECT_LT(drift.momentum, 1e-12);
    EXPECT_LT(drift.angular, 1e-12);
  }
  // => relative error of the energy.
  double until(double time) {
    report = stepper.advance(pile.model, pile.state, external, time);
    update();
    return drift.energy;
  }
  // => value of the audit of that name, an energy [J].
  double worst(std::string_view name) const {
    for (const Audit& audit : report.audits)
      if (audit.name == name) return audit.worst;
    ADD_FAILURE() << "no audit " << name;
    return 0;
  }
  double heat() const {
    const Account& account = stepper.account();
    return account[Channel::impact] + account[Channel::resting];
  }
  double fastest() const {
    double most = 0;
    for (const Vec3& v : pile.state.velocity) most = std::max(most, v.norm());
    return most;
  }
};

// Two spheres fall towards each other, bounce and come to rest. In the correct result they rest at the sum of their
// radii with the force G m^2 / (2 r)^2, and the loss is their initial energy minus -G m^2 / (2 r).
TEST(HardSpheresAtRest, TwoSpheresStayAtRest) {
  for (const double dt : {0.001, 0.01, 0.1}) {
    Pile pile = spheres();
    for (const double x : {10.0, -10.0}) add(pile, 1, 2, {x, 0, 0});
    Watched run(piling(dt, 0.5, 1), pile);
    const double early = run.until(150), heat = run.heat();
    const double late = run.until(150 + 20000 * dt);
    EXPECT_LT(early, 0.1 * dt) << dt;  // loss in impacts between kicks: theory 13.1
    EXPECT_NEAR(late, early, 1e-12) << dt;
    EXPECT_LT(run.fastest(), 1e-9) << dt;
    EXPECT_NEAR((pile.state.position[0] - pile.state.position[1]).norm(), 4, 1e-6) << dt;
    EXPECT_NEAR(heat, 1.0 / 4 - 1.0 / 20, 0.2 * dt * heat) << dt;
    EXPECT_NEAR(run.heat(), heat, 1e-12) << dt;
    const Contacts contacts = run.stepper.contacts(pile, {});
    ASSERT_EQ(contacts.size(), 1U) << dt;
    EXPECT_NEAR(contacts.force[0].norm(), 1.0 / 16, 1e-6) << dt;
  }
}

// Spheres on a slightly irregular lattice that collapse under their own gravity.
Pile heap(int side, double noise) {
  Dice dice(3);
  Pile pile = spheres();
  for (int k = 0; k < side * side * side; ++k) {
    const Vec3 cell(k % side, k / side % side, k / side / side);
    add(pile, 1047197.5511965977, 5, 10.4 * cell + noise * dice.vector());
  }
  return pile;
}

// Once a pile is at rest, neither its positions nor its ledger change.
TEST(HardSpheresAtRest, PilesStayAtRest) {
  for (const double dt : {5.0, 10.0, 20.0}) {
    Pile pile = heap(3, 0.2);
    Watched run(piling(dt, 0.5, 6.6743e-11), pile);
    const double early = run.until(20 * 3600.0), heat = run.heat();
    const double impacts = run.report.remark("impacts");
    const Vec3s places = pile.state.position;
    const double late = run.until(60 * 3600.0);
    double moved = 0;
    for (std::size_t i = 0; i < pile.size(); ++i) moved = std::max(moved, (places[i] - pile.state.position[i]).norm());
    EXPECT_LT(early, 1e-4 * dt) << dt;  // loss in impacts between kicks: theory 13.1
    EXPECT_NEAR(late, early, 1e-10) << dt;
    EXPECT_EQ(run.report.remark("impacts"), impacts) << dt;
    EXPECT_NEAR(run.heat(), heat, 1e-6 * heat) << dt;
    EXPECT_LT(moved, 1e-5) << dt;
    EXPECT_LT(run.fastest(), 1e-7) << dt;
    EXPECT_LT(run.report.audits[0].worst, 1e-5) << dt;
  }
}

// Two spheres approach at 4 mm/s in free space, in a uniform field, and 64,000 km from a planet of the Earth's mass at
// rest. A field that accelerates both equally does not change their impact (equivalence principle): the coefficient of
// restitution holds, and all heat is that of the impact. The speed of the kicks of the field alone, 3 h g, is above 4
// mm/s.
TEST(HardSpheresAtRest, CommonFallKeepsTheRestitution) {
  const double constant = 6.6743e-11, mass = 1e6;
  const double fall = constant * mass * mass * (1.0 / 10 - 1.0 / 16);  // from 16 m to the contact [J]
  for (const double dt : {1.25, 2.5, 5.0})
    for (const char* field : {"none", "uniform", "planet"}) {
      External external;
      Vec3 place = Vec3::Zero();
      double tide = 0;  // energy that the field gives to the approach [J]
      if (field == std::string("uniform")) external.uniform = {0, 0, -9.81};
      if (field == std::string("planet")) {
        external.planets = {{.mass = 5.97e24}};
        place = {0, 0, 6.4e7};
        tide = 0.25 * mass * constant * external.planets[0].mass / std::pow(6.4e7, 3) * (16 * 16 - 10 * 10);
      }
      Pile pile = spheres();
      add(pile, mass, 5, place + Vec3(-8, 0, 0), {0.002, 0, 0});
      add(pile, mass, 5, place + Vec3(8, 0, 0), {-0.002, 0, 0});
      Watched run(piling(dt, 0.5, constant), pile, external);
      run.until(3000);
      const double heat = run.stepper.account()[Channel::impact];
      const double expected = (1 - 0.5 * 0.5) * (0.25 * mass * 0.004 * 0.004 + fall + tide);
      EXPECT_NEAR(heat, expected, 2e-3 * expected) << field << ' ' << dt;
      EXPECT_EQ(run.stepper.account()[Channel::resting], 0) << field << ' ' << dt;
      EXPECT_GT((pile.state.position[1] - pile.state.position[0]).norm(), 10.5) << field << ' ' << dt;
    }
}

// Three touching spheres with ever shorter steps: their gaps open to the rest gap slowly, without energy.
TEST(HardSpheresAtRest, ShortStepsCreateNoEnergy) {
  for (const double dt : {1e-8, 1e-6, 1e-4}) {
    Pile pile = spheres();
    add(pile, 1, 1, {0, 0, 0});
    add(pile, 1, 1, {2, 0, 0});
    add(pile, 1, 1, {1, std::sqrt(3.0), 0});
    Watched run(piling(dt, 0.5, 1), pile);
    run.until(2000 * dt);
    EXPECT_LT(run.report.audits[0].worst, 1e-9) << dt;
    EXPECT_LT(run.fastest(), 1e-6) << dt;
    EXPECT_EQ(run.stepper.contacts(pile, {}).size(), 3U) << dt;
  }
}

// Bodies lie on a floor under uniform gravity, alone, as a column and as rods, with and without self-gravity and with
// perfectly elastic impacts: there is no heat, small bounces create no energy, and the floor carries the weight.
TEST(HardSpheresAtRest, BodiesRestOnAFloor) {
  External external;
  external.uniform = {0, 0, -9.81};
  external.planes.push_back({});
  for (const auto method : {gravity::Summation::none, gravity::Summation::direct})
    for (const double restitution : {0.5, 1.0})
      for (const bool glued : {false, true})
        for (const double dt : {0.01, 0.05, 0.25}) {
          Pile pile = spheres();
          for (int k = 0; k < 4; ++k) add(pile, 1, 0.5, glued ? Vec3(k, 0, 0.5) : Vec3(0, 0, 0.5 + k));
          if (glued) glue_bodies(pile, {0, 0, 0, 0}, {Mat3::Zero()});
          hsdem::Parameters p = piling(dt, restitution, 0.1);
          p.gravity.method = method;
          Watched run(p, pile, external);
          const Vec3s places = pile.state.position;
          run.until(100);
          const measure::Ledger now = run.ledger();
          EXPECT_NEAR(now.of_motion(), run.drift.first.of_motion(), 1e-11 * now.external_size)
              << static_cast<int>(method) << ' ' << restitution << ' ' << glued << ' ' << dt;
          EXPECT_EQ(run.report.remark("impacts"), 0)
              << static_cast<int>(method) << ' ' << restitution << ' ' << glued << ' ' << dt;
          EXPECT_LT(std::abs(run.stepper.account()[Channel::correction]), 1e-6);
          EXPECT_LT(std::abs(run.heat()), 1e-6);
          for (std::size_t i = 0; i < 4; ++i) EXPECT_LT((pile.state.position[i] - places[i]).norm(), 1e-6);
          const Contacts contacts = run.stepper.contacts(pile, external);
          double weight = 0;
          for (std::size_t c = 0; c < contacts.size(); ++c)
            if (contacts.key[c].on_wall()) weight += contacts.force[c].z();
          EXPECT_NEAR(weight, 4 * 9.81, 1e-6);
        }
}

// A small smooth sphere slides about a large one at half of the speed of an orbit, without losing any energy: it
// returns after 2 pi (R + r) / v, for any duration.
TEST(HardSpheresAtRest, SlidingWithoutFrictionLosesNothing) {
  const double speed = 0.5 / std::sqrt(1.1);
  const double period = 2 * std::numbers::pi * 1.1 / speed;
  for (const int steps : {200, 400, 800}) {
    Pile pile = spheres();
    add(pile, 1, 1, {0, 0, 0});
    add(pile, 1e-9, 0.1, {1.1, 0, 0}, {0, speed, 0});
    const double dt = period / steps;
    Watched run(piling(dt, 0.5, 1), pile);
    double farthest = 0, error = 0;
    for (int k = 1; k <= 200; ++k) {
      error = std::max(error, run.until(k * period / 20));
      farthest = std::max(farthest, (pile.state.position[1] - pile.state.position[0]).norm() - 1.1);
    }
    EXPECT_LT(farthest, 2 * dt * dt);
    EXPECT_LT(error, dt * dt);
    EXPECT_NEAR(pile.state.velocity[1].norm(), speed, dt * speed);
  }
}

// Two equal spheres in contact rotate about each other at 0.3 and 0.45 rad/s; the rate of a circular orbit would be 0.5
// rad/s. At the faster rate, the spheres do not press on each other in every kick. Smooth spheres keep this motion for
// any time and any restitution. Contact impulses add energy in one half of a kick and remove the same energy in the
// second half.
TEST(HardSpheresAtRest, RotatingPairsCreateNoEnergy) {
  for (const auto& [rate, restitution, dt] :
       {std::tuple{0.3, 0.5, 0.02}, {0.3, 0.5, 0.1}, {0.3, 1.0, 0.02}, {0.3, 1.0, 0.1}, {0.45, 1.0, 0.02}}) {
    Pile pile = spheres();
    add(pile, 1, 1, {-1, 0, 0}, {0, -rate, 0});
    add(pile, 1, 1, {1, 0, 0}, {0, rate, 0});
    Watched run(piling(dt, restitution, 1), pile);
    const std::string what = fmt::format("{} {} {}", rate, restitution, dt);
    const double steps = 20000;
    double farthest = 0, error = 0;
    for (int k = 1; k <= 100; ++k) {
      error = std::max(error, run.until(k * steps / 100 * dt));
      farthest = std::max(farthest, (pile.state.position[1] - pile.state.position[0]).norm() - 2);
    }
    const double scale = run.drift.energy_scale;
    EXPECT_LT(error, 0.1 * dt * dt) << what;
    EXPECT_LT(farthest, dt * dt) << what;
    EXPECT_EQ(run.worst("energy_made/impacts"), 0) << what;
    EXPECT_LT(run.worst("energy_made/resting"), 1e-5 * scale) << what;
    EXPECT_LT(std::abs(run.heat()), 1e-4 * scale) << what;
    const Vec3 across = pile.state.position[1] - pile.state.position[0];
    const double angle = rate * run.pile.state.time;
    EXPECT_LT(std::abs(std::remainder(std::atan2(across.y(), across.x()) - angle, 2 * std::numbers::pi)),
              0.1 * dt * dt * angle)
        << what;
  }
}

// A column of spheres at rest on a floor: each contact carries the weight of the spheres above it.
TEST(HardSpheresAtRest, LongColumnsRest) {
  External external;
  external.uniform = {0, 0, -9.81};
  external.planes.push_back({});
  Pile pile = spheres();
  for (int k = 0; k < 100; ++k) add(pile, 1, 1, {0, 0, 1.0 + 2 * k});
  hsdem::Parameters p = piling(0.01, 0.5, 1);
  p.gravity.method = gravity::Summation::none;
  Watched run(p, pile, external);
  EXPECT_LT(run.until(10), 1e-9);
  EXPECT_LT(run.worst("worst_overlap"), 1e-6);
  EXPECT_EQ(run.report.remark(kUnconverged), 0);
  EXPECT_EQ(run.report.remark("impacts"), 0);
  EXPECT_EQ(run.worst("energy_made/impacts"), 0);
  EXPECT_LT(run.worst("energy_made/resting"), 1e-6 * run.drift.energy_scale);
  const Contacts contacts = run.stepper.contacts(pile, external);
  ASSERT_EQ(contacts.size(), 100U);
  for (std::size_t c = 0; c < contacts.size(); ++c) {
    const double above = contacts.key[c].on_wall() ? 100 : 99 - static_cast<double>(contacts.key[c].a);
    EXPECT_NEAR(contacts.force[c].norm(), 9.81 * above, 1e-6 * 981);
  }
}

// A sphere fits exactly between a floor and a ceiling, or overlaps them slightly. Both gaps would have to open to the
// rest gap, so that the kicks have no solution. The floor must carry the weight of the sphere, which stays in place.
TEST(HardSpheresAtRest, SphereBetweenFloorAndCeiling) {
  for (const double overlap : {0.0, 1e-8, 1e-6}) {
    External external;
    external.uniform = {0, 0, -9.81};
    external.planes.push_back({});
    external.planes.push_back({});
    external.planes.back().point = {0, 0, 2 - overlap};
    external.planes.back().normal = -Vec3::UnitZ();
    Pile pile = spheres();
    add(pile, 1, 1, {0, 0, 1 - overlap / 2});
    hsdem::Parameters p = piling(0.01, 0.5, 1);
    p.gravity.method = gravity::Summation::none;
    Watched run(p, pile, external);
    EXPECT_LT(run.until(4), 1e-11) << overlap;
    EXPECT_LT(run.worst("worst_overlap"), 1e-4) << overlap;
    EXPECT_LT(run.worst("energy_made/correction"), 1e-5 * run.drift.energy_scale) << overlap;
    EXPECT_EQ(run.report.remark("kicks with contacts at rest"), 800) << overlap;
    EXPECT_LE(run.report.remark("sweeps over contacts at rest"), 2 * 20 * 800) << overlap;
    double force = 0;
    const Contacts contacts = run.stepper.contacts(pile, external);
    for (std::size_t c = 0; c < contacts.size(); ++c) force += contacts.force[c].z();
    EXPECT_NEAR(std::abs(force), 9.81, 0.01) << overlap;
  }
}

// Many columns far from each other: each is solved for itself, so that all of them rest.
TEST(HardSpheresAtRest, SeparateColumnsRest) {
  External external;
  external.uniform = {0, 0, -9.81};
  external.planes.push_back({});
  Pile pile = spheres();
  for (int column = 0; column < 50; ++column)
    for (int k = 0; k < 20; ++k) add(pile, 1, 1, {10.0 * column, 0, 1.0 + 2 * k});
  hsdem::Parameters p = piling(0.1, 0.5, 1);
  p.gravity.method = gravity::Summation::none;
  Watched run(p, pile, external);
  EXPECT_LT(run.until(2), 1e-9);
  EXPECT_EQ(run.report.remark(kUnconverged), 0);
  EXPECT_EQ(run.report.remark("impacts"), 0);
  EXPECT_LT(run.worst("energy_made/resting"), 1e-6 * run.drift.energy_scale);
}

// A ball of touching spheres on a lattice rotates at half of the critical spin. Its contacts need thousands of sweeps.
// A kick makes 26 of them, or twice 26 if it first tries to open overlaps. Impacts resolve the remaining approaches.
// The ball must rotate as a rigid body.
TEST(HardSpheresAtRest, LargePilesTurnRigidly) {
  Pile pile = spheres();
  for (const Vec3& place : close_packed(1, 8, [](const Vec3& x) { return x.norm() < 10; }).state.position)
    add(pile, 1, 1, place);
  const double density = static_cast<double>(pile.size()) / std::pow(10, 3);  // G M / R^3
  const double spin = 0.5 * std::sqrt(density), dt = 0.02 / std::sqrt(density);
  for (std::size_t i = 0; i < pile.size(); ++i)
    pile.state.velocity[i] = spin * Vec3::UnitZ().cross(pile.state.position[i]);
  const Vec3s start = pile.state.position;
  Watched run(piling(dt, 0.5, 1), pile);
  const double error = run.until(50 * dt);
  const Eigen::AngleAxisd turn(spin * 50 * dt, Vec3::UnitZ());
  double moved = 0;
  for (std::size_t i = 0; i < pile.size(); ++i)
    moved = std::max(moved, (pile.state.position[i] - turn * start[i]).norm());
  EXPECT_LT(error, 3e-5);
  EXPECT_LT(moved, 1e-3);
  EXPECT_EQ(run.worst("worst_overlap"), 0);
  EXPECT_LT(std::abs(run.heat()), 2e-6 * run.drift.energy_scale);
  EXPECT_EQ(run.report.remark("kicks with contacts at rest"), 100);
  EXPECT_GE(run.report.remark("sweeps over contacts at rest"), 26 * 100);
  EXPECT_LE(run.report.remark("sweeps over contacts at rest"), 2 * 26 * 100);
}

// Contacts at rest that create energy in each step end the run, although the ledger closes: the audit detects the whole
// created energy.
TEST(HardSpheresAtRest, CreatedEnergyIsDetected) {
  Pile pile = spheres();
  for (const double x : {1.0, -1.0}) add(pile, 1, 1, {x, 0, 0});
  hsdem::Engine engine(piling(0.01, 0.5, 1), pile, {}, nullptr);
  double made = 0;
  for (int k = 1; k <= 110; ++k) {
    engine.records.account[Channel::resting] -= 1e-4;
    made += 1e-4;
    engine.advance(pile.model, pile.state, {}, 0.01 * k);
    const std::vector<Audit> audits =
        hsdem::audits_of(hsdem::Limits{}, engine.records.counts, engine.records.made.energy());
    const auto found = std::find_if(audits.begin(), audits.end(), [](const Audit& audit) {
      return std::string_view(audit.name) == "energy_made/resting";
    });
    ASSERT_NE(found, audits.end());
    EXPECT_NEAR(found->worst, made, 1e-7);
    EXPECT_EQ(found->kept(), found->worst <= 0.01) << k;
  }
}

// Two plates that interlock in each other's hollows, held together by their gravity alone: several contacts of two
// rigid bodies.
TEST(HardSpheresAtRest, InterlockingPlatesStayAtRest) {
  for (const double h : {0.25, 0.5, 1.0}) {
    Pile pile = spheres();
    std::vector<Index> groups;
    for (int plate = 0; plate < 2; ++plate)
      for (int k = 0; k < 9; ++k) {
        add(pile, 1, 1, {2.0 * (k % 3) + plate, 2.0 * (k / 3) + plate, std::numbers::sqrt2 * plate});
        groups.push_back(plate);
      }
    glue_bodies(pile, groups, std::vector<Mat3>(2, Mat3::Zero()));
    Watched run(piling(h, 0.5, 2.9e-7), pile);
    run.until(4000 * h);
    const measure::Ledger before = run.ledger();
    const double heat = run.heat();
    EXPECT_LT(std::abs(heat), 1e-8 * std::abs(before.mutual)) << h;  // energy of opening to the gap of contacts at rest
    run.until(8000 * h);
    EXPECT_NEAR(run.ledger().total(), before.total(), 1e-12 * std::abs(before.mutual)) << h;
    EXPECT_NEAR(run.heat(), heat, 1e-10 * std::abs(before.mutual)) << h;
    EXPECT_LT(run.fastest(), 1e-8);
  }
}

// A pile that comes to rest has the same bits if the run is stopped and restarted at any time.
TEST(HardSpheresAtRest, SameBitsWhenRestarted) {
  const hsdem::Parameters p = piling(10, 0.5, 6.6743e-11);
  Pile whole = heap(2, 0.3), parts = whole;
  hsdem::Stepper at_once(p, whole, {});
  at_once.advance(whole.model, whole.state, {}, 60000);
  auto stepper = std::make_unique<hsdem::Stepper>(p, parts, External{});
  for (int k = 1; k <= 60; ++k) {
    stepper->advance(parts.model, parts.state, {}, 1000.0 * k);
    stepper = std::make_unique<hsdem::Stepper>(p, parts, External{}, memory_of(*stepper));
  }
  EXPECT_EQ(whole.state.time, parts.state.time);
  for (std::size_t i = 0; i < whole.size(); ++i) {
    EXPECT_EQ(whole.state.position[i], parts.state.position[i]);
    EXPECT_EQ(whole.state.velocity[i], parts.state.velocity[i]);
  }
  EXPECT_EQ(flat(at_once.account()), flat(stepper->account()));
}

}  // namespace
}  // namespace rubble::test
