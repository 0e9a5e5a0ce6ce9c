// The stop rule of rubble-relax, and the rigid motion that it ignores.
#include "base/error.hpp"
#include "experiment/rigid_motion.hpp"
#include "experiment/stop_rule.hpp"
#include "model/grains.hpp"

#include <cmath>

#include <gtest/gtest.h>

namespace {

using namespace rubble;

// Four spheres at unequal positions, in rigid motion: v = V + W x (x - X), all spins W.
struct Rigid {
  Model model;
  State state;
  Vec3 drift{1, -2, 0.5}, spin{0.3, 0.1, -0.2};

  Rigid() {
    model.mass = {1, 2, 3, 0.5}, model.radius = {1, 1.2, 1.4, 0.8};
    state.position = {Vec3(0, 0, 0), Vec3(3, 0, 1), Vec3(-1, 4, 0), Vec3(2, 2, 5)};
    Vec3 centre = Vec3::Zero();
    for (std::size_t i = 0; i < 4; ++i) centre += model.mass[i] * state.position[i] / 6.5;
    for (std::size_t i = 0; i < 4; ++i) {
      state.velocity.push_back(drift + spin.cross(state.position[i] - centre));
      state.spin.push_back(spin);
    }
  }
};

TEST(DriveRigidMotion, IsFoundAndRemovedWhole) {
  Rigid r;
  const experiment::RigidMotion whole = experiment::rigid_motion(r.model, r.state);
  EXPECT_LT((whole.velocity - r.drift).norm(), 1e-14);
  EXPECT_LT((whole.spin - r.spin).norm(), 1e-14);
  EXPECT_NEAR(whole.kinetic, experiment::kinetic_energy(r.model, r.state), 1e-13 * whole.kinetic);
  experiment::remove_rigid_motion(r.model, r.state);
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(r.state.velocity[i].norm(), 0);  // the remainder would be rounding, different for each body
    EXPECT_EQ(r.state.spin[i].norm(), 0);
  }
}

TEST(DriveRigidMotion, InnerMotionStays) {
  Rigid r;
  r.state.velocity[0] += Vec3(0.1, 0, 0);
  const double before =
      experiment::kinetic_energy(r.model, r.state) - experiment::rigid_motion(r.model, r.state).kinetic;
  experiment::remove_rigid_motion(r.model, r.state);
  EXPECT_GT(before, 1e-3);
  EXPECT_NEAR(experiment::kinetic_energy(r.model, r.state), before, 1e-13);
}

// One sphere of 1 kg, with the kinetic energy v^2 / 2 and |W| = 1 J.
struct QuietRun {
  Pile pile;
  experiment::Quiet quiet;

  explicit QuietRun(const experiment::QuietRule& rule) : quiet(rule) {
    pile.model.mass = {1}, pile.model.radius = {1};
    pile.state.position = {Vec3::Zero()}, pile.state.velocity = {Vec3::Zero()}, pile.state.spin = {Vec3::Zero()};
  }
  bool at(double time, double kinetic, double gravitational) {
    pile.state.time = time, pile.state.velocity[0] = Vec3(std::sqrt(2 * kinetic), 0, 0);
    quiet.observe({pile, gravitational, 1});
    return quiet.met();
  }
};

TEST(DriveQuiet, MustStayQuietForTheHold) {
  QuietRun run({.kinetic_fraction = 1e-3, .hold = 10});
  EXPECT_FALSE(run.at(0, 1e-4, -1));
  EXPECT_FALSE(run.at(5, 1e-2, -1));  // not at rest: the duration at rest starts again
  EXPECT_FALSE(run.at(8, 1e-4, -1));
  EXPECT_FALSE(run.at(17.9, 1e-4, -1));
  EXPECT_TRUE(run.at(18, 1e-4, -1));
}

TEST(DriveQuiet, ExpectsItsEndOnceItIsQuiet) {
  QuietRun run({.kinetic_fraction = 1e-3, .hold = 10});
  run.at(0, 1e-2, -1);
  EXPECT_EQ(run.quiet.expected_end(), std::numeric_limits<double>::infinity());
  run.at(8, 1e-4, -1);
  EXPECT_EQ(run.quiet.expected_end(), 18);
}

TEST(DriveQuiet, WithoutGravityTheLargestKineticEnergySeenCounts) {
  QuietRun run({.kinetic_fraction = 1e-3, .hold = 0});
  EXPECT_FALSE(run.at(0, 5, 0));
  EXPECT_FALSE(run.at(1, 0.01, 0));
  EXPECT_TRUE(run.at(2, 0.004, 0));
}

TEST(DriveQuiet, ABodyThatMovesAsAWholeIsQuietIfItsMotionIsToBeRemoved) {
  QuietRun keeps({.kinetic_fraction = 1e-3, .hold = 0, .remove_rotation = false});
  QuietRun removes({.kinetic_fraction = 1e-3, .hold = 0, .remove_rotation = true});
  EXPECT_FALSE(keeps.at(0, 1, -1));
  EXPECT_TRUE(removes.at(0, 1, -1));
}

// Four spheres of 1 kg, two of them one grain. The grain, the first sphere, or both move.
struct RestRun {
  Pile pile;
  experiment::Quiet quiet;

  RestRun(double leave_out, bool grain_moves, bool both = false)
      : quiet({.kinetic_fraction = 1e-3, .hold = 0, .leave_out = leave_out}) {
    pile.model.mass.assign(4, 1.0), pile.model.radius.assign(4, 1.0);
    pile.state.grouping.grain = {-1, 0, 0, -1};
    pile.state.grouping.grains.resize(1);
    pile.state.grouping.grains[0].mass = 2;
    link_grains(pile);
    for (int i = 0; i < 4; ++i) pile.state.position.emplace_back(2 * i, 0, 0);
    pile.state.velocity.assign(4, Vec3::Zero()), pile.state.spin.assign(4, Vec3::Zero());
    pile.state.orientation = {Quaternion::Identity()};
    if (grain_moves) pile.state.velocity[1] = pile.state.velocity[2] = Vec3(0, 1, 0);
    if (!grain_moves || both) pile.state.velocity[0] = Vec3(0, 1, 0);
  }
  bool met() {
    quiet.observe({pile, -1, 1});
    return quiet.met();
  }
};

TEST(DriveQuiet, TheShareThatMovesMostMayBeLeftOut) {
  EXPECT_FALSE(RestRun(0, false).met());
  EXPECT_TRUE(RestRun(0.01, false).met());  // at least one body
  EXPECT_TRUE(RestRun(0.01, true).met());   // the grain counts once
  EXPECT_FALSE(RestRun(0.01, true, true).met());
  EXPECT_TRUE(RestRun(0.34, true, true).met());  // two of three grains
}

TEST(DriveQuiet, RemembersThroughACheckpoint) {
  const experiment::QuietRule rule{.kinetic_fraction = 1e-3, .hold = 10};
  QuietRun before(rule), after(rule);
  EXPECT_FALSE(before.at(0, 1e-4, -1));
  restore(after.quiet, memory_of(before.quiet));
  EXPECT_TRUE(after.at(10, 1e-4, -1));
  EXPECT_THROW(restore(after.quiet, Resume{}), InputError);
}

}  // namespace
