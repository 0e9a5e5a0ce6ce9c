// Hard spheres compared with closed forms and independent solutions.
#include "base/error.hpp"
#include "hsdem/bonds.hpp"
#include "hsdem/movers.hpp"
#include "hsdem/rigid_strength.hpp"
#include "measure/ledger.hpp"
#include "model/grains.hpp"
#include "physics/hard_scene.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <numbers>

#include <gtest/gtest.h>
#include <omp.h>

namespace rubble::test {
namespace {

constexpr double kPi = std::numbers::pi;

// Oblique collision: times and velocities are exact up to rounding, for any step.
TEST(HardSpheres, ObliqueCollision) {
  for (const double dt : {0.013, 1.0, 100.0}) {
    Pile pile = spheres();
    add(pile, 2, 1, {0, 0, 0}, {0.3, 0, 0});
    add(pile, 1, 0.5, {10, 1.0, 0}, {-0.7, 0, 0});
    const double contact = 10 - std::sqrt(1.5 * 1.5 - 1), time = contact / 1.0;
    hsdem::Stepper stepper(hard_spheres(dt, 0.5), pile, {});
    stepper.advance(pile, {}, 100);
    const Vec3 normal = Vec3(std::sqrt(1.25), 1, 0) / 1.5;
    const double along = Vec3(-1, 0, 0).dot(normal), impulse = -1.5 * along * (2.0 / 3);
    const Vec3 v0 = Vec3(0.3, 0, 0) - impulse / 2 * normal, v1 = Vec3(-0.7, 0, 0) + impulse * normal;
    EXPECT_LT((pile.state.velocity[0] - v0).norm(), 1e-9) << dt;
    EXPECT_LT((pile.state.velocity[1] - v1).norm(), 1e-9) << dt;
    const Vec3 x0 = Vec3(0.3 * time, 0, 0) + (pile.state.time - time) * v0;
    EXPECT_LT((pile.state.position[0] - x0).norm(), 1e-7) << dt;
    EXPECT_NEAR(stepper.account()[Channel::impact], 0.5 * (2.0 / 3) * 0.75 * along * along, 1e-12);
  }
}

// Newton's cradle: the last of seven spheres takes all momentum at once.
TEST(HardSpheres, CradleOfTouchingSpheres) {
  Pile pile = spheres();
  add(pile, 1, 1, {-5, 0, 0}, {1, 0, 0});
  for (int k = 0; k < 6; ++k) add(pile, 1, 1, {2.0 * k, 0, 0});
  hsdem::Stepper stepper(hard_spheres(10, 1), pile, {});
  stepper.advance(pile, {}, 10);
  for (std::size_t k = 0; k < 6; ++k) EXPECT_NEAR(pile.state.velocity[k].x(), 0, 1e-12);
  EXPECT_NEAR(pile.state.velocity[6].x(), 1, 1e-12);
}

// A rotating dumbbell hits a sphere at rest: the time is the root of the distance to the moving end, and the impulse is
// that of rigid bodies.
TEST(HardSpheres, RotatingDumbbellMeetsASphere) {
  for (const double dt : {0.05, 2.0}) {
    Pile pile = spheres();
    const double rate = 0.8;
    for (const double x : {-1.0, 1.0}) add(pile, 1, 1, {x, 0, 0}, {0, rate * x, 0}, {0, 0, rate});
    add(pile, 5, 0.5, {0.6, 2.3, 0});
    glue_bodies(pile, {0, 0, -1}, {Mat3::Zero()});
    const auto gap = [&](double t) {
      return (Vec3(std::cos(rate * t), std::sin(rate * t), 0) - Vec3(0.6, 2.3, 0)).norm() - 1.5;
    };
    double low = 0, high = 1.5;
    ASSERT_GT(gap(low), 0);
    ASSERT_LT(gap(high), 0);
    for (int k = 0; k < 100; ++k) (gap(0.5 * (low + high)) > 0 ? low : high) = 0.5 * (low + high);

    const measure::Ledger before = measure::ledger(pile, {}, 1, false, {});
    hsdem::Stepper stepper(hard_spheres(dt, 0.7), pile, {});
    stepper.advance(pile, {}, 2);
    const measure::Ledger after = measure::ledger(pile, {}, 1, false, stepper.account());
    EXPECT_LT((after.angular() - before.angular()).norm(), 1e-12);
    EXPECT_LT((after.momentum - before.momentum).norm(), 1e-12);
    EXPECT_NEAR(after.total(), before.total(), 1e-12);
    ASSERT_GT(stepper.account()[Channel::impact], 0);
    // After the contact, the sphere moves along the normal of the contact.
    const Vec3 normal = (Vec3(0.6, 2.3, 0) - Vec3(std::cos(rate * low), std::sin(rate * low), 0)).normalized();
    EXPECT_LT(pile.state.velocity[2].cross(normal).norm(), 1e-5);
    // 1 / m_eff = 1 / m + 1 / M + (arm x n)^2 / C with C = 2 (2/5 + 1): appendix B of Richardson et al. 2009 by hand.
    const Vec3 arm = Vec3(std::cos(rate * low), std::sin(rate * low), 0) + normal;
    const double meets = Vec3(0, 0, rate).cross(arm).dot(normal);
    const double yields = 1.0 / 5 + 1.0 / 2 + arm.cross(normal).squaredNorm() / 2.8;
    EXPECT_NEAR(pile.state.velocity[2].norm(), 1.7 * meets / yields / 5, 1e-5);
    const double way = (pile.state.position[2] - Vec3(0.6, 2.3, 0)).norm();
    EXPECT_NEAR(pile.state.time - way / pile.state.velocity[2].norm(), low, 1e-5);
  }
}

// A swarm of forty spheres: slow ones stick, and fast ones break off.
Pile swarm() {
  Dice dice(3);
  Pile pile = spheres();
  for (int k = 0; k < 40; ++k) {
    const Vec3 place = 2.5 * Vec3(k % 4, k / 4 % 4, k / 16);
    add(pile, 1 + dice.in_ball().squaredNorm(), 0.5, place, 0.3 * (Vec3(3.75, 3.75, 2.5) - place) + 0.1 * dice.vector(),
        dice.vector());
  }
  return pile;
}

// Expects that a mover equals the grain that the pile's own grouping forms from the same spheres.
void expect_alike(const Pile& whole, const hsdem::Movers& movers, const hsdem::Mover& mine) {
  const hsdem::Movers others(whole.model, whole.state);
  const hsdem::Mover& theirs = others[others.of_row(static_cast<std::size_t>(mine.row.front()))];
  ASSERT_TRUE(std::is_permutation(mine.row.begin(), mine.row.end(), theirs.row.begin(), theirs.row.end()));
  EXPECT_NEAR(mine.mass, theirs.mass, 1e-12);
  EXPECT_LT((mine.moments - theirs.moments).norm(), 1e-10 * theirs.moments.norm());
  EXPECT_LT((mine.position - theirs.position).norm(), 1e-12);
  EXPECT_LT((mine.velocity - theirs.velocity).norm(), 1e-12);
  EXPECT_LT((mine.inverse_inertia() - theirs.inverse_inertia()).norm(), 1e-10 * theirs.inverse_inertia().norm());
  EXPECT_LT((mine.inverse_inertia() * mine.momentum - mine.spin()).norm(), 1e-12 * mine.spin().norm());
  EXPECT_GE(mine.reach, theirs.reach - 1e-12);
  EXPECT_LT(mine.reach, 3 * theirs.reach);
  for (const Index row : mine.row) {
    const auto i = static_cast<std::size_t>(row);
    EXPECT_LT((movers.arm(i) - others.arm(i)).norm(), 1e-10);
    EXPECT_NEAR(movers.distance(i), others.arm(i).norm(), 1e-10);
  }
}

// Angular momentum of movers about a point.
Vec3 momentum_about(const hsdem::Movers& movers, const std::vector<std::size_t>& which, const Vec3& place,
                    const Vec3& velocity) {
  Vec3 sum = Vec3::Zero();
  for (const std::size_t m : which) {
    const hsdem::Mover& part = movers[m];
    sum += part.momentum + part.mass * (part.position - place).cross(part.velocity - velocity);
  }
  return sum;
}

Pile two_aggregates() {
  Pile pile = swarm();
  std::vector<Index> groups(pile.size(), -1);
  for (std::size_t i = 0; i < 12; ++i) groups[i] = i < 5 ? 0 : 1;
  glue_bodies(pile, groups, {Mat3::Zero(), Mat3::Zero()});
  return pile;
}

// Two aggregates merge into the grain that the pile's own grouping forms from their spheres, also after a rotation, and
// after a free sphere has joined them.
TEST(HardSpheres, MergedMoversAreGrains) {
  Pile pile = two_aggregates();
  hsdem::Movers movers(pile.model, pile.state);
  for (std::size_t m = 0; m < movers.size(); ++m) movers.move_to(m, 0.3, Vec3::Zero());
  const hsdem::Movers before = movers;
  const std::vector<std::size_t> which = {movers.of_row(0), movers.of_row(7)};
  const auto merged = movers.merge(which[0], which[1]);
  EXPECT_EQ(merged.mover, which[1]);  // the larger one
  EXPECT_EQ(merged.first, 7U);
  const hsdem::Mover& mine = movers[merged.mover];
  const Vec3 momentum = momentum_about(before, which, mine.position, mine.velocity);
  EXPECT_LT((mine.momentum - momentum).norm(), 1e-12 * momentum.norm());
  double most = 0;  // largest change of velocity of the spheres of the larger one
  for (const Index row : before[which[1]].row) {
    const auto i = static_cast<std::size_t>(row);
    most = std::max(most, (movers.velocity(i) - before.velocity(i)).norm());
  }
  EXPECT_GE(mine.velocity_jumps, most);
  EXPECT_LT(mine.velocity_jumps, 3 * most);
  EXPECT_NEAR(merged.lost, before[which[0]].kinetic() + before[which[1]].kinetic() - mine.kinetic(), 1e-12);
  std::vector<Index> groups(pile.size(), -1);
  std::fill_n(groups.begin(), 12, 0);
  Pile whole = pile;
  before.place_spheres(whole.state);
  regroup(whole, groups);
  expect_alike(whole, movers, mine);
  movers.merge(movers.of_row(20), merged.mover);
  groups[20] = 0;
  regroup(whole, groups);
  expect_alike(whole, movers, mine);
}

// A sphere that leaves an aggregate keeps its motion. The remaining spheres also keep theirs, and form a grain.
TEST(HardSpheres, ReleasedMoversAreGrains) {
  Pile pile = two_aggregates();
  hsdem::Movers movers(pile.model, pile.state);
  for (std::size_t m = 0; m < movers.size(); ++m) movers.move_to(m, 0.3, Vec3::Zero());
  std::vector<Index> groups(pile.size(), -1);
  std::fill_n(groups.begin() + 5, 7, 0);
  Pile parted = pile;
  for (const Index row : {8, 5, 11, 6}) {
    const hsdem::Movers before = movers;
    const std::size_t m = movers.of_row(static_cast<std::size_t>(row));
    EXPECT_EQ(movers.release(pile.model, row), m);
    const std::size_t freed = movers.of_row(static_cast<std::size_t>(row));
    ASSERT_TRUE(movers[freed].is_free());
    const Vec3 momentum = momentum_about(movers, {m, freed}, before[m].position, before[m].velocity);
    EXPECT_LT((momentum - before[m].momentum).norm(), 1e-12 * momentum.norm());
    EXPECT_NEAR(movers[m].kinetic() + movers[freed].kinetic(), before[m].kinetic(), 1e-12 * before[m].kinetic());
    for (const Index one : before[m].row) {
      const auto i = static_cast<std::size_t>(one);
      EXPECT_LT((movers.place(i) - before.place(i)).norm(), 1e-12);
      EXPECT_LT((movers.velocity(i) - before.velocity(i)).norm(), 1e-12);
    }
    groups[static_cast<std::size_t>(row)] = -1;
    before.place_spheres(parted.state);
    regroup(parted, groups);
    expect_alike(parted, movers, movers[m]);
  }
  const std::size_t rest = movers.release(pile.model, 7);  // of three, then of two
  EXPECT_TRUE(movers[movers.release(pile.model, 9)].is_free());
  EXPECT_TRUE(movers[rest].row.empty());
}

// Sticking conserves momentum and angular momentum, including spins; the lost energy is in the channel of bonds.
TEST(HardSpheres, StickingKeepsMomenta) {
  Pile pile = swarm();
  const measure::Ledger before = measure::ledger(pile, {}, 1, false, {});
  hsdem::Parameters p = hard_spheres(0.5, 0.5);
  p.outcome.stick = 1e9;
  hsdem::Stepper stepper(p, pile, {});
  const StepReport report = stepper.advance(pile, {}, 8);
  EXPECT_GT(report.remark("bodies stuck"), 20);
  const measure::Ledger after = measure::ledger(pile, {}, 1, false, stepper.account());
  EXPECT_LT((after.momentum - before.momentum).norm(), 1e-12 * before.kinetic());
  EXPECT_LT((after.angular() - before.angular()).norm(), 1e-11 * before.kinetic());
  EXPECT_NEAR(after.total() / before.total(), 1, 1e-10);  // splitting error of aggregates with three different moments
  EXPECT_GT(stepper.account()[Channel::bond], 0);
  EXPECT_FALSE(pile.model.grains.empty());
  EXPECT_LT(report.audits[0].worst, 1e-5);
}

bool same(const Pile& a, const Pile& b) {
  bool all = a.model.grain == b.model.grain && a.model.lineage == b.model.lineage;
  for (std::size_t i = 0; i < a.size(); ++i)
    all = all && a.state.position[i] == b.state.position[i] && a.state.velocity[i] == b.state.velocity[i] &&
          a.state.spin[i] == b.state.spin[i];
  for (std::size_t g = 0; g < a.model.grains.size() && all; ++g)
    all = a.state.orientation[g].coeffs() == b.state.orientation[g].coeffs();
  return all;
}

// The swarm also sticks while it falls in uniform gravity, which changes momentum and angular momentum by the expected
// amounts.
TEST(HardSpheres, StickingWhileFalling) {
  Pile pile = swarm();
  External external;
  external.uniform = {0.3, -0.2, -1};
  const measure::Ledger before = measure::ledger(pile, external, 1, false, {});
  hsdem::Parameters p = hard_spheres(0.5, 0.5);
  p.outcome.stick = 1e9;
  hsdem::Stepper stepper(p, pile, external);
  const StepReport report = stepper.advance(pile, external, 8);
  EXPECT_GT(report.remark("bodies stuck"), 20);
  const Account& given = stepper.account();
  const measure::Ledger after = measure::ledger(pile, external, 1, false, given);
  double mass = 0;
  for (const double m : pile.model.mass) mass += m;
  EXPECT_LT((given.impulse - mass * 8 * external.uniform).norm(), 1e-10 * mass);
  EXPECT_LT((after.momentum - before.momentum - given.impulse).norm(), 1e-11 * mass);
  EXPECT_LT((after.angular() - before.angular() - given.angular_impulse).norm(), 1e-10 * after.angular().norm());
}

// The rotation of a distant aggregate does not depend on sticking elsewhere.
TEST(HardSpheres, StickingDoesNotChangeDistantRotation) {
  const auto end_of = [](double stick) {
    Pile pile = spheres();
    for (const double x : {-1.0, 1.0}) add(pile, 1, 1, {x, 0, 0}, {0, 0.8 * x, 0}, {0, 0, 0.8});
    for (const double x : {-1.5, 1.5}) add(pile, 1, 1, {x, 50, 0}, {-0.1 * x, 0, 0});
    glue_bodies(pile, {0, 0, -1, -1}, {Mat3::Zero()});
    hsdem::Parameters p = hard_spheres(0.5, 0.5);
    p.outcome.stick = stick;
    hsdem::Stepper stepper(p, pile, {});
    stepper.advance(pile, {}, 7);
    EXPECT_EQ(pile.model.grains.size(), stick > 0 ? 2U : 1U);
    return pile;
  };
  const Pile alone = end_of(0), beside = end_of(1e9);
  for (std::size_t i = 0; i < 2; ++i) {
    const double x = i == 0 ? -1 : 1;
    EXPECT_LT((alone.state.position[i] - Vec3(x * std::cos(5.6), x * std::sin(5.6), 0)).norm(), 1e-12);
    EXPECT_LT((beside.state.position[i] - alone.state.position[i]).norm(), 1e-13);
  }
}

// Lineage is the first aggregate of each sphere: when two aggregates stick, their spheres keep their lineages, and a
// single sphere takes the lineage of its partner.
TEST(HardSpheres, LineageIsThatOfTheFirstAggregate) {
  Pile pile = spheres();
  for (const double x : {0.0, 2.5, 20.0, 22.5}) add(pile, 1, 1, {x, 0, 0}, {x < 10 ? 0.0 : -1.0, 0, 0});
  pile.state.velocity[0] = {0.2, 0, 0};
  pile.state.velocity[3] = {-1.2, 0, 0};
  add(pile, 1, 1, {11, 60, 0}, {0, -1.5, 0});
  hsdem::Parameters p = hard_spheres(0.5, 0.5);
  p.outcome.stick = 1e9;
  hsdem::Stepper stepper(p, pile, {});
  stepper.advance(pile, {}, 10);
  ASSERT_EQ(pile.model.grains.size(), 2U);
  EXPECT_EQ(pile.model.lineage, (std::vector<std::int64_t>{0, 0, 2, 2, -1}));
  stepper.advance(pile, {}, 30);
  ASSERT_EQ(pile.model.grains.size(), 1U);
  EXPECT_EQ(pile.model.lineage, (std::vector<std::int64_t>{0, 0, 2, 2, -1}));
  // Another single sphere hits the last sphere of the aggregate.
  pile.state.position[4] = pile.state.position[3] + Vec3(0, 3, 0);
  pile.state.velocity[4] = pile.state.velocity[3] - Vec3(0, 1, 0);
  stepper.advance(pile, {}, 40);
  EXPECT_EQ(pile.model.grains[0].count, 5);
  EXPECT_EQ(pile.model.lineage[4], 0);  // the lower one of two lineages with equal mass
}

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
    p.gravity = {"direct", G};
    hsdem::RigidStrength rigid;
    rigid.exponent = -0.5;
    rigid.radius = 4 * radius;
    rigid.tensile = strength / 2;  // the strength doubles at a fourth of the law's radius
    p.strength = rigid;
    hsdem::Stepper stepper(p, pile, {});
    const StepReport report = stepper.advance(pile, {}, 0.05);
    EXPECT_EQ(pile.model.grains.size(), factor < 1 ? 1U : 0U) << factor;
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
    p.gravity = {"direct", G};
    p.contact.slow.reset();
    p.outcome.stick = 0.5;
    hsdem::RigidStrength rigid;
    rigid.tensile = strength;
    p.strength = rigid;
    hsdem::Stepper stepper(p, pile, {});
    const StepReport report = stepper.advance(pile, {}, 20);
    EXPECT_TRUE(pile.model.grains.empty());
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
  p.gravity = {"direct", 1};
  p.contact.slow.reset();
  p.outcome.stick = 0.5;
  hsdem::RigidStrength rigid;
  rigid.shear = 0.02;
  p.strength = rigid;
  Pile loose = pile;
  hsdem::Stepper stepper(p, pile, {});
  const StepReport report = stepper.advance(pile, {}, 1);
  EXPECT_GE(report.remark("failures of spheres that press on their aggregates"), 150);
  EXPECT_EQ(report.remark("spheres that failed aggregates lost"), 0);
  EXPECT_EQ(report.remark("bodies stuck"), 1);
  ASSERT_EQ(pile.model.grains.size(), 1U);
  EXPECT_EQ(pile.model.grains[0].count, 8);
  p.outcome.stick = 0;  // a sphere that does not stick leaves, even if it presses on another
  hsdem::Stepper bouncing(p, loose, {});
  const StepReport lost = bouncing.advance(loose, {}, 0.01);
  EXPECT_GE(lost.remark("spheres that failed aggregates lost"), 1);
  EXPECT_EQ(lost.remark("failures of spheres that press on their aggregates"), 0);
  EXPECT_LT(loose.model.grains[0].count, 7);
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
  p.gravity = {"direct", 1};
  p.contact.slow.reset();
  p.outcome.stick = 0.5;
  Pile strong = pile;
  hsdem::Stepper(p, strong, {}).advance(strong, {}, 1);
  hsdem::RigidStrength rigid;
  rigid.shear = 0.1;
  p.strength = rigid;
  hsdem::Stepper stepper(p, pile, {});
  const StepReport report = stepper.advance(pile, {}, 1);
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
  p.gravity = {"direct", 1};
  p.outcome.stick = 0.5;
  hsdem::RigidStrength rigid;
  rigid.shear = rigid.tensile = 0;
  p.strength = rigid;
  const Pile start = pile;
  hsdem::Stepper stepper(p, pile, {});
  const StepReport report = stepper.advance(pile, {}, 1);
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
  const hsdem::Movers movers(pile.model, pile.state);
  const auto touching = hsdem::touching_members(pile.model, movers[0]);
  ASSERT_EQ(touching.size(), 2U);
  const auto leaving = [&](double low, double middle, double high) {
    return hsdem::unsupported(movers[0], touching, {1, 2}, {{0, 0, low}, {0, 0, middle}, {0, 0, high}});
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
  const hsdem::Movers movers(pile.model, pile.state);
  const auto touching = hsdem::touching_members(pile.model, movers[0]);
  const auto leaving = [&](const Reals& released) {
    Vec3s up;
    for (const double a : released) up.push_back({0, 0, a});
    return hsdem::unsupported(movers[0], touching, {0, 1, 2, 3, 4}, up);
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
  const hsdem::Movers movers(pile.model, pile.state);
  const auto touching = hsdem::touching_members(pile.model, movers[0]);
  ASSERT_EQ(touching.size(), 2U);
  EXPECT_EQ(std::pair(touching[0].a, touching[0].b), (std::pair<std::size_t, std::size_t>{0, 1}));
  EXPECT_LT((movers[0].orientation * touching[0].normal - Vec3(1, 0, 0)).norm(), 1e-12);
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
    p.gravity = {"direct", 0.5};
    p.contact.slow.reset();
    p.outcome.stick = 1e3;
    const Vec3s pull = pulls(pile, 0.5);
    const hsdem::Movers movers(pile.model, pile.state);
    const auto stress = hsdem::bond_stresses(pile.model, movers[0], pull);
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
    const StepReport report = stepper.advance(pile, {}, 1e-4);
    EXPECT_EQ(pile.model.grain_of(3) < 0, leaves[0]) << n;
    EXPECT_EQ(pile.model.grain_of(4) < 0, leaves[1]) << n;
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
  place_members(pile.model, 0, motion, pile.state);
  const double h = 1e-3;
  std::vector<Vec3s> at{pile.state.position};
  Pile later = pile;
  hsdem::Stepper stepper(hard_spheres(h / 64, 1), later, {});
  for (int k = 1; k <= 2; ++k) {
    stepper.advance(later, {}, k * h);
    at.push_back(later.state.position);
  }
  Pile middle = pile;
  hsdem::Stepper half(hard_spheres(h / 64, 1), middle, {});
  half.advance(middle, {}, h);
  const hsdem::Movers movers(middle.model, middle.state);
  const auto stress = hsdem::bond_stresses(middle.model, movers[0], Vec3s(5, Vec3::Zero()));
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

hsdem::Parameters elastic(double young, double strength, double dt = 2e-3) {
  hsdem::Parameters p = hard_spheres(dt, 1);
  hsdem::ElasticStrength bonds;
  bonds.young = young;
  bonds.strength = strength;
  p.strength = bonds;
  return p;
}

// Two bonded spheres: half of a harmonic oscillation from one impact to the next.
TEST(HardSpheres, ElasticBondSwings) {
  const double s = 0.5, m = 2, young = 3, stretch = 0.1;
  Pile pile = spheres();
  for (const double x : {0.0, 2 * s + stretch}) add(pile, m, s, {x, 0, 0});
  const double rate = std::sqrt(young * kPi * s * s / (2 * s) / (m / 2));
  const hsdem::Bonds bonds(std::get<hsdem::ElasticStrength>(elastic(young, 10).strength), pile.model,
                           pile.state.position, Vec3::Zero(), {});
  EXPECT_NEAR(bonds.longest_step(pile.model), 2 / rate, 1e-12);
  hsdem::Stepper stepper(elastic(young, 10), pile, {});
  for (const double time : {0.4, 1.0, 3.1}) {
    stepper.advance(pile, {}, time);
    const double gap = (pile.state.position[1] - pile.state.position[0]).norm() - 2 * s;
    EXPECT_NEAR(gap, stretch * std::abs(std::cos(rate * pile.state.time)), 2e-6) << time;
    pile.contacts = stepper.contacts(pile, {});
    const measure::Ledger now = measure::ledger(pile, {}, 1, false, stepper.account());
    EXPECT_NEAR(now.total(), 0.5 * young * kPi * s * s / (2 * s) * stretch * stretch, 1e-6);
  }
}

// A bond is pulled apart faster than it can hold: it breaks at the strain strength / Y, its energy becomes heat, and
// both spheres are free permanently, even if they touch again.
TEST(HardSpheres, ElasticBondBreaksForGood) {
  const double s = 0.5, m = 2, young = 3, strength = 0.6;
  const double farthest = 2 * s * strength / young, stiffness = young * kPi * s * s / (2 * s);
  const double least = farthest * std::sqrt(stiffness / (m / 2));  // speed at which it just breaks
  for (const double factor : {0.99, 1.01}) {
    Pile pile = spheres();
    add(pile, m, s, {0, 0, 0}, {-factor * least / 2, 0, 0});
    add(pile, m, s, {2 * s, 0, 0}, {factor * least / 2, 0, 0});
    add(pile, m, s, {40, 0, 0});
    hsdem::Stepper stepper(elastic(young, strength, 5e-4), pile, {});
    const StepReport report = stepper.advance(pile, {}, 8);
    const bool breaks = factor > 1;
    EXPECT_EQ(report.remark("bonds broken"), breaks ? 1 : 0);
    EXPECT_EQ(report.remark("spheres without bonds any more"), breaks ? 2 : 0);
    EXPECT_EQ(pile.model.liberated, (breaks ? std::vector<std::int32_t>{1, 1, 0} : std::vector<std::int32_t>{}));
    EXPECT_NEAR(stepper.account()[Channel::fracture], breaks ? 0.5 * stiffness * farthest * farthest : 0, 1e-3);
    pile.contacts = stepper.contacts(pile, {});
    const measure::Ledger now = measure::ledger(pile, {}, 1, false, stepper.account());
    EXPECT_NEAR(now.total(), 0.25 * m * std::pow(factor * least, 2), 1e-5);
    if (!breaks) continue;
    for (std::size_t i = 0; i < 2; ++i) {
      pile.state.position[i] = Vec3(1.05 * static_cast<double>(i), 0, 0);
      pile.state.velocity[i] = Vec3::Zero();
    }
    stepper.advance(pile, {}, 16);
    EXPECT_NEAR(pile.state.position[1].x(), 1.05, 1e-12);
  }
}

// A run that starts from the pile of an earlier run has its bonds. Broken bonds stay broken, even if their spheres are
// near each other again, and slack bonds are kept. Piles from other sources get new bonds.
TEST(HardSpheres, ElasticBondsAreThoseOfTheEarlierRun) {
  Pile pile = spheres();
  for (const double x : {0.0, 1.0, 2.0, 3.0}) add(pile, 1, 0.5, {x, 0, 0}, {x > 1.5 ? 5.0 : 0.0, 0, 0});
  const auto bonds_of = [](const Pile& at_rest) {
    hsdem::Stepper stepper(elastic(3, 0.6), at_rest, {});
    std::vector<ContactKey> bonds;
    const Contacts contacts = stepper.contacts(at_rest, {});
    for (std::size_t c = 0; c < contacts.size(); ++c)
      if (std::get<Reals>(contacts.find(hsdem::kBond)->value)[c] == 1) bonds.push_back(contacts.key[c]);
    return bonds;
  };
  EXPECT_EQ(bonds_of(pile), (std::vector<ContactKey>{{0, 1}, {1, 2}, {2, 3}}));
  hsdem::Stepper stepper(elastic(3, 0.6), pile, {});
  EXPECT_EQ(stepper.advance(pile, {}, 1).remark("bonds broken"), 1);
  pile.contacts = stepper.contacts(pile, {});
  for (std::size_t i = 0; i < 4; ++i) pile.state.position[i] = Vec3(1.01 * static_cast<double>(i), 0, 0);
  for (Vec3& v : pile.state.velocity) v = Vec3::Zero();
  EXPECT_EQ(bonds_of(pile), (std::vector<ContactKey>{{0, 1}, {2, 3}}));
  for (const double x : {4.04, 5.04}) add(pile, 1, 0.5, {x, 0, 0});
  EXPECT_EQ(bonds_of(pile), (std::vector<ContactKey>{{0, 1}, {2, 3}, {4, 5}}));
  Pile wrong = pile;
  std::get<Reals>(wrong.contacts.columns[0].value)[0] = 0.5;
  EXPECT_THROW(bonds_of(wrong), InputError);
  pile.model.liberated = {1, 0, 0, 0, 0, 0};
  EXPECT_EQ(bonds_of(pile), (std::vector<ContactKey>{{2, 3}, {4, 5}}));
  pile.model.liberated.clear();
  pile.contacts = {};
  EXPECT_EQ(bonds_of(pile).size(), 5U);
}

// Bonds connect the current nearest neighbours: second neighbours count up to the number allowed, and spheres that come
// close are bonded.
TEST(HardSpheres, NearestBondsFollowTheCurrentNeighbours) {
  Pile pile = spheres();
  for (const double x : {0.0, 1.0, 2.2}) add(pile, 1, 0.5, {x, 0, 0});
  hsdem::ElasticStrength bonds;
  bonds.young = 1;
  bonds.strength = 0.3;
  bonds.bonds = "nearest";
  hsdem::Bonds found(bonds, pile.model, pile.state.position, Vec3::Zero(), {});
  EXPECT_EQ(found.bonds().size(), 2U);  // 0-1, 1-2; 0-2 would be strained by 1.2
  Vec3s place = pile.state.position;
  place[2] = {1.25, 0, 0};
  bonds.neighbours = 1;
  hsdem::Bonds nearest(bonds, pile.model, place, Vec3::Zero(), {});
  EXPECT_EQ(nearest.bonds().size(), 2U);  // 0-1 of both, 1-2 of 2
  place[0] = {-5, 0, 0};
  nearest.update(pile.model, place);
  EXPECT_EQ(nearest.liberated(), 1);
  place[0] = {0, 0, 0};
  nearest.update(pile.model, place);
  EXPECT_EQ(nearest.liberated(), 1);
  EXPECT_EQ(nearest.bonds().size(), 1U);
}

// A fast sphere hits one at rest and stops. The driven sphere leaves the margin of its neighbour list, so that the list
// is rebuilt within the step. A slow sphere then hits the stopped one. The driven sphere hits a third one at rest, so
// far away that only a list built within the step contains the pair.
TEST(HardSpheres, NeighboursWithinAStep) {
  Pile pile = spheres();
  for (int k = 0; k < 40; ++k) add(pile, 1, 1, {3.0 * k, 300, 0});  // at rest, so that the mean displacement is short
  add(pile, 1, 1, {-100, 0, 0}, {10, 0, 0});
  add(pile, 1, 1, {0, 0, 0});
  add(pile, 1, 1, {-2, 11.9, 0}, {0, -0.5, 0});
  add(pile, 1, 1, {60, 0, 0});
  hsdem::Stepper stepper(hard_spheres(20, 1), pile, {});
  const StepReport report = stepper.advance(pile, {}, 20);
  EXPECT_EQ(report.remark("impacts"), 3);
  EXPECT_GT(report.remark("neighbour lists built"), 1);
  EXPECT_NEAR(pile.state.velocity[40].y(), -0.5, 1e-12);
  EXPECT_NEAR(pile.state.velocity[42].norm(), 0, 1e-12);
  EXPECT_NEAR(pile.state.position[42].y(), 2, 1e-9);
  EXPECT_NEAR(pile.state.velocity[41].norm(), 0, 1e-12);
  EXPECT_NEAR(pile.state.position[41].x(), 58, 1e-9);
  EXPECT_NEAR(pile.state.velocity[43].x(), 10, 1e-12);
}

// A sphere that bounces between two others in contact with it, members of one body, comes to rest against them within
// the step; the lost energy is accounted for.
TEST(HardSpheres, TrappedSphereComesToRest) {
  Pile pile = spheres();
  for (const double x : {-2.0, 2.0}) add(pile, 5, 1, {x, 0, 0});
  for (const double y : {-2.0, 2.0}) add(pile, 5, 1, {2, y, 0});  // hold both spheres together, off the line
  add(pile, 1, 1, {0, 0, 0}, {0.1, 0, 0});
  glue_bodies(pile, {0, 0, 0, 0, -1}, {Mat3::Zero()});
  const measure::Ledger before = measure::ledger(pile, {}, 1, false, {});
  hsdem::Stepper stepper(hard_spheres(1, 1), pile, {});
  const StepReport report = stepper.advance(pile, {}, 20);
  const measure::Ledger after = measure::ledger(pile, {}, 1, false, stepper.account());
  EXPECT_GT(report.remark("impacts so frequent that they lose all"), 0);
  EXPECT_EQ(report.remark("pairs passed over"), 0);
  EXPECT_LT((after.momentum - before.momentum).norm(), 1e-14);
  EXPECT_LT((after.angular() - before.angular()).norm(), 1e-13);
  EXPECT_NEAR(after.total(), before.total(), 1e-14);
  EXPECT_LT(report.audits[0].worst, 1e-5);
}

// Largest overlap of spheres of different grains.
double deepest_overlap(const Pile& pile) {
  double most = 0;
  for (std::size_t i = 0; i < pile.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) {
      if (pile.model.grain_of(i) >= 0 && pile.model.grain_of(i) == pile.model.grain_of(j)) continue;
      const double distance = (pile.state.position[i] - pile.state.position[j]).norm();
      most = std::max(most, pile.model.radius[i] + pile.model.radius[j] - distance);
    }
  return most;
}

hsdem::Parameters often_met() {
  hsdem::Parameters p = hard_spheres(2, 0.5);
  p.contact.plastic_after = 10;
  p.contact.most_impacts = 20;
  return p;
}

// Two heavy spheres approach each other with a light one between them. Before they stop, the light one would need a
// number of impacts proportional to the mass ratio. After the number of impacts allowed in a step, the light sphere
// moves with one of the heavy ones. This pair hits the second heavy sphere, which leaves with (1 + e) / 2 of the speed.
// At the end of the step all three are free again. In a periodic box the pair is passed over instead.
TEST(HardSpheres, TrappedSphereTransfersTheWholeImpact) {
  for (const bool periodic : {false, true}) {
    Pile pile = spheres();
    add(pile, 1e6, 1, {-2.5, 0, 0}, {1, 0, 0});
    add(pile, 1, 1, {0, 0, 0}, {}, {0, 0, 0.1});
    add(pile, 1e6, 1, {2.5, 0, 0});
    External external;
    if (periodic) external.period = Vec3::Constant(50);
    const measure::Ledger before = measure::ledger(pile, external, 1, false, {});
    hsdem::Stepper stepper(often_met(), pile, external);
    const StepReport report = stepper.advance(pile, external, 2);
    const measure::Ledger after = measure::ledger(pile, external, 1, false, stepper.account());
    EXPECT_EQ(report.remark("pairs that met so often that they moved as one"), periodic ? 0 : 1);
    EXPECT_EQ(report.remark("pairs passed over") > 0, periodic);
    EXPECT_GT(report.audits[1].worst, 0.01);
    EXPECT_TRUE(pile.model.grains.empty());
    EXPECT_LT((after.momentum - before.momentum).norm(), 1e-12 * before.momentum.norm());
    EXPECT_NEAR(after.total(), before.total(), 1e-12 * before.total());
    if (periodic) continue;
    EXPECT_NEAR(pile.state.velocity[2].x(), 0.75, 1e-4);
    EXPECT_NEAR(pile.state.velocity[0].x(), 0.25, 1e-4);
    EXPECT_LT(deepest_overlap(pile), 1e-5);
    EXPECT_LT((after.angular() - before.angular()).norm(), 1e-12);
    EXPECT_EQ(stepper.account()[Channel::bond], 0);
    double passed = 0;  // velocity given to the right sphere through the contact with the light one
    for (const Vec3& force : stepper.contacts(pile, external).force) passed = std::max(passed, force.norm());
    EXPECT_NEAR(passed, 0.75 * 1e6 / 2, 1e-3 * 1e6);
  }
}

// A heavy sphere squeezes a light one against a wall and rebounds with it.
TEST(HardSpheres, TrappedSphereTransfersTheImpactToAWall) {
  Pile pile = spheres();
  add(pile, 1e6, 1, {0, 0, 3.5}, {0, 0, -1});
  add(pile, 1, 1, {0, 0, 1});
  External external;
  external.planes.push_back({Vec3::Zero(), Vec3::UnitZ()});
  hsdem::Stepper stepper(often_met(), pile, external);
  const StepReport report = stepper.advance(pile, external, 2);
  EXPECT_EQ(report.remark("pairs that met so often that they moved as one"), 1);
  EXPECT_EQ(report.remark("pairs passed over"), 0);
  EXPECT_NEAR(pile.state.velocity[0].z(), 0.5, 1e-3);
  EXPECT_GT(pile.state.position[1].z(), 1 - 1e-5);
}

// A heavy sphere squeezes a light one against a second heavy one. Its approach per step is less than the least approach
// that counts for pairs that meet too often. The heavy sphere sinks into the light one by no more than a thousandth of
// a radius.
TEST(HardSpheres, SlowlyPressedSphereDoesNotSinkIn) {
  Pile pile = spheres();
  add(pile, 1e6, 1, {-2, 0, 0}, {5e-5, 0, 0});
  add(pile, 1, 1, {0, 0, 0});
  add(pile, 1e6, 1, {2, 0, 0});
  const measure::Ledger before = measure::ledger(pile, {}, 1, false, {});
  hsdem::Stepper stepper(hard_spheres(1, 0.5), pile, {});
  const StepReport report = stepper.advance(pile, {}, 200);
  const measure::Ledger after = measure::ledger(pile, {}, 1, false, stepper.account());
  EXPECT_LT(report.audits[0].worst, 1.1e-3);
  EXPECT_GT(report.remark("pairs that met so often that they moved as one"), 0);
  EXPECT_NEAR(pile.state.velocity[2].x() - pile.state.velocity[0].x(), 0.5 * 5e-5, 1e-6);
  EXPECT_NEAR(after.total(), before.total(), 1e-9 * before.total());
}

// Twenty rods of five spheres, light and heavy ones, fall together and collide too often. None overlap. At the end of
// each step the rods are unchanged: members have the same positions in their frames, and rotate no more than the step
// allows.
TEST(HardSpheres, TemporarilyMergedRodsSeparateUnchanged) {
  double bound = 0, sticks = 0;
  for (int seed = 0; seed < 12; ++seed) {
    const double stick = 0.02 * (seed % 3), step = seed % 2 == 0 ? 0.25 : 1;
    Dice dice(static_cast<std::uint64_t>(seed));
    Pile pile = spheres();
    std::vector<Index> groups;
    for (int k = 0; k < 20; ++k) {
      const Vec3 place = 1.1 * Vec3(0, k % 5 - 2, k / 5 - 1.5) + 0.02 * dice.vector();
      const double mass = std::exp(4 * dice.in_ball().x());
      for (int n = 0; n < 5; ++n) {
        add(pile, mass, 0.5, place + Vec3(n - 2 + 0.3 * (k % 2), 0, 0), -0.3 * place);
        groups.push_back(k);
      }
    }
    glue_bodies(pile, groups, std::vector<Mat3>(20, Mat3::Zero()));
    hsdem::Parameters p = hard_spheres(step, 0.5);
    p.contact.plastic_after = 1;
    p.contact.most_impacts = 2;
    p.outcome.stick = stick;
    const measure::Ledger before = measure::ledger(pile, {}, 1, false, {});
    hsdem::Stepper stepper(p, pile, {});
    StepReport report;
    for (double time = step; time <= 4; time += step) {
      const Pile last = pile;
      report = stepper.advance(pile, {}, time);
      EXPECT_LT(deepest_overlap(pile), 1e-3);
      for (std::size_t i = 0; i < pile.size(); ++i) {
        ASSERT_GE(pile.model.grain_of(i), 0);
        ASSERT_EQ(pile.model.grain_of(i), pile.model.grain_of(i - i % 5));
      }
      if (stick > 0) continue;
      ASSERT_EQ(pile.model.grains.size(), 20u);
      for (std::size_t i = 0; i < pile.size(); ++i) EXPECT_EQ(pile.model.offset[i], last.model.offset[i]);
      for (std::size_t g = 0; g < 20; ++g)
        EXPECT_LT(pile.state.orientation[g].angularDistance(last.state.orientation[g]), 2 * step);
    }
    const measure::Ledger after = measure::ledger(pile, {}, 1, false, stepper.account());
    bound += report.remark("pairs that met so often that they moved as one");
    sticks += report.remark("bodies stuck");
    EXPECT_EQ(report.remark("pairs passed over"), 0);
    EXPECT_EQ(report.remark("pairs that overlapped before they were looked at"), 0);
    EXPECT_LT((after.momentum - before.momentum).norm(), 1e-11);
    EXPECT_LT((after.angular() - before.angular()).norm(), 1e-10);
    EXPECT_NEAR(after.total(), before.total(), 1e-6 * before.total());  // error of the rotation by splitting
  }
  EXPECT_GT(bound, 100);
  EXPECT_GT(sticks, 30);
}

// An overlap at the start is reported even if the pair sticks and is not tested later.
TEST(HardSpheres, OverlapOfAStickingPairIsReported) {
  Pile pile = spheres();
  for (const double x : {0.0, 1.2}) add(pile, 1, 1, {x, 0, 0}, {-0.001 * x, 0, 0});
  hsdem::Parameters p = hard_spheres(0.1, 0.5);
  p.outcome.stick = 0.5;
  hsdem::Stepper stepper(p, pile, {});
  const StepReport report = stepper.advance(pile, {}, 1);
  EXPECT_EQ(report.remark("bodies stuck"), 1);
  EXPECT_NEAR(report.audits[0].worst, 0.8, 1e-3);
}

// A heavy rotating aggregate in a shower of light spheres, within one step. Predictions for its many spheres remain
// valid after small hits, and expire before the error matters. No spheres overlap unnoticed, and perfectly elastic
// impacts conserve energy.
TEST(HardSpheres, PredictionsExpireAsAnAggregateIsHit) {
  for (const double mass : {1e-3, 0.05, 1.0}) {
    Dice dice(5);
    Pile pile = spheres();
    std::vector<Index> groups;
    const Vec3 spin = Vec3(0.03, -0.02, 0.04);
    for (int k = 0; k < 125; ++k) {
      const Vec3 place = 2.0 * Vec3(k % 5 - 2, k / 5 % 5 - 2, k / 25 - 2);
      add(pile, 1, 1, place, spin.cross(place), spin);
      groups.push_back(0);
    }
    for (int k = 0; k < 300; ++k) {
      const Vec3 way = dice.in_ball().normalized();
      add(pile, mass, 0.5, (12 + 0.1 * k) * way, -way + 0.3 * dice.vector());
      groups.push_back(-1);
    }
    glue_bodies(pile, groups, {Mat3::Zero()});
    const measure::Ledger before = measure::ledger(pile, {}, 1, false, {});
    hsdem::Stepper stepper(hard_spheres(40, 1), pile, {});
    const StepReport report = stepper.advance(pile, {}, 40);
    const measure::Ledger after = measure::ledger(pile, {}, 1, false, stepper.account());
    EXPECT_GT(report.remark("impacts"), 200) << mass;
    EXPECT_EQ(report.remark("pairs that overlapped before they were looked at"), 0) << mass;
    EXPECT_LT(report.audits[0].worst, 1e-5) << mass;
    EXPECT_NEAR(after.total(), before.total(), 1e-11 * before.total()) << mass;
    EXPECT_LT((after.angular() - before.angular()).norm(), 1e-11 * before.angular().norm()) << mass;
  }
}

// Two bodies at rest are not predicted to collide. Then one of them is hit at its centre and moves to the second body.
TEST(HardSpheres, HitsThatPushAnAggregateOn) {
  Pile pile = spheres();
  for (const double y : {-2.0, 0.0, 2.0}) add(pile, 5, 1, {0, y, 0});
  add(pile, 15, 1, {-5, 0, 0}, {1, 0, 0});
  add(pile, 1, 1, {3.5, 2, 0});
  glue_bodies(pile, {0, 0, 0, -1, -1}, {Mat3::Zero()});
  hsdem::Stepper stepper(hard_spheres(20, 1), pile, {});
  const StepReport report = stepper.advance(pile, {}, 20);
  // At t = 3, mass 15 hits mass 15: the first stops, the second continues at its speed. At t = 4.5 it hits the last
  // sphere with the lever arm 2. 1 / m_eff = 1 / 15 + 1 / 1 + 4 / C with C = 15 (2/5) + 2 x 5 x 4.
  EXPECT_EQ(report.remark("impacts"), 2);
  EXPECT_NEAR(pile.state.velocity[3].norm(), 0, 1e-9);
  const double speed = 2 / (1.0 / 15 + 1 + 4.0 / 46);
  EXPECT_NEAR(pile.state.velocity[4].x(), speed, 1e-5);
  EXPECT_NEAR(pile.state.position[4].x(), 3.5 + (20 - 4.5) * speed, 1e-4);
}

// A rod is hit at one end. Its far end rotates backwards and hits a sphere 2.5 behind it.
TEST(HardSpheres, HitsThatTurnAnAggregate) {
  Pile pile = spheres();
  for (int k = -4; k <= 4; ++k) add(pile, 1, 1, {2.0 * k, 0, 0});
  add(pile, 0.1, 1, {8, -4, 0}, {0, 1, 0});
  const double way = 0.1;
  add(pile, 0.1, 1, {-8, -2 - way, 0});
  glue_bodies(pile, {0, 0, 0, 0, 0, 0, 0, 0, 0, -1, -1}, {Mat3::Zero()});
  hsdem::Parameters p = hard_spheres(6, 1);
  hsdem::Stepper stepper(p, pile, {});
  const StepReport report = stepper.advance(pile, {}, 6);
  // I = sum x^2 + 9 (2/5) = 243.6; p = 2 / (1 / 0.1 + 1 / 9 + 64 / I); the far end moves at p (1 / 9 - 64 / I).
  const double inertia = 240 + 9 * 0.4, pushed = 2 / (10 + 1.0 / 9 + 64 / inertia);
  const double speed = pushed * (64 / inertia - 1.0 / 9);
  ASSERT_LT(2 + way / speed, 6);
  EXPECT_EQ(report.remark("impacts"), 2);
  const double yields = 10 + 1.0 / 9 + 64 / inertia;
  EXPECT_NEAR(pile.state.velocity[10].y(), -2 * speed / yields * 10, 1e-3 * speed);
}

// A sphere at rest on a wall without a force towards the wall, or between a wall and another sphere, does not collide
// with them forever.
TEST(HardSpheres, RestsAtAWallWithoutWeight) {
  for (const double restitution : {0.0, 0.5, 1.0}) {
    Dice dice(9);
    for (int k = 0; k < 40; ++k) {
      Pile pile = spheres();
      External external;
      external.planes.push_back({Vec3::Zero(), Vec3::UnitZ()});
      add(pile, 1, 1, {0, 0, 1.5 + 0.1 * dice.in_ball().norm()}, {0.1, 0, -0.1 - dice.in_ball().norm()});
      if (k % 2 == 1) add(pile, 100, 1, {0.3, 0, 4.1}, {0, 0, -0.2});
      hsdem::Stepper stepper(hard_spheres(1, restitution), pile, external);
      stepper.advance(pile, external, 20);
      for (const Vec3& x : pile.state.position) EXPECT_GT(x.z(), 1 - 1e-3);
    }
  }
}

// Spheres fall together, stick and break off, many times in a step. For any list, no spheres overlap at the end of a
// step except members of one aggregate.
TEST(HardSpheres, NoOverlapsWhileBodiesStickAndBreak) {
  double worst = 0, fragments = 0;
  for (const int seed : {1, 2, 3, 4, 5, 6, 7, 8}) {
    Dice dice(static_cast<std::uint64_t>(seed));
    Pile pile = spheres();
    for (int k = 0; k < 40; ++k) {
      const Vec3 place = 2.5 * Vec3(k % 4, k / 4 % 4, k / 16);
      add(pile, 1, 0.5, place, 0.03 * (Vec3(3.75, 3.75, 2.5) - place) + 0.02 * dice.vector(), 0.1 * dice.vector());
    }
    hsdem::Parameters p = hard_spheres(8, 0.5);
    p.gravity = {"direct", 0.05};
    p.contact.most_impacts = 65535;
    p.outcome.stick = 1;
    p.outcome.fragment = 1.5;
    hsdem::Stepper stepper(p, pile, {});
    for (int k = 1; k <= 10; ++k) {
      const StepReport report = stepper.advance(pile, {}, 8 * k);
      fragments += k == 10 ? report.remark("spheres broken off") : 0;
      for (std::size_t i = 0; i < pile.size(); ++i)
        for (std::size_t j = 0; j < i; ++j) {
          if (pile.model.grain_of(i) >= 0 && pile.model.grain_of(i) == pile.model.grain_of(j)) continue;
          worst = std::max(worst, 1 - (pile.state.position[i] - pile.state.position[j]).norm());
        }
    }
  }
  EXPECT_GT(fragments, 50);
  EXPECT_LT(worst, 1e-3);
}

// A heavy sphere pushes a crooked row of light spheres that touch. The row buckles: the light spheres push each other
// while they rotate about each other. A pair with too many impacts counts as at rest only below a speed of a
// ten-thousandth of a radius per step.
TEST(HardSpheres, RowThatBuckles) {
  Pile pile = spheres();
  add(pile, 1e4, 1, {0, 0, 0}, {0.05, 0, 0});
  Vec3 place = Vec3::Zero();
  for (int k = 0; k < 30; ++k) {
    const double angle = k % 2 == 0 ? 0.1 : -0.1;
    place += 2.0 * Vec3(std::cos(angle), std::sin(angle), 0);
    add(pile, 1, 1, place);
  }
  const measure::Ledger before = measure::ledger(pile, {}, 1, false, {});
  hsdem::Parameters p = hard_spheres(20, 0.5);
  p.contact.most_impacts = 65535;
  hsdem::Stepper stepper(p, pile, {});
  const StepReport report = stepper.advance(pile, {}, 100);
  const measure::Ledger after = measure::ledger(pile, {}, 1, false, stepper.account());
  EXPECT_GT(report.remark("impacts so frequent that they lose all"), 0);
  EXPECT_LT(report.remark("impacts"), 2e4);
  EXPECT_EQ(report.remark("pairs passed over"), 0);
  EXPECT_EQ(report.remark("pairs that overlapped before they were looked at"), 0);
  EXPECT_LT(report.audits[0].worst, 5e-4);
  EXPECT_NEAR(after.total(), before.total(), 1e-11 * before.total());
}

// Bits are identical for any number of threads, also if the run is stopped and restarted between any two outputs.
TEST(HardSpheres, SameBitsThroughSticksAndBreaks) {
  hsdem::Parameters p = hard_spheres(0.25, 0.5);
  p.gravity = {"direct", 0.05};
  p.outcome.stick = 1.5;
  p.outcome.fragment = 2.5;
  p.contact.sliding_restitution = 0.5;
  p.contact.most_impacts = 2;
  std::vector<Pile> ends;
  for (const int threads : {1, 2, 4}) {
    omp_set_num_threads(threads);
    Pile pile = swarm();
    hsdem::Stepper stepper(p, pile, {});
    for (const double until : {3.0, 5.0, 12.0}) stepper.advance(pile, {}, until);
    ends.push_back(pile);
  }
  omp_set_num_threads(1);
  EXPECT_TRUE(same(ends[0], ends[1]));
  EXPECT_TRUE(same(ends[0], ends[2]));
  for (const double stop : {3.0, 5.0}) {
    Pile pile = swarm();
    auto stepper = std::make_unique<hsdem::Stepper>(p, pile, External{});
    for (const double until : {3.0, 5.0, 12.0}) {
      const StepReport report = stepper->advance(pile, {}, until);
      if (until == 12) {
        EXPECT_GT(report.remark("bodies stuck"), 5);
        EXPECT_GT(report.remark("pairs that met so often that they moved as one"), 0);
        EXPECT_GT(report.remark("spheres broken off"), 0);
      }
      if (until == stop) stepper = std::make_unique<hsdem::Stepper>(p, pile, External{}, memory_of(*stepper));
    }
    EXPECT_TRUE(same(ends[0], pile)) << stop;
  }
}

// A dumbbell at rest is hit, and within the same step leaves the list margin for a body at rest: it hits a sphere whose
// pair was in no list.
TEST(HardSpheres, HitAggregateLeavesItsListMargin) {
  Pile pile = spheres();
  for (const double y : {-1.0, 1.0}) add(pile, 1, 1, {0, y, 0});
  add(pile, 100, 1, {-3, 1, 0}, {1, 0, 0});
  add(pile, 1, 1, {10, -1, 0});
  for (int k = 0; k < 10; ++k) add(pile, 1, 1, {0, 0, 100.0 + 10 * k});  // most are at rest: list margins are small
  glue_bodies(pile, {0, 0, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1}, {Mat3::Zero()});
  hsdem::Stepper stepper(hard_spheres(10, 1), pile, {});
  const StepReport report = stepper.advance(pile, {}, 10);
  EXPECT_GT(pile.state.velocity[3].x(), 0.1);
  EXPECT_EQ(report.audits[0].worst, 0);
}

// The bodies are numerous enough for several threads, for expansions and for blocked sums. They stick, break off and
// fail.
TEST(HardSpheres, SameBitsOfACrowd) {
  hsdem::Parameters p = hard_spheres(0.25, 0.5);
  p.gravity = {"fmm", 0.05};
  p.outcome.stick = 0.5;
  p.outcome.fragment = 2.5;
  p.strength = hsdem::RigidStrength{.tensile = 0.01, .shear = 0.01};
  std::vector<Pile> ends;
  std::vector<Account> accounts;
  for (const int threads : {1, 2, 4}) {
    omp_set_num_threads(threads);
    Dice dice(5);
    Pile pile = spheres();
    for (int k = 0; k < 2197; ++k) {
      const Vec3 place = 1.1 * Vec3(k % 13, k / 13 % 13, k / 169);
      const double speed = k % 5 == 0 ? 2 : 0.1;
      add(pile, 1, 0.5, place, speed * dice.vector(), dice.vector());
    }
    hsdem::Stepper stepper(p, pile, {});
    const StepReport report = stepper.advance(pile, {}, 1.25);
    EXPECT_GT(report.remark("bodies stuck"), 100);
    EXPECT_GT(report.remark("spheres broken off"), 20);
    EXPECT_GT(report.remark("spheres that failed aggregates lost"), 0);
    const auto free = std::count(pile.model.grain.begin(), pile.model.grain.end(), -1);
    EXPECT_GT(free + static_cast<std::ptrdiff_t>(pile.model.grains.size()), 256);  // number of separate movers
    ends.push_back(pile);
    accounts.push_back(stepper.account());
  }
  omp_set_num_threads(1);
  for (const std::size_t k : {1, 2}) {
    EXPECT_TRUE(same(ends[0], ends[k]));
    EXPECT_EQ(flat(accounts[0]), flat(accounts[k]));
  }
}

// Results do not depend on the division of a run: one call, one call per step, or a new stepper at each step.
// Aggregates with unequal moments stick and break.
TEST(HardSpheres, SameBitsForAnyNumberOfStops) {
  hsdem::Parameters p = hard_spheres(0.05, 0.5);
  p.gravity = {"direct", 0.05};
  p.outcome.stick = 1.5;
  p.outcome.fragment = 2.5;
  const auto start = [] {
    Pile pile = swarm();
    std::vector<Index> grain(pile.size(), -1);
    for (std::size_t i = 0; i < 6; ++i) grain[i] = static_cast<Index>(i / 3);
    glue_bodies(pile, grain, {Mat3::Zero(), Mat3::Zero()});
    for (std::size_t g = 0; g < 2; ++g) {
      GrainMotion motion = motion_of(pile.model, pile.state, g);
      motion.momentum = {1, 2, -1};
      place_members(pile.model, g, motion, pile.state);
    }
    return pile;
  };
  Pile whole = start();
  hsdem::Stepper at_once(p, whole, {});
  at_once.advance(whole, {}, 10);
  Pile pile = start(), resumed = start();
  hsdem::Stepper by_steps(p, pile, {});
  auto stepper = std::make_unique<hsdem::Stepper>(p, resumed, External{});
  for (int k = 1; k <= 200; ++k) {
    by_steps.advance(pile, {}, 0.05 * k - 0.025);
    stepper->advance(resumed, {}, 0.05 * k - 0.025);
    stepper = std::make_unique<hsdem::Stepper>(p, resumed, External{}, memory_of(*stepper));
    ASSERT_TRUE(same(pile, resumed)) << k;
  }
  EXPECT_EQ(pile.state.time, whole.state.time);
  EXPECT_TRUE(same(whole, pile));
  EXPECT_GT(by_steps.advance(pile, {}, pile.state.time).remark("spheres broken off"), 0);
}

// A fast sphere knocks the last sphere out of a rod. The rest of the rod keeps its motion.
TEST(HardSpheres, FragmentsLeaveTheirAggregate) {
  Pile pile = spheres();
  for (const double x : {0.0, 2.0, 4.0, 6.0}) add(pile, 1, 1, {x, 0, 0});
  add(pile, 1, 1, {6, 20, 0}, {0, -5, 0});
  glue_bodies(pile, {0, 0, 0, 0, -1}, {Mat3::Zero()});
  hsdem::Parameters p = hard_spheres(0.5, 1);
  p.outcome.fragment = 1;
  hsdem::Stepper stepper(p, pile, {});
  const measure::Ledger before = measure::ledger(pile, {}, 1, false, {});
  stepper.advance(pile, {}, 4);  // collision at 3.6 s
  ASSERT_EQ(pile.model.grains.size(), 1u);
  EXPECT_EQ(pile.model.grains[0].count, 3);
  EXPECT_EQ(pile.model.grain_of(3), -1);
  const measure::Ledger after = measure::ledger(pile, {}, 1, false, stepper.account());
  EXPECT_LT((after.momentum - before.momentum).norm(), 1e-13);
  EXPECT_NEAR(after.total(), before.total(), 1e-12);
}

// Within one step a sphere bounces off a floor and meets another sphere that still falls: their relative motion is
// uniform, although they were last updated at different times.
TEST(HardSpheres, MeetsAfterABounce) {
  const double g = 2, low = 3, high = 9;
  Pile pile = spheres();
  add(pile, 1, 1, {0, 0, low});
  add(pile, 1, 1, {0, 0, high});
  External external;
  external.uniform = Vec3(0, 0, -g);
  external.planes.push_back({Vec3::Zero(), Vec3::UnitZ()});
  const double bounce = std::sqrt(2 * (low - 1) / g), speed = g * bounce;
  const double gap = high - g * bounce * bounce / 2 - 1 - 2, meet = bounce + gap / (2 * speed);
  const double end = meet + 0.1, up = speed - g * (meet - bounce), down = -g * meet;
  hsdem::Stepper stepper(hard_spheres(end, 1), pile, external);
  EXPECT_EQ(stepper.advance(pile, external, end).remark("impacts"), 2);
  EXPECT_NEAR(pile.state.velocity[0].z(), down - g * 0.1, 1e-12);  // equal masses exchange their velocities
  EXPECT_NEAR(pile.state.velocity[1].z(), up - g * 0.1, 1e-12);
  const double height = high - g * meet * meet / 2;
  EXPECT_NEAR(pile.state.position[1].z(), height + 0.1 * up - g * 0.005, 1e-12);
}

// Two spheres on an orbit of eccentricity 0.3 return to their initial positions after 2 pi sqrt(a^3 / (G M)).
TEST(HardSpheres, KeplerOrbit) {
  const double m1 = 3, m2 = 1, e = 0.3;
  const double period = 2 * kPi / std::sqrt(m1 + m2);  // a = 1, G = 1
  const double speed = std::sqrt((m1 + m2) * (1 + e) / (1 - e));
  double error[2];
  for (int k = 0; k < 2; ++k) {
    Pile pile = spheres();
    add(pile, m1, 0.1, {-m2 / 4 * (1 - e), 0, 0}, {0, -m2 / 4 * speed, 0});
    add(pile, m2, 0.1, {m1 / 4 * (1 - e), 0, 0}, {0, m1 / 4 * speed, 0});
    hsdem::Parameters p = hard_spheres(period / (k == 0 ? 1000 : 2000), 1);
    p.gravity.method = "direct";
    hsdem::Stepper stepper(p, pile, {});
    stepper.advance(pile, {}, period / 4);
    EXPECT_GT(pile.state.position[1].y(), 0.5);
    stepper.advance(pile, {}, period);
    error[k] = (pile.state.position[1] - Vec3(m1 / 4 * (1 - e), 0, 0)).norm();
  }
  EXPECT_LT(error[1], 1e-4);
  EXPECT_NEAR(error[0] / error[1], 4, 0.1);  // of second order
}

// A dumbbell in orbit about a planet librates about the direction to it at sqrt(3 (B - A) / C) times its orbit's rate
// (Murray & Dermott, Solar System Dynamics, section 5.4); B = C, C - A = 2 m s^2, A = 4/5 m s^2.
TEST(HardSpheres, DumbbellLibratesInATide) {
  const double distance = 400, mass = 1e6, angle = 0.03;
  const double rate = std::sqrt(mass / std::pow(distance, 3));
  External external;
  external.planet = {mass, Vec3::Zero()};
  Pile pile = spheres();
  for (const double side : {-1.0, 1.0}) {
    const Vec3 arm = side * Vec3(std::cos(angle), std::sin(angle), 0);
    add(pile, 1, 1, Vec3(distance, 0, 0) + arm, Vec3(0, rate * distance, 0) + Vec3(0, 0, rate).cross(arm),
        {0, 0, rate});
  }
  glue_bodies(pile, {0, 0}, {Mat3::Zero()});
  hsdem::Stepper stepper(hard_spheres(1e-3 / rate, 1), pile, external);
  const double swings = std::sqrt(3 / 1.4);  // in units of the rate
  for (const double phase : {0.25, 0.5, 1.0}) {
    stepper.advance(pile, external, 2 * kPi * phase / (swings * rate));
    const Vec3 out = pile.state.position[0] + pile.state.position[1];
    const Vec3 arm = pile.state.position[1] - pile.state.position[0];
    const double now = std::asin(out.normalized().cross(arm.normalized()).z());
    EXPECT_NEAR(now, angle * std::cos(2 * kPi * phase), 0.02 * angle) << phase;
  }
}

// For a planet at rest and for a flyby, the ledger includes the momentum and angular momentum from the planet's field.
// For a flyby the ledger also includes the work of each kick.
TEST(HardSpheres, LedgerIncludesThePlanetsField) {
  for (const bool passes : {false, true}) {
    External external;
    external.planet = {1e6, Vec3(40, 0, 0)};
    if (passes) external.planet.pass = Conic{40, 1.5, 1e6, 0.1};
    Reals errors;
    for (const double dt : {0.002, 0.001}) {
      Pile pile = spheres();
      for (const double y : {-1.0, 1.0}) add(pile, 2, 1, {0, y, 1}, {0, 0, 0.5 * y}, {0.5, 0, 0});
      add(pile, 1, 0.5, {3, 0, -4}, {1, -2, 0}, {0, 1, 0});
      glue_bodies(pile, {0, 0, -1}, {Mat3::Zero()});
      const measure::Ledger before = measure::ledger(pile, external, 1, false, {});
      hsdem::Stepper stepper(hard_spheres(dt, 0.5), pile, external);
      stepper.advance(pile, external, 0.2);
      const Account& account = stepper.account();
      const measure::Ledger after = measure::ledger(pile, external, 1, false, account);
      EXPECT_GT(account.impulse.norm(), before.momentum.norm());
      EXPECT_LT((after.momentum - before.momentum - account.impulse).norm(), 1e-12 * account.impulse.norm());
      EXPECT_GT(account.angular_impulse.norm(), before.angular().norm());
      EXPECT_LT((after.angular() - before.angular() - account.angular_impulse).norm(),
                1e-12 * account.angular_impulse.norm());
      EXPECT_EQ(account.dissipated(), 0);
      errors.push_back(std::abs(after.of_motion() - before.of_motion()));
      EXPECT_LT(errors.back(), (passes ? 1e-12 : 1e-3) * after.kinetic());
      EXPECT_TRUE(!passes || account.driven > before.kinetic());
    }
    if (passes) continue;
    EXPECT_NEAR(errors[0] / errors[1], 4, 0.6);  // error of the potential, by the leapfrog
  }
}

// Pairs that collide at a fraction of sqrt(2 G (M_1 + M_2) / d) just below the limit stick, just above it they bounce.
// The speed is that of the contact points, or its normal component.
TEST(HardSpheres, SticksBelowAShareOfTheEscapeSpeed) {
  const double m1 = 3, m2 = 1, distance = 1.5, stick = 0.4;
  const double limit = stick * std::sqrt(2 * (m1 + m2) / distance);
  for (const char* speed : {"relative", "normal"})
    for (const double tilt : {0.0, kPi / 3})
      for (const double factor : {0.999, 1.001}) {
        const Vec3 normal(std::cos(tilt), std::sin(tilt), 0);  // normal of the contact; the spheres move along x
        const double v = factor * limit / (speed == std::string("normal") ? std::cos(tilt) : 1);
        Pile pile = spheres();
        add(pile, m1, 1, {0, 0, 0});
        add(pile, m2, 0.5, distance * normal + Vec3(0.2 * v, 0, 0), {-v, 0, 0});
        hsdem::Parameters p = hard_spheres(0.5, 0.5);
        p.outcome.stick = stick;
        p.outcome.speed = speed;
        hsdem::Stepper stepper(p, pile, {});
        stepper.advance(pile, {}, 0.5);
        EXPECT_EQ(pile.model.grains.size(), factor < 1 ? 1U : 0U) << speed << ' ' << tilt << ' ' << factor;
      }
}

// Impacts slower than `slow` lose no energy. By default, uniform gravity without walls makes no impact slow.
TEST(HardSpheres, SlowImpactsLoseNoEnergy) {
  const double dt = 0.1, slow = 0.6;
  External external;
  external.uniform = {0, 0, -2};  // both fall equally
  for (const bool given : {false, true})
    for (const double factor : {0.99, 1.01}) {
      Pile pile = spheres();
      const double speed = factor * slow;
      add(pile, 1, 0.5, {0, 0, 0}, {speed / 2, 0, 0});
      add(pile, 1, 0.5, {1.01, 0, 0}, {-speed / 2, 0, 0});
      hsdem::Parameters p = hard_spheres(dt, 0.5);
      p.contact.slow.reset();
      if (given) p.contact.slow = slow;
      hsdem::Stepper stepper(p, pile, external);
      stepper.advance(pile, external, dt);
      const double restitution = given && factor < 1 ? 1 : 0.5;
      EXPECT_NEAR(pile.state.velocity[1].x(), restitution * speed / 2, 1e-12) << given << ' ' << factor;
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
  const hsdem::Movers movers(pile.model, pile.state);
  const Vec3s gravity{{0, -pull, 0}, {0, pull, 0}};
  const std::vector<hsdem::Stress> stresses = hsdem::bond_stresses(pile.model, movers[0], gravity);
  for (const hsdem::Stress& stress : stresses) {
    EXPECT_NEAR(stress.shear, shear, 1e-14);
    EXPECT_NEAR(stress.tensile, 0, 1e-14);
  }
  for (const double factor : {0.99, 1.01}) {
    hsdem::RigidStrength strength;
    strength.exponent = 0;
    strength.shear = factor * shear;
    EXPECT_EQ(hsdem::overloaded(pile.model, movers[0], stresses, strength).size(), factor < 1 ? 2U : 0U);
    strength.shear.reset();
    strength.tensile = 1e-9;
    EXPECT_TRUE(hsdem::overloaded(pile.model, movers[0], stresses, strength).empty());
  }
}

// Sticking is not supported in periodic space: the parts of an aggregate would be images in different cells.
TEST(HardSpheres, NothingSticksInPeriodicSpace) {
  Pile pile = spheres();
  add(pile, 1, 0.5, {0, 0, 0});
  External external;
  external.period = Vec3::Constant(10);
  hsdem::Parameters p = hard_spheres(0.1, 0.5);
  EXPECT_NO_THROW(hsdem::Stepper(p, pile, external));
  p.outcome.stick = 0.1;
  EXPECT_THROW(hsdem::Stepper(p, pile, external), InputError);
}

// Eight spheres that fly apart by half a radius per step.
Pile apart() {
  Pile pile = spheres();
  for (int k = 0; k < 8; ++k) {
    const Vec3 way(k & 1 ? 1 : -1, k & 2 ? 1 : -1, k & 4 ? 1 : -1);
    add(pile, 1, 0.5, 7 * way);
    pile.state.velocity.back() = way / std::sqrt(3.0);
  }
  return pile;
}

// If few spheres are close to each other, a list lasts for several steps: lists in each step would be 100.
TEST(HardSpheres, ListsLastIfFewSpheresAreClose) {
  Pile pile = apart();
  hsdem::Stepper stepper(hard_spheres(0.25, 1), pile, {});
  EXPECT_LT(stepper.advance(pile, {}, 25).remark("neighbour lists built"), 30);
}

// A list margin for more steps must not exceed the size of a periodic box.
TEST(HardSpheres, ListMarginFitsThePeriodicBox) {
  Pile pile = apart();
  External external;
  external.period = Vec3::Constant(9);
  hsdem::Stepper stepper(hard_spheres(0.25, 1), pile, external);
  EXPECT_NO_THROW(stepper.advance(pile, external, 200));
}

// A moving gas needs no more lists than one at rest.
TEST(HardSpheres, ListsDoNotDependOnTheFrame) {
  const auto builds = [](const Vec3& velocity) {
    Pile pile = swarm();
    for (Vec3& v : pile.state.velocity) v += velocity;
    hsdem::Stepper stepper(hard_spheres(0.1, 0.9), pile, {});
    return stepper.advance(pile, {}, 8).remark("neighbour lists built");
  };
  EXPECT_NEAR(builds({1000, 0, 0}), builds(Vec3::Zero()), 1);
}

// Dropped from the height d above a floor, with e = 0.5: first contact at sqrt(2 d / g), then flights of 2 e^k v / g.
TEST(HardSpheres, BouncingBallHasItsExactTimes) {
  const double g = 9.81, d = 3, e = 0.5;
  for (const double dt : {0.003, 0.7}) {
    Pile pile = spheres();
    add(pile, 2, 0.5, {0, 0, d + 0.5}, {0.2, 0, 0});
    External external;
    external.uniform = {0, 0, -g};
    external.planes.push_back({});
    hsdem::Stepper stepper(hard_spheres(dt, e), pile, external);
    const measure::Ledger before = measure::ledger(pile, external, 1, false, {});
    stepper.advance(pile, external, 1.4);
    const double v = std::sqrt(2 * g * d), t1 = v / g, t2 = t1 + 2 * e * v / g;
    ASSERT_LT(t1, pile.state.time);
    ASSERT_GT(t2, pile.state.time);
    const double since = pile.state.time - t1;
    EXPECT_NEAR(pile.state.position[0].z(), 0.5 + e * v * since - g / 2 * since * since, 1e-9) << dt;
    EXPECT_NEAR(pile.state.velocity[0].z(), e * v - g * since, 1e-9) << dt;
    EXPECT_NEAR(pile.state.velocity[0].x(), 0.2, 1e-14);
    const measure::Ledger after = measure::ledger(pile, external, 1, false, stepper.account());
    EXPECT_NEAR(after.total(), before.total(), 1e-10 * before.kinetic() + 1e-9);
    EXPECT_LT((after.momentum - before.momentum - stepper.account().impulse).norm(), 1e-12);
    EXPECT_LT((after.angular() - before.angular() - stepper.account().angular_impulse).norm(), 1e-9);
  }
}

// A sphere that rests on a floor at the start, or comes to rest there, stays there. It has few impacts per step, and
// the ledger closes. It rises no higher than the least speed and the fall of one step allow.
TEST(HardSpheres, RestsOnAFloor) {
  const double g = 9.81;
  const double dt = 0.05;
  External external;
  external.uniform = {0, 0, -g};
  external.planes.push_back({});
  for (const double height : {0.0, 1e-9, 0.3}) {
    for (const double restitution : {0.0, 0.5, 1.0}) {
      if (height > 1e-3 && restitution == 1) continue;  // never comes to rest: the test does not apply
      Pile pile = spheres();
      add(pile, 2, 0.5, {0, 0, 0.5 + height}, {0.1, 0, 0});
      hsdem::Stepper stepper(hard_spheres(dt, restitution), pile, external);
      const measure::Ledger before = measure::ledger(pile, external, 1, false, {});
      stepper.advance(pile, external, 10);
      double highest = 0;
      for (double t = 10; t < 20; t += dt) {
        stepper.advance(pile, external, t + dt);
        highest = std::max(highest, pile.state.position[0].z() - 0.5);
      }
      const StepReport report = stepper.advance(pile, external, 20 + 2 * dt);
      const measure::Ledger after = measure::ledger(pile, external, 1, false, stepper.account());
      const double slow = 3 * g * dt;  // impacts below it lose nothing
      EXPECT_LE(highest, slow * slow / (2 * g) * (1 + 1e-9)) << height << ' ' << restitution;
      EXPECT_LE(report.remark("impacts"), 41 * 400) << height << ' ' << restitution;  // flights last a tenth of a step
      EXPECT_EQ(report.remark("pairs passed over"), 0);
      EXPECT_LT(report.audits[0].worst, 1e-5);
      EXPECT_NEAR(after.total(), before.total(), 1e-10 * (before.kinetic() + 2 * g * (height + 0.5)));
      EXPECT_NEAR(pile.state.velocity[0].x(), 0.1, 1e-14);
      EXPECT_EQ(stepper.account()[Channel::correction] < 0, height < 1e-3);
    }
  }
}

// A column that stands on a floor, and a dumbbell that lies on it, neither sink in nor hover.
TEST(HardSpheres, ColumnsStandOnAFloor) {
  External external;
  external.uniform = {0, 0, -9.81};
  external.planes.push_back({});
  for (const bool glued : {false, true}) {
    Pile pile = spheres();
    for (int k = 0; k < 4; ++k) add(pile, 1, 0.5, glued ? Vec3(k, 0, 0.5) : Vec3(0, 0, 0.5 + k));
    if (glued) glue_bodies(pile, {0, 0, 0, 0}, {Mat3::Zero()});
    hsdem::Stepper stepper(hard_spheres(0.05, 0.5), pile, external);
    const StepReport report = stepper.advance(pile, external, 20);
    EXPECT_LT(report.audits[0].worst, 1e-5) << glued;
    EXPECT_LT(report.audits[1].worst, 0.01) << glued;
    const double slow = 3 * 9.81 * 0.05;
    for (std::size_t i = 0; i < 4; ++i) {
      EXPECT_GT(pile.state.position[i].z(), 0.5 - 1e-5) << glued;
      EXPECT_LT(pile.state.position[i].z(), (glued ? 0.5 : 0.5 + static_cast<double>(i)) + 8 * slow * slow / 9.81)
          << glued;
    }
  }
}

// The work of a shaken floor equals the energy that the ball gains.
TEST(HardSpheres, ShakenFloorDoesWork) {
  Pile pile = spheres();
  add(pile, 2, 0.5, {0, 0, 1.5});
  External external;
  external.uniform = {0, 0, -9.81};
  external.planes.push_back({.amplitude = Vec3(0, 0, 0.1), .frequency = 3});
  hsdem::Stepper stepper(hard_spheres(0.02, 0.8), pile, external);
  const measure::Ledger before = measure::ledger(pile, external, 1, false, {});
  const StepReport report = stepper.advance(pile, external, 20);
  const measure::Ledger after = measure::ledger(pile, external, 1, false, stepper.account());
  EXPECT_GT(report.remark("impacts"), 20);
  EXPECT_GT(std::abs(stepper.account().walls), 1);
  EXPECT_NEAR(after.total(), before.total(), 1e-9 * stepper.account().dissipated());
  EXPECT_LT(report.audits[0].worst, 1e-5);
}

// Collision rate of a gas of hard spheres, for each sphere: Enskog's rate 4 n sigma^2 chi sqrt(pi kT / m) with Carnahan
// and Starling's contact value (Chapman & Cowling, The Mathematical Theory of Non-Uniform Gases).
TEST(HardSpheres, CollisionRateOfADenseGas) {
  Dice dice(11);
  Pile pile = spheres();
  constexpr int kSide = 12;
  const double fraction = 0.2, count = kSide * kSide * kSide;
  const double side = std::cbrt(count * kPi / 6 / fraction);  // diameter 1, mass 1
  External external;
  external.period = Vec3::Constant(side);
  double energy = 0;
  Vec3 momentum = Vec3::Zero();
  for (int k = 0; k < count; ++k) {
    const Vec3 cell(k % kSide, k / kSide % kSide, k / kSide / kSide);
    Vec3 v = Vec3::Zero();
    for (int n = 0; n < 12; ++n) v += dice.vector();
    add(pile, 1, 0.5, side / kSide * (cell + 0.5 * Vec3::Ones()), v);
    momentum += v;
  }
  for (Vec3& v : pile.state.velocity) {
    v -= momentum / count;
    energy += 0.5 * v.squaredNorm();
  }
  hsdem::Stepper stepper(hard_spheres(0.05, 1), pile, external);
  stepper.advance(pile, external, 2);  // melts the lattice
  const double start = stepper.advance(pile, external, 2.1).remark("impacts");
  const double end = stepper.advance(pile, external, 12.1).remark("impacts");
  const double rate = 2 * (end - start) / count / 10;
  const double temperature = 2 * energy / (3 * count), density = count / (side * side * side);
  const double chi = (1 - fraction / 2) / std::pow(1 - fraction, 3);
  EXPECT_NEAR(rate / (4 * density * chi * std::sqrt(kPi * temperature)), 1, 0.02);
  EXPECT_EQ(stepper.advance(pile, external, 12.2).remark("pairs that overlapped before they were looked at"), 0);
  double after = 0;
  for (const Vec3& v : pile.state.velocity) after += 0.5 * v.squaredNorm();
  EXPECT_NEAR(after / energy, 1, 1e-11);
}

}  // namespace
}  // namespace rubble::test
