// Soft spheres and frozen bodies, against motions that are known in closed form.
#include "base/parallel.hpp"
#include "model/kepler.hpp"
#include "watched.hpp"

#include <gtest/gtest.h>
#include <omp.h>

namespace rubble::test {
namespace {

constexpr double kEarth = 9.81;  // [m s-2]
constexpr double kRadius = 0.01, kDensity = 2500;
const double kMass = 4.0 / 3.0 * std::numbers::pi * kDensity * std::pow(kRadius, 3);

ssdem::Parameters springs(double stiffness, double restitution, double friction) {
  ssdem::Parameters p = plain(stiffness, restitution);
  if (friction > 0) p.sliding = laws::CoulombSliding{friction, 0.3};
  p.step.steps_per_contact = 200;
  return p;
}

// Freezes bodies of the pile with a motion that begins now.
void freeze(Pile& pile, External& external, const std::vector<Index>& bodies, WallMotion motion = {}) {
  motion.since = pile.state.time;
  FrozenBodies frozen{motion, {}};
  frozen.at_rest = std::make_shared<const FrozenPositions>(positions_at_rest(pile.state, bodies, motion));
  external.frozen.push_back(frozen);
  place(external.frozen, pile.state.time, pile.state);
}

Mat3 about(const Vec3& axis, double angle) { return Eigen::AngleAxisd(angle, axis).toRotationMatrix(); }

// A sphere meets a frozen one of any mass. Restitution and contact time are those of a wall, with the effective mass of
// the free sphere: t = pi / sqrt(k / m - (c / 2 m)^2). Nothing depends on the mass of the frozen sphere.
TEST(FrozenBodies, RestitutionAndContactTime) {
  const double k = 1e5, e = 0.6;
  Vec3 first = Vec3::Zero();
  for (const double density : {1e-3 * kDensity, 7 * kDensity, 1e6 * kDensity}) {
    Pile pile;
    add_sphere(pile, kRadius, density, {0, 0, 0});
    add_sphere(pile, kRadius, kDensity, {0, 0, 2 * kRadius + 1e-5}, {0, 0, -1});
    External external;
    freeze(pile, external, {0});
    ssdem::Parameters p = springs(k, e, 0);
    const double damping = -std::log(e) / std::hypot(std::numbers::pi, std::log(e));
    const double contact = std::numbers::pi / std::sqrt(k / kMass * (1 - damping * damping));
    p.step.dt = 1e-3 * contact;
    Motion run(p, pile, external);
    int steps = 0;
    run.each_step(3 * contact, [&] {
      steps += static_cast<int>(run.contacts().size());
      return true;
    });
    EXPECT_NEAR(run.velocity(1).z(), e, 1e-3);
    EXPECT_NEAR(steps * *p.step.dt, contact, 2e-3 * contact);
    EXPECT_EQ(run.position(0), Vec3(0, 0, 0));
    if (first.isZero()) first = run.velocity(1);
    EXPECT_EQ(run.velocity(1), first) << density;
  }
}

// A frozen sphere with the velocity v throws a sphere at rest ahead with (1 + e) v. The work is its impulse times v.
TEST(FrozenBodies, MovingSphereThrowsAnotherAhead) {
  const double e = 0.7, v = 0.5;
  Pile pile;
  add_sphere(pile, 2 * kRadius, 1e-2 * kDensity, {0, 0, 0});
  add_sphere(pile, kRadius, kDensity, {3 * kRadius + 1e-4, 0, 0});
  External external;
  WallMotion motion;
  motion.velocity = {v, 0, 0};
  freeze(pile, external, {0}, motion);
  Watched watched(springs(1e5, e, 0), pile, external);
  watched.go(0.005, 10);
  EXPECT_EQ(watched.verdict(), "sane");
  const double speed = watched.state().velocity[1].x();
  EXPECT_NEAR(speed, (1 + e) * v, 1e-3 * v);
  const Account& account = watched.run.stepper().account();
  EXPECT_NEAR(account.walls, kMass * speed * v, 1e-6 * kMass * v * v);
  EXPECT_NEAR(account.impulse.x(), kMass * speed, 1e-12 * kMass);
  EXPECT_NEAR(account.walls, 0.5 * kMass * speed * speed + account.dissipated(), 1e-3 * account.walls);
  EXPECT_NEAR(watched.state().position[0].x(), v * watched.run.time(), 1e-15);
}

// A sphere lies on three frozen spheres that touch each other: the angle of the contacts has sin = 1 / sqrt(3), each
// force is m g / (3 cos). The frozen spheres do not touch each other.
TEST(FrozenBodies, SphereRestsOnThree) {
  const double k = 1e6, side = 1.99 * kRadius;
  Pile pile;
  for (int j = 0; j < 3; ++j)
    add_sphere(pile, kRadius, kDensity,
               about(Vec3::UnitZ(), 2 * j * std::numbers::pi / 3) * Vec3(side / std::sqrt(3), 0, 0));
  const double height = std::sqrt(4 * kRadius * kRadius - side * side / 3);
  add_sphere(pile, kRadius, kDensity, {0, 0, height});
  External external;
  external.uniform = {0, 0, -kEarth};
  freeze(pile, external, {0, 1, 2});
  Watched watched(springs(k, 0.2, 0), pile, external);
  watched.go(0.2, 4);
  EXPECT_EQ(watched.verdict(), "sane");
  const Contacts contacts = watched.run.contacts();
  ASSERT_EQ(contacts.size(), 3U);
  const double cosine = height / (2 * kRadius);
  for (std::size_t c = 0; c < 3; ++c)
    EXPECT_NEAR(contacts.force[c].norm(), kMass * kEarth / (3 * cosine), 1e-3 * kMass * kEarth);
  // Gravity and the frozen spheres balance; the ledger has both.
  EXPECT_LT(watched.run.stepper().account().impulse.norm(), 1e-3 * kMass * kEarth * 0.2);
}

// A rough sphere rolls down a fixed sphere from rest and leaves it at cos(theta) = 10 / 17 (Lamb, Dynamics, art. 62).
TEST(FrozenBodies, SphereRollsOffAnother) {
  const double big = 0.2, k = 1e5, start = 0.2;
  Pile pile;
  add_sphere(pile, big, kDensity, {0, 0, 0});
  add_sphere(pile, kRadius, kDensity, (big + kRadius) * Vec3(std::sin(start), 0, std::cos(start)));
  External external;
  external.uniform = {0, 0, -kEarth};
  freeze(pile, external, {0});
  ssdem::Parameters p = springs(k, 0.2, 50);
  p.step.steps_per_contact = 100;
  Watched watched(p, pile, external);
  double cosine = 1;
  watched.run.each_step(2, [&] {
    if (watched.run.time() > 0.05 && watched.run.contacts().size() == 0) return false;
    cosine = watched.run.position(1).normalized().z();
    return true;
  });
  // From rest at the angle a: m g cos = (10 / 7) m g (cos a - cos), so that cos = 10 / 17 cos a.
  EXPECT_NEAR(cosine, 10.0 / 17 * std::cos(start), 0.01);
  watched.go(1e-3, 1);
  EXPECT_EQ(watched.verdict(), "sane");
}

// A body orbits a frozen attractor of comparable mass by Kepler's law of one centre: T = 2 pi sqrt(a^3 / G M). The
// attractor stays.
TEST(FrozenBodies, OrbitAboutAnAttractor) {
  Pile pile;
  const Vec3 centre{3e4, -2e4, 1e4};
  add_sphere(pile, 1000, 2000, centre);
  add_sphere(pile, 900, 2000, centre + Vec3(1e4, 0, 0));
  const double mu = kG * pile.model.mass[0], a = 8000;
  pile.state.velocity[1] = {0, std::sqrt(mu * (2 / 1e4 - 1 / a)), 0};
  const double period = 2 * std::numbers::pi * std::sqrt(a * a * a / mu);
  External external;
  freeze(pile, external, {0});
  for (const double hold : {0.0, 0.02}) {
    ssdem::Parameters p = plain(1e6, 1);
    p.gravity = {gravity::Summation::direct, kG};
    p.gravity.hold = hold;
    p.step.dt = period / 20000;
    Watched watched(p, pile, external);
    watched.go(0.5 * period, 20);
    EXPECT_NEAR(watched.state().position[1].x() - centre.x(), 1e4 - 2 * a, 1e-3 * a);
    watched.go(0.5 * period, 20);
    EXPECT_EQ(watched.verdict(), "sane");
    EXPECT_LT((watched.state().position[1] - pile.state.position[1]).norm(), (hold > 0 ? 1e-2 : 1e-3) * a) << hold;
    EXPECT_LT(watched.drift.energy, 1e-4);
    EXPECT_EQ(watched.state().position[0], centre);
  }
}

// Frozen bodies are not accelerated by fields, and their energy in them does not count: a falling sphere beside a
// frozen one that rises.
TEST(FrozenBodies, FieldsDoNotMoveThem) {
  Pile pile;
  add_sphere(pile, kRadius, 100 * kDensity, {0, 0, 0});
  add_sphere(pile, kRadius, kDensity, {1, 0, 0});
  External external;
  external.uniform = {0, 0, -kEarth};
  WallMotion motion;
  motion.velocity = {0, 0, 3};
  motion.amplitude = {0, 0.1, 0};
  motion.frequency = 2;
  freeze(pile, external, {0}, motion);
  ssdem::Parameters p = springs(1e5, 1, 0);
  p.step.dt = 1e-4;
  Watched watched(p, pile, external);
  watched.go(0.3, 10);
  EXPECT_EQ(watched.verdict(), "sane");
  EXPECT_LT(watched.drift.energy, 1e-9);
  const double t = watched.run.time();
  EXPECT_LT((watched.state().position[0] - Vec3(0, 0.1 * std::sin(4 * std::numbers::pi * t), 3 * t)).norm(), 1e-12);
  EXPECT_NEAR(watched.state().position[1].z(), -0.5 * kEarth * t * t, 1e-9);
  EXPECT_EQ(watched.run.stepper().account().walls, 0);
}

// A frozen grain turns about its centre as a paddle and throws spheres. Work = angular impulse times rate.
TEST(FrozenBodies, PaddleWorksByTorqueTimesAngle) {
  const double rate = 20;
  Pile pile;
  Vec3s offsets;
  Reals radii;
  for (int j = -4; j <= 4; ++j) {
    offsets.push_back({1.5 * kRadius * j, 0, 0});
    radii.push_back(kRadius);
  }
  glue(pile, shape::glue("paddle", offsets, radii), kDensity, {0.5, 0.3, 0});
  const auto members = static_cast<Index>(pile.size());
  for (const int side : {1, -1})
    for (int j = 0; j < 3; ++j)
      for (int i = 0; i < 3; ++i)
        add_sphere(pile, kRadius, kDensity,
                   Vec3(0.5, 0.3, 0) +
                       about(Vec3::UnitZ(), side * (0.6 + 0.65 * j)) * Vec3((4 + 2.1 * i) * kRadius, 0, 1e-4 * i));
  std::vector<Index> paddle;
  for (Index i = 0; i < members; ++i) paddle.push_back(i);
  External external;
  WallMotion motion;
  motion.spin = {0, 0, rate};
  motion.centre = {0.5, 0.3, 0};
  freeze(pile, external, paddle, motion);
  ssdem::Parameters p = springs(2e5, 0.5, 0.4);
  p.mass.reduced_mass = ssdem::ReducedMass::effective;
  Watched watched(p, pile, external);
  watched.go(0.5, 20);
  EXPECT_EQ(watched.verdict(), "sane");
  const Account& account = watched.run.stepper().account();
  const double torque = account.angular_impulse.z() - motion.centre.cross(account.impulse).z();  // about the axis
  EXPECT_GT(account.walls, 1e-3);
  EXPECT_NEAR(account.walls, torque * rate, 1e-9 * account.walls);
  const Mat3 turn = about(Vec3::UnitZ(), rate * watched.run.time());
  for (std::size_t i = 0; i < paddle.size(); ++i)
    EXPECT_LT((watched.state().position[i] - motion.centre - turn * (pile.state.position[i] - motion.centre)).norm(),
              1e-12);
}

// Rests and impacts do not depend on the velocity of the frame.
TEST(FrozenBodies, MovingFrameIsTheSame) {
  const Vec3 frame{0.3, -2, 0.7};
  Vec3s found;
  for (const Vec3& velocity : {Vec3(Vec3::Zero()), frame}) {
    Pile pile;
    add_sphere(pile, 3 * kRadius, kDensity, {0, 0, 0});
    add_sphere(pile, kRadius, kDensity, {0.5 * kRadius, 0, 4.2 * kRadius}, Vec3(0, 0, -1) + velocity, {3, 2, 1});
    External external;
    WallMotion motion;
    motion.velocity = velocity;
    freeze(pile, external, {0}, motion);
    Watched watched(springs(1e5, 0.6, 0.5), pile, external);
    watched.go(0.02, 4);
    EXPECT_EQ(watched.verdict(), "sane");
    found.push_back(watched.state().velocity[1] - velocity);
    found.push_back(watched.state().spin[1]);
  }
  EXPECT_LT((found[0] - found[2]).norm(), 1e-9);
  EXPECT_LT((found[1] - found[3]).norm(), 1e-7);
}

// A bed of free spheres in a box above frozen spheres, one of which overlaps the floor.
Pile bed(External& external, double radius) {
  Pile pile;
  for (int x = 0; x < 8; ++x)
    for (int y = 0; y < 8; ++y)
      for (int z = 0; z < 6; ++z) {
        Random random(3, Purpose::kPlace, pile.size());
        const Vec3 jitter = 0.05 * radius * Vec3(random.uniform(), random.uniform(), random.uniform());
        add_sphere(pile, radius * (0.95 + 0.04 * random.uniform()), kDensity,
                   radius * Vec3(2.1 * x + 1.02, 2.1 * y + 1.02, 2.1 * z + (z == 0 ? 0.8 : 1.02)) + jitter);
      }
  external.uniform = {0, 0, -kEarth};
  external.planes = {Plane{}, Plane{Vec3::Zero(), Vec3::UnitX()}, Plane{Vec3::Constant(16.8 * radius), -Vec3::UnitX()},
                     Plane{Vec3::Zero(), Vec3::UnitY()}, Plane{Vec3::Constant(16.8 * radius), -Vec3::UnitY()}};
  return pile;
}

// A frozen sphere is driven into a bed. Weight, walls and the sphere balance the momentum of the bed, and the work of
// the sphere is in the ledger, which notices if it is wrong.
TEST(FrozenBodies, Penetrometer) {
  const double radius = 0.005, speed = 0.01;
  External external;
  Pile pile = bed(external, radius);
  std::vector<Index> floor;
  for (Index i = 0; i < static_cast<Index>(pile.size()); i += 6) floor.push_back(i);
  ssdem::Parameters p = springs(2e3, 0.3, 0.5);
  p.step.steps_per_contact = 50;
  {
    External held = external;
    freeze(pile, held, floor);
    Motion settling(p, pile, held);
    settling.until(0.3);
    pile.state = settling.pile().state;
  }
  const auto probe = static_cast<Index>(pile.size());
  Vec3 place(8.4 * radius, 8.4 * radius, 0);
  for (std::size_t i = 0; i < pile.size(); ++i) {
    const Vec3& x = pile.state.position[i];
    const double reach = 3 * radius + pile.model.radius[i], across = (x - place).head<2>().norm();
    if (across < reach) place.z() = std::max(place.z(), x.z() + std::sqrt(reach * reach - across * across));
  }
  add_sphere(pile, 3 * radius, kDensity, place);
  freeze(pile, external, floor);
  WallMotion motion;
  motion.velocity = {0, 0, -speed};
  freeze(pile, external, {probe}, motion);
  Watched watched(p, pile, external);
  watched.go(0.3, 10);
  ASSERT_EQ(watched.verdict(), "sane");
  const double before = watched.run.stepper().account().walls;
  watched.go(0.2, 10);
  EXPECT_EQ(watched.verdict(), "sane");
  const double work = watched.run.stepper().account().walls - before;
  EXPECT_GT(work, 0);
  for (const Index i : floor)
    EXPECT_EQ(watched.state().position[static_cast<std::size_t>(i)], pile.state.position[static_cast<std::size_t>(i)]);
  const Contacts contacts = watched.run.contacts();
  double force = 0;
  for (std::size_t c = 0; c < contacts.size(); ++c) {
    const ContactKey& key = contacts.key[c];
    EXPECT_FALSE(key.on_wall() && key.a % 6 == 0 && key.a < probe);
    if (key.b == probe) force -= contacts.force[c].z();
  }
  EXPECT_GT(force, 0);  // presses the bed
  Account wrong;
  wrong.impulse.z() = 1e-3 * force * 0.2;
  watched.look(wrong);
  EXPECT_NE(watched.verdict(), "sane");
}

// The same bits with any number of threads, and after a restart; with frozen grains, walls, gravity and history.
TEST(FrozenBodies, BitsDependNeitherOnThreadsNorOnRestarts) {
  const double radius = 0.005;
  External external;
  Pile pile = bed(external, radius);
  glue(pile, "tetrahedron", 2 * radius, kDensity, {11 * radius, 11 * radius, 19 * radius});
  glue(pile, "tetrahedron", 2 * radius, kDensity, {4 * radius, 3 * radius, 24 * radius});
  std::vector<Index> floor, grain;
  for (Index i = 0; i < 384; i += 6) floor.push_back(i);
  for (const Index i : pile.state.grouping.members(0)) grain.push_back(i);
  WallMotion shake, turn;
  shake.amplitude = {0, 0, 0.2 * radius};
  shake.frequency = 30;
  turn.spin = {1, 5, 3};
  turn.centre = {11 * radius, 11 * radius, 19 * radius};
  turn.velocity = {0, 0, -0.2};
  freeze(pile, external, floor, shake);
  freeze(pile, external, grain, turn);
  ssdem::Parameters p = springs(2e3, 0.5, 0.5);
  p.gravity = {gravity::Summation::fmm, 1e-4};
  p.gravity.hold = 0.01;
  p.couple = laws::SpringCouple{};
  p.step.steps_per_contact = 30;
  const double end = 0.03;
  std::vector<State> found;
  for (const int threads : {1, 2, 4}) {
    omp_set_num_threads(threads);
    Watched watched(p, pile, external);
    watched.go(end, 3);
    EXPECT_EQ(watched.verdict(), "sane");
    found.push_back(watched.state());
  }
  omp_set_num_threads(1);
  Motion first(p, pile, external);
  first.until(0.4 * end);
  Motion second(first, memory_of(first.stepper()));
  second.until(found[0].time);
  found.push_back(second.pile().state);
  for (const State& state : found) {
    EXPECT_TRUE(state.position == found[0].position);
    EXPECT_TRUE(state.velocity == found[0].velocity);
    EXPECT_TRUE(state.spin == found[0].spin);
  }
}

// A second run continues the motion: `since` keeps the phase.
TEST(FrozenBodies, SinceKeepsThePhase) {
  WallMotion motion;
  motion.amplitude = {0.1, 0, 0};
  motion.frequency = 3;
  motion.spin = {0, 0, 2};
  motion.centre = {1, 0, 0};
  motion.since = 0;
  Pile pile;
  add_sphere(pile, kRadius, kDensity, {0, 0, 0});
  External external;
  freeze(pile, external, {0}, motion);
  place(external.frozen, 0.7, pile.state);
  pile.state.time = 0.7;
  const FrozenPositions rest = positions_at_rest(pile.state, {0}, motion);
  EXPECT_LT(rest.position[0].norm(), 1e-15);
}

}  // namespace
}  // namespace rubble::test
