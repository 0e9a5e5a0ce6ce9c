#pragma once
// Input and sums of the motion of bodies through a step. Free spheres (sphere_motion.hpp) and grains (grain_quad.hpp)
// share them.
//
// A step of length h is kick, drift, kick (docs/theory.md 3.1): v += h/2 a, x += h v, then v += h/2 a with the new
// acceleration. No output is needed between two steps. The second kick of one step and the first kick and drift of the
// next are therefore one pass over the bodies, made while the forces are still in cache: `finish` and `open`. Contact
// laws see velocities that are predicted for the end of the drift, v + h/2 a.
#include "base/vec.hpp"
#include "model/external.hpp"
#include "simd/xyzw.hpp"

#include <algorithm>
#include <vector>

namespace rubble::ssdem {

struct MotionContext {
  double dt = 0, kick = 0;   // time step [s], length of the kick that ends the step [s]
  FieldAt field;             // external field
  bool runge_kutta = false;  // true if the rotation of grains is integrated by Runge-Kutta
  bool jumping = false;      // true if forces are discontinuous from step to step: their work is corrected afterwards
  Xyzw frame;                // velocity of the neighbour list's frame [m s-1]
  Hill hill = {};            // rotating frame
  bool attracting = false;   // true with self-gravity
  const std::vector<Xyzw>*gravity = nullptr, *gravity_slope = nullptr;  // by place: acceleration at the last evaluation
                                                                        // of gravity, and its change per step [m s-2]
  double since = 0;                                                     // steps since the last evaluation of gravity
  const Reals* mass = nullptr;                                          // mass of spheres, by place
};

// Momentum [N s] and angular momentum about the origin [N m s] that a rotating frame gives to bodies.
struct FrameImpulse {
  Vec3 linear = Vec3::Zero(), angular = Vec3::Zero();

  void operator+=(const FrameImpulse& other) { linear += other.linear, angular += other.angular; }
};
// The same in the kick after a drift, and in the one before the next drift. The account gets them one after the other.
struct FrameImpulses {
  FrameImpulse after, before;
};

// Sums over a chunk, computed while its bodies move.
struct MotionSums {
  double fastest2 = 0;     // greatest |v - frame|^2; in Hill's frame v is relative to the shear flow [m2 s-2]
  double driven = 0;       // power of the external field [W]
  double driven_rate = 0;  // `driven` with accelerations instead of velocities [W s-1]
  double missed = 0;       // power of contact forces for the difference between final and predicted velocities [W]
  double held = 0;         // power of what moves frozen bodies against contacts and gravity, and of contacts on driven
                           // walls, which the sweep counts as given by these walls [W]
  Vec3 impulse = Vec3::Zero(), angular_impulse = Vec3::Zero();  // rates due to external fields and to what holds frozen
                                                                // bodies: force [N], torque about the origin [N m]
  Vec3 gravity_torque = Vec3::Zero();                           // torque of self-gravity about the origin [N m]
  double exchanged = 0, exchanged_angular = 0;  // magnitudes of all forces [N] and their torques [N m]: exchange.hpp
  FrameImpulses frame;                          // given in the kick after a drift, and in the one before the next drift
  double seconds = 0;                           // wall time of the chunk's grains; not part of results

  void add(const MotionSums& other) {
    fastest2 = std::max(fastest2, other.fastest2);
    driven += other.driven;
    driven_rate += other.driven_rate;
    missed += other.missed;
    held += other.held;
    impulse += other.impulse;
    angular_impulse += other.angular_impulse;
    gravity_torque += other.gravity_torque;
    exchanged += other.exchanged;
    exchanged_angular += other.exchanged_angular;
    frame.after += other.frame.after;
    frame.before += other.frame.before;
  }
  void operator+=(const MotionSums& other) { add(other); }
};

}  // namespace rubble::ssdem
