// Gravity of hulls beyond the point-mass approximation, in Contact Dynamics: forces and torques compared with the
// closed form of a polyhedron's field, libration, tides, balances.
#include "base/ball.hpp"
#include "base/parallel.hpp"
#include "gravity/gravity.hpp"
#include "measure/ledger/ledger.hpp"
#include "model/bodies.hpp"
#include "nscd/gravity_loads.hpp"
#include "physics/impulse_scene.hpp"
#include "unit/hulls.hpp"
#include "unit/polyhedron_field.hpp"

#include <numbers>

#include <gtest/gtest.h>

namespace rubble::test {
namespace {

using std::numbers::pi;

constexpr double kConstant = 1e-3;  // G
const int kHexadecapole = gravity::multipoles_of(gravity::Multipoles::hexadecapole);

// Gravity to the given order, without other forces.
nscd::Parameters attracting(gravity::Multipoles torque, double dt) {
  nscd::Parameters p = impulses(dt);
  p.gravity = {gravity::Summation::direct, kConstant};
  p.gravity.torque = torque;
  return p;
}

void add_hull_of(Pile& pile, const Vec3s& points, const Vec3& centre, const Quaternion& turn,
                 const Vec3& velocity = Vec3::Zero(), const Vec3& spin = Vec3::Zero()) {
  if (pile.model.materials.empty()) pile.model.materials = {{"rock", 1000}};
  shape::PlacedShape hull = shape::make_hull("hull", points);
  const Index row = add_shape(pile.model, hull.shape);
  add_hull(pile, row, {centre, turn * hull.placement.turn, hull.placement.radius}, 0, velocity, spin);
}

Quaternion some_turn(std::uint64_t seed) {
  Random random(seed, Purpose::kPlace);
  const Quaternion first = Quaternion::FromTwoVectors(Vec3::UnitX(), random.in_ball());
  return first * Quaternion(Eigen::AngleAxisd(2 * pi * random.in_ball().x(), Vec3::UnitX()));
}

Vec3 angular(const Pile& pile) { return measure::ledger(pile, {}, 0, false, {}).angular_spin; }

// Loads of a sphere on a hull, and of the hull on the sphere.
struct Load {
  Vec3 force, torque;  // on the hull; torque about its centre
};
Load load_by_steps(const Pile& pile, gravity::Multipoles torque) {
  const double dt = 1e-6;
  ImpulseRun run(attracting(torque, dt), pile);
  run.steps(1);
  return {pile.model.mass[0] * run.velocity(0) / dt, angular(run.pile()) / dt};
}
// Loads in closed form: a sphere attracts and is attracted like a point mass at its centre.
Load load_by_field(const Pile& pile) {
  const Model& model = pile.model;
  const Quaternion turn = turn_of(model, pile.state, 0);
  const Vec3 way = pile.state.position[1] - pile.state.position[0];
  const Vec3 place = turn.conjugate() * way / model.radius[0];
  const shape::FieldOfBody field = shape::field_of(model.shapes[0].vertex, model.shapes[0].face, place);
  const double density = model.mass[0] / shape_volume(model, 0);
  const Vec3 on_sphere = kConstant * density * model.radius[0] * model.mass[1] * (turn * field.acceleration);
  return {-on_sphere, -way.cross(on_sphere)};
}

// Errors for random rocks and boxes; the sphere touches the ball about the hull, or is farther away.
struct Errors {
  double force = 0, torque = 0;  // rms error / rms value
};
Errors errors_at(double distance, gravity::Multipoles torque, const std::vector<Vec3s>& bodies) {
  Errors squares, sizes;
  for (std::size_t k = 0; k < 4 * bodies.size(); ++k) {
    Pile pile;
    add_hull_of(pile, bodies[k % bodies.size()], Vec3::Zero(), some_turn(k));
    const double r = bounding_radius(pile.model, 0);
    add_sphere(pile, 0.2 * r, 1000, 1.2 * distance * r * Random(k, Purpose::kSize).in_ball().normalized());
    const Load found = load_by_steps(pile, torque);
    const Load wanted = load_by_field(pile);
    squares.force += (found.force - wanted.force).squaredNorm() / wanted.force.squaredNorm();
    squares.torque += (found.torque - wanted.torque).squaredNorm();
    sizes.torque += wanted.torque.squaredNorm();
    sizes.force += 1;
  }
  return {std::sqrt(squares.force / sizes.force), std::sqrt(squares.torque / sizes.torque)};
}

std::vector<Vec3s> rocks() {
  std::vector<Vec3s> out{shape::box({1, 1.5, 2.5}), shape::box({1, 2, 2}), shape::tetrahedron()};
  for (int k = 0; k < 5; ++k) out.push_back(shape::random_points(10 + 10 * k, static_cast<std::uint64_t>(k)));
  return out;
}

TEST(HullGravity, ForceAndTorqueNearby) {
  const Errors none = errors_at(1, gravity::Multipoles::none, rocks());
  const Errors second = errors_at(1, gravity::Multipoles::quadrupole, rocks());
  const Errors fourth = errors_at(1, gravity::Multipoles::hexadecapole, rocks());
  EXPECT_NEAR(none.torque, 1, 1e-9);
  EXPECT_GT(none.force, 0.05);
  EXPECT_LT(second.force, 0.03);
  EXPECT_LT(second.torque, 0.3);
  EXPECT_LT(fourth.force, 0.006);
  EXPECT_LT(fourth.torque, 0.055);
}

// The torque of the quadrupole falls as r^-3. The first wrong multipole is l = 4 ("quadrupole") or l = 6
// ("hexadecapole"), whose torque falls as r^-(l + 1): relative errors fall as r^-2 and r^-4.
TEST(HullGravity, ForceAndTorqueFarther) {
  const Errors near = errors_at(4, gravity::Multipoles::quadrupole, rocks());
  const Errors far = errors_at(8, gravity::Multipoles::quadrupole, rocks());
  EXPECT_LT(near.torque, 0.016);
  EXPECT_NEAR(near.torque / far.torque, 4, 0.1);
  const Errors finer = errors_at(4, gravity::Multipoles::hexadecapole, rocks());
  EXPECT_LT(finer.torque, 2e-4);
  EXPECT_NEAR(finer.torque / errors_at(8, gravity::Multipoles::hexadecapole, rocks()).torque, 16, 0.5);
}

// Gauss-Legendre points of a box, five along each side, exact to degree 9: positions and fractions of the mass.
std::vector<std::pair<Vec3, double>> points_of_box(const Vec3& side) {
  const double inner = std::sqrt(5 - 2 * std::sqrt(10.0 / 7)) / 3;
  const double outer = std::sqrt(5 + 2 * std::sqrt(10.0 / 7)) / 3;
  const double more = (322 + 13 * std::sqrt(70.0)) / 1800;
  const double less = (322 - 13 * std::sqrt(70.0)) / 1800;
  const std::pair<double, double> line[5] = {
      {0, 64.0 / 225}, {inner, more}, {-inner, more}, {outer, less}, {-outer, less}};
  std::vector<std::pair<Vec3, double>> out;
  for (const auto& [x, a] : line)
    for (const auto& [y, b] : line)
      for (const auto& [z, c] : line) out.emplace_back(0.5 * Vec3(x * side.x(), y * side.y(), z * side.z()), a * b * c);
  return out;
}

// (side lengths, position) => the torque of a mass there on a box of mass 1 at the origin, for G times that mass equal
// to 1. The closed form of the field would lose all digits far away. The field at the centre causes no torque and is
// subtracted, because the remainder is smaller.
Vec3 torque_on_box(const Vec3& side, const Vec3& at) {
  Vec3 sum = Vec3::Zero();
  for (const auto& [y, share] : points_of_box(side))
    sum += share * (std::pow((at - y).norm(), -3) - std::pow(at.norm(), -3)) * y;
  return sum.cross(at);
}

// The relative error of the torque on a box, r in units of its longest side: rms over directions.
double error_of_torque_on_box(double r, gravity::Multipoles torque) {
  const Vec3 side(1, 1.5, 2.5);
  double missed = 0;
  double all = 0;
  for (std::uint64_t direction = 0; direction < 10; ++direction) {
    const Vec3 way = r * side.z() * Random(direction, Purpose::kSize).in_ball().normalized();
    Pile pile;
    add_hull_of(pile, shape::box(side), Vec3::Zero(), Quaternion::Identity());
    add_sphere(pile, 20, 1000, way);
    const Vec3 wanted = kConstant * pile.model.mass[0] * pile.model.mass[1] * torque_on_box(side, way);
    missed += (load_by_steps(pile, torque).torque - wanted).squaredNorm();
    all += wanted.squaredNorm();
  }
  return std::sqrt(missed / all);
}

// Far away the error of "quadrupole" is that of the hexadecapole: its torque, relative to the quadrupole's, is of the
// order of (size / r)^2. The error of "hexadecapole" is that of l = 6, of the order of (size / r)^4.
TEST(HullGravity, TorqueConvergesFarAway) {
  const double errors[3] = {error_of_torque_on_box(50, gravity::Multipoles::quadrupole),
                            error_of_torque_on_box(100, gravity::Multipoles::quadrupole),
                            error_of_torque_on_box(200, gravity::Multipoles::quadrupole)};
  EXPECT_LT(errors[2], 4e-6);
  EXPECT_NEAR(errors[0] / errors[1], 4, 0.01);
  EXPECT_NEAR(errors[1] / errors[2], 4, 0.01);
  EXPECT_LT(error_of_torque_on_box(50, gravity::Multipoles::hexadecapole), 3e-9);
}

// MacCullagh: N = 3 G M / r^3 e x J e, with e the direction to a distant mass.
TEST(HullGravity, TorqueOfADistantTide) {
  for (const bool planet : {false, true}) {
    Pile pile;
    add_hull_of(pile, shape::box({1, 1.5, 2.5}), Vec3::Zero(), some_turn(1));
    const Vec3 way = 200 * Vec3(2, -1, 2) / 3;
    const double mass = 1000 * ball_volume(20.0);
    External external;
    if (planet)
      external.planets = {{mass, way}};
    else
      add_sphere(pile, 20, 1000, way);
    const double dt = 1e-6;
    nscd::Parameters p = attracting(gravity::Multipoles::quadrupole, dt);
    if (planet) p.gravity.method = gravity::Summation::none;
    ImpulseRun run(p, pile, external);
    run.steps(1);
    const Vec3 e = way.normalized();
    const Vec3 wanted =
        3 * kConstant * mass / std::pow(way.norm(), 3) * e.cross(body_inertia(pile.model, pile.state, 0) * e);
    EXPECT_LT((angular(run.pile()) / dt - wanted).norm(), 5e-5 * wanted.norm()) << planet;
  }
}

// Small libration of a body with moments A < B < C in a circular orbit of the rate n about a sphere. The long axis
// swings about the direction to the sphere at the rate n sqrt(3 (B - A) / C) (Murray & Dermott, Solar System Dynamics,
// 1999, Eq. 5.44 and section 5.4). The rate of the orbit includes the quadrupole: n^2 = G (M + m) / r^3 (1 + 3 (B + C -
// 2 A) / (2 m r^2)).
TEST(HullGravity, Libration) {
  const double r = 200;
  Pile pile;
  const Vec3s box = shape::box({1.2, 1, 0.9});  // its long axis is along x, towards the sphere
  add_hull_of(pile, box, {r, 0, 0}, Quaternion::Identity());
  add_sphere(pile, 100, 1000, Vec3::Zero());
  const double m = pile.model.mass[0];
  const double M = pile.model.mass[1];
  const Vec3 moments = body_moments(pile.model, 0);
  const double A = moments[0], B = moments[1], C = moments[2];
  const double rate = std::sqrt(kConstant * (M + m) / (r * r * r) * (1 + 1.5 * (B + C - 2 * A) / (m * r * r)));
  const double wanted = rate * std::sqrt(3 * (B - A) / C);
  pile.state.velocity[0] = Vec3(0, rate * r * M / (M + m), 0);
  pile.state.velocity[1] = Vec3(0, -rate * r * m / (M + m), 0);
  const double push = 0.02 * wanted;  // for a libration amplitude of 0.02 rad
  pile.state.spin[0] = Vec3(0, 0, rate + push);

  ImpulseRun run(attracting(gravity::Multipoles::quadrupole, 2 * pi / rate / 4000), pile);
  const auto angle = [&] {
    const Vec3 axis =
        turn_of(run.pile().model, run.pile().state, 0) * turn_of(pile.model, pile.state, 0).conjugate() * Vec3::UnitX();
    const Vec3 way = (run.position(0) - run.position(1)).normalized();
    return std::asin(way.cross(axis).z());
  };
  Reals crossings;
  double before = angle(), largest = 0;
  while (crossings.size() < 5) {
    const double begin = run.pile().state.time;
    run.steps(1);
    const double now = angle();
    largest = std::max(largest, std::abs(now));
    if (before < 0 && now >= 0) crossings.push_back(begin - before / (now - before) * (run.pile().state.time - begin));
    before = now;
    ASSERT_LT(run.pile().state.time, 20 * 2 * pi / rate);
  }
  const double found = 2 * pi * 4 / (crossings[4] - crossings[0]);
  EXPECT_NEAR(found / wanted, 1, 1e-3);
  EXPECT_NEAR(largest, 0.02, 2e-4);
}

// Two long bodies near each other: orbit and spins exchange angular momentum.
Pile couple() {
  Pile pile;
  add_hull_of(pile, shape::box({1, 1.2, 3}), {-1.2, 0.1, 0}, some_turn(3), Vec3(0, -0.35, 0.02), Vec3(0.1, 0, -0.05));
  add_hull_of(pile, shape::random_points(14, 4), {2.9, 0, 0.2}, some_turn(5), Vec3(0, 0.8, 0), Vec3(0, 0.2, 0));
  return pile;
}

struct Balance {
  double energy, momentum, angular, exchanged, mutual_change;  // worst error; |change of spin|; change of W
};
Balance balance_of(double dt, gravity::Multipoles torque) {
  const Pile start = couple();
  ImpulseRun run(attracting(torque, dt), start);
  const measure::Points points = points_of_hulls(start.model, gravity::multipoles_of(torque));
  const auto now = [&] { return measure::ledger(run.pile(), {}, kConstant, true, run.account(), {}, points); };
  const measure::Ledger first = now();
  Balance worst{};
  while (run.pile().state.time < 10) {
    run.until(run.pile().state.time + 0.5);
    const measure::Ledger l = now();
    worst.energy = std::max(worst.energy, std::abs(l.of_motion() - first.of_motion()));
    worst.momentum = std::max(worst.momentum, (l.momentum - first.momentum).norm());
    worst.angular = std::max(worst.angular, (l.angular() - first.angular()).norm());
    worst.exchanged = std::max(worst.exchanged, (l.angular_spin - first.angular_spin).norm() / first.angular().norm());
    worst.mutual_change = std::max(worst.mutual_change, std::abs(l.mutual - first.mutual));
  }
  EXPECT_EQ(run.account().dissipated(), 0);  // the bodies do not touch
  worst.energy /= worst.mutual_change;
  worst.angular /= first.angular().norm();
  worst.momentum /= start.model.mass[0] * start.state.velocity[0].norm();
  return worst;
}

TEST(HullGravity, EnergyAndMomentaAreKept) {
  for (const gravity::Multipoles torque : {gravity::Multipoles::quadrupole, gravity::Multipoles::hexadecapole}) {
    const Balance coarse = balance_of(0.02, torque);
    const Balance fine = balance_of(0.01, torque);
    EXPECT_GT(coarse.exchanged, 0.02);
    EXPECT_LT(coarse.momentum, 1e-13);
    EXPECT_LT(coarse.angular, 1e-13);
    EXPECT_LT(fine.energy, 1e-4);
    EXPECT_NEAR(coarse.energy / fine.energy, 4, 0.4);
  }
  EXPECT_LT(balance_of(0.02, gravity::Multipoles::none).exchanged, 1e-13);
}

// The energy of a pair equals the integral of the potential of one body, in closed form, over the volume of the second
// body.
TEST(HullGravity, PotentialEnergy) {
  const Pile pile = couple();
  const auto field = [&](const Vec3& x) {
    const Model& model = pile.model;
    const Vec3 place = turn_of(model, pile.state, 0).conjugate() * (x - pile.state.position[0]) / model.radius[0];
    const double density = model.mass[0] / shape_volume(model, 0);
    return density * model.radius[0] * model.radius[0] *
           shape::field_of(model.shapes[0].vertex, model.shapes[0].face, place).potential;
  };
  double wanted = 0;
  Random random(11, Purpose::kPlace);
  const shape::Shape& other = pile.model.shapes[1];
  int inside = 0;
  for (int k = 0; k < 200000; ++k) {
    const Vec3 y = other.reach * random.in_ball();
    if (!std::all_of(other.face.begin(), other.face.end(), [&](const std::vector<Index>& face) {
          const shape::FacePlane plane = shape::face_plane(other.vertex, face);
          return plane.normal.dot(y) < plane.offset;
        }))
      continue;
    ++inside;
    wanted -= field(pile.state.position[1] + pile.model.radius[1] * (turn_of(pile.model, pile.state, 1) * y));
  }
  wanted *= kConstant * pile.model.mass[1] / inside;
  const auto energy = [&](int order) {
    return measure::ledger(pile, {}, kConstant, true, {}, {}, points_of_hulls(pile.model, order)).gravitational;
  };
  EXPECT_GT(std::abs(energy(0) / wanted - 1), 0.01);
  EXPECT_NEAR(energy(kHexadecapole) / wanted, 1, 1e-3);
}

// A planet at rest, a flyby, and an elongated planet that moves and rotates: the ledger includes the effect of the tide
// on spins.
TEST(HullGravity, LedgerIncludesThePlanetsTide) {
  for (const char* field : {"constant", "passing", "moving"}) {
    const double mass = 1e6;
    External external;
    external.planets = {{mass, Vec3(40, 0, 0)}};
    if (field == std::string("passing")) external.planets[0].pass = Conic{40, 1.5, kConstant * mass, 3};
    if (field == std::string("moving")) {
      external.planets[0].path = {{Conic{5, 0.2, 300, 1}}};
      external.planets[0].figure = std::make_shared<const Figure>(Figure{0.2, 0.1, 10});
      external.planets[0].rotation.rate = 1;
    }
    Reals errors;
    for (const double dt : {0.02, 0.01}) {
      const Pile start = couple();
      nscd::Parameters p = attracting(gravity::Multipoles::hexadecapole, dt);
      ImpulseRun run(p, start, external);
      const measure::Points points = points_of_hulls(start.model, kHexadecapole);
      const auto now = [&] {
        return measure::ledger(run.pile(), external, kConstant, true, run.account(), {}, points);
      };
      const measure::Ledger first = now();
      run.until(4);
      const measure::Ledger last = now();
      const Vec3 given = last.account.angular_impulse + last.account.gravity_torque;
      EXPECT_GT(given.norm(), 0.05 * first.angular().norm());
      EXPECT_LT((last.angular() - first.angular() - given).norm(), 1e-12 * (last.angular().norm() + given.norm()));
      EXPECT_LT((last.momentum - first.momentum - last.account.impulse).norm(), 1e-12 * last.account.impulse.norm());
      errors.push_back(std::abs(last.of_motion() - first.of_motion()));
      EXPECT_LT(errors.back(), 1e-3 * (last.kinetic() + first.kinetic()));
    }
    EXPECT_NEAR(errors[0] / errors[1], 4, 0.6) << field;
  }
}

// Hulls, spheres and glued grains that fall together and collide.
Pile crowd() {
  Pile pile;
  pile.model.materials = {{"rock", 2000}};
  for (int i = 0; i < 80; ++i) {
    Random random(9, Purpose::kPlace, static_cast<std::uint64_t>(i));
    const Vec3 centre = 1.5 * (Vec3(i % 4, i / 4 % 4, i / 16) - Vec3::Constant(1.5));
    const Vec3 velocity = random.in_ball() - centre;
    const Quaternion turn = Quaternion::FromTwoVectors(Vec3::UnitX(), random.in_ball());
    if (i % 8 == 3) {
      add_sphere(pile, 0.4, 2000, centre, velocity, random.in_ball());
    } else if (i % 8 == 2) {
      glue(pile, "rod", 0.15, 2000, centre, turn, velocity, random.in_ball());
    } else {
      const auto seed = static_cast<std::uint64_t>(i);
      const shape::PlacedShape hull = shape::make_hull("hull", shape::random_points(12 + i, seed));
      add_hull(pile, add_shape(pile.model, hull.shape), {centre, turn, 0.45}, 0, velocity, random.in_ball());
    }
  }
  return pile;
}

nscd::Parameters crowded(gravity::Summation method) {
  nscd::Parameters p = impulses(4e-3, 0.5, 0.2);
  p.gravity = {method, 1e-4};
  p.gravity.torque = gravity::Multipoles::hexadecapole;
  p.solver.tolerance = 1e-6;
  p.solver.iterations = 1000;
  return p;
}

TEST(HullGravity, LedgerOfACrowd) {
  const Pile start = crowd();
  const measure::Points points = points_of_hulls(start.model, kHexadecapole);
  ImpulseRun run(crowded(gravity::Summation::direct), start);
  run.until(0);  // overlaps are removed at the start
  const measure::Ledger before = measure::ledger(run.pile(), {}, 1e-4, true, run.account(), {}, points);
  const StepReport report = run.until(1.2);
  const measure::Ledger after = measure::ledger(run.pile(), {}, 1e-4, true, run.account(), {}, points);
  EXPECT_GT(report.contacts, 0u);
  EXPECT_GT(after.account.dissipated(), 0.2 * before.kinetic());
  double momentum = 0, angular = 0;
  for (std::size_t i = 0; i < start.size(); ++i) {
    momentum += start.model.mass[i] * start.state.velocity[i].norm();
    angular += start.model.mass[i] * start.state.position[i].norm() * start.state.velocity[i].norm();
  }
  EXPECT_LT((after.momentum - before.momentum).norm(), 1e-12 * momentum);
  EXPECT_LT((after.angular() - before.angular() - after.account.gravity_torque).norm(), 1e-11 * angular);
  EXPECT_LT(after.account.gravity_torque.norm(), 1e-12 * angular);
  EXPECT_NEAR(after.of_motion(), before.of_motion(), 1e-4 * before.kinetic());
}

double relative_error(const Vec3s& found, const Vec3s& exact) {
  double missed = 0;
  double all = 0;
  for (std::size_t i = 0; i < exact.size(); ++i) {
    missed += (found[i] - exact[i]).squaredNorm();
    all += exact[i].squaredNorm();
  }
  return std::sqrt(missed / all);
}

// The mass points of one body attract each other, more strongly than distant bodies do. These forces must neither move
// nor rotate the body: forces keep the requested error. Torques are differences of accelerations and have larger
// errors.
TEST(HullGravity, TorquesByExpansions) {
  for (const double wide : {1.0, 4.0, 16.0}) {
    Pile pile = crowd();
    for (Vec3& x : pile.state.position) x *= wide;
    gravity::Parameters p{gravity::Summation::direct, 1e-4};
    p.torque = gravity::Multipoles::hexadecapole;
    nscd::GravityLoads exact(p, pile.model);
    exact.find(pile.model, pile.state, {}, 1);
    for (const double error : {1e-3, 1e-5}) {
      p.method = gravity::Summation::fmm;
      p.error = error;
      nscd::GravityLoads fast(p, pile.model);
      fast.find(pile.model, pile.state, {}, 1);
      const double torque = relative_error(fast.self.torque, exact.self.torque);
      const double force = relative_error(fast.self.force, exact.self.force);
      EXPECT_LT(force, 2 * error) << wide;
      EXPECT_LT(torque, 60 * error) << wide;
    }
  }
}

// The bodies have enough mass points for multipole expansions.
TEST(HullGravity, ThreadsAndRestarts) {
  EXPECT_GT(points_of_hulls(crowd().model, kHexadecapole)->size(), gravity::kFewBodies);
  Reals first;
  for (const int n : {1, 2, 4}) {
    set_threads(n);
    ImpulseRun run(crowded(gravity::Summation::fmm), crowd());
    EXPECT_GT(run.until(0.6).contacts, 5u);
    if (first.empty()) first = everything(run);
    EXPECT_TRUE(same_bits(first, everything(run))) << n;
  }
  set_threads(1);
  ImpulseRun part(crowded(gravity::Summation::fmm), crowd());
  part.until(0.3);
  ImpulseRun rest(part, memory_of(part.stepper()));
  rest.until(0.6);
  EXPECT_TRUE(same_bits(first, everything(rest)));
}

}  // namespace
}  // namespace rubble::test
