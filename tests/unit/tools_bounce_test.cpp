// Collisions of two spheres: duration and depth for a spring, restitution, angular momentum, and the angular momentum
// that lever arms equal to the radii would create.
#include "base/error.hpp"
#include "bounce/bounce.hpp"
#include "grain_piles.hpp"

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

using namespace rubble;

namespace {

constexpr double kPi = std::numbers::pi, kStiffness = 4e6, kRestitution = 0.8;

// A small and a large sphere.
Pile two_sizes() {
  Pile pile;
  test::add_ball(pile, 1, {0, 0, 0});
  test::add_ball(pile, 3, {10, 0, 0});
  return pile;
}

// The two-slope spring has the stiffness k / 2 for the pair during loading and e^2 k / 2 during unloading. Friction is
// kinetic.
setup::SoftSpheres method_for(const Pile& pile, double friction, int steps = 4000) {
  ssdem::Parameters p;
  p.gravity.method = gravity::Summation::none;
  p.normal = laws::Hysteretic{.stiffness = kStiffness, .restitution = kRestitution};
  p.sliding = laws::KineticSliding{.friction = friction};
  p.step.steps_per_contact = steps;
  setup::SoftSpheres method(p);
  method.prepare(pile, {}, 1);
  return method;
}

double reduced_mass(const Pile& pair) {
  const Reals& m = pair.model.mass;
  return m[0] * m[1] / (m[0] + m[1]);
}

}  // namespace

// Loading is a quarter of the spring's period. Unloading is a quarter of a period that is longer by 1 / e. The depth is
// v sqrt(mu / k).
TEST(AppBounce, HeadOnImpactFollowsTheSpring) {
  const Pile pile = two_sizes();
  const double speed = 0.3;
  for (const auto& [a, b] : {std::pair<std::size_t, std::size_t>{0, 0}, {1, 1}, {1, 0}}) {
    const Pile pair = tools::about_to_touch(pile, a, b, {speed, 0});
    const double quarter = 0.5 * kPi * std::sqrt(reduced_mass(pair) / (0.5 * kStiffness));
    const tools::Bounce found = tools::bounce(method_for(pair, 0.3), pair, 2 * quarter);
    EXPECT_NEAR(found.loading_time, quarter, 2e-3 * quarter);
    EXPECT_NEAR(found.contact_time, quarter * (1 + 1 / kRestitution), 2e-3 * quarter);
    EXPECT_NEAR(found.overlap, speed * quarter / (0.5 * kPi), 1e-5 * found.overlap);
    EXPECT_NEAR(found.restitution, kRestitution, 2e-3);
    EXPECT_TRUE(std::isnan(found.angular_momentum));
    EXPECT_TRUE(std::isnan(found.radius_levers));
  }
}

// Friction is so weak that the spheres slide throughout. The closed form of docs/theory.md 2.12 is for overlaps of 1e-4
// radii.
TEST(AppBounce, LeversOfTheRadiiMakeAngularMomentum) {
  const Pile pile = two_sizes();
  const tools::Impact impact{0.2, 0.25 * kPi};
  const Pile pair = tools::about_to_touch(pile, 1, 0, impact);
  const double friction = 0.1;
  const tools::Bounce found = tools::bounce(method_for(pair, friction), pair, 1);
  const double wanted = 0.25 * kPi * friction * (1 + kRestitution) * found.overlap / 4;
  EXPECT_LT(std::abs(found.angular_momentum), 1e-12);
  EXPECT_NEAR(found.radius_levers, wanted, 5e-3 * wanted);
  EXPECT_GT(wanted, 1e-6);
}

TEST(AppBounce, PairMeetsAtTheGivenAngle) {
  const Pile pair = tools::about_to_touch(two_sizes(), 1, 0, {2, kPi / 6});
  const Vec3 x = pair.state.position[1] - pair.state.position[0], v = pair.state.velocity[1] - pair.state.velocity[0];
  EXPECT_NEAR(x.norm(), 4, 1e-14);
  EXPECT_NEAR(v.norm(), 2, 1e-14);
  EXPECT_NEAR(-v.dot(x.normalized()), 2 * std::cos(kPi / 6), 1e-14);
  EXPECT_NEAR((pair.model.mass[0] * pair.state.velocity[0] + pair.model.mass[1] * pair.state.velocity[1]).norm(), 0,
              1e-10);
}

TEST(AppBounce, MembersOfGrainsAreRefused) {
  Pile pile;
  test::add_dumbbell(pile, {0, 0, 0}, Vec3::UnitX());
  EXPECT_THROW(tools::about_to_touch(pile, 0, 1, {1, 0}), InputError);
}
