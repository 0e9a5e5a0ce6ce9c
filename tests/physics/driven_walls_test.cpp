// Walls that a force or a torque drives, against motions and balances that are known in closed form.
#include "base/parallel.hpp"
#include "model/placed_walls.hpp"
#include "model/probes.hpp"
#include "shape/wall_recipes.hpp"
#include "watched.hpp"

#include <gtest/gtest.h>

namespace rubble::test {
namespace {

constexpr double kRadius = 0.01, kDensity = 2500, kStiffness = 1e4;

ssdem::Parameters springs(double restitution, double friction = 0) {
  ssdem::Parameters p = plain(kStiffness, restitution);
  if (friction > 0) p.sliding = laws::CoulombSliding{friction, 0.3};
  p.step.steps_per_contact = 200;
  return p;
}

// A box with the given sides and centre, driven by a force.
MeshWall plate(double force, double mass, const Vec3& centre, std::optional<double> limit = {},
               const Vec3& sides = {0.4, 0.4, 0.02}) {
  shape::Polyhedron box = shape::box_surface(sides);
  for (Vec3& x : box.vertex) x += centre;
  MeshWall wall{std::make_shared<const WallSurface>(shape::triangle_mesh(box)), {}};
  wall.motion.since = 0;
  wall.drive = WallDrive{false, Vec3::UnitZ(), force, mass, limit};
  return wall;
}

// A blade from the axis z along x, driven by a torque about z.
MeshWall blade(double torque, double moment, std::optional<double> limit = {}) {
  shape::Polyhedron sheet;
  sheet.vertex = {{0, 0, -0.1}, {0.3, 0, -0.1}, {0.3, 0, 0.1}, {0, 0, 0.1}};
  sheet.face = {{0, 1, 2, 3}};
  MeshWall wall{std::make_shared<const WallSurface>(shape::triangle_mesh(sheet)), {}};
  wall.motion.since = 0;
  wall.drive = WallDrive{true, Vec3::UnitZ(), torque, moment, limit};
  return wall;
}

External with(const MeshWall& wall, bool floor = false, const Vec3& gravity = Vec3::Zero()) {
  External external;
  external.uniform = gravity;
  external.meshes = {wall};
  if (floor) external.planes = {Plane{}};
  return external;
}

Pile with_walls(Pile pile, const External& external) {
  pile.model.space.meshes = external.meshes;
  pile.state.walls = DrivenPoses(external.meshes.size());
  return pile;
}

Pile sphere_at(const Vec3& position, const Vec3& velocity = Vec3::Zero()) {
  Pile pile;
  add_sphere(pile, kRadius, kDensity, position, velocity);
  return pile;
}
const Vec3 kFarAway{5, 5, 5};
double mass() { return sphere_at({}).model.mass[0]; }

// A square of n x n spheres that touch the floor z = 0.
Pile layer(int n, double height = kRadius) {
  Pile pile;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      add_sphere(pile, kRadius, kDensity, {0.03 * (i - 0.5 * (n - 1)), 0.03 * (j - 0.5 * (n - 1)), height});
  return pile;
}

DrivenPose pose(Motion& run) { return run.pile().state.walls[0]; }

// Newton: a constant force gives the speed F t / M and the displacement F t^2 / (2 M), a torque T t / I and T t^2 / (2
// I). The work of the drive is the kinetic energy.
TEST(DrivenWalls, AreAcceleratedByTheirLoad) {
  Watched press(springs(1), with_walls(sphere_at(kFarAway), with(plate(-3, 2, {0, 0, 1}))),
                with(plate(-3, 2, {0, 0, 1}), false, {0, 0, -9.81}));
  press.go(0.2, 5);
  const DrivenPose down = pose(press.run);
  const double t = press.run.time();
  EXPECT_NEAR(down.speed, -1.5 * t, 1e-12);
  EXPECT_NEAR(down.travel, -0.75 * t * t, 1e-12);
  EXPECT_NEAR(down.work, 2.25 * t * t, 1e-12);
  EXPECT_NEAR(wall_placement(press.run.pile(), 0).place({0, 0, 1}).z(), 1 - 0.75 * t * t, 1e-12);
  EXPECT_EQ(press.verdict(), "sane");

  Motion paddle(springs(1), with_walls(sphere_at(kFarAway), with(blade(0.3, 0.05))), with(blade(0.3, 0.05)));
  paddle.until(0.2);
  const DrivenPose turned = pose(paddle);
  const double time = paddle.time();
  EXPECT_NEAR(turned.spin, 6 * time, 1e-11);
  EXPECT_NEAR(turned.rotation, 3 * time * time, 1e-11);
  const Vec3 tip = wall_placement(paddle.pile(), 0).place({0.3, 0, 0});
  EXPECT_NEAR(std::atan2(tip.y(), tip.x()), 3 * time * time, 1e-11);
  EXPECT_NEAR((wall_placement(paddle.pile(), 0).velocity_at(tip) - Vec3::UnitZ().cross(tip) * turned.spin).norm(), 0,
              1e-12);
}

// The wall reaches the limit after the time M v / F and keeps it. The work of the drive is M v^2 / 2.
TEST(DrivenWalls, KeepTheirSpeedLimit) {
  const double limit = 0.5, force = -3, heavy = 2, reached = heavy * limit / 3;
  const External external = with(plate(force, heavy, {0, 0, 1}, limit));
  Motion run(springs(1), with_walls(sphere_at(kFarAway), external), external);
  run.until(reached / 2);
  EXPECT_NEAR(pose(run).speed, -limit / 2, 1e-3);
  run.until(2 * reached);
  EXPECT_EQ(pose(run).speed, -limit);
  EXPECT_NEAR(pose(run).travel, -limit * (run.time() - reached / 2), limit * run.choice().dt);
  EXPECT_NEAR(pose(run).work, 0.5 * heavy * limit * limit, 1e-12);
}

// A drive whose limit is 0 is a brake: the wall stops after the distance M v^2 / (2 F), and stays.
TEST(DrivenWalls, AreStoppedByALimitOfZero) {
  const External external = with(plate(3, 2, {0, 0, 1}, 0.0));
  Pile pile = with_walls(sphere_at(kFarAway), external);
  pile.state.walls[0].speed = 0.6;
  Motion run(springs(1), pile, external);
  run.until(1);
  EXPECT_EQ(pose(run).speed, 0);
  EXPECT_NEAR(pose(run).travel, 2 * 0.36 / 6, 1e-3);
  EXPECT_NEAR(pose(run).work, -0.5 * 2 * 0.36, 1e-12);
}

// A plate at rest on nine spheres carries the force of its drive to the floor; the spheres add their weight, the plate
// does not. The spheres are compressed by F / (9 k) at each side.
TEST(DrivenWalls, RestWithTheForceOfTheDrive) {
  const double force = 20, g = 9.81;
  const External external = with(plate(-force, 1, {0, 0, 2 * kRadius + 0.01}), true, {0, 0, -g});
  const Pile pile = with_walls(layer(3), external);
  std::vector<ProbeTarget> targets(2);
  targets[0].name = "floor", targets[0].wall = 0;
  targets[1].name = "plate", targets[1].wall = 1;
  Probes probes(targets, pile.size(), 2, false);
  Motion run(springs(0.1), pile, external, &probes);
  run.until(0.5);
  probes.take_record(run.pile().model, run.pile().state);
  run.until(0.6);
  const std::vector<ProbeRecord> mean = probes.take_record(run.pile().model, run.pile().state);
  const double weight = 9 * mass() * g;
  EXPECT_NEAR(mean[0].mean.force.z(), -(force + weight), 1e-6 * force);
  EXPECT_NEAR(mean[1].mean.force.z(), force, 1e-6 * force);
  EXPECT_NEAR(pose(run).speed, 0, 1e-7);
  EXPECT_NEAR(pose(run).travel, -(2 * force + weight) / (9 * kStiffness), 1e-9);
}

// A plate of mass M on a sphere of mass m, which lies on the floor: two springs in series. Without damping the slower
// of the two modes is a pure oscillation about the balance of the force.
TEST(DrivenWalls, OscillateOnASpring) {
  const double force = 5, heavy = 0.3, m = mass(), k = kStiffness;
  const double half = 0.5 * (2 * k / m + k / heavy);
  const double square = half - std::sqrt(half * half - k * k / (m * heavy));  // of the slower angular frequency
  const double share = k / (2 * k - m * square);                              // amplitude of the sphere / of the plate
  const double amplitude = 0.1 * force / k, period = 2 * std::numbers::pi / std::sqrt(square);
  const External external = with(plate(-force, heavy, {0, 0, 2 * kRadius + 0.01}), true);
  Pile pile = with_walls(sphere_at({0, 0, kRadius - force / k + share * amplitude}), external);
  pile.state.walls[0].travel = -2 * force / k + amplitude;
  Watched watched(springs(1), pile, external);
  watched.go(0.5 * period, 10);
  EXPECT_NEAR(pose(watched.run).travel, -2 * force / k - amplitude, 0.01 * amplitude);
  watched.go(9.5 * period, 10);
  EXPECT_EQ(watched.verdict(), "sane");
  const double phase = (watched.run.time() / period - 10) * 2 * std::numbers::pi;
  EXPECT_LT(std::abs(phase), 0.1);
  EXPECT_NEAR(pose(watched.run).travel, -2 * force / k + amplitude * std::cos(phase), 2e-3 * amplitude);
  EXPECT_NEAR(pose(watched.run).speed, -amplitude * std::sqrt(square) * std::sin(phase),
              1e-2 * amplitude * std::sqrt(square));
  EXPECT_NEAR(pose(watched.run).work, -force * (pose(watched.run).travel - pile.state.walls[0].travel), 1e-12);
}

// A free plate hits a ball at rest: the velocities after a central elastic collision of two bodies.
TEST(DrivenWalls, CollideAsBodiesOfTheirMass) {
  const double speed = 0.8, heavy = 0.02, m = mass();
  const External external = with(plate(0, heavy, {0, 0, 0.1}));
  Pile pile = with_walls(sphere_at({0.01, 0.02, 0}), external);
  pile.state.walls[0].speed = -speed;
  Watched watched(springs(1), pile, external);
  watched.go(0.2, 10);
  EXPECT_EQ(watched.verdict(), "sane");
  EXPECT_NEAR(watched.state().velocity[0].z(), -2 * heavy * speed / (heavy + m), 1e-4 * speed);
  EXPECT_NEAR(pose(watched.run).speed, -(heavy - m) * speed / (heavy + m), 1e-4 * speed);
  EXPECT_EQ(pose(watched.run).work, 0);
}

// A free plate of mass M slides under a ball of mass m until the ball rolls on it. The momentum along the plate is
// conserved, and the impulse of friction is the slip at the start divided by 1 / M + 7 / (2 m). The law of friction has
// no memory, so that the ledger must use the work of the kicks (docs/theory.md 3.3).
TEST(DrivenWalls, CarryABallByKineticFriction) {
  const double speed = 0.3, heavy = 0.05, m = mass(), g = 9.81;
  MeshWall belt = plate(0, heavy, {0, 0, -0.01});
  belt.drive->axis = Vec3::UnitX();
  const External external = with(belt, false, {0, 0, -g});
  Pile pile = with_walls(sphere_at({0, 0, kRadius - m * g / kStiffness}), external);
  pile.state.walls[0].speed = speed;
  ssdem::Parameters p = springs(0.5);
  p.sliding = laws::KineticSliding{0.3};
  Watched watched(p, pile, external);
  watched.go(0.2, 10);
  EXPECT_EQ(watched.verdict(), "sane");
  EXPECT_LT(watched.drift.energy, 1e-6);
  const double v = watched.state().velocity[0].x(), spin = watched.state().spin[0].y();
  EXPECT_NEAR(heavy * pose(watched.run).speed + m * v, heavy * speed, 1e-12);
  EXPECT_NEAR(pose(watched.run).speed - v, -spin * kRadius, 1e-3 * speed);
  const double inverse = 1 / heavy + 3.5 / m;  // of the mass that resists the slip
  EXPECT_NEAR(v, speed / inverse / m, 1e-3 * speed);
}

// A blade presses a ball to a wall: the moment of the contact about the axis balances the torque of the drive.
TEST(DrivenWalls, RestWithTheTorqueOfTheDrive) {
  const double torque = 0.6, arm = 0.2;
  External external = with(blade(torque, 1e-3));
  external.planes = {Plane{Vec3(0, 2 * kRadius, 0), -Vec3::UnitY()}};
  const Pile pile = with_walls(sphere_at({arm, kRadius, 0}), external);
  std::vector<ProbeTarget> targets(2);
  targets[0].name = "wall", targets[0].wall = 0;
  targets[1].name = "blade", targets[1].wall = 1;
  Probes probes(targets, 1, 2, false);
  Motion run(springs(0.1, 0.8), pile, external, &probes);
  run.until(0.5);
  probes.take_record(run.pile().model, run.pile().state);
  run.until(0.6);
  const std::vector<ProbeRecord> mean = probes.take_record(run.pile().model, run.pile().state);
  EXPECT_NEAR(mean[1].mean.torque.z(), -torque, 1e-6 * torque);
  EXPECT_NEAR(mean[0].mean.force.y(), torque / arm, 2e-3 * torque / arm);
  EXPECT_NEAR(pose(run).spin, 0, 1e-8);
}

// A free rotor without friction hits a ball: energy, and the angular momentum I w + m r v about the axis, are
// conserved, as in the collision of a ball with a mass I / r^2.
TEST(DrivenWalls, RotorsCollideAsBodies) {
  const double spin = 3, arm = 0.2, moment = 4e-4, m = mass(), equal = moment / (arm * arm);
  const External external = with(blade(0, moment));
  Pile pile = with_walls(sphere_at({arm, kRadius + 1e-4, 0}), external);
  pile.state.walls[0].spin = spin;
  Watched watched(springs(1), pile, external);
  watched.go(0.01, 10);
  EXPECT_EQ(watched.verdict(), "sane");
  EXPECT_NEAR(watched.state().velocity[0].norm(), 2 * equal * spin * arm / (equal + m), 2e-3 * spin * arm);
  const Vec3 x = watched.state().position[0], v = watched.state().velocity[0];
  EXPECT_NEAR(moment * pose(watched.run).spin + m * x.cross(v).z(), moment * spin, 1e-12);
}

// A rigid motion of a scene.
struct Moved {
  Mat3 turn = turn_by({0.4, -0.7, 1.1});
  Vec3 shift{3, -2, 0.7};

