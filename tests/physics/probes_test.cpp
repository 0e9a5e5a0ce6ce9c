// Probes of contact forces, against weights, changes of momentum and lever arms.
#include "hard_scene.hpp"
#include "impulse_scene.hpp"
#include "probe_scene.hpp"
#include "shape/wall_recipes.hpp"
#include "unit/hull_piles.hpp"

#include <gtest/gtest.h>

namespace rubble::test {
namespace {

constexpr double kEarth = 9.81;  // [m s-2]
constexpr double kRadius = 0.01, kDensity = 2500;
constexpr double kStiffness = 1e4;  // [N m-1]
const Vec3 kDown{0, 0, -kEarth};

// A column of three spheres on the floor, which overlap by about what their weights need.
Pile column() {
  Pile pile;
  for (int k = 0; k < 3; ++k) add_sphere(pile, kRadius, kDensity, {0, 0, (2 * k + 1) * kRadius});
  return pile;
}
double weight(const Pile& pile) {
  double mass = 0;
  for (const double m : pile.model.mass) mass += m;
  return mass * kEarth;
}

ssdem::Parameters springs(double restitution, double friction = 0) {
  ssdem::Parameters p = plain(kStiffness, restitution);
  if (friction > 0) p.sliding = laws::CoulombSliding{friction, 0.3};
  return p;
}

// Two halves of a swarm that collapses by its own gravity, with friction.
struct Swarm {
  Pile pile = lattice_ball(60, 1, 2000, 1.0, 5);
  std::vector<Index> lower, upper;
  ssdem::Parameters p = plain(1e7, 0.3);

