// Soft spheres and walls of triangles, against motions that are known in closed form.
#include "mesh_scene.hpp"
#include "watched.hpp"

#include <gtest/gtest.h>

namespace rubble::test {
namespace {

constexpr double kEarth = 9.81;  // [m s-2]
constexpr double kRadius = 0.01, kDensity = 2500;

ssdem::Parameters springs(double stiffness, double restitution, double friction) {
  ssdem::Parameters p = plain(stiffness, restitution);
  if (friction > 0) p.sliding = laws::CoulombSliding{friction, 0.3};
  p.step.steps_per_contact = 200;
  return p;
}

External with(const MeshWall& wall, const Vec3& gravity = {0, 0, -kEarth}) {
  External external;
  external.uniform = gravity;
  external.meshes = {wall};
  return external;
}

Pile sphere_at(const Vec3& position, const Vec3& velocity = Vec3::Zero(), const Vec3& spin = Vec3::Zero()) {
  Pile pile;
  add_sphere(pile, kRadius, kDensity, position, velocity, spin);
  return pile;
}
double mass() { return sphere_at({}).model.mass[0]; }

// Height of a sphere whose weight the spring carries.
double rest_height(double stiffness) { return kRadius - mass() * kEarth / stiffness; }

// Sliding over 40 edges changes neither speed nor height.
TEST(MeshWalls, SphereSlidesOverFlushTriangles) {
  const double k = 1e4;
  const Vec3 velocity{0.5, 0.13, 0};
  Motion run(springs(k, 1, 0), sphere_at({-0.5, -0.2, rest_height(k)}, velocity), with(wall_of(flat(40))));
  run.until(2);
  EXPECT_LT((run.velocity(0) - velocity).norm(), 1e-9 * velocity.norm());
  EXPECT_NEAR(run.position(0).z(), rest_height(k), 1e-12);
  EXPECT_LT(run.spin(0).norm(), 1e-9);
}

// Rolling with friction is the same as on a plane: springs follow the sphere across triangles.
TEST(MeshWalls, SphereRollsAsOnAPlane) {
  const double k = 1e4;
  const Pile pile = sphere_at({-0.5, -0.2, rest_height(k)}, {0.5, 0.13, 0});
  External plane;
  plane.uniform = {0, 0, -kEarth};
  plane.planes = {Plane{}};
  Motion on_mesh(springs(k, 0.5, 0.3), pile, with(wall_of(flat(40)))), on_plane(springs(k, 0.5, 0.3), pile, plane);
  on_mesh.until(1);
  on_plane.until(1);
  EXPECT_GT(on_mesh.spin(0).norm(), 10);
  EXPECT_LT((on_mesh.velocity(0) - on_plane.velocity(0)).norm(), 1e-9);
  EXPECT_LT((on_mesh.spin(0) - on_plane.spin(0)).norm(), 1e-7);
  const double lever = rest_height(k) / kRadius;  // the force acts in the plane of the surface
  EXPECT_NEAR(on_mesh.velocity(0).norm(), Vec3(0.5, 0.13, 0).norm() / (1 + 0.4 / (lever * lever)), 1e-5);
}

// A block of four glued spheres, which cannot roll, on an incline: at rest below the angle of friction, else with the
// acceleration g (sin - mu cos).
TEST(MeshWalls, BlockOnAnIncline) {
  const double k = 1e5, friction = 0.4;
  for (const double angle : {0.3, 0.5}) {
    const Mat3 tilt = about(Vec3::UnitY(), angle);
    Pile pile;
    const double side = 4 * kRadius;
    const shape::Aggregate block = shape::glue("block", {{0, 0, 0}, {side, 0, 0}, {0, side, 0}, {side, side, 0}},
                                               {kRadius, kRadius, kRadius, kRadius});
    const double sunk = mass() * kEarth * std::cos(angle) / k;  // weight on each spring
    glue(pile, block, kDensity, tilt * Vec3(-0.4, 0.1, kRadius - sunk), Quaternion(tilt));
    Motion run(springs(k, 0.3, friction), pile, with(wall_of(turned(flat(40), tilt))));
    const Vec3 down = tilt * Vec3::UnitX(), start = run.position(0);
    run.until(0.1);  // the springs reach the limit of friction
    const double speed = run.velocity(0).dot(down), time = run.time();
    run.until(0.4);
    const double expected = kEarth * (std::sin(angle) - friction * std::cos(angle));
    if (expected < 0)
      EXPECT_LT((run.position(0) - start).norm(), 1e-5) << angle;  // elongation of the springs
    else
      EXPECT_NEAR((run.velocity(0).dot(down) - speed) / (run.time() - time), expected, 1e-3 * expected) << angle;
  }
}

// A sphere falls on an edge or a vertex beside its centre: it is reflected as by the plane perpendicular to the line
// from the centre to the edge or vertex, and the impulse acts on it from that point.
TEST(MeshWalls, SphereFallsOnAnEdgeAndOnAVertex) {
  const shape::Polyhedron cube = shape::box_surface({1, 1, 1});
  const Vec3 velocity{0, 0, -2}, vertex{0.5, 0.5, 0.5};
  for (const Vec3& offset : {Vec3{0.004, -0.3, 0}, Vec3{0.003, 0.004, 0}}) {
    const double across = offset.cwiseMax(0.0).norm();
    const Vec3 contact = vertex + Vec3(0, std::min(offset.y(), 0.0), 0);
    const Vec3 centre = contact + offset.cwiseMax(0.0) + Vec3(0, 0, std::sqrt(kRadius * kRadius - across * across));
    Motion run(springs(1e9, 1, 0), sphere_at(centre - 1e-3 * velocity, velocity), with(wall_of(cube), Vec3::Zero()));
    run.until(0.002);
    const Vec3 normal = (centre - contact).normalized();
    const Vec3 expected = velocity - 2 * velocity.dot(normal) * normal;
    EXPECT_LT((run.velocity(0) - expected).norm(), 0.003) << run.velocity(0).transpose();
    EXPECT_NEAR(run.velocity(0).norm(), velocity.norm(), 1e-4);
  }
}

// The restitution on an edge is that of a plane.
TEST(MeshWalls, RestitutionOnAnEdge) {
  const shape::Polyhedron roof = turned(shape::box_surface({1, 1, 1}), about(Vec3::UnitY(), 0.25 * std::numbers::pi));
  const double top = std::sqrt(0.5);
  Motion run(springs(1e5, 0.6, 0), sphere_at({0, 0.123, top + kRadius + 0.001}, {0, 0, -1}),
             with(wall_of(roof), Vec3::Zero()));
  run.until(0.01);
  EXPECT_NEAR(run.velocity(0).z(), 0.6, 1e-3);
  EXPECT_NEAR(run.velocity(0).x(), 0, 1e-9);
}

// A belt takes a sphere along until it rolls. Its speed is then U / (1 + 5/2 l^2 / r^2), with the belt's speed U and
// the lever l. The work of the wall is the change of energy plus the heat; the ledger checks it at each look.
TEST(MeshWalls, BeltTakesASphereAlong) {
  const double k = 1e4;
  WallMotion motion;
  motion.velocity = {0.3, 0, 0};
  Watched watched(springs(k, 0.5, 0.3), sphere_at({0, 0, rest_height(k)}), with(wall_of(flat(40), motion)));
  watched.go(0.5, 50);
  EXPECT_EQ(watched.verdict(), "sane");
  const double lever = rest_height(k) / kRadius, rolling = 0.3 / (1 + 2.5 * lever * lever);
  EXPECT_NEAR(watched.state().velocity[0].x(), rolling, 1e-5);
  // The belt works against friction along its way: impulse m v times U.
  EXPECT_NEAR(watched.run.stepper().account().walls, mass() * rolling * 0.3, 2e-8);
}

// A rising table lifts a sphere: work = weight times height.
TEST(MeshWalls, TableLiftsASphere) {
  const double k = 1e4, speed = 0.1, time = 1;
  WallMotion motion;
  motion.velocity = {0, 0, speed};
  Watched watched(springs(k, 0.3, 0), sphere_at({0.01, 0.02, rest_height(k)}, {0, 0, speed}),
                  with(wall_of(flat(10), motion)));
  watched.go(time, 10);
  EXPECT_EQ(watched.verdict(), "sane");
  EXPECT_NEAR(watched.run.stepper().account().walls, mass() * kEarth * speed * watched.run.time(), 1e-9);
  EXPECT_NEAR(watched.state().position[0].z(), rest_height(k) + speed * watched.run.time(), 1e-9);
}

// A table lifts a sphere by its poses and stops: the work is the weight times the height plus the heat of the spring.
TEST(MeshWalls, PosesLiftASphere) {
  const double k = 1e4, height = 0.02;
  WallMotion motion;
  motion.poses = std::make_shared<const WallPoses>(Reals{0, 0.2, 0.4}, Vec3s{{0, 0, 0}, {0, 0, 0.01}, {0, 0, height}},
                                                   Vec3s{{0, 0, 0}, {0, 0, 1}, {0, 0, 0}});
  Watched watched(springs(k, 0.3, 0), sphere_at({0.01, 0.02, rest_height(k)}), with(wall_of(flat(10), motion)));
  watched.go(0.6, 20);
  EXPECT_EQ(watched.verdict(), "sane");
  EXPECT_NEAR(watched.state().position[0].z(), rest_height(k) + height, 1e-9);
  const Account& account = watched.run.stepper().account();
  EXPECT_NEAR(account.walls - account[Channel::normal], mass() * kEarth * height, 1e-9);
}

// A tilting table: a block stays on it with friction, and turns with it.
TEST(MeshWalls, BlockTurnsWithPoses) {
  const double k = 1e5, angle = 0.2, side = 4 * kRadius;
  WallMotion motion;
  motion.centre = {0.1, 0, 0};
  motion.poses =
      std::make_shared<const WallPoses>(Reals{0, 0.5}, Vec3s{{0, 0, 0}, {0.05, 0, 0}}, Vec3s{{0, 0, 0}, {0, angle, 0}});
  Pile pile;
  const shape::Aggregate block = shape::glue("block", {{0, 0, 0}, {side, 0, 0}, {0, side, 0}, {side, side, 0}},
                                             {kRadius, kRadius, kRadius, kRadius});
  const Vec3 start{0.02, 0.01, kRadius - mass() * kEarth / k};
  glue(pile, block, kDensity, start, Quaternion::Identity());
  Watched watched(springs(k, 0.3, 0.6), pile, with(wall_of(flat(10), motion)));
  watched.go(0.6, 30);
  EXPECT_EQ(watched.verdict(), "sane");
  const WallPlacement now = motion.at(1);
  const Pile& end = watched.run.pile();
  const Vec3s& from = pile.state.position;
  for (std::size_t i = 0; i < from.size(); ++i)
    EXPECT_LT((end.state.position[i] - now.place(from[i])).norm(), 1e-5) << i;
}

// A vertical shaft with six sides turns about its axis. A sphere turns with it in the corner of two sides, pressed to
// both by the centrifugal force 2 N cos 30 deg = m w^2 r.
TEST(MeshWalls, SphereTurnsWithAShaft) {
  const double radius = 0.1, rate = 20, k = 1e5, cosine = std::cos(std::numbers::pi / 6);
  WallMotion motion;
  motion.spin = {0, 0, rate};
  const shape::Polyhedron shaft = shape::cone_surface(radius, radius, 0.2, 6, shape::Ends::none);
  // (radius cosine - (s - overlap)) / cosine = orbit, with overlap = m w^2 orbit / (2 cosine k)
  const double orbit = (radius - kRadius / cosine) / (1 - mass() * rate * rate / (2 * cosine * cosine * k));
  const Vec3 place = orbit * Vec3::UnitX(), velocity = rate * Vec3::UnitZ().cross(place);
  Watched watched(springs(k, 0.3, 0.5), sphere_at(place, velocity, {0, 0, rate}),
                  with(wall_of(shaft, motion), Vec3::Zero()));
  watched.go(1, 20);
  EXPECT_EQ(watched.verdict(), "sane");
  const Vec3 expected = about(Vec3::UnitZ(), rate * watched.run.time()) * place;
  EXPECT_LT((watched.state().position[0] - expected).norm(), 2e-6);
  EXPECT_NEAR(watched.state().spin[0].z(), rate, 1e-3 * rate);
}

// Small oscillations of a ball in a lying cylinder: without friction the period is that of a pendulum of length R - r;
// a rolling ball takes sqrt(7/5) times as long.
TEST(MeshWalls, BallSwingsInADrum) {
  const double radius = 0.1, k = 1e5, swing = 0.15;
  const shape::Polyhedron drum = turned(shape::cone_surface(radius, radius, 0.1, 720, shape::Ends::none),
                                        about(Vec3::UnitX(), 0.5 * std::numbers::pi));
  for (const bool rolls : {false, true}) {
    const double length = radius - kRadius;
    const Vec3 place = (length + mass() * kEarth / k) * Vec3(std::sin(swing), 0.003, -std::cos(swing));
    Watched watched(springs(k, 1, rolls ? 5 : 0), sphere_at(place), with(wall_of(drum)));
    const double pendulum = 2 * std::numbers::pi * std::sqrt(length / kEarth) * (1 + swing * swing / 16);
    const double period = rolls ? std::sqrt(7.0 / 5) * pendulum : pendulum;
    watched.go(period, 20);
    EXPECT_EQ(watched.verdict(), "sane");
    const State& end = watched.state();
    EXPECT_NEAR(std::atan2(end.position[0].x(), -end.position[0].z()), swing, 0.01 * swing) << rolls;
    EXPECT_LT(std::abs(end.velocity[0].x()), 0.03 * swing * std::sqrt(kEarth * length)) << rolls;
  }
}

// (velocity of a sphere, velocity of a sheet at z = 0, height of the sphere) => message of the run that fails.
std::string message_of_passage(double velocity, double sheet, double height) {
  ssdem::Parameters p = springs(1e4, 1, 0);
  p.step.dt = 1e-3;
  WallMotion motion;
  motion.velocity = {0, 0, sheet};
  Motion run(p, sphere_at({0.01, 0.02, height}, {0, 0, velocity}), with(wall_of(flat(10), motion), Vec3::Zero()));
  try {
    run.until(0.01);
  } catch (const SanityError& error) {
    return error.what();
  }
  return "";
}

// A step in which a sphere passes a wall is an error, not a sphere on the other side. This holds from any height, also
// if the neighbour list before the step has no such pair, and for moving walls.
TEST(MeshWalls, SphereDoesNotPassUnseen) {
  for (const double speed : {30.0, 100.0, 300.0})
    for (const double height : {0.05, 0.08, 0.115, 0.145, 0.17, 0.23, 0.29}) {
      const std::string expected = "body 0 and wall 0 pass through each other";
      EXPECT_NE(message_of_passage(-speed, 0, height).find(expected), std::string::npos) << speed << " " << height;
      EXPECT_NE(message_of_passage(0, speed, height).find(expected), std::string::npos) << speed << " " << height;
    }
}

}  // namespace
}  // namespace rubble::test
