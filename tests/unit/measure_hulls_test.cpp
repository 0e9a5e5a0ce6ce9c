// Convex hulls in the measures and drives: numbers worked out by hand.
#include "base/ball.hpp"
#include "experiment/expansion_rule.hpp"
#include "experiment/rigid_motion.hpp"
#include "experiment/settled.hpp"
#include "experiment/shaking.hpp"
#include "generate/encounter.hpp"
#include "measure/clusters/clusters.hpp"
#include "measure/clusters/fragments.hpp"
#include "measure/clusters/remnant.hpp"
#include "measure/contacts/coordination.hpp"
#include "measure/contacts/forces.hpp"
#include "measure/contacts/lines.hpp"
#include "measure/contacts/overlaps.hpp"
#include "measure/contacts/stress.hpp"
#include "measure/contacts/virial.hpp"
#include "measure/extent/bulk_radii.hpp"
#include "measure/extent/ellipsoid.hpp"
#include "measure/extent/envelope.hpp"
#include "measure/extent/radii.hpp"
#include "measure/extent/volume.hpp"
#include "measure/ledger/ledger.hpp"
#include "measure/ledger/masses.hpp"
#include "model/bodies.hpp"
#include "shape/hull.hpp"
#include "shape/mass_properties.hpp"
#include "shape/surface.hpp"
#include "unit/hull_piles.hpp"
#include "unit/measure_piles.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>

#include <gtest/gtest.h>

