// Contact Dynamics of hulls compared with closed forms.
#include "base/parallel.hpp"
#include "measure/ledger/ledger.hpp"
#include "physics/impulse_scene.hpp"
#include "unit/hulls.hpp"

#include <string_view>

#include <gtest/gtest.h>

namespace rubble::test {
namespace {

constexpr double kGravity = 9.81;

// A box with these sides, parallel to the axes unless it is rotated.
void add_box(Pile& pile, const Vec3& sides, const Vec3& centre, const Vec3& velocity = Vec3::Zero(),
             const Quaternion& turn = Quaternion::Identity(), const Vec3& spin = Vec3::Zero()) {
  if (pile.model.materials.empty()) pile.model.materials = {{"rock", 2000}};
  Vec3s corners;
  for (const double x : {-0.5, 0.5})
    for (const double y : {-0.5, 0.5})
      for (const double z : {-0.5, 0.5}) corners.emplace_back(x * sides.x(), y * sides.y(), z * sides.z());
  shape::PlacedShape box = shape::make_hull("box", corners);
  const Index row = add_shape(pile.model, box.shape);
  box.placement.centre = centre;
  box.placement.turn = turn * box.placement.turn;
  add_hull(pile, row, box.placement, 0, velocity, spin);
}

External incline(double degrees) {
  const double angle = degrees * std::numbers::pi / 180;
  return floor_under(kGravity * Vec3(std::sin(angle), 0, -std::cos(angle)));
}

// A block with the friction coefficient 0.5 stays at rest up to an inclination of atan(0.5) = 26.57 degrees.
TEST(ImpulseHulls, BlockOnAnIncline) {
  for (const double degrees : {25.5, 26.0, 30.0}) {
    Pile pile;
    add_box(pile, {1, 1, 1}, {0, 0, 0.5});
    ImpulseRun run(impulses(2e-3, 0.5), pile, incline(degrees));
    run.until(1);
    const double angle = degrees * std::numbers::pi / 180;
    const double slide = degrees < 27 ? 0 : kGravity * (std::sin(angle) - 0.5 * std::cos(angle));
    EXPECT_NEAR(run.velocity(0).x(), slide * run.pile().state.time, 1e-8) << degrees;
    EXPECT_NEAR(run.position(0).z(), 0.5, 1e-10);
    EXPECT_LT(run.spin(0).norm(), 1e-8);
  }
}

// The stopping distance is v^2 / (2 mu g).
TEST(ImpulseHulls, BlockSlidesToAStop) {
  const double v = 2, mu = 0.4, h = 1e-3;
  Pile pile;
  add_box(pile, {2, 2, 0.5}, {0, 0, 0.25}, {v, 0, 0});
  ImpulseRun run(impulses(h, mu), pile, floor_under({0, 0, -kGravity}));
  run.until(1);
  EXPECT_LT(run.velocity(0).norm(), 1e-10);
  EXPECT_NEAR(run.position(0).x(), v * v / (2 * mu * kGravity), v * h);
}

// If a cube has three contact points, its weight acts exactly above a side of their triangle: two corners carry the
// weight, and the equilibrium is neutral.
TEST(ImpulseHulls, CubeRests) {
  for (const bool three : {true, false}) {
    Pile pile;
    add_box(pile, {1, 1, 1}, {0.3, 0.2, 0.5}, Vec3::Zero(), Quaternion(Eigen::AngleAxisd(0.4, Vec3::UnitZ())));
    nscd::Parameters p = impulses(0.01, 0.5);
    p.contact.points = three ? shape::Points::three : shape::Points::four;
    ImpulseRun run(p, pile, floor_under({0, 0, -kGravity}));
    run.until(5);
    const double slack = three ? 1e-6 : 1e-10;
    EXPECT_LT((run.position(0) - Vec3(0.3, 0.2, 0.5)).norm(), slack) << three;
    EXPECT_LT(run.velocity(0).norm() + run.spin(0).norm(), slack);
    const Contacts contacts = run.contacts();
    EXPECT_EQ(contacts.size(), three ? 2u : 4u);
    Vec3 force = Vec3::Zero();
    for (const Vec3& f : contacts.force) force += f;
    EXPECT_LT((force - Vec3(0, 0, kGravity * pile.model.mass[0])).norm(), 10 * slack * force.norm());
  }
}

// Blocks, a rod and a ball meet and stick: the work of attraction is in the energy of near pairs or booked as heat.
TEST(ImpulseHulls, CohesionClosesTheLedger) {
  for (const double e : {0.0, 0.4}) {
    Pile start;
    for (int i = 0; i < 27; ++i) {
      Random random(8, Purpose::kPlace, static_cast<std::uint64_t>(i));
      const Vec3 centre = 1.8 * (Vec3(i % 3, i / 3 % 3, i / 9) - Vec3::Ones());
      const Vec3 velocity = 0.3 * random.in_ball() - 0.5 * centre;
      const Quaternion turn = Quaternion::FromTwoVectors(Vec3::UnitX(), random.in_ball());
      if (i % 9 == 4)
        add_sphere(start, 0.5, 2000, centre, velocity, random.in_ball());
      else
        add_box(start, {0.7, 0.9, 1.1}, centre, velocity, turn, random.in_ball());
    }
    nscd::Parameters p = impulses(1e-3, 0.4, e);
    p.solver = {1e-6, 20000};
    p.cohesion = {3000, 0.05};
    ImpulseRun run(p, start);
    const External nothing;
    const measure::Ledger before = measure::ledger(start, nothing, 0, false, {});
    run.until(1.5);
    Pile end = run.pile();
    end.contacts = run.contacts();
    const measure::Ledger after = measure::ledger(end, nothing, 0, false, run.account());
    EXPECT_LT(after.elastic, -0.02 * before.kinetic());
    EXPECT_NEAR(after.total(), before.total(), 2e-5 * before.kinetic()) << e;
    EXPECT_LT(std::abs(run.account()[Channel::cohesion]), 0.1 * before.kinetic()) << e;
    EXPECT_LT((after.momentum - before.momentum).norm(), 1e-12 * before.kinetic());
  }
}

// The attractive force of a pair does not depend on the number of its near points.
TEST(ImpulseHulls, CohesionDoesNotDependOnTheNumberOfPoints) {
  for (const double share : {0.9, 1.1}) {
    Pile pile;
    add_box(pile, {1, 1, 1}, {0, 0, -0.5});
    const double weight = kGravity * pile.model.mass[0];
    External ceiling = floor_under({0, 0, -kGravity});
    ceiling.planes[0].normal = Vec3(0, 0, -1);
    nscd::Parameters p = impulses(2e-3, 0.5);
    p.cohesion = {weight / share, 1e-3};
    ImpulseRun run(p, pile, ceiling);
    run.until(0.5);
    if (share < 1)
      EXPECT_LT(run.velocity(0).norm(), 1e-10);
    else
      EXPECT_LT(run.velocity(0).z(), -1);
  }
}

// Cubes in a tower, each slightly rotated relative to the one below.
TEST(ImpulseHulls, TowerStands) {
  Pile pile;
  for (int k = 0; k < 6; ++k)
    add_box(pile, {1, 1, 1}, {0.01 * k, 0, 0.5 + k}, Vec3::Zero(),
            Quaternion(Eigen::AngleAxisd(0.1 * k, Vec3::UnitZ())));
  nscd::Parameters p = impulses(0.01, 0.5);
  p.solver.tolerance = 1e-8;
  ImpulseRun run(p, pile, floor_under({0, 0, -kGravity}));
  run.until(3);
  for (std::size_t i = 0; i < 6; ++i) EXPECT_LT((run.position(i) - pile.state.position[i]).norm(), 1e-6) << i;
  Vec3 floor = Vec3::Zero();
  const Contacts contacts = run.contacts();
  for (std::size_t c = 0; c < contacts.size(); ++c)
    if (contacts.key[c].on_wall()) floor += contacts.force[c];
  EXPECT_LT((floor - Vec3(0, 0, 6 * kGravity * pile.model.mass[0])).norm(), 1e-6 * floor.norm());
}

// Frictionless impact off the centre of a box: J = (1 + e) w / (1/m_1 + 1/m_2 + (c x n) . I^-1 (c x n)) (Richardson et
// al. 2009, Appendix B).
TEST(ImpulseHulls, SphereHitsABoxOffItsCentre) {
  const double e = 0.5, h = 1e-4, speed = 3;
  Pile pile;
  const Quaternion turn(Eigen::AngleAxisd(0.7, Vec3(1, 2, 3).normalized()));
  add_box(pile, {1, 2, 3}, Vec3::Zero(), Vec3::Zero(), turn);
  const Vec3 normal = turn * Vec3::UnitX();        // of the face
  const Vec3 lever = turn * Vec3(0.5, 0.6, -1.1);  // point of impact
  add_sphere(pile, 0.4, 2000, lever + (0.4 + 0.75 * speed * h) * normal, -speed * normal);
  ImpulseRun run(impulses(h, 0, e), pile);
  run.steps(10);
  const double m1 = pile.model.mass[0], m2 = pile.model.mass[1];
  const Mat3 inertia = m1 / 12 * (turn * Vec3(4 + 9, 1 + 9, 1 + 4).asDiagonal() * turn.conjugate().toRotationMatrix());
  const Vec3 twist = lever.cross(normal);
  const double impulse = (1 + e) * speed / (1 / m1 + 1 / m2 + twist.dot(inertia.inverse() * twist));
  EXPECT_LT((run.velocity(0) + impulse / m1 * normal).norm(), 1e-6 * speed);
  EXPECT_LT((run.velocity(1) - (impulse / m2 - speed) * normal).norm(), 1e-6 * speed);
  const Vec3 momentum = -impulse * twist;
  EXPECT_LT((inertia * run.spin(0) - momentum).norm(), 1e-3 * momentum.norm());  // the box has rotated in the meantime
  EXPECT_LT(run.spin(1).norm(), 1e-12);
  EXPECT_NEAR(run.account().dissipated(), 0.5 * (1 - e * e) * speed * impulse / (1 + e), 1e-6 * m2 * speed * speed);
}

// Random hulls, spheres and a glued grain that fly towards each other.
Pile crowd() {
  Pile pile;
  pile.model.materials = {{"rock", 2000}};
  for (int i = 0; i < 64; ++i) {
    Random random(9, Purpose::kPlace, static_cast<std::uint64_t>(i));
    const Vec3 cell(i % 4, i / 4 % 4, i / 16);
    const Vec3 centre = 1.5 * (cell - Vec3::Constant(1.5));
    const Vec3 velocity = random.in_ball() - centre;
    const Quaternion turn = Quaternion::FromTwoVectors(Vec3::UnitX(), random.in_ball());
    if (i % 4 == 3) {
      add_sphere(pile, 0.4, 2000, centre, velocity, random.in_ball());
    } else if (i % 4 == 2) {
      glue(pile, "rod", 0.15, 2000, centre, turn, velocity, random.in_ball());
    } else {
      const shape::PlacedShape hull =
          shape::make_hull("hull", shape::random_points(12 + i, static_cast<std::uint64_t>(i)));
      add_hull(pile, add_shape(pile.model, hull.shape), {centre, turn, 0.45}, 0, velocity, random.in_ball());
    }
  }
  return pile;
}

nscd::Parameters crowded() {
  nscd::Parameters p = impulses(4e-3, 0.5, 0.2);
  p.gravity = {gravity::Summation::direct, 1e-4};
  p.solver.tolerance = 1e-6;
  p.solver.iterations = 1000;
  return p;
}

TEST(ImpulseHulls, LedgerCloses) {
  const External nothing;
  const Pile start = crowd();
  ImpulseRun run(crowded(), start);
  run.until(0);  // overlaps are removed at the start
  const measure::Ledger before = measure::ledger(run.pile(), nothing, 1e-4, true, run.account());
  const StepReport report = run.until(1.5);
  const measure::Ledger after = measure::ledger(run.pile(), nothing, 1e-4, true, run.account());
  EXPECT_GT(report.contacts, 20u);
  EXPECT_GT(after.account.dissipated(), 0.2 * before.kinetic());
  double momentum = 0, angular = 0;
  for (std::size_t i = 0; i < start.size(); ++i) {
    momentum += start.model.mass[i] * start.state.velocity[i].norm();
    angular += start.model.mass[i] * start.state.position[i].norm() * start.state.velocity[i].norm();
  }
  EXPECT_LT((after.momentum - before.momentum).norm(), 1e-12 * momentum);
  EXPECT_LT((after.angular() - before.angular() - after.account.gravity_torque).norm(), 1e-11 * angular);
  EXPECT_NEAR(after.of_motion(), before.of_motion(), 1e-4 * before.kinetic());
}

TEST(ImpulseHulls, ThreadsListsAndRestarts) {
  Reals first;
  for (const int n : {1, 2, 4}) {
    set_threads(n);
    nscd::Parameters p = crowded();
    if (n > 1) p.step.skin = 0.05 * n;
    ImpulseRun run(p, crowd());
    EXPECT_GT(run.until(0.8).contacts, 5u);
    if (first.empty()) first = everything(run);
    EXPECT_TRUE(same_bits(first, everything(run))) << n;
  }
  set_threads(1);
  for (const double stop : {0.1, 0.5, 0.7}) {
    ImpulseRun part(crowded(), crowd());
    part.until(stop);
    ImpulseRun rest(part, memory_of(part.stepper()));
    rest.until(0.8);
    EXPECT_TRUE(same_bits(first, everything(rest))) << stop;
  }
}

// Bodies that touch at the start and approach collide before the first step. This also holds for a stepper that was
// saved before, and for the stepper that resumes.
TEST(ImpulseHulls, RestartBeforeTheFirstStep) {
  Pile pile = crowd();
  add_sphere(pile, 0.5, 2000, Vec3(20, 0, 0), Vec3(1, 0, 0));
  add_sphere(pile, 0.5, 2000, Vec3(21, 0, 0), Vec3(-1, 0, 0));
  ImpulseRun whole(crowded(), pile), saved(crowded(), pile);
  const Resume memory = memory_of(saved.stepper());
  ImpulseRun resumed(saved, memory);
  for (ImpulseRun* run : {&whole, &saved, &resumed}) run->until(0.1);
  EXPECT_TRUE(same_bits(everything(whole), everything(saved)));
  EXPECT_TRUE(same_bits(everything(whole), everything(resumed)));
}

// The problem with the most iterations is the same whether or not the run was stopped.
TEST(ImpulseHulls, HardestProblemOverAStop) {
  nscd::Parameters p = crowded();
  p.solver.dump_problem = true;
  ImpulseRun whole(p, crowd());
  whole.until(0.8);
  const auto expected = whole.stepper().hardest_problem();
  ASSERT_NE(expected, nullptr);
  for (const double stop : {0.1, 0.79}) {
    ImpulseRun part(p, crowd());
    part.until(stop);
    ImpulseRun rest(part, memory_of(part.stepper()));
    rest.until(0.8);
    const auto found = rest.stepper().hardest_problem();
    ASSERT_NE(found, nullptr);
    EXPECT_EQ(found->free_velocity, expected->free_velocity) << stop;
    EXPECT_EQ(found->delassus.block, expected->delassus.block) << stop;
  }
}

// A common velocity of all bodies causes no additional rebuilds of the neighbour list.
TEST(ImpulseHulls, ListsDoNotDependOnTheFrame) {
  const auto builds = [](const Vec3& velocity) {
    Pile pile = crowd();
    for (Vec3& v : pile.state.velocity) v += velocity;
    const StepReport report = ImpulseRun(crowded(), pile).until(0.8);
    for (const Remark& remark : report.remarks)
      if (remark.name == std::string_view("neighbour lists built")) return remark.value;
    return 0.0;
  };
  const double at_rest = builds(Vec3::Zero());
  EXPECT_GT(at_rest, 0);
  EXPECT_NEAR(builds({1000, 0, 0}), at_rest, 1);
}

}  // namespace
}  // namespace rubble::test
