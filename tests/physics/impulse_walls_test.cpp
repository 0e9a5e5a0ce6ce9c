// Contact Dynamics with moving walls: closed forms, and a ledger that closes up to rounding.
#include "measure/ledger/ledger.hpp"
#include "physics/impulse_scene.hpp"
#include "unit/hulls.hpp"

#include <gtest/gtest.h>

namespace rubble::test {
namespace {

// A floor that moves up and down, and sideways.
External shaken(const Vec3& amplitude, double frequency) {
  External external = floor_under(Vec3::Zero());
  external.planes[0].amplitude = amplitude;
  external.planes[0].frequency = frequency;
  return external;
}

// A sphere at rest gets (1 + e) times the wall's velocity in the middle of the step of the impact. The wall's work is
// the impulse times that velocity.
TEST(ImpulseWalls, WallStrikesASphere) {
  const double h = 1e-3, e = 0.4, amplitude = 0.1, frequency = 1.5, gap = 0.04, radius = 0.5;
  const double rate = 2 * std::numbers::pi * frequency;
  const Vec3 position(3, -2, radius + gap);
  Pile pile;
  add_sphere(pile, radius, 2000, position);
  const double mass = pile.model.mass[0];
  ImpulseRun run(impulses(h, 0, e), pile, shaken({0, 0, amplitude}, frequency));
  run.steps(100);
  double struck = 0.5 * h;
  while (amplitude * std::sin(rate * struck) < gap) struck += h;
  const double wall = amplitude * rate * std::cos(rate * struck);
  EXPECT_LT((run.velocity(0) - Vec3(0, 0, (1 + e) * wall)).norm(), 1e-12 * wall);
  const Vec3 impulse(0, 0, mass * (1 + e) * wall);
  EXPECT_NEAR(run.account().walls, impulse.z() * wall, 1e-12 * mass * wall * wall);
  EXPECT_NEAR(run.account().dissipated(), 0.5 * mass * (1 - e * e) * wall * wall, 1e-12 * mass * wall * wall);
  EXPECT_LT((run.account().impulse - impulse).norm(), 1e-12 * impulse.norm());
  EXPECT_LT((run.account().angular_impulse - position.cross(impulse)).norm(), 1e-11 * impulse.norm());
}

// A body at rest does not overlap a wall that moves by more than the alert distance in one step: the remaining overlap
// is due to the acceleration in a step, h^2 a / 2. (The first half step has no impulses: gaps are larger than its
// path.)
TEST(ImpulseWalls, FastWallDoesNotOverlapABody) {
  const double h = 0.05, amplitude = 10, frequency = 0.02, radius = 0.5;
  const double rate = 2 * std::numbers::pi * frequency;
  for (const double gap : {0.04, 0.05, 0.07, 0.09}) {
    Pile pile;
    add_sphere(pile, radius, 2000, {0, 0, radius + gap});
    ImpulseRun run(impulses(h), pile, shaken({0, 0, amplitude}, frequency));
    const StepReport report = run.steps(10);
    EXPECT_GT(run.velocity(0).z(), 0.9 * amplitude * rate) << gap;
    EXPECT_LT(report.audits[0].worst * radius, 0.5 * h * h * amplitude * rate * rate) << gap;
  }
}

void add_cube(Pile& pile, double side, const Vec3& centre, const Quaternion& turn, const Vec3& spin) {
  if (pile.model.materials.empty()) pile.model.materials = {{"rock", 2000}};
  shape::PlacedShape cube = shape::make_hull("cube", shape::box({side, side, side}));
  const Index row = add_shape(pile.model, cube.shape);
  cube.placement.centre = centre;
  cube.placement.turn = turn * cube.placement.turn;
  add_hull(pile, row, cube.placement, 0, Vec3::Zero(), spin);
}

// Cubes, glued tetrahedra and spheres. Their moments are equal, so that free rotation conserves energy up to rounding.
Pile mixed() {
  Pile pile;
  for (int i = 0; i < 27; ++i) {
    Random random(12, Purpose::kPlace, static_cast<std::uint64_t>(i));
    const Vec3 centre = 1.2 * Vec3(i % 3 - 1, i / 3 % 3 - 1, i / 9) + Vec3(0, 0, 0.8);
    const Quaternion turn = Quaternion::FromTwoVectors(Vec3::UnitX(), random.in_ball());
    const Vec3 spin = random.in_ball();
    if (i % 3 == 0)
      add_cube(pile, 0.6, centre, turn, spin);
    else if (i % 3 == 1)
      glue(pile, "tetrahedron", 0.2, 2000, centre, turn, Vec3::Zero(), spin);
    else
      add_sphere(pile, 0.45, 2000, centre, Vec3::Zero(), spin);
  }
  return pile;
}

// Kinetic energy plus energy in uniform gravity change by the walls' work minus the heat; momentum and angular momentum
// change by the impulses of walls and gravity. docs/theory.md 11.4.
TEST(ImpulseWalls, LedgerOfAShakenBoxCloses) {
  External external = shaken({0.03, 0.02, 0.1}, 2);
  external.uniform = Vec3(0.5, 0, -5);
  for (const Vec3& normal : {Vec3(1, 0, 0), Vec3(-1, 0, 0), Vec3(0, 1, 0), Vec3(0, -1, 0), Vec3(-0.6, 0, -0.8)}) {
    external.planes.push_back(external.planes[0]);
    external.planes.back().normal = normal;
    external.planes.back().point = -2.4 * normal;
  }
  external.planes[0].point = Vec3(0, 0, 0);
  external.planes.back().point = Vec3(0, 0, 8);
  nscd::Parameters p = impulses(2e-3, 0.5, 0.3);
  p.solver = {1e-7, 2000};
  const Pile start = mixed();
  ImpulseRun run(p, start, external);
  const measure::Ledger before = measure::ledger(start, external, 0, false, {});
  run.until(1.5);
  const measure::Ledger after = measure::ledger(run.pile(), external, 0, false, run.account());
  const Account& account = run.account();
  EXPECT_GT(account.walls, 0.1 * before.external_size);
  EXPECT_GT(account.dissipated(), 0.1 * account.walls);
  EXPECT_NEAR(after.of_motion(), before.of_motion(), 1e-11 * (account.walls + before.external_size));
  EXPECT_LT((after.momentum - before.momentum - account.impulse).norm(), 1e-12 * account.exchanged);
  EXPECT_LT((after.angular() - before.angular() - account.angular_impulse).norm(), 1e-12 * account.exchanged_angular);
  EXPECT_GT(account.impulse.norm(), 1e-4 * account.exchanged);
  EXPECT_GT(account.angular_impulse.norm(), 1e-4 * account.exchanged_angular);
}

}  // namespace
}  // namespace rubble::test
