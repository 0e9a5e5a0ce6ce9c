// Contact Dynamics at walls of triangles, against motions that are known in closed form and walls that are planes.
#include "base/error.hpp"
#include "base/parallel.hpp"
#include "measure/ledger/ledger.hpp"
#include "physics/impulse_scene.hpp"
#include "physics/mesh_scene.hpp"
#include "physics/probe_scene.hpp"
#include "shape/mesh.hpp"
#include "unit/hulls.hpp"

#include <numeric>

#include <gtest/gtest.h>

namespace rubble::test {
namespace {

constexpr double kEarth = 9.81;  // [m s-2]
constexpr double kDensity = 2000;
constexpr double kRadius = 0.05;
const Vec3 kSides(0.12, 0.1, 0.08);

// Impulses with a tolerance that sums over thousands of steps permit.
nscd::Parameters converged(double dt, double friction = 0, double restitution = 0) {
  nscd::Parameters p = impulses(dt, friction, restitution);
  p.solver.tolerance = 1e-11;
  return p;
}

External with(const MeshWall& wall, const Vec3& gravity = {0, 0, -kEarth}) {
  External external;
  external.uniform = gravity;
  external.meshes = {wall};
  return external;
}

void add_block(Pile& pile, const Vec3& sides, const Vec3& centre, const Quaternion& turn = Quaternion::Identity(),
               const Vec3& velocity = Vec3::Zero(), const Vec3& spin = Vec3::Zero()) {
  if (pile.model.materials.empty()) pile.model.materials = {{"rock", kDensity}};
  shape::PlacedShape box = shape::make_hull("box", shape::box(sides));
  const Index row = add_shape(pile.model, box.shape);
  box.placement.centre = centre;
  box.placement.turn = turn * box.placement.turn;
  add_hull(pile, row, box.placement, 0, velocity, spin);
}

// A sphere, or a block that lies on its face, on the plane z = 0.
Pile body_on_floor(bool hull, const Vec3& velocity, const Mat3& turn = Mat3::Identity(), double yaw = 0.3) {
  Pile pile;
  const Vec3 place(-0.5, -0.2, 0.5 * kSides.z());
  if (hull)
    add_block(pile, kSides, turn * place, Quaternion(turn * about(Vec3::UnitZ(), yaw)), turn * velocity);
  else
    add_sphere(pile, kRadius, kDensity, turn * Vec3(-0.5, -0.2, kRadius), turn * velocity);
  return pile;
}

External plane_at(const Vec3& normal, const Vec3& gravity) {
  External external;
  external.planes = {Plane{Vec3::Zero(), normal}};
  external.uniform = gravity;
  return external;
}

// Sliding over tens of edges, in any direction, changes no speed, no height and no spin.
TEST(ImpulseMeshes, BodiesSlideOverFlushTriangles) {
  for (const bool hull : {false, true})
    for (const double angle : {0.0, 0.7, 1.3})
      for (const double tilt : {0.0, 0.6}) {
        const Mat3 turn = about(Vec3(1, 2, 0).normalized(), tilt);
        const Vec3 velocity = about(Vec3::UnitZ(), angle) * Vec3(0.5, 0.02, 0);
        ImpulseRun run(converged(1e-3), body_on_floor(hull, velocity, turn),
                       with(wall_of(turned(flat(40), turn)), turn * Vec3(0, 0, -kEarth)));
        const Vec3 start = run.position(0);
        run.until(1);
        EXPECT_LT((run.velocity(0) - turn * velocity).norm(), 1e-9) << hull << " " << angle << " " << tilt;
        EXPECT_LT((run.position(0) - start - turn * velocity).norm(), 1e-8) << hull << " " << angle << " " << tilt;
        EXPECT_LT(run.spin(0).norm(), 1e-8) << hull << " " << angle << " " << tilt;
      }
}

// With friction, the motion is that on a plane.
TEST(ImpulseMeshes, FrictionIsThatOfAPlane) {
  for (const bool hull : {false, true}) {
    const Vec3 velocity(0.9, 0.23, 0);
    const Pile pile = body_on_floor(hull, velocity, Mat3::Identity(), 0);
    ImpulseRun on_mesh(converged(1e-3, 0.2), pile, with(wall_of(flat(40))));
    ImpulseRun on_plane(converged(1e-3, 0.2), pile, plane_at(Vec3::UnitZ(), {0, 0, -kEarth}));
    on_mesh.until(0.3);
    on_plane.until(0.3);
    const double slowed = velocity.norm() - on_mesh.velocity(0).norm();
    EXPECT_NEAR(slowed, hull ? 0.2 * kEarth * 0.3 : slowed, 1e-3);
    EXPECT_GT(slowed, 0.1);
    EXPECT_LT((on_mesh.velocity(0) - on_plane.velocity(0)).norm(), 1e-9) << hull;
    EXPECT_LT((on_mesh.spin(0) - on_plane.spin(0)).norm(), 1e-7) << hull;
    EXPECT_LT((on_mesh.position(0) - on_plane.position(0)).norm(), 1e-9) << hull;
  }
}

// The floor and one wall of a box, cut into triangles that share the vertices of the inner edge.
shape::Polyhedron corner_of_triangles() {
  shape::Polyhedron out;
  for (const shape::Polyhedron& sheet :
       {moved(flat(20, 1, 0), {0, 1, 0}),
        moved(turned(flat(20, 1, 0), about(Vec3::UnitX(), 0.5 * std::numbers::pi)), {0, 0, 1})}) {
    const auto first = static_cast<Index>(out.vertex.size());
    for (const Vec3& x : sheet.vertex) out.vertex.push_back((x * 1e9).array().round() / 1e9);
    for (std::vector<Index> face : sheet.face) {
      for (Index& corner : face) corner += first;
      out.face.push_back(face);
    }
  }
  return shape::welded(out.vertex, out.face);
}

// A body slides along the inner edge of two walls, pressed to both: neither the triangles nor the edge stop it.
TEST(ImpulseMeshes, BodiesSlideAlongAnInnerEdge) {
  for (const bool hull : {false, true}) {
    Pile pile;
    const Vec3 velocity(0.6, 0, 0);
    if (hull)
      add_block(pile, kSides, {-0.6, 0.5 * kSides.y(), 0.5 * kSides.z()}, Quaternion::Identity(), velocity);
    else
      add_sphere(pile, kRadius, kDensity, {-0.6, kRadius, kRadius}, velocity);
    ImpulseRun run(converged(1e-3), pile, with(wall_of(corner_of_triangles()), {0, -3, -kEarth}));
    const Vec3 start = run.position(0);
    run.until(1.5);
    EXPECT_LT((run.velocity(0) - velocity).norm(), 1e-9) << hull;
    EXPECT_LT((run.position(0) - start - 1.5 * velocity).norm(), 1e-6) << hull;
  }
}

// A block in the corner of one wall is pressed to both faces: the contact area is that of its two sides.
TEST(ImpulseMeshes, AreaInACornerIsThatOfBothFaces) {
  Pile pile;
  add_block(pile, kSides, {0.03, 0.5 * kSides.y(), 0.5 * kSides.z()});
  const External corner = with(wall_of(corner_of_triangles()), {0, -3, -kEarth});
  Probes probes = probes_on(pile, corner, {wall("corner", 0)});
  ImpulseRun run(converged(1e-3), pile, corner, &probes);
  run.until(0.2);
  probes.take_record(run.pile().model, run.pile().state);
  run.until(0.3);
  const std::vector<ProbeRecord> now = probes.take_record(run.pile().model, run.pile().state);
  EXPECT_NEAR(now[0].mean.area, kSides.x() * (kSides.y() + kSides.z()), 1e-9);
}

// A long block lies in a drum at rest and slides along the axis over concave edges, without friction.
TEST(ImpulseMeshes, BlockSlidesInADrum) {
  const shape::Polyhedron drum =
      turned(shape::cone_surface(0.3, 0.3, 3, 24, shape::Ends::none), about(Vec3::UnitX(), 0.5 * std::numbers::pi));
  Pile pile;
  const Vec3 velocity(0, 0.5, 0);
  add_block(pile, {0.2, 0.1, 0.05}, {0.01, -0.5, -0.2}, Quaternion::Identity(), velocity);
  ImpulseRun run(converged(1e-3), pile, with(wall_of(drum)));
  run.until(1.5);
  EXPECT_NEAR(run.velocity(0).y(), velocity.y(), 1e-8);
  EXPECT_LT(run.position(0).z(), -0.2);
  EXPECT_GT(run.position(0).z(), -0.3);
  EXPECT_LT(std::abs(run.position(0).x()), 0.1);
}

// A block on an incline: at rest below the angle of friction, else with the acceleration g (sin - mu cos).
TEST(ImpulseMeshes, BlockOnAnIncline) {
  const double friction = 0.4;
  for (const double angle : {0.35, 0.41}) {
    const Mat3 tilt = about(Vec3::UnitY(), angle);
    ImpulseRun run(converged(1e-3, friction), body_on_floor(true, Vec3::Zero(), tilt),
                   with(wall_of(turned(flat(40), tilt))));
    const Vec3 start = run.position(0);
    run.until(0.5);
    const double expected = kEarth * (std::sin(angle) - friction * std::cos(angle));
    if (expected < 0)
      EXPECT_LT((run.position(0) - start).norm(), 1e-9) << angle;
    else
      EXPECT_NEAR(run.velocity(0).dot(tilt * Vec3::UnitX()), 0.5 * expected, 1e-6) << angle;
  }
}

// A sphere and a cube fall on an edge and on a vertex of a cube: the velocity of the contact point is reversed by the
// restitution along the normal, and no other component of the momentum changes.
TEST(ImpulseMeshes, SphereFallsOnAnEdgeAndOnAVertex) {
  const double e = 0.6;
  const Vec3 velocity(0, 0, -2), vertex(0.5, 0.5, 0.5);
  for (const Vec3& offset : {Vec3{0.02, -0.3, 0}, Vec3{0.015, 0.02, 0}}) {
    const double across = offset.cwiseMax(0.0).norm();
    const Vec3 contact = vertex + Vec3(0, std::min(offset.y(), 0.0), 0);
    const Vec3 centre = contact + offset.cwiseMax(0.0) + Vec3(0, 0, std::sqrt(kRadius * kRadius - across * across));
    Pile pile;
    add_sphere(pile, kRadius, kDensity, centre - 1e-2 * velocity, velocity);
    ImpulseRun run(converged(2e-3, 0, e), pile, with(wall_of(shape::box_surface({1, 1, 1})), Vec3::Zero()));
    run.until(0.03);
    const Vec3 normal = (centre - contact).normalized();
    const Vec3 expected = velocity - (1 + e) * velocity.dot(normal) * normal;
    EXPECT_LT((run.velocity(0) - expected).norm(), 1e-4) << run.velocity(0).transpose();
  }
}

// A block falls with its face on the edge of a roof, or on the vertex of a pyramid, beside its centre. The normal is
// that of the face, and the normal velocity of the contact point is reversed: with the arm x, the impulse is (1 + e) v
// / (1 / m + x^2 / I).
TEST(ImpulseMeshes, BlockFallsOnAnEdgeAndOnAVertex) {
  const double e = 0.5, speed = 1, arm = 0.03;
  const shape::Polyhedron cube = shape::box_surface({1, 1, 1});
  const Mat3 roof = about(Vec3::UnitY(), 0.25 * std::numbers::pi);
  const Mat3 pyramid = Quaternion::FromTwoVectors(Vec3(1, 1, 1).normalized(), Vec3::UnitZ()).toRotationMatrix();
  for (const bool edge : {true, false}) {
    const double top = edge ? std::sqrt(0.5) : std::sqrt(0.75);
    Pile pile;
    add_block(pile, kSides, {arm, 0, top + 0.5 * kSides.z() + 0.01}, Quaternion::Identity(), {0, 0, -speed});
    ImpulseRun run(converged(1e-4, 0, e), pile, with(wall_of(turned(cube, edge ? roof : pyramid)), Vec3::Zero()));
    run.until(0.02);
    const double mass = run.pile().model.mass[0];
    const double inertia = mass / 12 * (kSides.x() * kSides.x() + kSides.z() * kSides.z());
    const double impulse = (1 + e) * speed / (1 / mass + arm * arm / inertia);
    EXPECT_LT((run.velocity(0) - Vec3(0, 0, impulse / mass - speed)).norm(), 1e-9) << edge;
    EXPECT_LT((run.spin(0) - Vec3(0, arm * impulse / inertia, 0)).norm(), 1e-7) << edge;
  }
}

// A corner of a block meets the inside of a triangle, with the normal of the triangle, and rebounds as from a plane.
// A bar falls with an edge across the border of an open sheet, on each of its sides. It comes to rest there; a bar that
// passes the sheet is below it by then.
TEST(ImpulseMeshes, BarRestsAcrossTheBorderOfASheet) {
  for (int side = 0; side < 4; ++side) {
    const Mat3 turn = about(Vec3::UnitZ(), 0.5 * std::numbers::pi * side);
    const Mat3 tilt = about(Vec3::UnitY(), 0.25) * about(Vec3::UnitX(), 0.25 * std::numbers::pi);
    Pile pile;
    add_block(pile, {0.2, 0.04, 0.04}, turn * Vec3(0.25, 0.007, 0.05), Quaternion(Mat3(turn * tilt)));
    ImpulseRun run(converged(5e-4, 0.3), pile, with(wall_of(flat(20, 0.25, 0))));
    run.until(0.12);
    EXPECT_GT(run.position(0).z(), 0.02) << side;
    EXPECT_LT(run.velocity(0).norm(), 1) << side;
  }
}

// A thin plate comes down on a fine sheet on paths longer than half of its half thickness. It ends as on a plane.
TEST(ImpulseMeshes, ThinPlateLandsAsOnAPlane) {
  Pile pile;
  add_block(pile, {0.1, 0.1, 0.008}, {0.01, 0.02, 0.1}, Quaternion(about(Vec3(1, 0.3, 0).normalized(), 0.3)),
            {0.3, 0, -1});
  ImpulseRun flat_floor(converged(1e-3, 0.3), pile, plane_at(Vec3::UnitZ(), {0, 0, -kEarth}));
  ImpulseRun sheet(converged(1e-3, 0.3), pile, with(wall_of(flat(12, 0.6, 0))));
  flat_floor.until(0.3);
  const StepReport report = sheet.until(0.3);
  EXPECT_LT((sheet.position(0) - flat_floor.position(0)).norm(), 1e-4);
  EXPECT_NEAR(sheet.position(0).z(), 0.004, 1e-6);
  double worst = 1;
  for (const Audit& audit : report.audits)
    if (audit.name == std::string("worst_penetration")) worst = audit.worst;
  EXPECT_LT(worst, 1e-3);
}

TEST(ImpulseMeshes, CornerReboundsAsFromAPlane) {
  Pile pile;
  add_block(pile, kSides, {0.02, 0.03, 0.2}, shape::quaternion(1, 0.2, -0.3, 0.4), {0.3, 0.1, -2}, {1, -2, 0.5});
  ImpulseRun on_mesh(converged(1e-3, 0.3, 0.7), pile, with(wall_of(flat(7))));
  ImpulseRun on_plane(converged(1e-3, 0.3, 0.7), pile, plane_at(Vec3::UnitZ(), {0, 0, -kEarth}));
  on_mesh.until(0.3);
  on_plane.until(0.3);
  EXPECT_LT((on_mesh.velocity(0) - on_plane.velocity(0)).norm(), 1e-6);
  EXPECT_LT((on_mesh.spin(0) - on_plane.spin(0)).norm(), 1e-5);
}

// A tilted block falls flat on small triangles as on a plane: each of its corners is caught in time.
TEST(ImpulseMeshes, BlockSettlesAsOnAPlane) {
  Pile pile;
  add_block(pile, kSides, {0.02, 0.03, 0.08}, shape::quaternion(1, 0.15, -0.2, 0.1), {0.2, 0.1, 0});
  ImpulseRun on_mesh(converged(1e-3, 0.5), pile, with(wall_of(flat(29))));
  ImpulseRun on_plane(converged(1e-3, 0.5), pile, plane_at(Vec3::UnitZ(), {0, 0, -kEarth}));
  const StepReport report = on_mesh.until(1);
  on_plane.until(1);
  EXPECT_LT(report.audits[0].worst, 1e-3);
  EXPECT_LT((on_mesh.position(0) - on_plane.position(0)).norm(), 2e-4);
}

// A fast sphere rebounds from the first of two sheets, on a path that is longer than its radius.
TEST(ImpulseMeshes, FastSphereReboundsFromTheFirstSheet) {
  shape::Polyhedron sheets = moved(flat(3), {0, 0, -0.02});
  const auto first = static_cast<Index>(sheets.vertex.size());
  const shape::Polyhedron upper = flat(3);
  sheets.vertex.insert(sheets.vertex.end(), upper.vertex.begin(), upper.vertex.end());
  for (std::vector<Index> face : upper.face) {
    for (Index& corner : face) corner += first;
    sheets.face.push_back(face);
  }
  Pile pile;
  add_sphere(pile, kRadius, kDensity, {0.1, 0.03, 0.2}, {0, 0, -80});
  ImpulseRun run(converged(1e-3, 0, 1), pile, with(wall_of(sheets), Vec3::Zero()));
  run.until(4e-3);
  EXPECT_NEAR(run.velocity(0).z(), 80, 1e-9);
  EXPECT_NEAR(run.position(0).z(), 80 * 4e-3 - 0.2 + 2 * kRadius, 1e-5);
}

// A sheet that moves by more than the radius of a sphere in a step gives it (1 + e) times its velocity, when it meets
// it.
TEST(ImpulseMeshes, FastSheetStrikesASphere) {
  const double speed = 80, e = 0.5, gap = 0.1;
  WallMotion motion;
  motion.velocity = {0, 0, speed};
  Pile pile;
  add_sphere(pile, kRadius, kDensity, {0.1, 0.03, kRadius + gap});
  ImpulseRun run(converged(1e-3, 0, e), pile, with(wall_of(flat(3), motion), Vec3::Zero()));
  run.until(4e-3);
  EXPECT_NEAR(run.velocity(0).z(), (1 + e) * speed, 1e-9);
  EXPECT_NEAR(run.position(0).z(), kRadius + gap + (1 + e) * speed * (4e-3 - gap / speed), 1e-5);
}

// A sphere that another one sends through a sheet within the same step ends the run.
TEST(ImpulseMeshes, SphereThatIsPushedDoesNotPassUnseen) {
  Pile pile;
  add_sphere(pile, kRadius, kDensity, {0.1, 0.03, 0.2});
  add_sphere(pile, kRadius, kDensity, {0.1, 0.03, 0.46}, {0, 0, -300});
  ImpulseRun run(converged(1e-3, 0, 1), pile, with(wall_of(flat(3)), Vec3::Zero()));
  std::string message;
  try {
    run.until(0.002);
  } catch (const SanityError& error) {
    message = error.what();
  }
  EXPECT_NE(message.find("body 0 and wall 0 pass through each other"), std::string::npos) << message;
}

// The inside of a cube in n^2 cells per side: a wall of triangles. The lid is open.
shape::Polyhedron box_of_triangles(double side, int n) {
  const double half = 0.5 * side;
  shape::Polyhedron out;
  const auto add = [&](const Mat3& turn, const Vec3& by) {
    const auto first = static_cast<Index>(out.vertex.size());
    const shape::Polyhedron sheet = flat(n, half, 0);
    for (const Vec3& x : sheet.vertex) out.vertex.push_back(turn * x + by);
    for (std::vector<Index> face : sheet.face) {
      for (Index& corner : face) corner += first;
      out.face.push_back(face);
    }
  };
  add(Mat3::Identity(), Vec3::Zero());
  for (const double sign : {-1.0, 1.0}) {
    add(about(Vec3::UnitY(), 0.5 * sign * std::numbers::pi), {sign * half, 0, half});
    add(about(Vec3::UnitX(), 0.5 * sign * std::numbers::pi), {0, sign * half, half});
  }
  for (Vec3& x : out.vertex) x = (x * 1e9).array().round() / 1e9;
  return shape::welded(out.vertex, out.face);
}

External box_of_planes(double side) {
  External external = plane_at(Vec3::UnitZ(), {0, 0, -kEarth});
  for (const Vec3& normal : {Vec3(1, 0, 0), Vec3(-1, 0, 0), Vec3(0, 1, 0), Vec3(0, -1, 0)})
    external.planes.push_back(Plane{-0.5 * side * normal, normal});
  return external;
}

// Blocks, and spheres if wanted, above the floor of a box.
Pile heap(int count, double side, bool mixed, std::uint64_t seed = 12) {
  Pile pile;
  const int row = 3;
  for (int i = 0; i < count; ++i) {
    Random random(seed, Purpose::kPlace, static_cast<std::uint64_t>(i));
    const Vec3 cell(i % row, i / row % row, i / (row * row));
    const Vec3 centre = side / row * (cell - Vec3(1, 1, -0.6));
    const Quaternion turn = Quaternion::FromTwoVectors(Vec3::UnitX(), random.in_ball());
    if (mixed && i % 2 == 0)
      add_sphere(pile, kRadius, kDensity, centre);
    else
      add_block(pile, kSides, centre, turn);
  }
  return pile;
}

double force_of_walls(const ImpulseRun& run) {
  const Contacts contacts = run.contacts();
  double sum = 0;
  for (std::size_t c = 0; c < contacts.size(); ++c)
    if (contacts.key[c].on_wall()) sum += contacts.force[c].z();
  return sum;
}

// Heaps rest between triangles as between planes: the walls carry their weight, and overlaps are as small. Single heaps
// differ by chance, because impacts amplify rounding errors.
TEST(ImpulseMeshes, HeapsRestAsBetweenPlanes) {
  const double side = 0.5;
  nscd::Parameters p = impulses(1e-3, 0.5);
  p.solver = {1e-7, 20000};
  double on_mesh = 0;
  double on_planes = 0;
  for (std::uint64_t seed = 12; seed < 15; ++seed) {
    const Pile pile = heap(20, side, false, seed);
    const double weight = kEarth * std::accumulate(pile.model.mass.begin(), pile.model.mass.end(), 0.0);
    for (double* overlap : {&on_mesh, &on_planes}) {
      const bool mesh = overlap == &on_mesh;
      ImpulseRun run(p, pile, mesh ? with(wall_of(box_of_triangles(side, 9))) : box_of_planes(side));
      *overlap += run.until(2).audits[0].worst / 3;
      double fastest = 0;
      for (const Vec3& v : run.pile().state.velocity) fastest = std::max(fastest, v.norm());
      EXPECT_LT(fastest, 1e-3) << seed << mesh;
      EXPECT_NEAR(force_of_walls(run), weight, 1e-4 * weight) << seed << mesh;
    }
  }
  EXPECT_LT(on_mesh, 1.2 * on_planes);
}

// A belt takes a block along: it slips for v / (mu g), then moves with the belt. The work of the belt is the impulse m
// v times its speed.
TEST(ImpulseMeshes, BeltTakesABlockAlong) {
  const double friction = 0.3, speed = 0.6, slipping = speed / (friction * kEarth);
  WallMotion motion;
  motion.velocity = {speed, 0, 0};
  Pile pile = body_on_floor(true, Vec3::Zero());
  ImpulseRun run(converged(1e-3, friction), pile, with(wall_of(flat(40), motion)));
  run.until(0.5 * slipping);
  EXPECT_NEAR(run.velocity(0).x(), 0.5 * speed, friction * kEarth * 1e-3);
  run.until(1.2 * slipping);
  EXPECT_NEAR(run.velocity(0).x(), speed, 1e-9);
  EXPECT_NEAR(run.account().walls, pile.model.mass[0] * speed * speed, 1e-9);
}

// Small oscillations of a ball in a lying cylinder: without friction the period is that of a pendulum of length R - r;
// a rolling ball takes sqrt(7/5) times as long.
TEST(ImpulseMeshes, BallSwingsInADrum) {
  const double radius = 0.5, swing = 0.15, length = radius - kRadius;
  const shape::Polyhedron drum = turned(shape::cone_surface(radius, radius, 0.3, 720, shape::Ends::none),
                                        about(Vec3::UnitX(), 0.5 * std::numbers::pi));
  for (const bool rolls : {false, true}) {
    Pile pile;
    add_sphere(pile, kRadius, kDensity, length * Vec3(std::sin(swing), 0.003, -std::cos(swing)));
    ImpulseRun run(converged(2e-4, rolls ? 5 : 0), pile, with(wall_of(drum)));
    const double pendulum = 2 * std::numbers::pi * std::sqrt(length / kEarth) * (1 + swing * swing / 16);
    run.until((rolls ? std::sqrt(7.0 / 5) : 1) * pendulum);
    EXPECT_NEAR(std::atan2(run.position(0).x(), -run.position(0).z()), swing, 0.02 * swing) << rolls;
    EXPECT_LT(std::abs(run.velocity(0).x()), 0.03 * swing * std::sqrt(kEarth * length)) << rolls;
  }
}

// A drum with bars and balls that turns: kinetic energy and energy in gravity change by the work of the wall less the
// heat, momentum and angular momentum by the impulses of the wall and of gravity.
External turning_drum() {
  WallMotion motion;
  motion.spin = {0, 3, 0};
  return with(wall_of(
      turned(shape::cone_surface(0.4, 0.4, 0.5, 30, shape::Ends::both), about(Vec3::UnitX(), 0.5 * std::numbers::pi)),
      motion));
}
Pile bars(int count) {
  Pile pile;
  for (int i = 0; i < count; ++i) {
    Random random(5, Purpose::kPlace, static_cast<std::uint64_t>(i));
    const Vec3 centre = 0.17 * Vec3(i % 3 - 1, i / 3 % 3 - 1, i / 9 - 1);
    const Quaternion turn = Quaternion::FromTwoVectors(Vec3::UnitX(), random.in_ball());
    if (i % 3 == 0)
      add_sphere(pile, kRadius, kDensity, centre);
    else
      add_block(pile, {0.12, 0.06, 0.06}, centre, turn);
  }
  return pile;
}

TEST(ImpulseMeshes, LedgerOfATurningDrumCloses) {
  const External external = turning_drum();
  const Pile start = bars(18);
  nscd::Parameters p = impulses(1e-3, 0.5, 0.2);
  p.solver = {1e-7, 2000};
  ImpulseRun run(p, start, external);
  const measure::Ledger before = measure::ledger(start, external, 0, false, {});
  run.until(1.5);
  const measure::Ledger after = measure::ledger(run.pile(), external, 0, false, run.account());
  const Account& account = run.account();
  EXPECT_GT(account.walls, 0.1 * before.external_size);
  EXPECT_NEAR(after.of_motion(), before.of_motion(), 2e-5 * (account.walls + before.external_size));
  EXPECT_LT((after.momentum - before.momentum - account.impulse).norm(), 1e-11 * account.exchanged);
  EXPECT_LT((after.angular() - before.angular() - account.angular_impulse).norm(), 1e-11 * account.exchanged_angular);
  for (const Vec3& x : run.pile().state.position) EXPECT_LT(std::hypot(x.x(), x.z()), 0.4);
}

// A run that is stopped and resumed continues with the same bits, and any number of threads gives the same.
TEST(ImpulseMeshes, RestartsAndThreadsKeepBits) {
  const External external = turning_drum();
  nscd::Parameters p = impulses(1e-3, 0.5, 0.2);
  p.solver = {1e-4, 500};
  ImpulseRun one(p, bars(27), external);
  ImpulseRun two(p, bars(27), external);
  one.until(0.4);
  two.until(0.4);
  Resume resume;
  Archive archive(resume);
  one.stepper().archive(archive);
  ImpulseRun resumed(one, resume);
  const int threads_before = threads();
  set_threads(3);
  resumed.until(0.8);
  set_threads(threads_before);
  two.until(0.8);
  EXPECT_TRUE(same_bits(everything(resumed), everything(two)));
}

// A step in which a body passes a sheet is an error, not a body on the other side.
TEST(ImpulseMeshes, BodyDoesNotPassUnseen) {
  for (const bool hull : {false, true})
    for (const double height : {0.06, 0.1, 0.17, 0.23}) {
      Pile pile = body_on_floor(hull, {0, 0, -300});
      pile.state.position[0].z() = height;
      ImpulseRun run(converged(1e-3), pile, with(wall_of(flat(10)), Vec3::Zero()));
      std::string message;
      try {
        run.until(0.01);
      } catch (const SanityError& error) {
        message = error.what();
      }
      const bool stopped = run.position(0).z() > 0;
      EXPECT_TRUE(stopped || message.find("body 0 and wall 0") != std::string::npos) << hull << height << message;
    }
}

}  // namespace
}  // namespace rubble::test
