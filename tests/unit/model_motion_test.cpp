// The motion of a rigid body: faults and checkpoints.
#include "base/error.hpp"
#include "model/grains.hpp"

#include <cmath>
#include <limits>
#include <utility>

#include <gtest/gtest.h>

namespace rubble {
namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();
const double kNaN = std::nan("");

GrainMotion moving() { return {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}, Quaternion(0.5, 0.5, -0.5, 0.5)}; }

TEST(GrainMotion, FaultNamesTheFirstUnusableQuantity) {
  EXPECT_EQ(fault_of(moving()), nullptr);
  EXPECT_EQ(fault_of({}), nullptr);
  GrainMotion motion = moving();
  motion.momentum.z() = kNaN;
  EXPECT_STREQ(fault_of(motion), "angular momentum");
  motion.orientation.w() = 0.6;
  EXPECT_STREQ(fault_of(motion), "orientation");
  motion.velocity.y() = kInfinite;
  EXPECT_STREQ(fault_of(motion), "velocity");
  motion.position.x() = 1e101;
  EXPECT_STREQ(fault_of(motion), "position");
}

TEST(GrainMotion, ArchiveKeepsAllBits) {
  std::vector<GrainMotion> saved = {moving(), {}, moving()};
  saved[2].velocity.x() = 0.1;
  Resume resume;
  Archive save(resume);
  archive(save, "test/motion", saved);
  EXPECT_EQ(resume.reals.at("test/motion").size(), 39u);
  std::vector<GrainMotion> loaded(3);
  Archive load(std::as_const(resume));
  archive(load, "test/motion", loaded);
  for (std::size_t m = 0; m < 3; ++m) {
    EXPECT_EQ(loaded[m].position, saved[m].position);
    EXPECT_EQ(loaded[m].velocity, saved[m].velocity);
    EXPECT_EQ(loaded[m].momentum, saved[m].momentum);
    EXPECT_EQ(loaded[m].orientation.coeffs(), saved[m].orientation.coeffs());
  }
  std::vector<GrainMotion> two(2);
  Archive again(std::as_const(resume));
  EXPECT_THROW(archive(again, "test/motion", two), InputError);
}

}  // namespace
}  // namespace rubble
