// Aggregates of hard spheres: aggregates that merge or release a sphere, compared with the pile's own grouping.
#include "hsdem/aggregates.hpp"
#include "model/regroup.hpp"
#include "physics/hard_scene.hpp"

#include <algorithm>

#include <gtest/gtest.h>

namespace rubble::test {
namespace {

// Expects that a body equals the grain that the pile's own grouping forms from the same spheres.
void expect_alike(const Pile& whole, const hsdem::Aggregates& bodies, const hsdem::RigidBody& mine) {
  const hsdem::Aggregates others(whole.model, whole.state);
  const hsdem::RigidBody& theirs = others[others.of_row(static_cast<std::size_t>(mine.members.row.front()))];
  ASSERT_TRUE(std::is_permutation(mine.members.row.begin(), mine.members.row.end(), theirs.members.row.begin(),
                                  theirs.members.row.end()));
  EXPECT_NEAR(mine.mass, theirs.mass, 1e-12);
  EXPECT_LT((mine.moments - theirs.moments).norm(), 1e-10 * theirs.moments.norm());
  EXPECT_LT((mine.position - theirs.position).norm(), 1e-12);
  EXPECT_LT((mine.velocity - theirs.velocity).norm(), 1e-12);
  EXPECT_LT((mine.inverse_inertia() - theirs.inverse_inertia()).norm(), 1e-10 * theirs.inverse_inertia().norm());
  EXPECT_LT((mine.inverse_inertia() * mine.momentum - mine.spin()).norm(), 1e-12 * mine.spin().norm());
  EXPECT_GE(mine.members.reach, theirs.members.reach - 1e-12);
  EXPECT_LT(mine.members.reach, 3 * theirs.members.reach);
  for (const Index row : mine.members.row) {
    const auto i = static_cast<std::size_t>(row);
    EXPECT_LT((bodies.arm(i) - others.arm(i)).norm(), 1e-10);
    EXPECT_NEAR(bodies.distance(i), others.arm(i).norm(), 1e-10);
  }
}

// Angular momentum of bodies about a point.
Vec3 momentum_about(const hsdem::Aggregates& bodies, const std::vector<std::size_t>& which, const Vec3& place,
                    const Vec3& velocity) {
  Vec3 sum = Vec3::Zero();
  for (const std::size_t m : which) {
    const hsdem::RigidBody& part = bodies[m];
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
TEST(HardSpheres, MergedAggregatesAreGrains) {
  Pile pile = two_aggregates();
  hsdem::Aggregates bodies(pile.model, pile.state);
  for (std::size_t m = 0; m < bodies.size(); ++m) bodies.move_to(m, 0.3, Vec3::Zero());
  const hsdem::Aggregates before = bodies;
  const std::vector<std::size_t> which = {bodies.of_row(0), bodies.of_row(7)};
  const auto merged = bodies.merge(which[0], which[1]);
  EXPECT_EQ(merged.body, which[1]);  // the larger one
  EXPECT_EQ(merged.first, 7U);
  const hsdem::RigidBody& mine = bodies[merged.body];
  const Vec3 momentum = momentum_about(before, which, mine.position, mine.velocity);
  EXPECT_LT((mine.momentum - momentum).norm(), 1e-12 * momentum.norm());
  double most = 0;  // largest change of velocity of the spheres of the larger one
  for (const Index row : before[which[1]].members.row) {
    const auto i = static_cast<std::size_t>(row);
    most = std::max(most, (bodies.velocity(i) - before.velocity(i)).norm());
  }
  EXPECT_GE(mine.velocity_jumps, most);
  EXPECT_LT(mine.velocity_jumps, 3 * most);
  EXPECT_NEAR(merged.lost, before[which[0]].kinetic() + before[which[1]].kinetic() - mine.kinetic(), 1e-12);
  std::vector<Index> groups(pile.size(), -1);
  std::fill_n(groups.begin(), 12, 0);
  Pile whole = pile;
  before.place_spheres(whole.state);
  regroup(whole.model, whole.state, groups);
  expect_alike(whole, bodies, mine);
  bodies.merge(bodies.of_row(20), merged.body);
  groups[20] = 0;
  regroup(whole.model, whole.state, groups);
  expect_alike(whole, bodies, mine);
}

// A sphere that leaves an aggregate keeps its motion. The remaining spheres also keep theirs, and form a grain.
TEST(HardSpheres, ReleasedAggregatesAreGrains) {
  Pile pile = two_aggregates();
  hsdem::Aggregates bodies(pile.model, pile.state);
  for (std::size_t m = 0; m < bodies.size(); ++m) bodies.move_to(m, 0.3, Vec3::Zero());
  std::vector<Index> groups(pile.size(), -1);
  std::fill_n(groups.begin() + 5, 7, 0);
  Pile parted = pile;
  for (const Index row : {8, 5, 11, 6}) {
    const hsdem::Aggregates before = bodies;
    const std::size_t m = bodies.of_row(static_cast<std::size_t>(row));
    EXPECT_EQ(bodies.release(pile.model, row), m);
    const std::size_t freed = bodies.of_row(static_cast<std::size_t>(row));
    ASSERT_TRUE(bodies[freed].is_free());
    const Vec3 momentum = momentum_about(bodies, {m, freed}, before[m].position, before[m].velocity);
    EXPECT_LT((momentum - before[m].momentum).norm(), 1e-12 * momentum.norm());
    EXPECT_NEAR(bodies[m].kinetic() + bodies[freed].kinetic(), before[m].kinetic(), 1e-12 * before[m].kinetic());
    for (const Index one : before[m].members.row) {
      const auto i = static_cast<std::size_t>(one);
      EXPECT_LT((bodies.position(i) - before.position(i)).norm(), 1e-12);
      EXPECT_LT((bodies.velocity(i) - before.velocity(i)).norm(), 1e-12);
    }
    groups[static_cast<std::size_t>(row)] = -1;
    before.place_spheres(parted.state);
    regroup(parted.model, parted.state, groups);
    expect_alike(parted, bodies, bodies[m]);
  }
  const std::size_t rest = bodies.release(pile.model, 7);  // of three, then of two
  EXPECT_TRUE(bodies[bodies.release(pile.model, 9)].is_free());
  EXPECT_TRUE(bodies[rest].members.row.empty());
}

}  // namespace
}  // namespace rubble::test