  Vec3 place(const Vec3& x) const { return turn * x + shift; }
  MeshWall wall(MeshWall given) const {
    shape::Polyhedron sheet;
    for (const Vec3& x : given.surface->mesh.vertex) sheet.vertex.push_back(place(x));
    for (const shape::Triangle& t : given.surface->mesh.triangle) sheet.face.push_back({t.begin(), t.end()});
    given.surface = std::make_shared<const WallSurface>(shape::triangle_mesh(sheet));
    given.motion.centre = place(given.motion.centre);
    given.drive->axis = turn * given.drive->axis;
    return given;
  }
};

// Physics has no origin and no axes: a rotor about a tilted axis far away moves a rough ball as one about the axis z.
TEST(DrivenWalls, TurnAboutDistantTiltedAxes) {
  const Moved moved;
  const MeshWall rotor = blade(0.3, 1e-2, 4.0), other = moved.wall(rotor);
  const Vec3 ball{0.2, kRadius + 1e-4, 0.02};
  Watched near(springs(0.6, 0.4), with_walls(sphere_at(ball), with(rotor)), with(rotor));
  Watched far(springs(0.6, 0.4), with_walls(sphere_at(moved.place(ball)), with(other)), with(other));
  near.go(0.4, 10), far.go(0.4, 10);
  EXPECT_EQ(far.verdict(), "sane");
  EXPECT_GT(pose(near.run).rotation, 0.5);
  EXPECT_NEAR(pose(far.run).rotation, pose(near.run).rotation, 1e-9);
  EXPECT_NEAR(pose(far.run).spin, pose(near.run).spin, 1e-8);
  EXPECT_LT((far.state().position[0] - moved.place(near.state().position[0])).norm(), 1e-9);
  EXPECT_LT((far.state().velocity[0] - moved.turn * near.state().velocity[0]).norm(), 1e-8);
  EXPECT_GT(near.state().velocity[0].norm(), 0.1);
}

// The energy of a heavy wall does not count in the scale of errors: beads that it hits have the same error as those
// that a wall with a given velocity hits. The coarse step makes this error large.
TEST(DrivenWalls, HeavyWallsHideNoError) {
  const auto error = [](const MeshWall& wall, double speed) {
    const External external = with(wall, true);
    Pile pile = with_walls(layer(3), external);
    pile.state.walls[0].speed = speed;
    ssdem::Parameters p = springs(0.8);
    p.step.steps_per_contact = 20;
    Watched watched(p, pile, external);
    watched.go(0.02, 20);
    return watched.drift.energy;
  };
  const double speed = -0.5, gap = 0.005;
  const Vec3 centre{0, 0, 2 * kRadius + 0.01 + gap};
  MeshWall given = plate(0, 1, centre);
  given.drive.reset();
  given.motion.velocity = {0, 0, speed};
  const double expected = error(given, 0), found = error(plate(0, 1e6, centre), speed);
  EXPECT_GT(expected, 1e-5);
  EXPECT_NEAR(found, expected, 0.1 * expected);
}

// Laws with and without memory, with dissipation: a bed is compressed and released. Energy, momentum and angular
// momentum are accounted for.
std::vector<ssdem::Parameters> all_laws() {
  ssdem::Parameters memory = springs(0.4, 0.5);
  memory.couple = laws::SpringCouple{1.05, 1.3, 0.5, laws::ContactRadius::reduced};
  ssdem::Parameters jumping = springs(0.4);
  jumping.sliding = laws::KineticSliding{0.3};
  jumping.couple = laws::TorqueCouple{0.1, 0.1};
  return {memory, jumping};
}

External press() {
  External external = with(plate(-30, 0.5, {0, 0, 0.1}, 1.0, {0.3, 0.3, 0.02}), true, {0, 0, -9.81});
  MeshWall rotor = blade(0.05, 1e-3, 20.0);
  for (const Vec3& direction : {Vec3(1, 0, 0), Vec3(0, 1, 0)})
    for (const double side : {-1.0, 1.0}) external.planes.push_back({-0.065 * side * direction, side * direction});
  external.meshes.push_back(rotor);
  return external;
}

Pile bed() {
  Pile pile;
  for (int i = 0; i < 75; ++i) {
    Random random(5, Purpose::kPlace, static_cast<std::uint64_t>(i));
    const Vec3 cell(i % 5 - 2, i / 5 % 5 - 2, i / 25);
    const Vec3 place = 0.023 * cell + Vec3(0, 0, 0.012) + 0.002 * random.in_ball();
    if (std::abs(place.y()) > 0.012 || place.x() < -0.012) add_sphere(pile, kRadius, kDensity, place);
  }
  return with_walls(pile, press());
}

TEST(DrivenWalls, LedgersClose) {
  for (const ssdem::Parameters& p : all_laws()) {
    Watched watched(p, bed(), press());
    watched.go(0.3, 30);
    EXPECT_EQ(watched.verdict(), "sane");
    EXPECT_LT(watched.drift.energy, 1e-3);
    const Account& account = watched.run.stepper().account();
    EXPECT_GT(account.dissipated(), 0.1 * account.walls);
    const DrivenPoses& walls = watched.state().walls;
    EXPECT_NEAR(account.walls, walls[0].work + walls[1].work, 1e-12 * account.walls);
    EXPECT_LT(walls[0].travel, -0.02);
    EXPECT_GT(std::abs(walls[1].rotation), 0.1);
  }
}

std::vector<double> numbers(Motion& run) {
  std::vector<double> all;
  for (const DrivenPose& wall : run.pile().state.walls)
    all.insert(all.end(), {wall.travel, wall.speed, wall.rotation, wall.spin, wall.work});
  for (std::size_t i = 0; i < run.pile().size(); ++i) {
    all.insert(all.end(), run.position(i).begin(), run.position(i).end());
    all.insert(all.end(), run.velocity(i).begin(), run.velocity(i).end());
  }
  for (const double number : flat(run.stepper().account())) all.push_back(number);
  return all;
}

// A wide bed, so that several chunks of spheres touch one wall.
TEST(DrivenWalls, SameBitsForAnyNumberOfThreads) {
  External external = with(plate(-30, 0.5, {0, 0, 2 * kRadius + 0.0101}, {}, {2, 2, 0.02}), true);
  std::vector<double> first;
  for (const int n : {1, 2, 3}) {
    set_threads(n);
    Motion run(springs(0.4, 0.5), with_walls(layer(25), external), external);
    run.until(0.01);
    if (first.empty()) first = numbers(run);
    EXPECT_EQ(first, numbers(run)) << n;
  }
  set_threads(1);
}

TEST(DrivenWalls, StoppedRunsResumeWithTheSameBits) {
  for (const ssdem::Parameters& p : all_laws()) {
    Motion whole(p, bed(), press()), stopped(p, bed(), press());
    whole.until(0.1);
    stopped.until(0.06);
    Resume resume;
    Archive archive(resume);
    stopped.stepper().archive(archive);
    Motion resumed(stopped, resume);
    resumed.until(0.1);
    EXPECT_EQ(numbers(whole), numbers(resumed));
  }
}

// A step in which a fast wall passes a sphere is an error, as for walls in a given motion.
TEST(DrivenWalls, DoNotPassUnseen) {
  const External external = with(blade(0, 1));
  Pile pile = with_walls(sphere_at({0.2, 0.05, 0}), external);
  pile.state.walls[0].spin = 500;
  ssdem::Parameters p = springs(1);
  p.step.dt = 1e-3;
  Motion run(p, pile, external);
  std::string message;
  try {
    run.until(0.01);
  } catch (const SanityError& error) {
    message = error.what();
  }
  EXPECT_NE(message.find("body 0 and wall 0 pass through each other"), std::string::npos) << message;
}

// "auto" follows the load: a press finds a stiffness that carries it, and a light wall a step that resolves it.
TEST(DrivenWalls, AutomaticValuesFollowTheDrive) {
  ssdem::Parameters p = plain(0, 0.5);
  p.normal = laws::LinearSpring{std::nullopt, 0.5, laws::Tension::allow};
  const auto choice = [&](const MeshWall& wall) {
    ssdem::Parameters own = p;
    const External external = with(wall, true);
    const Pile pile = with_walls(layer(3), external);
    return ssdem::resolve(own, pile.model, pile.state, external);
  };
  const double low = 2 * kRadius + 0.01;
  // A limited drive has 2 v for its speed; without a limit it is the speed at the displacement past the highest centre.
  EXPECT_NEAR(choice(plate(-1, 1, {0, 0, low}, 0.25)).speed, 0.5, 1e-12);
  EXPECT_NEAR(choice(plate(-2, 4, {0, 0, 1})).speed, 2 * std::sqrt(2 * 0.5 * (1.01 - kRadius)), 1e-9);
  const double carried = 2 * 1000 / std::cbrt(81.0) / (0.01 * kRadius);
  EXPECT_NEAR(choice(plate(-1000, 1, {0, 0, low}, 1e-6)).stiffness, carried, 1e-9 * carried);
  const double light = choice(plate(-1, 1e-3, {0, 0, low}, 0.25)).dt,
               heavy = choice(plate(-1, 1, {0, 0, low}, 0.25)).dt;
  EXPECT_NEAR(light / heavy, std::sqrt(1e-3 / 9 / mass()), 1e-6);
}

}  // namespace
}  // namespace rubble::test
