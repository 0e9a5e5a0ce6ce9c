#pragma once
// Grains in motion, four side by side. Contact torques have the full arm from the grain's centre,
// gravity acts on each member, rotation is split or integrated by Runge and Kutta's method. docs/theory.md 8.
#include "base/rotor.hpp"
#include "model/external.hpp"
#include "model/grains.hpp"
#include "ssdem/touching.hpp"

#include <array>
#include <vector>

namespace rubble::ssdem {

// Four grains between two steps: their motion is half a step ahead, like that of free bodies. Empty lanes have count 0.
// What each step reads comes first.
struct alignas(64) Quad {
  Triple<Pack> position, velocity, momentum;  // momentum: angular
  Rotor<Pack> turn{all(1), {}, {}, {}};
  Triple<Pack> inverse_moments{all(1), all(1), all(1)};
  Pack inverse_mass = all(1), mass{};
  Pack reach{};                                      // distance of the farthest member from the centre [m]
  std::array<std::size_t, kLanes> first{}, count{};  // places of the members

  Triple<Pack> acceleration, torque;                // where a step has ended and none has begun
  Triple<Pack> predicted_velocity, predicted_spin;  // that contact laws see; kept for forces that jump
  Triple<Pack> moments{all(1), all(1), all(1)};
  std::array<std::size_t, kLanes> grain{};  // row in the model

  GrainMotion motion(std::size_t lane) const;
  void put(std::size_t lane, const GrainMotion& motion);
};

void put_lane(Triple<Pack>& t, std::size_t lane, const Vec3& v);
Vec3 lane_of(const Triple<Pack>& t, std::size_t lane);

// What the members of a quad's grains are and feel, by place: offset in the principal frame [m], and loads by contacts,
// which begin with that of place `first_load`.
struct Members {
  const Row* offset = nullptr;
  const Load* load = nullptr;
  std::size_t first_load = 0;
};

// What a block of grains adds up while it is moved; the same as for a chunk of bodies.
struct Moved {
  double fastest2 = 0;     // greatest |v - frame|^2 [m2 s-2]
  double driven = 0;       // power of the field from outside [W]
  double driven_rate = 0;  // the same with accelerations in place of velocities [W s-1]
  double missed = 0;       // power of contact forces on what velocities differ from those predicted [W]
  Vec3 impulse = Vec3::Zero(), angular_impulse = Vec3::Zero();  // rates, of external fields
  Vec3 gravity_torque = Vec3::Zero();
  double exchanged = 0, exchanged_angular = 0;  // rates, sizes of all forces: see Work
  double seconds = 0;                           // wall time that its grains took; not part of results

  void add(const Moved& other);
};

// The surroundings of a step.
struct Moment {
  double dt = 0, kick = 0;  // kick: length of the one that ends the step [s]
  FieldAt field;
  bool runge_kutta = false, jumping = false;
  Row frame;                                                   // velocity that the neighbour list moves with [m s-1]
  const std::vector<Row>*gravity = nullptr, *slope = nullptr;  // by place, or none; and its change since
  double since = 0;                                            // steps
  const Reals* mass = nullptr;                                 // of members, by place
};

// finish: the end of the step whose loads were just found. open: the beginning of the next. Members in `bodies` follow.
template <bool finish, bool open>
void move_quad(Quad& quad, const Moment& moment, const Members& members, Bodies& bodies, Moved& sums);

// (model, state, body) => what rotation of its grain adds to the inverse mass of a push through its centre.
RotationalInverseMass rotational_inverse_mass_of(const Model& model, const State& state, std::size_t body);

}  // namespace rubble::ssdem