namespace rubble::measure {
namespace {

using std::numbers::pi;
using test::add_cube;
using test::add_hull;
using test::touch_at;

const Quaternion kNone = Quaternion::Identity();
const Quaternion kTurn = shape::quaternion(1, 2, -3, 4);
const double kCubeRadius = ball_radius(1);  // 0.6204

// A free sphere after hulls.
void add_sphere(Pile& pile, double radius, const Vec3& x) {
  test::add(pile, ball_volume(radius), radius, x);
  pile.model.shape.push_back(-1), pile.state.grouping.turn.push_back(kNone);
  pile.state.grouping.grain.push_back(-1), pile.state.grouping.offset.push_back(Vec3::Zero());
}

// A brick of 3 x 2 x 1 and mass 6 made of two halves side by side along its long axis, rotated and moved.
Pile brick(const Quaternion& turn = kTurn, const Vec3& centre = {7, -3, 5}) {
  Pile pile;
  for (const double side : {-0.75, 0.75})
    add_hull(pile, shape::box({1.5, 2, 1}), centre + turn * Vec3(side, 0, 0), turn);
  return pile;
}

bool touch(const Pile& pile, double tolerance = 1e-3) { return !touching_pairs(pile, tolerance).empty(); }

// The gap is relative to the mean diameter of the balls of equal volume: 1e-3 of 1.2407.
TEST(HullClusters, CubesFaceToFace) {
  for (const auto& [gap, expected] : {std::pair(1.20e-3, true), std::pair(1.30e-3, false), std::pair(-0.01, true)}) {
    Pile pile;
    add_cube(pile, {100, 0, 0}, kTurn);
    add_cube(pile, Vec3(100, 0, 0) + kTurn * Vec3(1 + gap, 0.3, 0.2), kTurn);
    EXPECT_EQ(touch(pile), expected) << gap;
  }
}

// Cubes along their diagonal are 0.1414 apart and do not touch, although their bounding balls do. Rods end to end
// touch, although their balls of equal volume do not.
TEST(HullClusters, ShapesCountNotRadii) {
  Pile diagonal;
  add_cube(diagonal, {0, 0, 0});
  add_cube(diagonal, {1.1, 1.1, 0});
  EXPECT_FALSE(touch(diagonal));
  EXPECT_FALSE(touch(diagonal, 0.1));  // 0.1414 / 1.2407 = 0.114
  EXPECT_TRUE(touch(diagonal, 0.12));
  Pile rods;
  add_hull(rods, shape::box({9, 1, 1}), {0, 0, 0});
  add_hull(rods, shape::box({9, 1, 1}), {9, 0, 0});
  EXPECT_TRUE(touch(rods));
  Pile plates;  // balls of their volume, 0.6 in radius, would overlap
  add_hull(plates, shape::box({3, 3, 0.1}), {0, 0, 0});
  add_hull(plates, shape::box({3, 3, 0.1}), {0, 0, 0.5});
  EXPECT_FALSE(touch(plates));
  EXPECT_EQ(friends(plates, 1.5).size(), 1u);
}

TEST(HullClusters, BallOnACube) {
  for (const auto& [gap, expected] : {std::pair(1.1e-3, true), std::pair(1.2e-3, false)}) {  // 1e-3 of 0.5 + 0.62
    Pile pile;
    add_cube(pile, {0, 0, 0}, kTurn);
    add_sphere(pile, 0.5, kTurn * Vec3(0.4, 0.4, 1 + gap));
    EXPECT_EQ(touch(pile), expected) << gap;
    EXPECT_EQ(heaviest_cluster(pile).size(), expected ? 2u : 1u);
  }
}

// At tolerance 0, bodies that overlap are linked, whether they are hulls or spheres.
TEST(HullClusters, OverlapsTouchAtToleranceZero) {
  for (const auto& [gap, expected] : {std::pair(-0.01, true), std::pair(0.01, false)}) {
    Pile cubes, mixed, balls;
    add_cube(cubes, {0, 0, 0}, kTurn);
    add_cube(cubes, kTurn * Vec3(1 + gap, 0.3, 0.2), kTurn);
    add_cube(mixed, {0, 0, 0}, kTurn);
    add_sphere(mixed, 0.5, kTurn * Vec3(0.4, 0.4, 1 + gap));
    add_sphere(balls, 0.5, {0, 0, 0});
    add_sphere(balls, 0.5, {1 + gap, 0, 0});
    for (const Pile* pile : {&cubes, &mixed, &balls}) {
      EXPECT_EQ(touch(*pile, 0), expected) << gap;
      EXPECT_EQ(friends(*pile, 1).size(), expected ? 1u : 2u) << gap;
    }
  }
}

// A row of cubes face to face is one component; spheres of a mixed pile touch as before.
TEST(HullClusters, Components) {
  Pile pile;
  for (int k = 0; k < 4; ++k) add_cube(pile, {1.0 * k, 0.2 * k, 0});
  add_cube(pile, {9, 0, 0});
  add_sphere(pile, 1, {20, 0, 0});
  add_sphere(pile, 1, {22.001, 0, 0});
  const std::vector<std::vector<Index>> expected{{5, 6}, {0, 1, 2, 3}, {4}};
  EXPECT_EQ(clusters(pile.size(), touching_pairs(pile), pile.model.mass), expected);
}

// M L^2 / 12 along each side L: moments by the parallel axis theorem, independent of those of the halves.
TEST(HullShape, EllipsoidOfABrick) {
  const Pile pile = brick();
  const Ellipsoid e = ellipsoid(pile);
  EXPECT_NEAR(e.mass, 6, 1e-13);
  EXPECT_LT((e.centre - Vec3(7, -3, 5)).norm(), 1e-13);
  EXPECT_LT((e.moments - Vec3(2.5, 5, 6.5)).norm(), 1e-12);
  EXPECT_LT((e.semi_axes - std::sqrt(5.0 / 12) * Vec3(3, 2, 1)).norm(), 1e-12);
  EXPECT_LT((e.extents - Vec3(1.5, 1, 0.5)).norm(), 1e-12);
  EXPECT_NEAR(std::abs(e.axes.col(0).dot(kTurn * Vec3::UnitX())), 1, 1e-12);
  EXPECT_LT((half_ranges(pile) - Vec3(1.5, 1, 0.5)).norm(), 1e-12);
  const auto radii = bulk_radii(pile);
  EXPECT_NEAR(radii[0], std::cbrt(0.75), 1e-12);
  EXPECT_NEAR(radii[1], std::sqrt(3.5), 1e-12);
  EXPECT_NEAR(radii[2], 3 * std::sqrt(5.0 / 12), 1e-12);
  EXPECT_NEAR(encompassing_radius(pile), std::sqrt(3.5), 1e-12);
  EXPECT_NEAR(volume(pile, measure::Volume::ranges, 1), 4 * pi / 3 * 0.75, 1e-11);
}

// A pyramid extends to 3/4 of its height above its centre of mass and to 1/4 below: extents and half ranges differ.
TEST(HullShape, ExtentsOfAPyramid) {
  Vec3s points{{0, 0, 8}};
  for (const double x : {-1.0, 1.0})
    for (const double y : {-1.0, 1.0}) points.emplace_back(x, y, 0);
  Pile pile;
  add_hull(pile, points, {3, 4, 5}, kTurn);
  EXPECT_LT((centre_of_mass(pile) - (Vec3(3, 4, 5) + kTurn * Vec3(0, 0, 2))).norm(), 1e-13);
  EXPECT_NEAR(ellipsoid(pile).extents[0], 6, 1e-12);
  EXPECT_NEAR(half_ranges(pile)[0], 4, 1e-12);
  EXPECT_NEAR(encompassing_radius(pile), 6, 1e-12);
}

// A ball with half of a cube's mass fits into the cube. The faces cut the ball with 95 % of the mass: the ball's caps
// beyond the faces do not count.
TEST(HullRadii, MassWithinABall) {
  Pile pile;
  add_cube(pile, {4, 5, 6}, kTurn);
  EXPECT_NEAR(mass_radius(pile, 0.5), ball_radius(0.5), 1e-13);
  EXPECT_NEAR(half_mass_equivalent_radius(pile), kCubeRadius, 1e-13);
  const double R = mass_radius(pile, 0.95);
  const double cap = R - 0.5;
  EXPECT_NEAR(ball_volume(R) - 6 * pi * cap * cap * (3 * R - cap) / 3, 0.95, 1e-12);
  EXPECT_NEAR(bulk_radii(pile)[3], R, 1e-15);
  EXPECT_NEAR(solid_fraction_within(pile, 0.45), 1, 1e-13);
  EXPECT_NEAR(solid_fraction_within(pile, 2), 1 / ball_volume(2), 1e-14);
}

// Two halves of a brick side by side give the numbers of the brick. Each half contains half of the ball.
TEST(HullRadii, OfSeveralBodies) {
  const Pile pile = brick();
  EXPECT_NEAR(solid_fraction_within(pile, 0.5), 1, 1e-13);
  EXPECT_NEAR(mass_radius(pile, 0.05), ball_radius(0.3), 1e-13);
  EXPECT_NEAR(grain_volume(pile), 6, 1e-13);
}

// A hull of so many points that it hardly differs from a ball, beside such a ball.
TEST(HullRadii, HullOfABallIsABall) {
  Pile hulls;
  Pile balls;
  for (const double x : {-1.2, 1.2}) {
    add_hull(hulls, shape::sphere_points(2000), {x, 0, 0}, kTurn);
    test::add(balls, 1, 1, {x, 0, 0});
  }
  for (const double share : {0.1, 0.5, 0.95})
    EXPECT_NEAR(mass_radius(hulls, share) / mass_radius(balls, share), 1, 2e-3) << share;
  EXPECT_NEAR(solid_fraction_within(hulls, 1.7) / solid_fraction_within(balls, 1.7), 1, 5e-3);
  EXPECT_NEAR(encompassing_radius(hulls), 2.2, 1e-3);
}

// Hulls fill their envelopes, also long ones. The alpha shape of two touching hulls contains both, and their convex
// hull spans a gap.
TEST(HullEnvelope, OfOneAndOfTwo) {
  for (const Vec3& side : {Vec3(1, 1, 1), Vec3(10, 1, 1), Vec3(4, 4, 0.2)}) {
    Pile pile;
    add_hull(pile, shape::box(side), {3, 4, 5}, kTurn);
    const Envelope e = envelope(surface_points(pile), default_alpha(pile));
    EXPECT_NEAR(e.hull / side.prod(), 1, 1e-12);
    EXPECT_NEAR(e.alpha / side.prod(), 1, 1e-12);
    EXPECT_NEAR(e.area / (2 * (side.x() * side.y() + side.y() * side.z() + side.z() * side.x())), 1, 1e-12);
  }
  const Pile touching = brick();
  Envelope e = envelope(surface_points(touching), default_alpha(touching));
  EXPECT_NEAR(e.hull, 6, 1e-12);
  EXPECT_NEAR(e.alpha, 6, 1e-12);
  EXPECT_NEAR(e.area, 22, 1e-11);
  Pile apart;
  add_cube(apart, {0, 0, 0}, kTurn);
  add_cube(apart, kTurn * Vec3(20, 0, 0), kTurn);
  e = envelope(surface_points(apart), default_alpha(apart));
  EXPECT_NEAR(e.hull, 21, 1e-11);
  EXPECT_NEAR(e.alpha, 2, 1e-12);
  EXPECT_NEAR(default_alpha(apart), 3 * kCubeRadius, 1e-14);
  EXPECT_NEAR(volume(apart, measure::Volume::hull, 1), 21, 1e-11);
}

// The pile's hull is that of all corners. Separate hulls fill their own alpha shapes except for 0.3 %.
TEST(HullEnvelope, OfAPile) {
  Random random(3, Purpose::kPlace);
  Pile pile;
  Vec3s all;
  for (std::uint64_t k = 0; k < 30; ++k) {
    const Vec3s points = shape::random_points(12, 100 + k);
    const Quaternion turn = shape::quaternion(1, 1 + static_cast<double>(k % 5), 2, 3);
    const Vec3 x = 9 * Vec3(static_cast<double>(k % 4), static_cast<double>(k / 4 % 4), static_cast<double>(k / 16));
    add_hull(pile, points, x, turn);
    for (const Vec3& y : shape::placed(points, turn, x)) all.push_back(y);
  }
  const Envelope e = envelope(surface_points(pile), default_alpha(pile));
  const shape::Polyhedron hull = shape::hull_of(all);
  EXPECT_NEAR(e.hull / shape::mass_properties(hull.vertex, hull.face).volume, 1, 1e-12);
  EXPECT_NEAR(e.alpha / grain_volume(pile), 1, 3e-3);
  EXPECT_LT(e.alpha, grain_volume(pile) * (1 + 1e-12));
}

// Two cubes that touch at the four corners of a square: one contact, four points.
TEST(HullContacts, FourPointsAreOneContact) {
  Pile pile;
  add_cube(pile, {0, 0, 0});
  add_cube(pile, {0.98, 0, 0});
  for (int k = 0; k < 4; ++k)
    touch_at(pile, 0, 1, {0.49, k & 1 ? 0.5 : -0.5, k & 2 ? 0.5 : -0.5}, {1, 0, 0}, -0.02, {-3, 4, 0}, k);
  const std::vector<ContactKey> points = between_grains(grains_of(pile), pile.contacts.key);
  const Coordination z = coordination(2, points);
  EXPECT_EQ(z.contacts, 1u);
  EXPECT_EQ(z.points, 4u);
  EXPECT_DOUBLE_EQ(z.number, 1);
  EXPECT_EQ(core_coordination(2, points, 4).grains, 2u);
  const ContactForces forces = contact_forces(pile);
  ASSERT_EQ(forces.contact.size(), 4u);
  EXPECT_DOUBLE_EQ(forces.normal[0], 3);
  EXPECT_DOUBLE_EQ(forces.tangential[3], 4);
  EXPECT_NEAR(forces.relative_overlap[2], 0.02 / kCubeRadius, 1e-14);
  EXPECT_EQ(pressed_deep(pile, 0.03), (std::vector<char>{1, 1}));
  EXPECT_EQ(pressed_deep(pile, 0.035), (std::vector<char>{0, 0}));
  EXPECT_EQ(largest_overlaps(pile), (Reals{0.02, 0.02}));
  EXPECT_EQ(contact_lines(pile).point[10], Vec3(0.49, 0.5, 0.5));
}

// -f (x - X)^T on both sides, x off the line of centres.
TEST(HullStress, ArmsRunToTheContactPoint) {
  Pile pile;
  add_cube(pile, {0, 0, 0});
  add_cube(pile, {1, 0, 0}, Quaternion(Eigen::AngleAxisd(pi / 2, Vec3::UnitX())));
  const Vec3 point(0.5, 0.2, -0.1);
  const Vec3 force(-5, 1, 2);
  touch_at(pile, 0, 1, point, {1, 0, 0}, 0, force);
  const std::vector<Mat3> moment = contact_moments(pile);
  Mat3 first;
  first << 2.5, 1, -0.5, -0.5, -0.2, 0.1, -1, -0.4, 0.2;
  Mat3 second;
  second << 2.5, -1, 0.5, -0.5, 0.2, -0.1, -1, 0.4, -0.2;
  EXPECT_LT((moment[0] - first).norm(), 1e-14);
  EXPECT_LT((moment[1] - second).norm(), 1e-14);
  const Stress s = stress(moment[0] + moment[1], 2);
  EXPECT_NEAR(s.pressure, 5.0 / 6, 1e-14);  // f D / (3 V)
  Mat3 expected = Mat3::Zero();
  expected.col(0) = -0.5 * force;
  EXPECT_LT((s.tensor - expected).norm(), 1e-14);
  const StressShares shares = stress_shares(pile, size_classes(pile));
  EXPECT_EQ(shares.by_class.size(), 1u);
  EXPECT_EQ(shares.all.grains, 2u);
  EXPECT_NEAR(shares.all.virial, 5, 1e-14);
}

// Gravity holds two cubes together: 3 P V = G m m / D.
TEST(HullStress, Virial) {
  const double G = 3;
  Pile pile;
  add_cube(pile, {10, 0, 0}, kNone, {1, 2, 3});
  add_cube(pile, {11, 0, 0}, kNone, {1, 2, 3});
  touch_at(pile, 0, 1, {10.5, 0.1, 0.1}, {1, 0, 0}, 0, {-G, 0, 0});
  const Virial v = virial(pile, G);
  EXPECT_NEAR(v.load, 3, 1e-13);
  EXPECT_NEAR(v.contacts[0] + v.contacts[1], 3, 1e-13);
  EXPECT_NEAR(v.motion[0], 0, 1e-13);
}

TEST(HullSizes, AreThoseOfBallsOfTheSameVolume) {
  Pile pile;
  add_hull(pile, shape::box({8, 1, 1}), {0, 0, 0});
  add_hull(pile, shape::box({2, 2, 2}), {20, 0, 0});
  add_cube(pile, {40, 0, 0});
  const SizeClasses sizes = size_classes(pile);
  EXPECT_EQ(sizes.of_grain, (std::vector<std::size_t>{1, 1, 0}));
  EXPECT_NEAR(sizes.classes[1].smallest, 2 * kCubeRadius, 1e-14);
  const Composition c = composition(pile, sizes);
  EXPECT_NEAR(c.number_mean, 5.0 / 3 * kCubeRadius, 1e-14);
  EXPECT_NEAR(c.mass_mean, 33.0 / 17 * kCubeRadius, 1e-13);
  EXPECT_NEAR(segregation(pile).mean, 5.0 / 3 * kCubeRadius, 1e-14);
}

// m (b^2 + c^2) / 12 = 0.5 (b^2 + c^2) of a brick of mass 6, along its axes.
TEST(HullLedger, SpinningBrick) {
  Pile pile;
  const Vec3 spin(0.3, -0.2, 0.5);
  add_hull(pile, shape::box({3, 2, 1}), {5, 0, 1}, kTurn, {0, 2, 0}, spin);
  const Mat3 turn = kTurn.toRotationMatrix();
  const Vec3 momentum = turn * Vec3(2.5, 5, 6.5).cwiseProduct(turn.transpose() * spin);
  const Ledger now = ledger(pile, {}, 1, false, {});
  EXPECT_NEAR(now.kinetic_translational, 12, 1e-12);
  EXPECT_NEAR(now.kinetic_rotational, 0.5 * spin.dot(momentum), 1e-13);
  EXPECT_LT((now.angular_spin - momentum).norm(), 1e-13);
  EXPECT_LT((now.angular_orbital - 6 * Vec3(5, 0, 1).cross(Vec3(0, 2, 0))).norm(), 1e-12);
  EXPECT_NEAR(experiment::kinetic_energy(pile.model, pile.state), now.kinetic(), 1e-12);
  const Fragment f = fragment(pile, {0});
  EXPECT_LT((f.spin_momentum - momentum).norm(), 1e-13);
}

// The two halves rotate as one brick.
TEST(HullLedger, RigidMotionOfTwo) {
  Pile pile = brick();
  const Vec3 spin(0.3, -0.2, 0.5);
  const Vec3 drift(1, 2, 3);
  experiment::add_rotation(pile.model, pile.state, {7, -3, 5}, spin);
  for (Vec3& v : pile.state.velocity) v += drift;
  const experiment::RigidMotion whole = experiment::rigid_motion(pile.model, pile.state);
  EXPECT_LT((whole.spin - spin).norm(), 1e-13);
  EXPECT_LT((whole.velocity - drift).norm(), 1e-13);
  const Mat3 turn = kTurn.toRotationMatrix();
  const Vec3 momentum = turn * Vec3(2.5, 5, 6.5).cwiseProduct(turn.transpose() * spin);
  EXPECT_NEAR(whole.kinetic, 0.5 * 6 * 14 + 0.5 * spin.dot(momentum), 1e-11);
  EXPECT_NEAR(ledger(pile, {}, 1, false, {}).kinetic(), whole.kinetic, 1e-11);
  EXPECT_LT((fragment(pile, {0, 1}).spin_momentum - momentum).norm(), 1e-12);
  EXPECT_NEAR(experiment::about_axis(pile.model, pile.state, turn.col(1)).moment, 5, 1e-12);
  experiment::remove_rigid_motion(pile.model, pile.state);
  EXPECT_NEAR(experiment::kinetic_energy(pile.model, pile.state), 0, 1e-24);
}

TEST(HullLedger, GravityIsThatOfPoints) {
  Pile pile;
  add_cube(pile, {0, 0, 0});
  add_hull(pile, shape::box({2, 1, 1}), {4, 0, 0});
  const Ledger now = ledger(pile, {}, 3, true, {});
  EXPECT_NEAR(now.gravitational, -3 * 1 * 2 / 4.0, 1e-14);
  EXPECT_EQ(now.mutual, now.gravitational);
}

TEST(HullPart, KeepsShapesAndTurns) {
  Pile pile;
  add_sphere(pile, 1, {-9, 0, 0});
  pile.model.shape.clear(), pile.state.grouping.turn.clear(), pile.state.grouping.grain.clear(),
      pile.state.grouping.offset.clear();
  add_cube(pile, {0, 0, 0}, kTurn);
  add_hull(pile, shape::box({3, 2, 1}), {9, 0, 0}, kTurn);
  const Pile right = part(pile, {0, 2});
  EXPECT_EQ(right.state.grouping.grains.size(), 1u);
  EXPECT_FALSE(is_oriented(right.model, 0));
  EXPECT_EQ(vertices(right.model, right.state, 1), vertices(pile.model, pile.state, 2));
  EXPECT_NEAR(ledger(right, {}, 1, false, {}).kinetic(), 0, 1e-15);
}

// Three cubes show the rotation of a pile: their corners, velocities and spins rotate with them.
TEST(HullEncounter, CornersTurnWithThePile) {
  Pile pile;
  add_cube(pile, {0, 0, 0}, kTurn, {0.1, 0, 0}, {1, 0, 0});
  add_hull(pile, shape::box({1, 2, 3}), {5, 0, 0}, kNone, {0, 0.1, 0}, {0, 2, 0});
  add_hull(pile, shape::tetrahedron(), {0, 6, 0}, kTurn, {0, 0, 0.1}, {0, 0, 3});
  add_cube(pile, {0, 0, 7});
  touch_at(pile, 0, 1, {2, 1, 1}, {1, 0, 0}, 0.5, {1, 2, 3});
  for (const auto orientation : {generate::Orientation::random, generate::Orientation::symmetric}) {
    generate::Encounter encounter;
    encounter.relative_speed = 0.5, encounter.gap = 3, encounter.orientation = orientation;
    const generate::Meeting met = generate::meet(pile, pile, encounter, 42);
    for (const std::size_t first : {0, 4}) {
      const auto edges = [](const Pile& p, std::size_t from) {
        Mat3 out;
        for (int k = 0; k < 3; ++k)
          out.col(k) = p.state.position[from + 1 + static_cast<std::size_t>(k)] - p.state.position[from];
        return out;
      };
      const Mat3 rotation = edges(met.pile, first) * edges(pile, 0).inverse();
      EXPECT_LT((rotation * rotation.transpose() - Mat3::Identity()).norm(), 1e-13);
      EXPECT_GT((rotation - Mat3::Identity()).norm(), 0.1);
      for (std::size_t i = 0; i < 4; ++i) {
        const Vec3s before = vertices(pile.model, pile.state, i);
        const Vec3s after = vertices(met.pile.model, met.pile.state, first + i);
        ASSERT_EQ(before.size(), after.size());
        for (std::size_t k = 0; k < before.size(); ++k)
          EXPECT_LT(
              (after[k] - met.pile.state.position[first] - rotation * (before[k] - pile.state.position[0])).norm(),
              1e-12);
        EXPECT_LT((met.pile.state.spin[first + i] - rotation * pile.state.spin[i]).norm(), 1e-13);
      }
      const std::size_t c = first == 0 ? 0 : 1;
      EXPECT_LT((met.pile.contacts.force[c] - rotation * Vec3(1, 2, 3)).norm(), 1e-13);
    }
    EXPECT_EQ(met.pile.model.shapes.size(), 3u);
    EXPECT_NEAR(met.target.radius, encompassing_radius(pile), 1e-13);
    EXPECT_EQ(met.pile.model.id[7], 7);
  }
}

// The farthest corners determine when the piles' spheres touch: sqrt(3)/2 for a cube.
TEST(HullEncounter, ReachesToTheCorners) {
  Pile pile;
  add_cube(pile, {0, 0, 0});
  generate::Encounter encounter;
  encounter.relative_speed = 1, encounter.gap = 1;
  const generate::Meeting met = generate::meet(pile, pile, encounter);
  EXPECT_NEAR(met.separation, std::sqrt(3.0) + 1, 1e-13);
  EXPECT_NEAR(met.target.ball_radius, kCubeRadius, 1e-13);
}

// A cube on its edge extends to sqrt(1/2) above its centre.
TEST(HullDrives, ShakingMeasuresTheHighestCorner) {
  Pile pile;
  add_cube(pile, {0, 0, 3}, Quaternion(Eigen::AngleAxisd(pi / 4, Vec3::UnitX())));
  add_hull(pile, shape::box({1, 1, 4}), {5, 0, 2});
  External external;
  external.uniform = {0, 0, -9.81};
  Plane floor;
  floor.normal = Vec3::UnitZ();
  floor.amplitude = {0, 0, 0.1}, floor.frequency = 1;
  external.planes = {floor};
  experiment::Shaking shaking({1, 1}, 0);
  shaking.begin(pile, external);
  shaking.observe({pile, 0, 0, false});
  const auto found = shaking.findings();
  EXPECT_NEAR(found[2].value, 2, 1e-13);                   // the intruder's centre
  EXPECT_NEAR(found[3].value, 2 + std::sqrt(4.5), 1e-13);  // of the bounding sphere
  EXPECT_NEAR(found[4].value, 3, 1e-13);
  EXPECT_NEAR(found[5].value, 3 + std::sqrt(0.5), 1e-13);
}

// Cubes with a gap of 0.1 between faces are one group; with 0.13 (of the diameter of 1.24) they are two. Bounding balls
// would hide the difference.
TEST(HullDrives, RemnantsAreFormedByGaps) {
  for (const auto& [gap, grains] : {std::pair(0.1, 2u), std::pair(0.13, 1u)}) {
    Pile pile;
    add_cube(pile, {0, 0, 0}, kNone, {0, 0, 0});
    add_cube(pile, {0, 1 + gap, 0}, kNone, {90, 0, 0});  // not bound
    const experiment::Remnant remnant = experiment::largest_remnant(pile, 1);
    EXPECT_EQ(remnant.grains, grains);
    experiment::Expansion expansion({experiment::BulkRadius::none, 0, 0, 0.6});
    expansion.observe({pile, 0, 0, false});
    EXPECT_EQ(expansion.met(), grains == 1);
    EXPECT_NEAR(expansion.findings()[1].value, std::hypot(std::hypot(0.5, 0.5), 1 + gap / 2), 1e-13);
  }
}

}  // namespace
}  // namespace rubble::measure
