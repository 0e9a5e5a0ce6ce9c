// Contact Dynamics of impacts within a step: forces before and after them, points that do not touch yet, moving walls,
// and bodies that touch at the start. Results are compared with free flight and the impact of a rigid body.
#include "base/error.hpp"
#include "measure/ledger/ledger.hpp"
#include "physics/impulse_scene.hpp"
#include "unit/hulls.hpp"

#include <gtest/gtest.h>

namespace rubble::test {
namespace {

constexpr double kGravity = 9.81;

double height_of_energy(const ImpulseRun& run) {
  const double speed = run.velocity(0).norm();
  return run.position(0).z() + 0.5 * speed * speed / kGravity;
}

// A sphere that bounces for 20 s keeps its energy, given as a height, and no impact creates heat of either sign.
// Impacts take place at the speed of free fall, at any time within the step. Steps with theta other than 1/2 place the
// sphere by up to g h^2 / 8 off the parabola.
TEST(ImpulseWithin, SphereThatBouncesKeepsItsEnergy) {
  for (const auto& [word, law] : nscd::kImpactLaws)
    for (const double theta : {0.5, 0.75, 1.0})
      for (const double h : {0.01, 0.027, 0.1}) {
        Pile pile;
        add_sphere(pile, 1, 1000, {0, 0, 11});
        nscd::Parameters p = impulses(h, 0.5, 1);
        p.contact.impact = law;
        p.step.theta = theta;
        ImpulseRun run(p, pile, floor_under({0, 0, -kGravity}));
        run.until(20);
        const double rounding = theta == 0.5 ? 1e-9 : 0.02 * h * kGravity;
        const double energy = pile.model.mass[0] * kGravity;
        // In free flight, the height differs from the exact height at the same speed by (theta - 1/2) h v.
        const double flight = (theta - 0.5) * h * std::abs(run.velocity(0).z());
        EXPECT_NEAR(height_of_energy(run), 11, rounding + flight) << word << " " << theta << " " << h;
        EXPECT_NEAR(run.account().dissipated(), 0, 1e-9 * energy) << word << " " << theta << " " << h;
      }
}

// A ball bounces between a floor and a ceiling. Gravity acts away from the ceiling and towards the floor, and some
// impacts are near the end of a step. Energy is conserved, and the ball overlaps no wall by more than 0.06 of its
// radius.
TEST(ImpulseWithin, BallBetweenFloorAndCeilingKeepsItsEnergy) {
  for (const auto& [word, law] : nscd::kImpactLaws)
    for (const double gravity : {0.1, kGravity, 100.0})
      for (const double speed : {25.0, 30.0, 40.0})
        for (const double h : {0.001, 0.02, 0.05}) {
          Pile pile;
          add_sphere(pile, 1, 1000, {0, 0, 1.7}, {0, 0, speed});
          External external = floor_under({0, 0, -gravity});
          external.planes.push_back(external.planes[0]);
          external.planes[1].point = Vec3(0, 0, 4);
          external.planes[1].normal = Vec3(0, 0, -1);
          nscd::Parameters p = impulses(h, 0, 1);
          p.contact.impact = law;
          ImpulseRun run(p, pile, external);
          const StepReport report = run.until(6);
          const double energy = 0.5 * run.velocity(0).squaredNorm() + gravity * run.position(0).z();
          const double before = 0.5 * speed * speed + gravity * 1.7;
          EXPECT_NEAR(energy, before, 1e-9 * before) << word << " " << gravity << " " << speed << " " << h;
          EXPECT_LT(report.audits[0].worst, 0.06) << word << " " << gravity << " " << speed << " " << h;
        }
}

// A rebound with e = 0.5 keeps a quarter of the energy of the fall, for any step.
TEST(ImpulseWithin, ReboundKeepsItsShareOfTheEnergy) {
  for (const double h : {0.01, 0.027, 0.1}) {
    Pile pile;
    add_sphere(pile, 1, 1000, {0, 0, 11});
    ImpulseRun run(impulses(h, 0.5, 0.5), pile, floor_under({0, 0, -kGravity}));
    run.until(2);
    EXPECT_NEAR(height_of_energy(run), 1 + 0.25 * 10, 0.02 * h * kGravity) << h;
  }
}

// A body that is rotated about y and falls on a floor at z = 0, which its lowest point reaches after some time.
struct Tilted {
  Pile pile;
  double lever = 0;    // along x from the centre of mass to the lowest point [m]
  double inertia = 0;  // about y [kg m2]
  double mass = 0;
};
constexpr double kTilt = 0.3;

Tilted tilted_dumbbell(double way, double speed) {
  Tilted out;
  const Quaternion turn(Eigen::AngleAxisd(kTilt, Vec3::UnitY()));
  const double reach = 0.5 + std::sin(kTilt);
  glue(out.pile, shape::glue("dumbbell", {{-1, 0, 0}, {1, 0, 0}}, {0.5, 0.5}), 1000, {0, 0, way + reach}, turn,
       {0, 0, -speed});
  out.lever = std::cos(kTilt);
  out.mass = 2 * out.pile.model.mass[0];
  out.inertia = out.mass * (1 + 0.4 * 0.25);
  return out;
}

Tilted tilted_cube(double way, double speed) {
  Tilted out;
  out.pile.model.materials = {{"rock", 2000}};
  shape::PlacedShape cube = shape::make_hull("cube", shape::box({1, 1, 1}));
  const Index row = add_shape(out.pile.model, cube.shape);
  cube.placement.turn = Quaternion(Eigen::AngleAxisd(kTilt, Vec3::UnitY()));
  const Vec3 lowest = cube.placement.turn * Vec3(0.5, 0, -0.5);
  cube.placement.centre = Vec3(0, 0, way - lowest.z());
  add_hull(out.pile, row, cube.placement, 0, Vec3(0, 0, -speed), Vec3::Zero());
  out.lever = lowest.x();
  out.mass = out.pile.model.mass[0];
  out.inertia = out.mass / 6;
  return out;
}

// Two grains glued side by side, and a cube, fall on a floor without friction. Only the lowest point gets an impulse.
// At the distance x from the centre of mass it is J = (1 + e) v / (1 / m + x^2 / I) (Landau & Lifshitz, Mechanics,
// section 32).
TEST(ImpulseWithin, PointsThatAreApartDoNotRebound) {
  const double speed = 10;
  for (const bool glued : {true, false})
    for (const double e : {0.5, 1.0})
      for (const double h : {0.005, 0.01, 0.02}) {
        const double way = 4.7 * h * speed;
        const Tilted body = glued ? tilted_dumbbell(way, speed) : tilted_cube(way, speed);
        ImpulseRun run(impulses(h, 0, e), body.pile, floor_under(Vec3::Zero()));
        run.steps(5);
        const double impulse = (1 + e) * speed / (1 / body.mass + body.lever * body.lever / body.inertia);
        const double spin = -impulse * body.lever / body.inertia;
        for (std::size_t i = 0; i < body.pile.size(); ++i)
          EXPECT_NEAR(run.spin(i).y(), spin, 1e-5 * std::abs(spin)) << glued << " " << e << " " << h;
      }
}

// A cube that lands nearly flat rebounds with all four corners, for any step: v_n = e v, and no spin remains except
// that due to the gaps of the corners.
TEST(ImpulseWithin, NearlyFlatCubesLand) {
  for (const double tilt : {0.0, 1e-4, 1e-3})
    for (const double h : {0.005, 0.01, 0.02}) {
      Pile pile;
      pile.model.materials = {{"rock", 2000}};
      shape::PlacedShape cube = shape::make_hull("cube", shape::box({1, 1, 1}));
      const Index row = add_shape(pile.model, cube.shape);
      cube.placement.turn = Quaternion(Eigen::AngleAxisd(tilt, Vec3(1, 2, 0).normalized()));
      cube.placement.centre = Vec3(0, 0, 0.5 + tilt + 3.4 * h * 10);
      add_hull(pile, row, cube.placement, 0, Vec3(0, 0, -10), Vec3::Zero());
      nscd::Parameters p = impulses(h, 0, 0.5);
      ImpulseRun run(p, pile, floor_under(Vec3::Zero()));
      run.steps(6);
      EXPECT_NEAR(run.velocity(0).z(), 5, 0.01) << tilt << " " << h;
      EXPECT_LT(run.spin(0).norm(), 0.01) << tilt << " " << h;
    }
}

// A floor that moves up and down hits a falling sphere: v = -e v' + (1 + e) w with the floor's velocity w at the time
// of the impact, which is found by bisection of the exact motions.
TEST(ImpulseWithin, MovingFloorStrikesWithItsVelocityOfTheImpact) {
  const double e = 0.9;
  const double radius = 0.1;
  const double amplitude = 0.05;
  const double rate = 2 * std::numbers::pi * 2;
  for (const double start : {1.0, 1.15, 1.45}) {
    const auto gap = [&](double t) { return start - radius - 0.5 * kGravity * t * t - amplitude * std::sin(rate * t); };
    double before = 0;
    double behind = 0;
    while (gap(behind) > 0) behind += 1e-3;
    before = behind - 1e-3;
    for (int k = 0; k < 60; ++k) {
      const double middle = 0.5 * (before + behind);
      (gap(middle) > 0 ? before : behind) = middle;
    }
    const double met = before;
    const double wall = amplitude * rate * std::cos(rate * met);
    const double parts = e * kGravity * met + (1 + e) * wall;
    for (const double h : {0.005, 0.01, 0.02}) {
      Pile pile;
      add_sphere(pile, radius, 2000, {0, 0, start});
      External external = floor_under({0, 0, -kGravity});
      external.planes[0].amplitude = Vec3(0, 0, amplitude);
      external.planes[0].frequency = 2;
      ImpulseRun run(impulses(h, 0, e), pile, external);
      run.until(met + 2 * h);
      const double right = parts - kGravity * (run.pile().state.time - met);
      EXPECT_NEAR(run.velocity(0).z(), right, 0.4 * h) << start << " " << h;
    }
  }
}

// A moving floor that hits a sphere within a step, with friction: the account includes the angular impulse of the
// floor, so that the ledger closes.
TEST(ImpulseWithin, MovingFloorClosesTheLedger) {
  for (const double e : {0.0, 0.5})
    for (const double h : {0.01, 0.03, 0.1}) {
      Pile pile;
      add_sphere(pile, 0.5, 2000, {3, -2, 6}, {4, 1, -9}, {1, 2, 3});
      External external = floor_under({0, 0, -1});
      external.planes[0].amplitude = Vec3(0, 0, 1);
      external.planes[0].frequency = 0.5;
      ImpulseRun run(impulses(h, 0.4, e), pile, external);
      const measure::Ledger before = measure::ledger(pile, external, 0, false, {});
      run.until(3);
      const measure::Ledger after = measure::ledger(run.pile(), external, 0, false, run.account());
      const Account& account = run.account();
      EXPECT_GT(account.walls, 0) << e << " " << h;
      EXPECT_LT((after.momentum - before.momentum - account.impulse).norm(), 1e-12 * account.exchanged);
      EXPECT_LT((after.angular() - before.angular() - account.angular_impulse).norm(),
                1e-12 * account.exchanged_angular)
          << e << " " << h;
    }
}

// Spheres and cubes overlap by half the limit for the start of a run, in their own gravity. Recovery moves the bodies
// no faster than gravity does, so that they never separate by more than the fall in a step.
TEST(ImpulseWithin, OverlapsDoNotThrowBodiesApart) {
  const double overlap = 5e-4;
  for (const bool cubes : {false, true})
    for (const double h : {0.001, 0.01, 1.0}) {
      Pile pile;
      const double distance = 2 - overlap;
      if (cubes) {
        pile.model.materials = {{"rock", 2000}};
        shape::PlacedShape cube = shape::make_hull("cube", shape::box({2, 2, 2}));
        const Index row = add_shape(pile.model, cube.shape);
        for (const double x : {0.0, distance}) {
          cube.placement.centre = Vec3(x, 0, 0);
          add_hull(pile, row, cube.placement, 0, Vec3::Zero(), Vec3::Zero());
        }
      } else {
        add_sphere(pile, 1, 2000, {0, 0, 0});
        add_sphere(pile, 1, 2000, {distance, 0, 0});
      }
      nscd::Parameters p = impulses(h, 0.5);
      p.gravity = {gravity::Summation::direct, 6.6743e-11};
      ImpulseRun run(p, pile);
      const double acceleration = 6.6743e-11 * (pile.model.mass[0] + pile.model.mass[1]) / (distance * distance);
      for (int step = 0; step < 200; ++step) {
        run.steps(1);
        const double speed = (run.velocity(1) - run.velocity(0)).norm();
        ASSERT_LT(speed, 4 * h * acceleration) << cubes << " " << h << " " << step;
      }
      const double made = -run.account()[Channel::correction];
      EXPECT_LT(made, 1e-3 * 6.6743e-11 * pile.model.mass[0] * pile.model.mass[1] / distance) << cubes << " " << h;
    }
}

// Bodies that touch at the start support each other. If a third body hits the upper one on a long path, in the first
// step or in a later one, the run ends with an error.
TEST(ImpulseWithin, BodiesThatTouchAtTheStartHoldEachOther) {
  for (const double later : {0.0, 3.0}) {
    const double h = 0.02;
    const double speed = 100;
    Pile pile;
    add_sphere(pile, 0.5, 2000, {0, 0, 0.5});
    add_sphere(pile, 0.5, 2000, {0, 0, 1.5});
    add_sphere(pile, 0.5, 2000, {0, 0, 2.5 + 0.8 * h * speed + later * h * speed}, {0, 0, -speed});
    ImpulseRun run(impulses(h, 0, 0.5), pile, floor_under({0, 0, -kGravity}));
    EXPECT_THROW(run.steps(6), SanityError) << later;
  }
}

}  // namespace
}  // namespace rubble::test
