// Acceleration by a planet and a uniform field, in its form for single positions and in its form for packs.
#include "model/external.hpp"
#include "simd/xyzw.hpp"

#include <gtest/gtest.h>

namespace rubble {
namespace {

// Newton's law of gravitation: 6.67430e-11 x 5.972e24 kg at (3, 4, 0) x 1.4e6 m from its centre.
TEST(FieldAt, PullFollowsNewtonsLaw) {
  External external;
  external.uniform = {0, 0, -9.5};
  external.planets = {{5.972e24, {1e6, 0, 0}}};
  const FieldAt field = external.field_at(6.67430e-11, 0);
  const Vec3 x = external.planets[0].position + Vec3(3, 4, 0) * 1.4e6;
  const double g = 6.67430e-11 * 5.972e24 / (7e6 * 7e6);
  EXPECT_LT((field.pull(x) - Vec3(-0.6 * g, -0.8 * g, 0)).norm(), 1e-14 * g);
  EXPECT_LT((field.at(x) - Vec3(-0.6 * g, -0.8 * g, -9.5)).norm(), 1e-14 * g);
}

TEST(FieldAt, NothingPullsWithoutAPlanet) {
  const FieldAt field{{1, 2, 3}};
  EXPECT_EQ(field.pull({4, 5, 6}), Vec3(0, 0, 0));
  EXPECT_EQ(field.at({4, 5, 6}), Vec3(1, 2, 3));
}

TEST(FieldAt, FormForPacksIsEqual) {
  const FieldAt field{{1e-5, -2e-5, 3e-5}, {{3.986e14, {2e6, -1e6, 5e5}}}};
  for (const Vec3& x : {Vec3(0, 0, 0), Vec3(7e6, 1e5, -3e6), Vec3(2.1e6, -1e6, 5e5)}) {
    const Pack pack =
        field_at(xyzw(x, 0).v, xyzw(field.uniform, 0).v, xyzw(field.planets[0].position, 0).v, all(3.986e14));
    EXPECT_LT((vec(pack) - field.at(x)).norm(), 1e-14 * field.at(x).norm());
  }
}

}  // namespace
}  // namespace rubble
