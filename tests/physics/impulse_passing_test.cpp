// Contact Dynamics with steps in which impulses, increments or walls send bodies through others: the result is the
// exact impact of two smooth spheres, or an error that names the pair and a sufficient step.
#include "base/error.hpp"
#include "physics/impulse_scene.hpp"
#include "unit/hulls.hpp"
#include "unit/refusal.hpp"

#include <gtest/gtest.h>

namespace rubble::test {
namespace {

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

void add_plate(Pile& pile, const Vec3& sides, const Vec3& centre, const Vec3& velocity = Vec3::Zero()) {
  if (pile.model.materials.empty()) pile.model.materials = {{"rock", 2000}};
  shape::PlacedShape plate = shape::make_hull("plate", shape::box(sides));
  const Index row = add_shape(pile.model, plate.shape);
  plate.placement.centre = centre;
  add_hull(pile, row, plate.placement, 0, velocity, Vec3::Zero());
}

// (step) => a sphere of 1 m at 10 m/s, a second one in its path, and a third one 0.3 m behind that.
Pile line() {
  Pile pile;
  add_sphere(pile, 1, 2000, {-3, 0, 0}, {10, 0, 0});
  add_sphere(pile, 1, 2000, {0, 0, 0});
  add_sphere(pile, 1, 2000, {2.3, 0, 0});
  return pile;
}

// The second sphere leaves at 10 (1 + e) / 2 m/s, meets the third after 0.3 m and has passed it at the end of the step.
// With a shorter step, each impact is that of two spheres: v3 = 10 (1 + e)^2 / 4.
TEST(ImpulsePassing, ThreeInALine) {
  for (const double e : {0.5, 1.0}) {
    const std::string text = refusal<SanityError>([&] { ImpulseRun(impulses(1, 0, e), line()).until(5); });
    EXPECT_TRUE(has(text, "bodies 1 and 2 pass through each other")) << text;
    EXPECT_TRUE(has(text, e == 1 ? "speed is 10 m s-1" : "speed is 7.5 m s-1")) << text;
    EXPECT_TRUE(has(text, "2 m thick; set step.dt to at most")) << text;
  }
  ImpulseRun run(impulses(0.01, 0, 0.5), line());
  run.until(1);
  EXPECT_NEAR(run.velocity(2).x(), 10 * 1.5 * 1.5 / 4, 1e-9);
}

// The advised step is short enough: a run with this step continues.
TEST(ImpulsePassing, AdvisedStepIsEnough) {
  const std::string text = refusal<SanityError>([&] { ImpulseRun(impulses(1, 0, 1), line()).until(5); });
  const std::string head = "step.dt to at most ";
  const double step = std::stod(text.substr(text.find(head) + head.size()));
  ImpulseRun run(impulses(step, 0, 1), line());
  const StepReport report = run.until(1);
  EXPECT_TRUE(report.audits[0].kept()) << report.audits[0].worst;
  EXPECT_NEAR(run.velocity(2).x(), 10, 1e-9);
}

// A sphere at rest, which a smooth impact with e = 1 deflects along the normal, and a third sphere beside its path.
Pile deflection(double beside) {
  const double offset = 2 * std::sin(0.6);  // distance of the two lines; centres are 2 m apart at contact
  const Vec3 normal(std::cos(0.6), std::sin(0.6), 0);
  Pile pile;
  add_sphere(pile, 1, 2000, {-6, 0, 0}, {10, 0, 0});
  add_sphere(pile, 1, 2000, {0, offset, 0});
  add_sphere(pile, 1, 2000, Vec3(0, offset, 0) + 3 * normal + beside * Vec3(-normal.y(), normal.x(), 0));
  return pile;
}

// A sphere is deflected at the angle of a smooth impact. A third sphere is in its path, or beside the path.
TEST(ImpulsePassing, DeflectedIntoAThird) {
  for (const double beside : {0.0, 1.9, 2.1}) {
    const std::string text = refusal<SanityError>([&] { ImpulseRun(impulses(2, 0, 1), deflection(beside)).until(2); });
    EXPECT_EQ(has(text, "bodies 1 and 2 pass through each other"), beside < 2) << text;
  }
}

// A large sanity.penetration does not let spheres pass through each other.
TEST(ImpulsePassing, DeepContactsAreNeverMissed) {
  nscd::Parameters p = impulses(2, 0, 1);
  p.limits.penetration = 100;
  const std::string text = refusal<SanityError>([&] { ImpulseRun(p, deflection(1.8)).until(2); });
  EXPECT_TRUE(has(text, "bodies 1 and 2 pass through each other")) << text;
}

// Two spheres may pass with an overlap of a tenth of what is permitted: 0.03 of the radius if that is 0.6, not if it is
// 0.1.
TEST(ImpulsePassing, ShallowContactsMayBeMissed) {
  for (const double permitted : {0.1, 0.6}) {
    nscd::Parameters p = impulses(2, 0, 1);
    p.limits.penetration = permitted;
    const std::string text = refusal<SanityError>([&] { ImpulseRun(p, deflection(1.97)).until(2); });
    EXPECT_EQ(has(text, "pass through each other"), permitted < 0.3) << text;
    EXPECT_EQ(has(text, "overlap by 0.03 m"), permitted < 0.3) << text;
  }
}

// Plates of 1 cm: the second plate would pass through the third.
TEST(ImpulsePassing, ThinPlates) {
  Pile pile;
  add_plate(pile, {0.2, 0.2, 0.01}, {0, 0, 0}, {0, 0, 5});
  add_plate(pile, {0.2, 0.2, 0.01}, {0, 0, 0.2});
  add_plate(pile, {0.2, 0.2, 0.01}, {0, 0, 0.25});
  const std::string text = refusal<SanityError>([&] { ImpulseRun(impulses(0.1, 0, 1), pile).until(0.3); });
  EXPECT_TRUE(has(text, "bodies 1 and 2 pass through each other")) << text;
  EXPECT_TRUE(has(text, "0.01 m thick")) << text;
}

// If the deflected body still overlaps the third body when the step ends, the limit of overlaps names both.
TEST(ImpulsePassing, OverlapsNameTheirPair) {
  Pile pile;
  add_sphere(pile, 1, 2000, {-4.5, 0, 0}, {10, 0, 0});
  add_sphere(pile, 1, 2000, {0, 0, 0});
  add_sphere(pile, 1, 2000, {2.7, 0, 0});
  ImpulseRun run(impulses(0.24, 0, 1), pile);  // they meet after 0.25 s; the overlap is 0.4 m at the next evaluation of
                                               // forces
  const StepReport report = run.steps(2);
  EXPECT_GT(report.audits[0].worst, 0.1);
  const std::string& text = report.audits[0].detail;
  EXPECT_TRUE(has(text, "bodies 1 and 2 at t = ")) << text;
  EXPECT_TRUE(has(text, "relative speed is 10 m s-1, 2.4 m per step")) << text;
  EXPECT_TRUE(has(text, "set step.dt to at most 0.01 s, not 0.24 s")) << text;  // 0.1 of 1 m at 10 m/s
}

// A projectile starts within half a step's path of a sphere. Both collide at their first touch, as at any later time,
// also with theta = 0.5.
TEST(ImpulsePassing, FirstHalfStepDetectsTheCollision) {
  for (const double theta : {0.5, 0.75, 1.0}) {
    Pile pile;
    add_sphere(pile, 1, 2000, {-3, 0, 0}, {10, 0, 0});
    add_sphere(pile, 1, 2000, {0, 0, 0});
    nscd::Parameters p = impulses(2, 0, 0.5);
    p.step.theta = theta;
    ImpulseRun run(p, pile);
    run.until(2);
    EXPECT_NEAR(run.velocity(0).x(), 2.5, 1e-9) << theta;
    EXPECT_NEAR(run.velocity(1).x(), 7.5, 1e-9) << theta;
    EXPECT_NEAR(run.position(1).x(), 7.5 * (2 - 0.1), 1e-9) << theta;
  }
}

// An increment between two steps moves bodies until the next evaluation of forces. This motion was not predicted.
TEST(ImpulsePassing, PushesBetweenSteps) {
  for (const double beside : {0.0, 2.1}) {
    Pile pile;
    add_sphere(pile, 1, 2000, {-3, 0, 0});
    add_sphere(pile, 1, 2000, {0, beside, 0});
    ImpulseRun run(impulses(2), pile);
    run.steps(1);
    run.pile().state.velocity[0] = Vec3(10, 0, 0);
    const std::string text = refusal<SanityError>([&] { run.steps(1); });
    EXPECT_EQ(has(text, "bodies 0 and 1 pass through each other"), beside == 0) << text;
  }
}

// A sphere meets a wall with constant velocity (the beginning of a slow sine) within the step, for any step: the impact
// is that in the wall's frame.
TEST(ImpulsePassing, MovingWallIsMetWithinTheStep) {
  const double wall = 2;  // [m s-1]
  const double frequency = 1e-6;
  for (const double e : {0.0, 0.5})
    for (const double h : {0.01, 0.1, 0.37, 1.0}) {
      External external = floor_under(Vec3::Zero());
      external.planes[0].amplitude = {0, 0, wall / (2 * std::numbers::pi * frequency)};
      external.planes[0].frequency = frequency;
      Pile pile;
      add_sphere(pile, 0.5, 2000, {0, 0, 8.5}, {0, 0, -6});  // they meet after 1 s at z = 2
      ImpulseRun run(impulses(h, 0, e), pile, external);
      const StepReport report = run.until(2);
      const double after = wall + e * (wall + 6);
      EXPECT_NEAR(run.velocity(0).z(), after, 1e-6) << e << " " << h;
      EXPECT_NEAR(run.position(0).z(), 2.5 + after * (run.pile().state.time - 1), e == 0 ? 1e-6 : 0.09)
          << e << " " << h;
      EXPECT_TRUE(report.audits[0].kept()) << e << " " << h << ": " << report.audits[0].worst;
    }
}

// Two touching spheres fall: the lower one hits the wall, and the upper one does not pass through the lower one.
TEST(ImpulsePassing, PairStopsAtAMovingWall) {
  for (const double speed : {0.0, 2.0}) {
    External external = floor_under(Vec3::Zero());
    external.planes[0].amplitude = {0, 0, speed / (2 * std::numbers::pi * 1e-6)};
    external.planes[0].frequency = 1e-6;
    Pile pile;
    add_sphere(pile, 0.5, 2000, {0, 0, 8.5}, {0, 0, -6});
    add_sphere(pile, 0.5, 2000, {0, 0, 9.5}, {0, 0, -6.5});
    ImpulseRun run(impulses(0.37), pile, external);
    const StepReport report = run.until(2);
    for (std::size_t i = 0; i < 2; ++i) EXPECT_NEAR(run.velocity(i).z(), speed, 1e-2) << speed;
    EXPECT_LT(report.audits[0].worst, 6.25 * 0.37 / 0.5) << speed;
  }
}

}  // namespace
}  // namespace rubble::test
