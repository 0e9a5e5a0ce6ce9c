// Contact Dynamics of pairs that meet or pass each other within a step, compared with free flight and the impact of two
// smooth spheres.
#include "base/error.hpp"
#include "physics/impulse_scene.hpp"
#include "unit/hulls.hpp"

#include <gtest/gtest.h>

namespace rubble::test {
namespace {

constexpr double kGravity = 9.81;

void add_box(Pile& pile, const Vec3& sides, const Vec3& centre, const Vec3& velocity = Vec3::Zero()) {
  if (pile.model.materials.empty()) pile.model.materials = {{"rock", 2000}};
  Vec3s corners;
  for (const double x : {-0.5, 0.5})
    for (const double y : {-0.5, 0.5})
      for (const double z : {-0.5, 0.5}) corners.emplace_back(x * sides.x(), y * sides.y(), z * sides.z());
  shape::PlacedShape box = shape::make_hull("box", corners);
  const Index row = add_shape(pile.model, box.shape);
  box.placement.centre = centre;
  add_hull(pile, row, box.placement, 0, velocity, Vec3::Zero());
}

Vec3 angular_momentum(const Pile& pile) {
  Vec3 sum = Vec3::Zero();
  for (std::size_t i = 0; i < pile.size(); ++i)
    sum += pile.model.mass[i] * pile.state.position[i].cross(pile.state.velocity[i]) +
           pile.model.inertia(i) * pile.state.spin[i];
  return sum;
}

// Two smooth spheres that start 20 apart and approach each other along x, with the impact parameter `offset`.
struct Flight {
  Pile pile;
  double meets = 0;  // time of the impact [s]
  Vec3s after;       // velocities after it [m s-1]
};
Flight oblique(double offset, double speed, double restitution, const Vec3& common) {
  Flight flight;
  add_sphere(flight.pile, 1.0, 2000, {-10, 0, 0}, common + Vec3(0.5 * speed, 0, 0));
  add_sphere(flight.pile, 0.8, 3000, {10, offset, 0}, common - Vec3(0.5 * speed, 0, 0));
  const double sum = 1.8;
  const double ahead = std::sqrt(sum * sum - offset * offset);
  flight.meets = (20 - ahead) / speed;
  const Vec3 normal = Vec3(ahead, offset, 0) / sum;
  const double m1 = flight.pile.model.mass[0];
  const double m2 = flight.pile.model.mass[1];
  const double impulse = (1 + restitution) * m1 * m2 / (m1 + m2) * speed * normal.x();
  flight.after = {flight.pile.state.velocity[0] - impulse / m1 * normal,
                  flight.pile.state.velocity[1] + impulse / m2 * normal};
  return flight;
}

// For steps of 0.3 to 30 radii, in any frame, velocities are those after an impact at the true point of contact.
// Positions are those of the free flights before and after the impact. Angular momentum is constant up to rounding
// (Landau & Lifshitz, Mechanics, section 17).
TEST(ImpulseAhead, SpheresMeetWhereTheyTouch) {
  for (const double restitution : {0.0, 0.5, 1.0})
    for (const double h : {0.37, 1.0, 3.3})
      for (const Vec3& common : {Vec3(0, 0, 0), Vec3(3e3, -2e3, 1e3)}) {
        const Flight flight = oblique(0.9, 10, restitution, common);
        const Pile start = flight.pile;
        ImpulseRun run(impulses(h, 0, restitution), start);
        const Vec3 before = angular_momentum(run.pile());
        run.until(2 * flight.meets + 2 * h);
        const double time = run.pile().state.time;
        for (std::size_t i = 0; i < 2; ++i) {
          const Vec3 place = start.state.position[i] + flight.meets * start.state.velocity[i] +
                             (time - flight.meets) * flight.after[i];
          const double scale = 10 + common.norm();
          EXPECT_LT((run.velocity(i) - flight.after[i]).norm(), 1e-11 * scale) << restitution << " " << h << " " << i;
          EXPECT_LT((run.position(i) - place).norm(), 1e-10 * scale * time) << restitution << " " << h << " " << i;
        }
        double scale = 0;  // rounding error of the sum
        for (std::size_t i = 0; i < 2; ++i)
          scale += run.pile().model.mass[i] * run.position(i).norm() * run.velocity(i).norm();
        EXPECT_LT((angular_momentum(run.pile()) - before).norm(), 1e-13 * scale) << restitution << " " << h;
      }
}

// Bodies that pass each other keep their velocities for any step.
TEST(ImpulseAhead, SpheresThatPassKeepTheirVelocities) {
  for (const double h : {0.01, 0.1, 1.0}) {
    const Flight flight = oblique(1.801, 10, 0, Vec3::Zero());
    ImpulseRun run(impulses(h), flight.pile);
    run.until(4);
    for (std::size_t i = 0; i < 2; ++i) EXPECT_EQ(run.velocity(i), flight.pile.state.velocity[i]) << h;
  }
}

// A third body attracts a pair that meets within a step: a common velocity of all bodies has no effect (Galilean
// invariance).
TEST(ImpulseAhead, CommonMotionChangesNoForce) {
  for (const double h : {0.37, 1.0, 3.3}) {
    Vec3 velocity[2];
    for (const bool moves : {false, true}) {
      const Vec3 common = moves ? Vec3(300, 0, 0) : Vec3(0, 0, 0);
      Pile pile = oblique(0.9, 10, 0.5, common).pile;
      add_sphere(pile, 1.0, 2000, {0, 30, 0}, common);
      nscd::Parameters p = impulses(h, 0, 0.5);
      p.gravity = {gravity::Summation::direct, 1e-6};
      ImpulseRun run(p, pile);
      run.until(6);
      velocity[moves] = run.velocity(0) - common;
    }
    EXPECT_LT((velocity[1] - velocity[0]).norm(), 1e-9) << h;
  }
}

// A plate of 1 mm and a box meet; the box moves by a hundred of the plate's thicknesses in a step.
TEST(ImpulseAhead, ThinPlatesRebound) {
  for (const double h : {1e-3, 3.1e-3, 1e-2}) {
    Pile pile;
    add_box(pile, {0.2, 0.2, 1e-3}, {0, 0, 0}, {0, 0, 5});
    add_box(pile, {0.2, 0.2, 1e-3}, {0, 0, 0.5}, {0, 0, -5});
    ImpulseRun run(impulses(h, 0, 0.5), pile);
    run.until(0.1);
    EXPECT_NEAR(run.velocity(0).z(), -2.5, 1e-6) << h;
    EXPECT_NEAR(run.velocity(1).z(), 2.5, 1e-6) << h;
  }
}

// A body reaches a floor within a step: its height is that of the exact flight.
TEST(ImpulseAhead, FloorIsMetWithinTheStep) {
  for (const double h : {0.1, 0.33, 1.0}) {
    Pile pile;
    add_sphere(pile, 0.5, 2000, {0, 0, 3.7}, {0, 0, -4});
    ImpulseRun run(impulses(h, 0, 0.5), pile, floor_under(Vec3::Zero()));
    run.until(3);
    const double meets = 3.2 / 4;
    EXPECT_NEAR(run.velocity(0).z(), 2, 1e-12) << h;
    EXPECT_NEAR(run.position(0).z(), 0.5 + 2 * (run.pile().state.time - meets), 1e-6) << h;
  }
}

// Bodies that touch at the start and approach collide at the start, with or without restitution. Otherwise the bodies
// would overlap by half a step's path and be pushed apart.
TEST(ImpulseAhead, BodiesCollideAtTheStart) {
  for (const double restitution : {0.0, 0.5})
    for (const double h : {1e-4, 1e-3, 1e-2}) {
      Pile pile;
      add_sphere(pile, 0.5, 2000, {0, 0, 0.5}, {0, 0, -1});
      ImpulseRun run(impulses(h, 0, restitution), pile, floor_under(Vec3::Zero()));
      run.steps(3);
      EXPECT_NEAR(run.velocity(0).z(), restitution, 1e-10) << restitution << " " << h;
      EXPECT_NEAR(run.position(0).z(), 0.5 + restitution * run.pile().state.time, 1e-9) << restitution << " " << h;
    }
}

// The final state of a run is not changed by the start of another run.
TEST(ImpulseAhead, StartLeavesAStateAtRest) {
  Pile pile;
  add_box(pile, {1, 1, 1}, {0, 0, 0.5});
  add_box(pile, {0.5, 0.5, 0.5}, {0.1, 0, 1.25});
  ImpulseRun first(impulses(1e-3, 0.5), pile, floor_under({0, 0, -kGravity}));
  first.until(0.1);
  ImpulseRun second(impulses(1e-3, 0.5), first.pile(), floor_under({0, 0, -kGravity}));
  second.until(second.pile().state.time);
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_EQ(second.position(i), first.position(i));
    EXPECT_EQ(second.velocity(i), first.velocity(i));
  }
}

// A box lies on a second box, which lies on a floor: the floor supports both, for any restitution. Without the floor
// both would fall together.
TEST(ImpulseAhead, StackWithRestitutionRests) {
  for (const double h : {1e-3, 2e-3, 5e-3}) {
    Pile pile;
    add_box(pile, {2, 2, 1}, {0, 0, 0.5});
    add_box(pile, {0.2, 0.2, 0.2}, {0.3, 0, 1.1}, {0.5, 0, 0});
    nscd::Parameters p = impulses(h, 0, 0.5);
    p.solver.tolerance = 1e-9;
    ImpulseRun run(p, pile, floor_under({0, 0, -kGravity}));
    run.until(1);
    EXPECT_NEAR(run.velocity(1).x(), 0.5, 1e-7) << h;
    EXPECT_LT(std::abs(run.velocity(1).z()), 1e-6) << h;
    EXPECT_NEAR(run.position(1).z(), 1.1, 1e-7) << h;
  }
}

// A column of spheres on a floor, solved by sweeps with early termination, has small gaps and speeds. It is at rest for
// any restitution, and no sphere moves faster than the velocity change of a step.
TEST(ImpulseAhead, ColumnWithRestitutionRests) {
  for (const double e : {0.3, 0.9})
    for (const double h : {1e-3, 5e-3}) {
      Pile pile;
      for (int k = 0; k < 8; ++k) add_sphere(pile, 0.5, 2000, {0, 0, 0.5 + k});
      nscd::Parameters p = impulses(h, 0.5, e);
      p.solver.tolerance = 1e-4;
      ImpulseRun run(p, pile, floor_under({0, 0, -kGravity}));
      for (int step = 0; step < 200; ++step) {
        run.steps(1);
        for (std::size_t i = 0; i < 8; ++i) ASSERT_LT(run.velocity(i).norm(), 0.5 * kGravity * h) << e << " " << h;
      }
    }
}

// A projectile would pass through a supported body: the run ends, and the message names a sufficient step.
TEST(ImpulseAhead, UnfollowablePairEndsTheRun) {
  Pile pile;
  add_sphere(pile, 0.5, 2000, {0, 0, 0.5});
  add_sphere(pile, 0.5, 2000, {0, 0, 8}, {0, 0, -100});
  ImpulseRun run(impulses(0.02, 0, 0.5), pile, floor_under({0, 0, -kGravity}));
  try {
    run.until(1);
    FAIL() << "no error";
  } catch (const SanityError& error) {
    EXPECT_NE(std::string(error.what()).find("bodies 0 and 1 would pass through each other"), std::string::npos)
        << error.what();
    EXPECT_NE(std::string(error.what()).find("set step.dt to at most"), std::string::npos) << error.what();
  }
}

// Two plates of 1 cm overlap by 2.5 mm. The penetration is 0.5 of half the thickness, not 1/113 of the radius of the
// ball about a plate.
TEST(ImpulseAhead, PenetrationIsMeasuredByTheThickness) {
  Pile pile;
  add_box(pile, {0.4, 0.4, 0.01}, {0, 0, 0});
  add_box(pile, {0.4, 0.4, 0.01}, {0, 0, 0.0075});
  nscd::Parameters p = impulses(1e-3);
  p.contact.start_overlap = 1;
  ImpulseRun run(p, pile);
  const StepReport report = run.steps(1);
  double worst = 0;
  for (const Audit& audit : report.audits)
    if (audit.name == std::string("worst_penetration")) worst = audit.worst;
  EXPECT_NEAR(worst, 0.5, 0.01);
}

// A box falls 1 to 5 m in a step onto a box that has rested on a floor for two steps, from farther than the alert
// distance of half the smallest radius. Without restitution both are at rest on each other afterwards: their centres
// are 0.5 and 1.5 m above the floor.
TEST(ImpulseAhead, FastBoxStopsOnABoxAtRest) {
  for (const double h : {0.01, 0.02, 0.05}) {
    Pile pile;
    add_box(pile, {1, 1, 1}, {0, 0, 0.5});
    add_box(pile, {1, 1, 1}, {0, 0, 12.6}, {0, 0, -100});
    ImpulseRun run(impulses(h, 0, 0), pile, floor_under({0, 0, -kGravity}));
    run.until(0.112 + 6 * h);
    EXPECT_NEAR(run.position(0).z(), 0.5, 1e-3) << h;
    EXPECT_NEAR(run.position(1).z(), 1.5, 1e-3) << h;
    EXPECT_LT(run.velocity(1).norm(), 2 * 1e-4 * 100) << h;  // two contacts, each solved to 1e-4 of the impact
  }
}

}  // namespace
}  // namespace rubble::test