  Swarm() {
    p.sliding = laws::CoulombSliding{0.5, 0.3};
    for (std::size_t i = 0; i < pile.size(); ++i) {
      (pile.state.position[i].z() < 0 ? lower : upper).push_back(static_cast<Index>(i));
      pile.state.velocity[i] = -0.05 * pile.state.position[i];
      pile.state.spin[i] = Vec3(0.3, -0.2, 0.1);
    }
  }
};

Vec3 momentum(const Pile& pile, const std::vector<Index>& rows) {
  Vec3 sum = Vec3::Zero();
  for (const Index row : rows)
    sum += pile.model.mass[static_cast<std::size_t>(row)] * pile.state.velocity[static_cast<std::size_t>(row)];
  return sum;
}

// The floor carries the weight of a bed at rest; the lowest sphere carries the others and is carried by the floor.
TEST(Probes, SoftFloorCarriesWeight) {
  const External external = floor_under(kDown);
  Probes probes = probes_on(column(), external, {wall("floor", 0), bodies("lowest", {0}), bodies("upper", {1, 2})});
  Motion run(springs(0.2), column(), external, &probes);
  run.until(3);
  probes.take_record(run.pile().model, run.pile().state);
  run.until(4);
  const std::vector<ProbeRecord> now = probes.take_record(run.pile().model, run.pile().state);
  const double all = weight(run.pile());
  EXPECT_LT((now[0].mean.force - Vec3(0, 0, -all)).norm(), 1e-6 * all);
  EXPECT_LT((now[1].mean.force - Vec3(0, 0, all / 3)).norm(), 1e-6 * all);
  EXPECT_LT((now[2].mean.force - Vec3(0, 0, 2 * all / 3)).norm(), 1e-6 * all);
  // Overlap m g / k of a sphere with the floor; area pi R delta.
  EXPECT_NEAR(now[0].mean.area, std::numbers::pi * kRadius * all / kStiffness, 1e-5 * now[0].mean.area);
  EXPECT_NEAR(now[2].mean.area, std::numbers::pi * kRadius / 2 * (2 * all / 3) / kStiffness, 1e-5 * now[2].mean.area);
}

TEST(Probes, ImpulseFloorCarriesWeight) {
  const External external = floor_under(kDown);
  Probes probes = probes_on(column(), external, {wall("floor", 0), bodies("lowest", {0})});
  ImpulseRun run(impulses(1e-3), column(), external, &probes);
  run.steps(50);
  probes.take_record(run.pile().model, run.pile().state);
  run.steps(100);
  const std::vector<ProbeRecord> now = probes.take_record(run.pile().model, run.pile().state);
  const double all = weight(run.pile());
  EXPECT_LT((now[0].mean.force - Vec3(0, 0, -all)).norm(), 1e-6 * all);
  EXPECT_LT((now[1].mean.force - Vec3(0, 0, all / 3)).norm(), 1e-6 * all);
}

// A unit cube at rest touches the floor with its lower face. The torque about a corner of that face is r x F.
TEST(Probes, CubeTouchesFloorWithItsFace) {
  Pile pile;
  add_cube(pile, {0, 0, 0.5});
  const External external = floor_under(kDown);
  ProbeTarget about_edge = bodies("cube", {0}, Vec3(0.5, 0, 0));
  Probes probes = probes_on(pile, external, {about_edge, wall("floor", 0)});
  ImpulseRun run(impulses(1e-3), pile, external, &probes);
  run.steps(50);
  probes.take_record(run.pile().model, run.pile().state);
  run.steps(100);
  const std::vector<ProbeRecord> now = probes.take_record(run.pile().model, run.pile().state);
  const double all = kEarth;  // of the mass 1 kg
  EXPECT_NEAR(now[0].mean.area, 1, 1e-9);
  EXPECT_LT((now[0].mean.force - Vec3(0, 0, all)).norm(), 1e-6 * all);
  // The resultant acts below the centre, at (-0.5, 0, 0) from the edge: (-0.5, 0, 0) x (0, 0, g) = (0, 0.5 g, 0).
  EXPECT_LT((now[0].mean.torque - Vec3(0, 0.5 * all, 0)).norm(), 1e-5 * all);
  EXPECT_LT((now[0].mean.force + now[1].mean.force).norm(), 1e-12 * all);
}

// A ball that bounces without loss presses on the floor with its weight, averaged over whole periods.
TEST(Probes, BouncingSphereWeighsItsWeight) {
  const double height = 0.1, period = 2 * std::sqrt(2 * height / kEarth);
  Pile pile = spheres();
  add(pile, 2, kRadius, {0, 0, kRadius + height});
  External external = floor_under(kDown);
  Probes probes = probes_on(pile, external, {wall("floor", 0), bodies("ball", {0})});
  hsdem::Parameters p = hard_spheres(period / 10, 1);
  hsdem::Stepper stepper(p, pile, external, &probes);
  probes.take_record(pile.model, pile.state);
  for (const int periods : {1, 5}) {
    stepper.advance(pile.model, pile.state, external, pile.state.time + periods * period);
    const std::vector<ProbeRecord> now = probes.take_record(pile.model, pile.state);
    EXPECT_LT((now[0].mean.force - 2 * kDown).norm(), 1e-6 * 2 * kEarth) << periods;
    EXPECT_LT((now[1].mean.force + 2 * kDown).norm(), 1e-6 * 2 * kEarth) << periods;
    EXPECT_LT(now[1].mean.torque.norm(), 1e-12);
  }
}

// The impulse of one bounce is m (v' - v), for each method.
TEST(Probes, ImpulseOfBounceIsChangeOfMomentum) {
  const Vec3 before{0.3, 0, -1}, start{0, 0, 2 * kRadius};
  External external = floor_under(Vec3::Zero());
  const auto expect = [&](const char* method, const Pile& pile, Probes& probes) {
    const std::vector<ProbeRecord> now = probes.take_record(pile.model, pile.state);
    const double m = pile.model.mass[0];
    ASSERT_GT(pile.state.velocity[0].z(), 0) << method;
    const Vec3 change = m * (pile.state.velocity[0] - before);
    EXPECT_LT((now[0].impulse - change).norm(), 1e-12 * m) << method;
    EXPECT_LT((now[1].impulse + change).norm(), 1e-12 * m) << method;
    // The torque about the centre is the change of the spin; its time integral is the mean times the duration.
    const Vec3 turned = pile.model.inertia(0) * pile.state.spin[0];
    EXPECT_LT((now[0].mean.torque * pile.state.time - turned).norm(), 1e-9 * turned.norm()) << method;
    EXPECT_GT(turned.norm(), 0) << method;
  };
  const auto targets = [&](const Pile& pile) {
    return probes_on(pile, external, {bodies("ball", {0}), wall("floor", 0)});
  };
  Pile pile;
  add_sphere(pile, kRadius, kDensity, start, before);
  {
    Probes probes = targets(pile);
    Motion run(springs(0.5, 0.3), pile, external, &probes);
    probes.take_record(pile.model, pile.state);
    run.until(0.05);
    expect("soft spheres", run.pile(), probes);
  }
  {
    Probes probes = targets(pile);
    ImpulseRun run(impulses(1e-3, 0.3, 0.5), pile, external, &probes);
    probes.take_record(pile.model, pile.state);
    run.until(0.05);
    expect("contact dynamics", run.pile(), probes);
  }
  {
    Probes probes = targets(pile);
    hsdem::Parameters p = hard_spheres(1e-3, 0.5);
    p.contact.sliding_restitution = 0.2;
    hsdem::Stepper stepper(p, pile, external, &probes);
    probes.take_record(pile.model, pile.state);
    stepper.advance(pile.model, pile.state, external, 0.05);
    expect("hard spheres", pile, probes);
  }
}

// A head-on impact along the line y = b exerts the torque r x J about a point on the x axis; a sphere that hits a
// triangulated wall does, too.
TEST(Probes, TorqueIsLeverArmTimesForce) {
  const double b = 0.05;
  Pile pile;
  add_sphere(pile, kRadius, kDensity, {0, b, 0});
  add_sphere(pile, kRadius, kDensity, {-3 * kRadius, b, 0}, {1, 0, 0});
  Probes probes = probes_on(pile, {}, {bodies("hit", {0}, Vec3::Zero())});
  Motion run(springs(0.5), pile, {}, &probes);
  probes.take_record(pile.model, pile.state);
  run.until(0.05);
  const ProbeRecord hit = probes.take_record(run.pile().model, run.pile().state)[0];
  EXPECT_GT(hit.impulse.x(), 0);
  EXPECT_LT((hit.mean.torque - Vec3(0, b, 0).cross(hit.mean.force)).norm(), 1e-12 * hit.mean.force.norm());

  External external;
  external.meshes = {
      {std::make_shared<const WallSurface>(shape::triangle_mesh(shape::box_surface({1, 1, 1}))), WallMotion{}}};
  external.meshes[0].motion.since = 0;
  Pile ball;
  add_sphere(ball, kRadius, kDensity, {0.2, 0.1, 0.45}, {0, 0, 1});
  Probes on_wall = probes_on(ball, external, {wall("mesh", 0)});
  Motion fall(springs(0.5), ball, external, &on_wall);
  on_wall.take_record(ball.model, ball.state);
  fall.until(0.1);
  const ProbeRecord struck = on_wall.take_record(fall.pile().model, fall.pile().state)[0];
  EXPECT_NEAR(struck.impulse.z(), ball.model.mass[0] * (1 - fall.velocity(0).z()), 1e-12);
  EXPECT_LT((struck.mean.torque - Vec3(0.2, 0.1, 0.5).cross(struck.mean.force)).norm(),
            1e-9 * struck.mean.force.norm());
}

// Forces and torques (about one point) on two groups that only touch each other are opposite.
TEST(Probes, GroupsActOnEachOtherOppositely) {
  Swarm swarm;
  const Vec3 about(1, 2, 3);
  Probes probes = probes_on(swarm.pile, {}, {bodies("lower", swarm.lower, about), bodies("upper", swarm.upper, about)});
  Motion run(swarm.p, swarm.pile, {}, &probes);
  probes.take_record(swarm.pile.model, swarm.pile.state);
  run.until(20);
  const std::vector<ProbeRecord> now = probes.take_record(run.pile().model, run.pile().state);
  const double force = now[0].mean.force.norm(), torque = now[0].mean.torque.norm();
  EXPECT_GT(force, 0);
  EXPECT_LT((now[0].mean.force + now[1].mean.force).norm(), 1e-12 * force);
  EXPECT_LT((now[0].mean.torque + now[1].mean.torque).norm(), 1e-9 * (torque + force));
  EXPECT_EQ(now[0].mean.area, now[1].mean.area);
}

// Without other forces, the impulse of a group is the change of its momentum, and the sum over single bodies is that of
// the group, for any interval between records.
TEST(Probes, ImpulsesAddUpToMomentumForAnyInterval) {
  Swarm swarm;
  std::vector<ProbeTarget> targets = {bodies("lower", swarm.lower)};
  for (const Index row : swarm.lower) targets.push_back(bodies("one", {row}));
  std::vector<ProbeRecord> results;
  for (const int records : {1, 7}) {
    Probes probes = probes_on(swarm.pile, {}, targets);
    Motion run(swarm.p, swarm.pile, {}, &probes);
    probes.take_record(swarm.pile.model, swarm.pile.state);
    Vec3 sum = Vec3::Zero();
    std::vector<ProbeRecord> now;
    for (int k = 1; k <= records; ++k) {
      const double before = run.time();
      run.until(14.0 * k / records);
      now = probes.take_record(run.pile().model, run.pile().state);
      sum += (run.time() - before) * now[0].mean.force;
    }
    const Vec3 change = momentum(run.pile(), swarm.lower) - momentum(swarm.pile, swarm.lower);
    const double scale = change.norm();
    EXPECT_GT(scale, 0);
    EXPECT_LT((now[0].impulse - change).norm(), 1e-11 * scale);
    EXPECT_LT((sum - change).norm(), 1e-11 * scale);
    Vec3 of_bodies = Vec3::Zero();
    for (std::size_t k = 1; k < now.size(); ++k) of_bodies += now[k].impulse;
    EXPECT_LT((of_bodies - change).norm(), 1e-11 * scale);
    results.push_back(now[0]);
  }
  EXPECT_LT((results[0].impulse - results[1].impulse).norm(), 1e-11 * results[0].impulse.norm());
}

// All numbers of a record.
Reals numbers(const std::vector<ProbeRecord>& records) {
  Reals all;
  for (const ProbeRecord& r : records) {
    for (const Vec3& v : {r.mean.force, r.mean.torque, r.impulse, r.body_force})
      all.insert(all.end(), v.begin(), v.end());
    all.push_back(r.mean.area);
  }
  return all;
}

// A run that stops between two records and resumes has the same bits as one that does not.
template <class Stepper, class Parameters>
void expect_same_bits_after_restart(const Parameters& p, const Pile& start, const External& external, double time) {
  const std::vector<ProbeTarget> targets = {bodies("ball", {0}), wall("floor", 0)};
  Pile pile = start;
  Probes probes = probes_on(pile, external, targets);
  Stepper stepper(p, pile, external, &probes);
  probes.take_record(pile.model, pile.state);
  stepper.advance(pile.model, pile.state, external, time / 2);
  Resume of_stepper = memory_of(stepper), of_probes = memory_of(probes);
  Pile resumed = pile;
  Probes again = probes_on(pile, external, targets);
  rubble::restore(again, of_probes);
  Stepper other(p, resumed, external, of_stepper, &again);
  stepper.advance(pile.model, pile.state, external, time);
  other.advance(resumed.model, resumed.state, external, time);
  const Reals expected = numbers(probes.take_record(pile.model, pile.state));
  EXPECT_TRUE(same_bits(expected, numbers(again.take_record(resumed.model, resumed.state))));
  EXPECT_GT(expected[2], 0);
}

TEST(Probes, RestartWithinIntervalKeepsBits) {
  const External external = floor_under(kDown);
  Pile pile = column();
  for (Vec3& v : pile.state.velocity) v = Vec3(0.1, 0, -0.2);
  ssdem::Parameters soft = springs(0.5, 0.3);
  ssdem::resolve(soft, pile.model, pile.state, external);
  expect_same_bits_after_restart<ssdem::Stepper>(soft, pile, external, 0.1);
  expect_same_bits_after_restart<nscd::Stepper>(impulses(1e-3, 0.3, 0.5), pile, external, 0.1);
  expect_same_bits_after_restart<hsdem::Stepper>(hard_spheres(1e-3, 0.5), pile, external, 0.1);
}

// A falling sphere feels its weight and no contact.
TEST(Probes, BodyForceOfFallIsWeight) {
  Pile pile;
  add_sphere(pile, kRadius, kDensity, {0, 0, 1});
  External external;
  external.uniform = kDown;
  ProbeTarget target = bodies("ball", {0});
  target.body_force = true;
  Probes probes = probes_on(pile, external, {target});
  Motion run(springs(0.5), pile, external, &probes);
  probes.take_record(pile.model, pile.state);
  run.until(0.1);
  const ProbeRecord now = probes.take_record(run.pile().model, run.pile().state)[0];
  EXPECT_LT((now.body_force - pile.model.mass[0] * kDown).norm(), 1e-10 * pile.model.mass[0]);
  EXPECT_EQ(now.mean.force, Vec3(Vec3::Zero()));
}

}  // namespace
}  // namespace rubble::test
