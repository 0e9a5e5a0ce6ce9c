// Poses of walls: velocities are the derivatives of places, and the curve passes through the table.
#include "base/error.hpp"
#include "base/random.hpp"
#include "model/mesh_wall.hpp"

#include <cmath>

#include <gtest/gtest.h>

namespace rubble {
namespace {

Vec3 any_vector(Random& random, double size) {
  return size * Vec3(2 * random.uniform() - 1, 2 * random.uniform() - 1, 2 * random.uniform() - 1);
}

WallMotion random_motion(std::uint64_t seed) {
  Random random(seed, Purpose::kPlace);
  Reals time;
  Vec3s displacement, rotation;
  for (int k = 0; k < 6; ++k) {
    time.push_back(k + 0.5 * random.uniform());
    displacement.push_back(any_vector(random, 1));
    rotation.push_back(any_vector(random, 4));  // more than a turn
  }
  WallMotion motion;
  motion.centre = {0.3, -0.2, 0.5};
  motion.since = 10;
  motion.poses = std::make_shared<const WallPoses>(time, displacement, rotation);
  return motion;
}

TEST(WallPoses, PassThroughTheTable) {
  const WallMotion motion = random_motion(1);
  for (std::size_t k = 0; k < motion.poses->time().size(); ++k) {
    const WallPlacement now = motion.at(10 + motion.poses->time()[k]);
    EXPECT_LT((now.place(motion.centre) - motion.centre - motion.poses->displacement()[k]).norm(), 1e-12);
    EXPECT_LT((now.turn - turn_by(motion.poses->rotation()[k])).norm(), 1e-12);
  }
}

TEST(WallPoses, VelocityIsTheDerivativeOfThePlace) {
  const Vec3 point{1, 2, -1};
  const double h = 1e-6;
  for (std::uint64_t seed = 1; seed < 5; ++seed) {
    const WallMotion motion = random_motion(seed);
    for (double time = 10.7; time < 15; time += 0.0137) {
      const Vec3 slope = (motion.at(time + h).place(point) - motion.at(time - h).place(point)) / (2 * h);
      const WallPlacement now = motion.at(time);
      EXPECT_LT((now.velocity_at(now.place(point)) - slope).norm(), 1e-6) << seed << " " << time;
    }
  }
}

TEST(WallPoses, WallRestsBeforeAndAfterTheTable) {
  const WallMotion motion = random_motion(2);
  for (const double time : {0.0, 100.0}) {
    const WallPlacement now = motion.at(time);
    const std::size_t k = time < 10 ? 0 : motion.poses->time().size() - 1;
    EXPECT_TRUE(now.velocity.isZero());
    EXPECT_LT(now.spin.norm(), 1e-14);
    EXPECT_LT((now.centre - motion.centre - motion.poses->displacement()[k]).norm(), 1e-14);
  }
}

TEST(WallPoses, SpeedIsBounded) {
  const WallMotion motion = random_motion(3);
  const MeshWall wall{
      std::make_shared<const WallSurface>(shape::triangle_mesh({{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}}})),
      motion};
  double fastest = 0;
  for (double time = 10; time < 16; time += 0.001)
    for (const Vec3& y : wall.surface->mesh.vertex) {
      const WallPlacement now = motion.at(time);
      fastest = std::max(fastest, now.velocity_at(now.place(y)).norm());
    }
  EXPECT_LE(fastest, wall.greatest_speed());
  EXPECT_GT(fastest, 0.2 * wall.greatest_speed());
}

TEST(WallPoses, SpinAboutAFixedAxisIsTheRate) {
  const Vec3 axis = Vec3(1, 2, 2) / 3;
  for (const double angle : {0.0, 1e-9, 1e-3, 1.0, 10.0})
    EXPECT_LT((spin_of(angle * axis, 3 * axis) - 3 * axis).norm(), 1e-12) << angle;
}

TEST(WallPoses, RefuseTimesThatDoNotRise) {
  EXPECT_THROW(WallPoses({0, 0}, {Vec3::Zero(), Vec3::Zero()}, {Vec3::Zero(), Vec3::Zero()}), InputError);
  EXPECT_THROW(WallPoses({0}, {Vec3::Zero()}, {Vec3::Zero()}), InputError);
}

}  // namespace
}  // namespace rubble
