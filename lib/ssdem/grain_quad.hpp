#pragma once
// Motion of grains, four side by side. Contact torques use the full arm from the grain's centre, gravity acts on each
// member, and rotation is integrated by splitting or by a Runge-Kutta method. docs/theory.md 8.
#include "model/external.hpp"
#include "model/grains.hpp"
#include "simd/rotor.hpp"
#include "ssdem/chunk.hpp"
#include "ssdem/motion_sums.hpp"

#include <array>
#include <vector>

namespace rubble::ssdem {

// Motion of four grains in SI units. During a step, velocities and angular momenta are those of the middle of the step;
// between steps they are those of the state, as for free spheres.
struct QuadMotion {
  Pack3 position, velocity, momentum;  // momentum: angular momentum about the centre of mass
  Rotor<Pack> turn{all(1), {}, {}, {}};
};

// Accelerations of four grains [m s-2] and torques on them [N m].
struct Driving {
  Pack3 acceleration, torque;
};

// Velocities predicted for the time of the positions [m s-1], [rad s-1], used by contact laws.
struct Predicted {
  Pack3 velocity, spin;
};

// Four grains, in SI units. Empty lanes have count 0. Fields that each step reads come first.
struct alignas(64) GrainQuad {
  QuadMotion motion;
  Pack3 inverse_moments{all(1), all(1), all(1)};
  Pack inverse_mass = all(1), mass{};
  Pack reach{};                                      // distance of the farthest member from the centre [m]
  std::array<std::size_t, kLanes> first{}, count{};  // range of the members' places

  Driving driving;      // valid between the end of a step and the beginning of the next
  Predicted predicted;  // stored for discontinuous forces
  Pack3 moments{all(1), all(1), all(1)};
  std::array<std::size_t, kLanes> grain{};  // index in the model

  GrainMotion get(std::size_t lane) const;
  void put(std::size_t lane, const GrainMotion& of_grain);
};

void put_lane(Pack3& t, std::size_t lane, const Vec3& v);

// Members of a quad's grains, by place: offset in the principal frame [m], and contact loads, which begin with the load
// of place `first_load`.
struct MemberLoads {
  const Xyzw* offset = nullptr;
  const Load* load = nullptr;
  std::size_t first_load = 0;
};

// finish: completes the step whose forces were just evaluated. open: begins the next. Members in `spheres` follow.
template <bool finish, bool open>
void move_quad(GrainQuad& quad, const MotionContext& context, const MemberLoads& members, Spheres& spheres,
               MotionSums& sums);

// (state, body) => contribution of the rotation of the body's grain to the inverse effective mass of a push
// through the body's centre; 0 for a free sphere. docs/theory.md 8.7.
RotationalInverseMass rotational_inverse_mass_of(const State& state, std::size_t body);

}  // namespace rubble::ssdem
