// A pile that is given a rotation rotates at this rate, and no other quantity changes.
#include "base/error.hpp"
#include "experiment/given_spin.hpp"
#include "experiment/rigid_motion.hpp"
#include "model/check.hpp"
#include "model/grains.hpp"
#include "physics/scene.hpp"

#include <gtest/gtest.h>

namespace rubble::experiment {
namespace {

// Free spheres and grains, one grain with an excess of inertia, in translation and rotation.
Pile heap() {
  Pile pile;
  test::add_sphere(pile, 1, 1000, Vec3(10, 0, 0), Vec3(1, 2, 0), Vec3(0, 0, 5));
  test::glue(pile, "rod", 0.5, 2700, Vec3(-5, 3, 5), Quaternion(0.1, 0.2, -0.3, 0.7).normalized(), Vec3(1, 2, 3),
             Vec3(0.1, 0.2, -0.3));
  test::glue(pile, shape::glue("union", {{0, 0, 0}, {1.4, 0, 0}, {0, 1.3, 0.2}}, {1, 0.8, 0.7}, shape::Overlap::kUnion),
             2700, Vec3(0, -8, 9), Quaternion(0.3, 0.2, -0.3, 0.7).normalized(), Vec3(0, 1, 0), Vec3(1, 2, -3));
  test::add_sphere(pile, 2, 1000, Vec3(3, 14, -6));
  return pile;
}

TEST(GivenSpin, IsThePilesRotation) {
  Pile pile = heap();
  const RigidMotion before = rigid_motion(pile.model, pile.state);
  ASSERT_GT(before.spin.norm(), 1e-3);
  give_spin(pile, {0.25, Vec3(0, 3, 4)});
  const RigidMotion after = rigid_motion(pile.model, pile.state);
  EXPECT_LT((after.spin - Vec3(0, 0.15, 0.2)).norm(), 1e-14);
  EXPECT_LT((after.velocity - before.velocity).norm(), 1e-14);
  EXPECT_LT((after.centre - before.centre).norm(), 1e-14);
  check(pile, "pile");
  // Relative motion within the pile is unchanged: velocities of two bodies change only by the change of the rotation.
  const Pile old = heap();
  const Vec3 change = Vec3(0, 0.15, 0.2) - before.spin;
  for (std::size_t i = 0; i < pile.size(); ++i) {
    const Vec3 gained = change.cross(pile.state.position[i] - before.centre);
    EXPECT_LT((pile.state.velocity[i] - old.state.velocity[i] - gained).norm(), 1e-13) << i;
    EXPECT_LT((pile.state.spin[i] - old.state.spin[i] - change).norm(), 1e-14) << i;
  }
}

// A pile at rest rotates as one rigid body: the energy is half of spin x inertia x spin, with the inertia summed here.
TEST(GivenSpin, EnergyOfARigidBody) {
  Pile pile = heap();
  for (Vec3s* motion : {&pile.state.velocity, &pile.state.spin}) motion->assign(pile.size(), Vec3::Zero());
  const Vec3 centre = rigid_motion(pile.model, pile.state).centre, spin(0, 0, 2);
  give_spin(pile, {2, Vec3(0, 0, 7)});
  double inertia = 0;
  for (std::size_t i = 0; i < pile.size(); ++i) {
    const Vec3 d = pile.state.position[i] - centre;
    inertia += pile.model.mass[i] * (d.x() * d.x() + d.y() * d.y()) + own_inertia(pile.model, pile.state, i)(2, 2);
  }
  EXPECT_NEAR(kinetic_energy(pile.model, pile.state), 0.5 * inertia * 4, 1e-9 * inertia);
  check(pile, "pile");
  give_spin(pile, {0, Vec3(1, 0, 0)});  // and stops it again
  EXPECT_LT(kinetic_energy(pile.model, pile.state), 1e-25 * inertia);
}

// About the axis of the largest moment of inertia a body has the energy C w^2 / 2; C from the sum over its spheres.
TEST(GivenSpin, AboutAPrincipalAxis) {
  Pile pile;
  test::add_sphere(pile, 1, 1000, Vec3(3, 0, 0));
  test::add_sphere(pile, 1, 1000, Vec3(-3, 0, 0));
  test::add_sphere(pile, 1, 1000, Vec3(0, 1.5, 0));
  test::add_sphere(pile, 1, 1000, Vec3(0, -1.5, 0));
  give_spin(pile, {2, Vec3(0, 0, 5), experiment::SpinFrame::principal});
  const double mass = pile.model.mass[0];
  const double moments[] = {2 * mass * 1.5 * 1.5 + 1.6 * mass, 2 * mass * 9 + 1.6 * mass,
                            2 * mass * 11.25 + 1.6 * mass};
  const RigidMotion turning = rigid_motion(pile.model, pile.state);
  EXPECT_NEAR(turning.kinetic, 0.5 * moments[2] * 4, 1e-9 * turning.kinetic);
  EXPECT_NEAR(std::abs(turning.spin[2]), 2, 1e-12);
  give_spin(pile, {2, Vec3(1, 0, 0), experiment::SpinFrame::principal});
  EXPECT_NEAR(std::abs(rigid_motion(pile.model, pile.state).spin[0]), 2, 1e-12);
}

TEST(GivenSpin, NeedsAnAxis) {
  Pile pile = heap();
  EXPECT_THROW(give_spin(pile, {1, Vec3::Zero()}), InputError);
}

}  // namespace
}  // namespace rubble::experiment
