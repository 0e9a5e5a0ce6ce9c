// Contact Dynamics with frozen bodies: closed forms, and a ledger that closes up to rounding.
#include "measure/ledger/ledger.hpp"
#include "physics/impulse_scene.hpp"
#include "unit/hulls.hpp"

#include <gtest/gtest.h>
#include <omp.h>

namespace rubble::test {
namespace {

// Freezes bodies with a motion that begins at time 0.
void freeze(Pile& pile, External& external, const std::vector<Index>& bodies, WallMotion motion = {}) {
  motion.since = 0;
  FrozenBodies frozen{motion, {}};
  frozen.at_rest = std::make_shared<const FrozenPositions>(positions_at_rest(pile.state, bodies, motion));
  external.frozen.push_back(frozen);
  place(external.frozen, pile.state.time, pile.state);
}

void add_cube(Pile& pile, double side, const Vec3& centre, const Quaternion& turn = Quaternion::Identity()) {
  if (pile.model.materials.empty()) pile.model.materials = {{"rock", 2000}};
  shape::PlacedShape cube = shape::make_hull("cube", shape::box({side, side, side}));
  const Index row = add_shape(pile.model, cube.shape);
  cube.placement.centre = centre;
  cube.placement.turn = turn * cube.placement.turn;
  add_hull(pile, row, cube.placement, 0, Vec3::Zero(), Vec3::Zero());
}

// Errors of the ledger, without units.
measure::Drift drift_of(const Pile& start, const ImpulseRun& run, const External& external) {
  measure::Drift drift;
  drift.update(measure::ledger(start, external, 0, false, {}), start.model,
               with_frozen_at_rest(start.state, external.frozen));
  drift.update(measure::ledger(run.pile(), external, 0, false, run.account()), run.pile().model,
               with_frozen_at_rest(run.pile().state, external.frozen));
  return drift;
}

// A frozen sphere of any mass, as either body of the contact, throws a sphere at rest ahead with (1 + e) v.
TEST(ImpulseFrozen, MovingSphereThrowsAnotherAhead) {
  const double e = 0.6, v = 0.5, radius = 0.5;
  for (const std::size_t held : {0U, 1U})
    for (const double density : {2.0, 2e6}) {
      Pile pile;
      const double at[2] = {held == 0 ? 0 : 1.52, held == 0 ? 1.52 : 0};
      for (std::size_t i = 0; i < 2; ++i)
        add_sphere(pile, i == held ? 2 * radius : radius, i == held ? density : 2000, {at[i], 2, 3});
      External external;
      WallMotion motion;
      motion.velocity = {v, 0, 0};
      freeze(pile, external, {static_cast<Index>(held)}, motion);
      ImpulseRun run(impulses(1e-3, 0, e), pile, external);
      run.until(0.2);
      const double speed = (1 + e) * v, mass = pile.model.mass[1 - held];
      EXPECT_NEAR(run.velocity(1 - held).x(), speed, 1e-12) << held;
      EXPECT_NEAR(run.account().walls, mass * speed * v, 1e-11 * mass);
      EXPECT_LT((run.account().impulse - Vec3(mass * speed, 0, 0)).norm(), 1e-11 * mass);
      EXPECT_NEAR(run.account().dissipated(), mass * speed * v - 0.5 * mass * speed * speed, 1e-11 * mass);
      EXPECT_NEAR(run.position(held).x(), at[held] + 0.2 * v, 1e-12);
      const measure::Drift drift = drift_of(pile, run, external);
      EXPECT_LT(drift.energy, 1e-11);
      EXPECT_LT(drift.momentum, 1e-12);
      EXPECT_LT(drift.angular, 1e-12);
    }
}

// A sphere lies on three frozen spheres that overlap each other: each force is m g / (3 cos).
TEST(ImpulseFrozen, SphereRestsOnThree) {
  const double radius = 0.5, side = 0.9, gravity = 3;
  Pile pile;
  for (int j = 0; j < 3; ++j)
    add_sphere(pile, radius, 2000,
               Eigen::AngleAxisd(2 * j * std::numbers::pi / 3, Vec3::UnitZ()) * Vec3(side / std::sqrt(3), 0, 0));
  const double height = std::sqrt(4 * radius * radius - side * side / 3);
  add_sphere(pile, radius, 2000, {0, 0, height});
  External external = floor_under({0, 0, -gravity});  // cuts the frozen spheres
  freeze(pile, external, {0, 1, 2});
  ImpulseRun run(impulses(1e-3, 0, 0.3), pile, external);
  run.until(0.5);
  const Contacts contacts = run.contacts();
  ASSERT_EQ(contacts.size(), 3U);
  const double weight = pile.model.mass[3] * gravity;
  for (std::size_t c = 0; c < 3; ++c)
    EXPECT_NEAR(contacts.force[c].norm(), weight / 3 / (height / (2 * radius)), 1e-6 * weight);
  EXPECT_LT(run.velocity(3).norm(), 1e-9);
}

// A frozen cube turns about a distant axis as a paddle among cubes and spheres: work = torque times angle, and all
// balances close up to rounding.
TEST(ImpulseFrozen, PaddleWorksByTorqueTimesAngle) {
  Pile pile;
  for (int i = 0; i < 8; ++i) {
    Random random(5, Purpose::kPlace, static_cast<std::uint64_t>(i));
    const Vec3 place(2.2 * std::cos(0.7 * i), 2.2 * std::sin(0.7 * i), 0.1 * random.uniform());
    if (i % 2 == 0)
      add_cube(pile, 0.9, place, Quaternion(Eigen::AngleAxisd(i, Vec3(1, 2, i).normalized())));
    else
      add_sphere(pile, 0.5, 2000, place);
  }
  const auto paddle = static_cast<Index>(pile.size());
  add_cube(pile, 1, {-2, -2, 0}, Quaternion(Eigen::AngleAxisd(0.4, Vec3::UnitX())));
  External external;
  WallMotion motion;
  motion.spin = {0, 0, 0.8};
  freeze(pile, external, {paddle}, motion);
  ImpulseRun run(impulses(2e-3, 0.4, 0.5), pile, external);
  run.until(6);
  EXPECT_GT(run.account().walls, 10);
  EXPECT_NEAR(run.account().walls, run.account().angular_impulse.z() * 0.8, 1e-9 * run.account().walls);
  const measure::Drift drift = drift_of(pile, run, external);
  EXPECT_LT(drift.energy, 1e-4);  // rotation of cubes and spheres conserves energy; impulses turn bodies within a step
  EXPECT_LT(drift.momentum, 1e-12);
  EXPECT_LT(drift.angular, 1e-12);
  const Quaternion turn(Eigen::AngleAxisd(0.8 * run.pile().state.time, Vec3::UnitZ()));
  const auto k = static_cast<std::size_t>(paddle);
  EXPECT_LT((run.position(k) - turn * pile.state.position[k]).norm(), 1e-12);
  const Index g = run.pile().state.grouping.grain_of(k);
  const auto grain = static_cast<std::size_t>(g);
  EXPECT_LT((run.pile().state.orientation[grain].toRotationMatrix() -
             (turn * pile.state.orientation[grain]).toRotationMatrix())
                .norm(),
            1e-12);
}

// Gravity of a frozen attractor: Kepler's third law of one centre.
TEST(ImpulseFrozen, OrbitAboutAnAttractor) {
  Pile pile;
  add_sphere(pile, 1000, 2000, {0, 0, 0});
  add_sphere(pile, 900, 2000, {8000, 0, 0});
  const double mu = kG * pile.model.mass[0], radius = 8000;
  pile.state.velocity[1] = {0, std::sqrt(mu / radius), 0};
  const double period = 2 * std::numbers::pi * std::sqrt(radius * radius * radius / mu);
  External external;
  freeze(pile, external, {0});
  nscd::Parameters p = impulses(period / 5000);
  p.gravity = {gravity::Summation::direct, kG};
  ImpulseRun run(p, pile, external);
  run.steps(5000);
  EXPECT_LT((run.position(1) - pile.state.position[1]).norm(), 1e-4 * radius);
  EXPECT_EQ(run.position(0), Vec3(0, 0, 0));
  const measure::Ledger before = measure::ledger(pile, external, kG, true, {});
  const measure::Ledger after = measure::ledger(run.pile(), external, kG, true, run.account());
  EXPECT_LT((after.momentum - before.momentum - run.account().impulse).norm(), 1e-9 * before.momentum.norm());
  EXPECT_NEAR(after.total(), before.total(), 1e-5 * std::abs(before.total()));
}

// The same bits with any number of threads, and after a restart.
TEST(ImpulseFrozen, BitsDependNeitherOnThreadsNorOnRestarts) {
  Pile pile;
  for (int x = 0; x < 5; ++x)
    for (int y = 0; y < 5; ++y)
      for (int z = 0; z < 4; ++z) {
        const Vec3 place = 1.05 * Vec3(x, y, z) + Vec3(0.01 * z, 0.02 * y, 0);
        if ((x + y + z) % 3 == 0)
          add_cube(pile, 0.7, place);
        else
          add_sphere(pile, 0.5, 2000, place);
      }
  std::vector<Index> floor;
  for (Index i = 0; i < static_cast<Index>(pile.size()); i += 4) floor.push_back(i);
  External external;
  external.uniform = {0, 0, -3};
  WallMotion motion;
  motion.amplitude = {0.1, 0, 0.05};
  motion.frequency = 2;
  motion.spin = {0, 0.02, 0.1};
  freeze(pile, external, floor, motion);
  nscd::Parameters p = impulses(5e-3, 0.4, 0.3);
  p.solver.tolerance = 1e-6;
  std::vector<Reals> found;
  for (const int threads : {1, 2, 4}) {
    omp_set_num_threads(threads);
    ImpulseRun run(p, pile, external);
    run.steps(100);
    found.push_back(everything(run));
  }
  omp_set_num_threads(1);
  ImpulseRun first(p, pile, external);
  first.steps(37);
  ImpulseRun second(first, memory_of(first.stepper()));
  second.steps(63);
  found.push_back(everything(second));
  for (const Reals& all : found) EXPECT_TRUE(same_bits(all, found[0]));
}

}  // namespace
}  // namespace rubble::test
