// Strength of rigid aggregates of hard spheres, compared with closed forms and rigid-body equations.
#include "hsdem/aggregates.hpp"
#include "hsdem/rigid_failure.hpp"
#include "model/regroup.hpp"
#include "physics/hard_scene.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

namespace rubble::test {
namespace {

constexpr double kPi = std::numbers::pi;

// A dumbbell that rotates at the rate w fails if m w^2 s - G m^2 / (4 s^2) exceeds S pi s^2: the strength study's limit
// in closed form.
TEST(HardSpheres, RigidDumbbellFailsAtItsStrength) {
  const double s = 1.5, m = 3, G = 0.2, strength = 0.04, radius = s * std::cbrt(2.0);
  const double limit = std::sqrt((strength * kPi * s * s / m + G * m / (4 * s * s)) / s);
  for (const double factor : {0.999, 1.001}) {
    const double rate = factor * limit;
    Pile pile = spheres();
    for (const double x : {-s, s}) add(pile, m, s, {x, 0, 0}, {0, rate * x, 0}, {0, 0, rate});
    glue_bodies(pile, {0, 0}, {Mat3::Zero()});
    hsdem::Parameters p = hard_spheres(0.01, 1);
    p.gravity = {gravity::Summation::direct, G};
    hsdem::RigidStrength rigid;
    rigid.exponent = -0.5;
    rigid.radius = 4 * radius;
    rigid.tensile = strength / 2;  // the strength doubles at a fourth of the law's radius
    p.strength = rigid;
    hsdem::Stepper stepper(p, pile, {});
    const StepReport report = stepper.advance(pile.model, pile.state, {}, 0.05);
    EXPECT_EQ(pile.state.grouping.grains.size(), factor < 1 ? 1U : 0U) << factor;
    EXPECT_EQ(report.remark("spheres that failed aggregates lost"), factor < 1 ? 0 : 2);
  }
}

// A fast dumbbell also breaks if slow bodies stick. A half kick of gravity makes touching spheres approach; this is no
// impact. The halves separate with the energy of two point masses.
TEST(HardSpheres, FastRotatingDumbbellBreaksIfBodiesStick) {
  const double s = 1.5, m = 3, G = 0.2, strength = 0.04;
  const double limit = std::sqrt((strength * kPi * s * s / m + G * m / (4 * s * s)) / s);
  for (const double h : {0.1, 0.01, 0.001}) {
    Pile pile = spheres();
    const double rate = 3 * limit;
    for (const double x : {-s, s}) add(pile, m, s, {x, 0, 0}, {0, std::copysign(rate * s, x), 0}, {0, 0, rate});
    glue_bodies(pile, {0, 0}, {Mat3::Zero()});
    hsdem::Parameters p = hard_spheres(h, 1);
    p.gravity = {gravity::Summation::direct, G};
    p.contact.slow.reset();
    p.outcome.stick = 0.5;
    hsdem::RigidStrength rigid;
    rigid.tensile = strength;
    p.strength = rigid;
    hsdem::Stepper stepper(p, pile, {});
    const StepReport report = stepper.advance(pile.model, pile.state, {}, 20);
    EXPECT_TRUE(pile.state.grouping.grains.empty());
    EXPECT_EQ(report.remark("bodies stuck"), 0);
    const double d = (pile.state.position[1] - pile.state.position[0]).norm();
    const double v = (pile.state.velocity[1] - pile.state.velocity[0]).norm();
    EXPECT_GT(d, 4 * s);
    EXPECT_NEAR(v * v / 2 - 2 * G * m / d, 2 * rate * rate * s * s - G * m / s, 0.02 * rate * rate * s * s) << h;
  }
}

// The gravity of a rod shears off a sphere beside its end. The sheared sphere rests on the last sphere of the rod and
// would stick to it again at once, so that it stays. A sphere that falls on the opposite end also stays.
TEST(HardSpheres, FailedSphereAtRestStays) {
  Pile pile = spheres();
  for (int k = 0; k < 6; ++k) add(pile, 1, 1, {2.0 * k, 0, 0});
  add(pile, 1, 1, {0, 2, 0});
  add(pile, 1, 1, {10, 2.01, 0});
  glue_bodies(pile, {0, 0, 0, 0, 0, 0, 0, -1}, {Mat3::Zero()});
  hsdem::Parameters p = hard_spheres(0.01, 1);
  p.gravity = {gravity::Summation::direct, 1};
  p.contact.slow.reset();
  p.outcome.stick = 0.5;
  hsdem::RigidStrength rigid;
  rigid.shear = 0.02;
  p.strength = rigid;
  Pile loose = pile;
  hsdem::Stepper stepper(p, pile, {});
  const StepReport report = stepper.advance(pile.model, pile.state, {}, 1);
  EXPECT_GE(report.remark("failures of spheres that press on their aggregates"), 150);
  EXPECT_EQ(report.remark("spheres that failed aggregates lost"), 0);
  EXPECT_EQ(report.remark("bodies stuck"), 1);
  ASSERT_EQ(pile.state.grouping.grains.size(), 1U);
  EXPECT_EQ(pile.state.grouping.grains[0].count, 8);
  p.outcome.stick = 0;  // a sphere that does not stick leaves, even if it presses on another
  hsdem::Stepper bouncing(p, loose, {});
  const StepReport lost = bouncing.advance(loose.model, loose.state, {}, 0.01);
  EXPECT_GE(lost.remark("spheres that failed aggregates lost"), 1);
  EXPECT_EQ(lost.remark("failures of spheres that press on their aggregates"), 0);
  EXPECT_LT(loose.state.grouping.grains[0].count, 7);
}

// Most spheres of a rotating cube far from the origin fail in each step, and press on those below them. The cube moves
// like one that never fails, to the last bit: removing and adding spheres would cause rounding.
TEST(HardSpheres, FailedSpheresThatStayCauseNoRounding) {
  Pile pile = spheres();
  const Vec3 spin(0.02, 0.03, 0.05), far(1e4, -2e4, 3e3);
  for (int i = 0; i < 125; ++i) {
    const Vec3 place = 2 * Vec3(i % 5 - 2, i / 5 % 5 - 2, i / 25 - 2);
    add(pile, 1, 1, far + place, spin.cross(place), spin);
  }
  glue_bodies(pile, std::vector<Index>(125, 0), {Mat3::Zero()});
  hsdem::Parameters p = hard_spheres(0.001, 1);
  p.gravity = {gravity::Summation::direct, 1};
  p.contact.slow.reset();
  p.outcome.stick = 0.5;
  Pile strong = pile;
  hsdem::Stepper(p, strong, {}).advance(strong.model, strong.state, {}, 1);
  hsdem::RigidStrength rigid;
  rigid.shear = 0.1;
  p.strength = rigid;
  hsdem::Stepper stepper(p, pile, {});
  const StepReport report = stepper.advance(pile.model, pile.state, {}, 1);
  EXPECT_GE(report.remark("failures of spheres that press on their aggregates"), 63 * 1000);
  EXPECT_TRUE(same(strong, pile));
}

// An aggregate without strength at rest: all members fail, and all of them press on their neighbours.
TEST(HardSpheres, AggregateWithoutStrengthStaysAtRest) {
  Pile pile = spheres();
  for (const Vec3& place : {Vec3(0, 0, 0), Vec3(2, 0, 0), Vec3(1, std::sqrt(3.0), 0), Vec3(3, std::sqrt(3.0), 0)})
    add(pile, 1 + 0.1 * place.x(), 1, place);
  glue_bodies(pile, std::vector<Index>(4, 0), {Mat3::Zero()});
  hsdem::Parameters p = hard_spheres(0.001, 1);
  p.gravity = {gravity::Summation::direct, 1};
  p.outcome.stick = 0.5;
  hsdem::RigidStrength rigid;
  rigid.shear = rigid.tensile = 0;
  p.strength = rigid;
  const Pile start = pile;
  hsdem::Stepper stepper(p, pile, {});
  const StepReport report = stepper.advance(pile.model, pile.state, {}, 1);
  EXPECT_GE(report.remark("failures of spheres that press on their aggregates"), 4 * 1000);
  EXPECT_EQ(report.remark("spheres that failed aggregates lost"), 0);
  for (std::size_t i = 0; i < 4; ++i) EXPECT_LT((pile.state.position[i] - start.state.position[i]).norm(), 1e-12);
}

// The two upper spheres of a column of three glued spheres fail. A failing sphere stays if a chain of touching pairs
// that do not separate connects it to the lowest sphere.
TEST(HardSpheres, FailedSpheresStayIfSupported) {
  Pile pile = spheres();
  for (int k = 0; k < 3; ++k) add(pile, 1, 1, {0, 0, 2.0 * k});
  glue_bodies(pile, {0, 0, 0}, {Mat3::Zero()});
  const hsdem::Aggregates bodies(pile.model, pile.state);
  const auto touching = hsdem::touching_members(pile.model, bodies[0]);
  ASSERT_EQ(touching.size(), 2U);
  const auto leaving = [&](double low, double middle, double high) {
    return hsdem::unsupported(bodies[0], touching, {1, 2}, {{0, 0, low}, {0, 0, middle}, {0, 0, high}});
  };
  EXPECT_EQ(leaving(1, 2, 3), (std::vector<Index>{}));
  EXPECT_EQ(leaving(1, 3, 2), (std::vector<Index>{2}));
  EXPECT_EQ(leaving(3, 2, 1), (std::vector<Index>{1, 2}));
  EXPECT_EQ(leaving(2, 1, 3), (std::vector<Index>{1, 2}));
}

// If all members fail, the largest connected set that presses on each other stays; of equal sets, the one with the
// lowest index.
TEST(HardSpheres, LargestConnectedSetStaysIfAllFail) {
  Pile pile = spheres();
  for (int k = 0; k < 5; ++k) add(pile, 1, 1, {0, 0, 2.0 * k});
  glue_bodies(pile, std::vector<Index>(5, 0), {Mat3::Zero()});
  const hsdem::Aggregates bodies(pile.model, pile.state);
  const auto touching = hsdem::touching_members(pile.model, bodies[0]);
  const auto leaving = [&](const Reals& released) {
    Vec3s up;
    for (const double a : released) up.push_back({0, 0, a});
    return hsdem::unsupported(bodies[0], touching, {0, 1, 2, 3, 4}, up);
  };
  EXPECT_EQ(leaving({1, 2, 3, 4, 5}), (std::vector<Index>{}));
  EXPECT_EQ(leaving({2, 1, 2, 3, 1}), (std::vector<Index>{0, 4}));
  EXPECT_EQ(leaving({1, 2, 1, 0, 1}), (std::vector<Index>{2, 3, 4}));
  EXPECT_EQ(leaving({5, 4, 3, 2, 1}), (std::vector<Index>{0, 1, 2, 3, 4}));
}

// Members touch at gaps below 2e-6 of the smaller radius, independent of other members.
TEST(HardSpheres, MembersOfAnAggregateThatTouch) {
  Pile pile = spheres();
  add(pile, 1, 1, {0, 0, 0});
  add(pile, 1, 1, {2 + 1e-6, 0, 0});
  add(pile, 1, 100, {0, 101 + 1e-5, 0});
  add(pile, 1, 100, {0, 301 + 1e-4 + 1e-5, 0});
  add(pile, 1, 1, {-2 - 3e-6, 0, 0});
  glue_bodies(pile, std::vector<Index>(5, 0), {Mat3::Zero()});
  const hsdem::Aggregates bodies(pile.model, pile.state);
  const auto touching = hsdem::touching_members(pile.model, bodies[0]);
  ASSERT_EQ(touching.size(), 2U);
  EXPECT_EQ(std::pair(touching[0].a, touching[0].b), (std::pair<std::size_t, std::size_t>{0, 1}));
  EXPECT_LT((bodies[0].orientation * touching[0].normal - Vec3(1, 0, 0)).norm(), 1e-12);
  EXPECT_EQ(std::pair(touching[1].a, touching[1].b), (std::pair<std::size_t, std::size_t>{2, 3}));
}

// Accelerations by gravity.
Vec3s pulls(const Pile& pile, double constant) {
  Vec3s out(pile.size(), Vec3::Zero());
  for (std::size_t i = 0; i < pile.size(); ++i)
    for (std::size_t j = 0; j < pile.size(); ++j) {
      const Vec3 d = pile.state.position[j] - pile.state.position[i];
      if (i != j) out[i] += constant * pile.model.mass[j] / std::pow(d.norm(), 3) * d;
    }
  return out;
}

// Acceleration of a point that is fixed to a rigid body of these spheres, from the equations of Newton and Euler.
Vec3 rigid_acceleration(const Pile& pile, const std::vector<std::size_t>& rows, const Vec3s& gravity, const Vec3& spin,
                        std::size_t point) {
  double mass = 0;
  Vec3 centre = Vec3::Zero(), force = Vec3::Zero(), torque = Vec3::Zero(), momentum = Vec3::Zero();
  for (const std::size_t i : rows) {
    mass += pile.model.mass[i];
    centre += pile.model.mass[i] * pile.state.position[i];
    force += pile.model.mass[i] * gravity[i];
  }
  centre /= mass;
  Mat3 inertia = Mat3::Zero();
  for (const std::size_t i : rows) {
    const Vec3 arm = pile.state.position[i] - centre;
    const double m = pile.model.mass[i];
    inertia += (m * arm.squaredNorm() + pile.model.inertia(i)) * Mat3::Identity() - m * arm * arm.transpose();
    torque += m * arm.cross(gravity[i]);
  }
  momentum = inertia * spin;
  const Vec3 change = inertia.inverse() * (torque - spin.cross(momentum));
  const Vec3 arm = pile.state.position[point] - centre;
  return force / mass + change.cross(arm) + spin.cross(spin.cross(arm));
}

// An aggregate has three spheres that do not fail and, on them, two small spheres that fail, in random arrangements. A
// small sphere leaves if, without the bonds, its distance from the sphere below it would grow. Otherwise it stays.
TEST(HardSpheres, FailedSphereLeavesIfItsDistanceGrows) {
  Dice dice(11);
  int left = 0, stayed = 0, late = 0;  // late: the sphere stays because the second one stays
  for (int n = 0; n < 4000 && left + stayed < 200; ++n) {
    Pile pile = spheres();
    const Vec3 spin = dice.in_ball();
    const auto put = [&](double mass, double radius, const Vec3& place) {
      add(pile, mass, radius, place, spin.cross(place), spin);
    };
    for (const Vec3& place : {Vec3(0, 0, 0), Vec3(2, 0, 0), Vec3(0, 2, 0)}) put(1, 1, place);
    put(0.1, 0.2, 1.2 * dice.in_ball().normalized());
    put(2, 0.2, Vec3(2, 0, 0) + 1.2 * dice.in_ball().normalized());
    bool apart = true;
    for (std::size_t i = 3; i < 5; ++i)
      for (std::size_t j = 0; j < i; ++j) {
        const double d = (pile.state.position[i] - pile.state.position[j]).norm();
        apart = apart && (j == (i == 3 ? 0U : 1U) || d > 0.3 + pile.model.radius[i] + pile.model.radius[j]);
      }
    if (!apart) continue;
    glue_bodies(pile, std::vector<Index>(5, 0), {Mat3::Zero()});
    hsdem::Parameters p = hard_spheres(1e-4, 1);
    p.gravity = {gravity::Summation::direct, 0.5};
    p.contact.slow.reset();
    p.outcome.stick = 1e3;
    const Vec3s pull = pulls(pile, 0.5);
    const hsdem::Aggregates bodies(pile.model, pile.state);
    const auto stress = hsdem::bond_stresses(pile.model, bodies[0], pull);
    const auto most = [&](std::size_t i) { return std::max(stress[i].tensile, stress[i].shear); };
    const double limit = 1.01 * std::max({0.0, most(0), most(1), most(2)});
    if (most(3) < limit || most(4) < limit) continue;
    hsdem::RigidStrength rigid;
    rigid.exponent = 0;
    rigid.tensile = rigid.shear = limit;
    p.strength = rigid;
    // Second time derivative of the distance between a small sphere that left and the sphere below it. The sphere below
    // moves with the rest of the aggregate.
    const auto growth = [&](std::size_t small, const std::vector<std::size_t>& rest) {
      const std::size_t below = small - 3;
      const Vec3 arm = pile.state.position[below] - pile.state.position[small];
      const Vec3 away = rigid_acceleration(pile, rest, pull, spin, below) - pull[small];
      return arm.normalized().dot(away) + spin.cross(arm).squaredNorm() / arm.norm();
    };
    const double alone[] = {growth(3, {0, 1, 2}), growth(4, {0, 1, 2})};
    const double beside[] = {growth(3, {0, 1, 2, 4}), growth(4, {0, 1, 2, 3})};
    if (std::min({std::abs(alone[0]), std::abs(alone[1]), std::abs(beside[0]), std::abs(beside[1])}) < 0.01) continue;
    const bool first[] = {alone[0] > 0, alone[1] > 0};  // true if the sphere leaves when both may leave
    const bool leaves[] = {first[0] && (first[1] || beside[0] > 0), first[1] && (first[0] || beside[1] > 0)};
    hsdem::Stepper stepper(p, pile, {});
    const StepReport report = stepper.advance(pile.model, pile.state, {}, 1e-4);
    EXPECT_EQ(pile.state.grouping.grain_of(3) < 0, leaves[0]) << n;
    EXPECT_EQ(pile.state.grouping.grain_of(4) < 0, leaves[1]) << n;
    EXPECT_EQ(report.remark("spheres that failed aggregates lost"), leaves[0] + leaves[1]) << n;
    EXPECT_EQ(report.remark("failures of spheres that press on their aggregates"), 2 - leaves[0] - leaves[1]) << n;
    (leaves[0] ? left : stayed) += 1;
    late += first[0] && !leaves[0];
  }
  EXPECT_GT(late, 3);
  EXPECT_GT(left, 30);
  EXPECT_GT(stayed, 30);
}

// Stresses of bonds in a freely tumbling body. The force on each member is its mass times its acceleration, from
// positions at three times. Its components along the arm and perpendicular to it give the stresses.
TEST(HardSpheres, BondStressesOfATumblingBody) {
  Pile pile = spheres();
  const Vec3 place[] = {{0, 0, 0}, {2, 0, 0}, {0, 2, 0}, {0, 4, 0}, {0, 4, 2}};
  for (const Vec3& x : place) add(pile, 1, 1, x);
  glue_bodies(pile, std::vector<Index>(5, 0), {Mat3::Zero()});
  GrainMotion motion = motion_of(pile.model, pile.state, 0);
  motion.momentum = {7, -4, 11};
  place_members(0, motion, pile.state);
  const double h = 1e-3;
  std::vector<Vec3s> at{pile.state.position};
  Pile later = pile;
  hsdem::Stepper stepper(hard_spheres(h / 64, 1), later, {});
  for (int k = 1; k <= 2; ++k) {
    stepper.advance(later.model, later.state, {}, k * h);
    at.push_back(later.state.position);
  }
  Pile middle = pile;
  hsdem::Stepper half(hard_spheres(h / 64, 1), middle, {});
  half.advance(middle.model, middle.state, {}, h);
  const hsdem::Aggregates bodies(middle.model, middle.state);
  const auto stress = hsdem::bond_stresses(middle.model, bodies[0], Vec3s(5, Vec3::Zero()));
  const Vec3 centre = motion_of(middle.model, middle.state, 0).position;
  for (std::size_t i = 0; i < 5; ++i) {
    const Vec3 force = (at[2][i] - 2 * at[1][i] + at[0][i]) / (h * h);
    const Vec3 out = (middle.state.position[i] - centre).normalized();
    const double along = force.dot(out), across = (force - along * out).norm();
    EXPECT_NEAR(stress[i].tensile, -along / kPi, 1e-4);
    EXPECT_NEAR(stress[i].shear, across / kPi, 1e-4);
    EXPECT_GT(stress[i].shear, 1e-3);
  }
}

// A dumbbell whose spheres are pulled to opposite sides rotates at N / C; the force of the bond is entirely shear.
TEST(HardSpheres, RigidDumbbellFailsInShear) {
  const double pull =
      0.7;  // [m s-2]; m = s = 1: N = 2 pull, C = 2 (1 + 2/5), so that each arm's end follows pull / 1.4
  const double shear = pull * (1 - 1 / 1.4) / kPi;
  Pile pile = spheres();
  for (const double x : {-1.0, 1.0}) add(pile, 1, 1, {x, 0, 0});
  glue_bodies(pile, {0, 0}, {Mat3::Zero()});
  const hsdem::Aggregates bodies(pile.model, pile.state);
  const Vec3s gravity{{0, -pull, 0}, {0, pull, 0}};
  const std::vector<hsdem::Stress> stresses = hsdem::bond_stresses(pile.model, bodies[0], gravity);
  for (const hsdem::Stress& stress : stresses) {
    EXPECT_NEAR(stress.shear, shear, 1e-14);
    EXPECT_NEAR(stress.tensile, 0, 1e-14);
  }
  for (const double factor : {0.99, 1.01}) {
    hsdem::RigidStrength strength;
    strength.exponent = 0;
    strength.shear = factor * shear;
    EXPECT_EQ(hsdem::overloaded(pile.model, bodies[0], stresses, strength).size(), factor < 1 ? 2U : 0U);
    strength.shear.reset();
    strength.tensile = 1e-9;
    EXPECT_TRUE(hsdem::overloaded(pile.model, bodies[0], stresses, strength).empty());
  }
}

}  // namespace
}  // namespace rubble::test
