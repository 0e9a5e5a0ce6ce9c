// Spheres of Contact Dynamics store their angular momentum; files have spins.
#include "base/random.hpp"
#include "nscd/rigid_bodies.hpp"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

namespace rubble {
namespace {

Pile rotating_spheres(std::size_t count) {
  Random random(1, Purpose::kSize);
  Pile pile;
  pile.model.materials = {{"rock", 2700}};
  for (std::size_t i = 0; i < count; ++i) {
    pile.model.id.push_back(static_cast<std::int64_t>(i));
    pile.model.mass.push_back(random.uniform(1e3, 2e3));
    pile.model.radius.push_back(random.uniform(0.5, 2));
    pile.model.material.push_back(0);
    pile.state.position.push_back({10.0 * static_cast<double>(i), 0, 0});
    pile.state.velocity.push_back(Vec3::Zero());
    pile.state.spin.push_back({random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)});
  }
  return pile;
}

// Spins after a run that applies no torque.
Vec3s spins_after_a_run(const Pile& pile) {
  nscd::RigidBodies bodies(pile.model, pile.state, {}, nscd::Rotation::splitting);
  State state = pile.state;
  bodies.drift(1, 0);
  bodies.place_rows(state);
  return state.spin;
}

// The product and the quotient with the moment round once each: at most one unit in the last place, and only once.
TEST(NscdMovers, SpinsOfUntouchedSpheresStayInChainsOfRuns) {
  Pile pile = rotating_spheres(1000);
  const Vec3s first = pile.state.spin;
  pile.state.spin = spins_after_a_run(pile);
  const Vec3s second = pile.state.spin;
  for (int run = 0; run < 20; ++run) pile.state.spin = spins_after_a_run(pile);
  for (std::size_t i = 0; i < pile.size(); ++i) {
    EXPECT_EQ(pile.state.spin[i], second[i]) << i;
    const Vec3 change = (second[i] - first[i]).cwiseAbs().cwiseQuotient(first[i].cwiseAbs());
    EXPECT_LE(change.maxCoeff(), std::numeric_limits<double>::epsilon()) << i;
  }
}

// A kick by a torque T for the time h changes the spin by h T / I.
TEST(NscdMovers, TorqueChangesTheSpinOfASphere) {
  const Pile pile = rotating_spheres(1);
  nscd::RigidBodies bodies(pile.model, pile.state, {}, nscd::Rotation::splitting);
  const Vec3 torque(1e3, -2e3, 5e2);
  bodies.kick(0, Vec3::Zero(), torque, 0.1);
  const Vec3 expected =
      pile.state.spin[0] + 0.1 * torque / (0.4 * pile.model.mass[0] * std::pow(pile.model.radius[0], 2));
  EXPECT_LT((bodies.spin(0) - expected).norm(), 1e-14 * expected.norm());
}

}  // namespace
}  // namespace rubble
