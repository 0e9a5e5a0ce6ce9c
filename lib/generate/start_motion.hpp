#pragma once
// [motion]: initial motion of a new pile, which is otherwise at rest.
#include "base/field.hpp"
#include "model/pile.hpp"

#include <cstdint>

namespace rubble::generate {

// All bodies have the same speed and the same spin rate. The directions of velocity and spin are independent and
// random.
struct Motion {
  double speed = 0;
  double spin = 0;
  Vec3 frame = Vec3::Zero();
  double orbit = 0;  // [rad s-1]
};

inline std::vector<Field<Motion>> fields(const Motion*) {
  return {
      field("speed", "m/s", "speed of each body (free sphere, glued grain or hull) in a random direction",
            &Motion::speed)
          .required()
          .range(kNotNegative),
      field("spin", "rad/s", "spin rate of each body about a random axis", &Motion::spin)
          .required()
          .range(kNotNegative),
      field("frame", "rad/s",
            "rotation rate (x, y, z) about the origin of the frame in which speed and spin are given; its motion is "
            "added to every body",
            &Motion::frame),
      field("orbit", "rad/s",
            "rate Omega of Hill's frame ([hill] of the next run): adds the shear flow -1.5 Omega x along y",
            &Motion::orbit)
          .range(kNotNegative),
  };
}

// (pile, motion, seed) Replaces the motion of all free spheres and grains. The total momentum is random and is not
// removed. docs/theory.md 11.6.
void set_moving(Pile& pile, const Motion& motion, std::uint64_t seed);

}  // namespace rubble::generate
