// Hard spheres that stick to aggregates and break off: momenta, energy, lineage, limits of the speed.
#include "base/error.hpp"
#include "measure/ledger/ledger.hpp"
#include "model/regroup.hpp"
#include "physics/hard_scene.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>

#include <gtest/gtest.h>

namespace rubble::test {
namespace {

constexpr double kPi = std::numbers::pi;

// Sticking conserves momentum and angular momentum, including spins; the lost energy is in the channel of bonds.
TEST(HardSpheres, StickingKeepsMomenta) {
  Pile pile = swarm();
  const measure::Ledger before = measure::ledger(pile, {}, 1, false, {});
  hsdem::Parameters p = hard_spheres(0.5, 0.5);
  p.outcome.stick = 1e9;
  hsdem::Stepper stepper(p, pile, {});
  const StepReport report = stepper.advance(pile.model, pile.state, {}, 8);
  EXPECT_GT(report.remark("bodies stuck"), 20);
  const measure::Ledger after = measure::ledger(pile, {}, 1, false, stepper.account());
  EXPECT_LT((after.momentum - before.momentum).norm(), 1e-12 * before.kinetic());
  EXPECT_LT((after.angular() - before.angular()).norm(), 1e-11 * before.kinetic());
  EXPECT_NEAR(after.total() / before.total(), 1, 1e-10);  // splitting error of aggregates with three different moments
  EXPECT_GT(stepper.account()[Channel::sticking], 0);
  EXPECT_FALSE(pile.state.grouping.grains.empty());
  EXPECT_LT(report.audits[0].worst, 1e-5);
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
  const StepReport report = stepper.advance(pile.model, pile.state, external, 8);
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
    stepper.advance(pile.model, pile.state, {}, 7);
    EXPECT_EQ(pile.state.grouping.grains.size(), stick > 0 ? 2U : 1U);
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
  stepper.advance(pile.model, pile.state, {}, 10);
  ASSERT_EQ(pile.state.grouping.grains.size(), 2U);
  EXPECT_EQ(values_in<std::int64_t>(pile.state, kLineage), (std::vector<std::int64_t>{0, 0, 2, 2, -1}));
  stepper.advance(pile.model, pile.state, {}, 30);
  ASSERT_EQ(pile.state.grouping.grains.size(), 1U);
  EXPECT_EQ(values_in<std::int64_t>(pile.state, kLineage), (std::vector<std::int64_t>{0, 0, 2, 2, -1}));
  // Another single sphere hits the last sphere of the aggregate.
  pile.state.position[4] = pile.state.position[3] + Vec3(0, 3, 0);
  pile.state.velocity[4] = pile.state.velocity[3] - Vec3(0, 1, 0);
  stepper.advance(pile.model, pile.state, {}, 40);
  EXPECT_EQ(pile.state.grouping.grains[0].count, 5);
  EXPECT_EQ(values_in<std::int64_t>(pile.state, kLineage)[4], 0);  // the lower one of two lineages with equal mass
}

// An overlap at the start is reported even if the pair sticks and is not tested later.
TEST(HardSpheres, OverlapOfAStickingPairIsReported) {
  Pile pile = spheres();
  for (const double x : {0.0, 1.2}) add(pile, 1, 1, {x, 0, 0}, {-0.001 * x, 0, 0});
  hsdem::Parameters p = hard_spheres(0.1, 0.5);
  p.outcome.stick = 0.5;
  hsdem::Stepper stepper(p, pile, {});
  const StepReport report = stepper.advance(pile.model, pile.state, {}, 1);
  EXPECT_EQ(report.remark("bodies stuck"), 1);
  EXPECT_NEAR(report.audits[0].worst, 0.8, 1e-3);
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
    p.gravity = {gravity::Summation::direct, 0.05};
    p.contact.most_impacts = 65535;
    p.outcome.stick = 1;
    p.outcome.fragment = 1.5;
    hsdem::Stepper stepper(p, pile, {});
    for (int k = 1; k <= 10; ++k) {
      const StepReport report = stepper.advance(pile.model, pile.state, {}, 8 * k);
      fragments += k == 10 ? report.remark("spheres broken off") : 0;
      for (std::size_t i = 0; i < pile.size(); ++i)
        for (std::size_t j = 0; j < i; ++j) {
          if (pile.state.grouping.grain_of(i) >= 0 &&
              pile.state.grouping.grain_of(i) == pile.state.grouping.grain_of(j))
            continue;
          worst = std::max(worst, 1 - (pile.state.position[i] - pile.state.position[j]).norm());
        }
    }
  }
  EXPECT_GT(fragments, 50);
  EXPECT_LT(worst, 1e-3);
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
  stepper.advance(pile.model, pile.state, {}, 4);  // collision at 3.6 s
  ASSERT_EQ(pile.state.grouping.grains.size(), 1u);
  EXPECT_EQ(pile.state.grouping.grains[0].count, 3);
  EXPECT_EQ(pile.state.grouping.grain_of(3), -1);
  const measure::Ledger after = measure::ledger(pile, {}, 1, false, stepper.account());
  EXPECT_LT((after.momentum - before.momentum).norm(), 1e-13);
  EXPECT_NEAR(after.total(), before.total(), 1e-12);
}

// Pairs that collide at a fraction of sqrt(2 G (M_1 + M_2) / d) just below the limit stick, just above it they bounce.
// The speed is that of the contact points, or its normal component.
TEST(HardSpheres, SticksBelowAShareOfTheEscapeSpeed) {
  const double m1 = 3, m2 = 1, distance = 1.5, stick = 0.4;
  const double limit = stick * std::sqrt(2 * (m1 + m2) / distance);
  for (const auto& [word, speed] : hsdem::kImpactSpeeds)
    for (const double tilt : {0.0, kPi / 3})
      for (const double factor : {0.999, 1.001}) {
        const Vec3 normal(std::cos(tilt), std::sin(tilt), 0);  // normal of the contact; the spheres move along x
        const double v = factor * limit / (speed == hsdem::ImpactSpeed::normal ? std::cos(tilt) : 1);
        Pile pile = spheres();
        add(pile, m1, 1, {0, 0, 0});
        add(pile, m2, 0.5, distance * normal + Vec3(0.2 * v, 0, 0), {-v, 0, 0});
        hsdem::Parameters p = hard_spheres(0.5, 0.5);
        p.outcome.stick = stick;
        p.outcome.speed = speed;
        hsdem::Stepper stepper(p, pile, {});
        stepper.advance(pile.model, pile.state, {}, 0.5);
        EXPECT_EQ(pile.state.grouping.grains.size(), factor < 1 ? 1U : 0U) << word << ' ' << tilt << ' ' << factor;
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

}  // namespace
}  // namespace rubble::test
