// Rotation of bodies in Contact Dynamics: first-order schemes compared with the splitting, and fast rotation.
#include "measure/ledger/ledger.hpp"
#include "physics/impulse_scene.hpp"
#include "unit/hulls.hpp"

#include <gtest/gtest.h>

namespace rubble::test {
namespace {

constexpr double kTime = 4;

// A grain with three different moments after free rotation.
Pile turned(nscd::Rotation rotation, double h) {
  Pile pile;
  glue(pile, "irregular", 0.05, 2000, Vec3::Zero(), Quaternion::Identity(), Vec3::Zero(), {1, 0.7, -0.4});
  nscd::Parameters p = impulses(h);
  p.step.rotation = rotation;
  ImpulseRun run(p, pile);
  run.until(kTime);
  return run.pile();
}

// The splitting with a small step is the reference: it is of second order and conserves angular momentum.
TEST(ImpulseRotation, SchemesOfFirstOrderConverge) {
  const Pile exact = turned(nscd::Rotation::splitting, 1e-3);
  const Vec3 momentum = measure::ledger(exact, {}, 0, false, {}).angular_spin;
  double size = 0;
  for (const Vec3& x : exact.state.position) size = std::max(size, x.norm());
  for (const auto& [word, scheme] : nscd::kRotations) {
    if (scheme == nscd::Rotation::splitting) continue;
    double place[2], spin[2];
    for (int k = 0; k < 2; ++k) {
      const Pile found = turned(scheme, k == 0 ? 0.02 : 0.005);
      place[k] = spin[k] = 0;
      for (std::size_t i = 0; i < found.size(); ++i)
        place[k] = std::max(place[k], (found.state.position[i] - exact.state.position[i]).norm() / size);
      spin[k] = (measure::ledger(found, {}, 0, false, {}).angular_spin - momentum).norm() / momentum.norm();
    }
    EXPECT_LT(place[0], 0.1) << word;
    EXPECT_NEAR(place[0] / place[1], 4, 0.8) << word;
    EXPECT_LT(spin[0], 0.05) << word;
    EXPECT_NEAR(spin[0] / spin[1], 4, 0.8) << word;
  }
}

// A rotating bar hits a sphere with its end, moving by a tenth of the sphere's radius per step: the contact is
// predicted, and the end does not enter the sphere.
TEST(ImpulseRotation, ContactOfAFastRotatingBarIsPredicted) {
  const double h = 0.01, spin = 2.5;
  Pile pile;
  pile.model.materials = {{"rock", 2000}};
  shape::PlacedShape bar = shape::make_hull("bar", shape::box({4, 0.4, 0.4}));
  const Index row = add_shape(pile.model, bar.shape);
  add_hull(pile, row, bar.placement, 0, Vec3::Zero(), {0, 0, spin});
  add_sphere(pile, 0.5, 2000, {1.5, 1.2, 0});
  ImpulseRun run(impulses(h), pile);
  double deepest = 0;
  for (int step = 0; step < 60; ++step) deepest = run.steps(1).audits[0].worst;
  EXPECT_GT(run.velocity(1).norm(), 0.5);
  EXPECT_LT(deepest, 0.1 * spin * 2 * h / 0.5);
}

}  // namespace
}  // namespace rubble::test
