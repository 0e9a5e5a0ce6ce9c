#pragma once
// Input and sums of the motion of bodies through a step. Free spheres (sphere_motion.hpp) and grains (rigid.hpp) share
// them.
//
// A step of length h is kick, drift, kick (docs/theory.md 3.1): v += h/2 a, x += h v, then v += h/2 a with the new
// acceleration. No output is needed between two steps. The second kick of one step and the first kick and drift of the
// next are therefore one pass over the bodies, made while the forces are still in cache: `finish` and `open`. Contact
// laws see velocities that are predicted for the end of the drift, v + h/2 a.
#include "base/vec.hpp"
#include "model/external.hpp"
#include "ssdem/xyzw.hpp"

#include <algorithm>
#include <vector>

namespace rubble::ssdem {

struct MotionContext {
  double dt = 0, kick = 0;   // kick: length of the one that ends the step [s]
  FieldAt field;             // from outside
  bool runge_kutta = false;  // how grains turn
  bool jumping = false;      // forces jump from step to step: their work is computed again
  Xyzw frame;                // velocity that the neighbour list moves with [m s-1]
  bool attracting = false;   // self-gravity is on: at the last evaluation and its change in a step since
  const std::vector<Xyzw>*gravity = nullptr, *gravity_slope = nullptr;  // by place
  double since = 0;                                                     // steps since then
  const Reals* mass = nullptr;                                          // of spheres, by place
};

// Sums of a chunk while its bodies are moved.
struct MotionSums {
  double fastest2 = 0;     // greatest |v - frame|^2 [m2 s-2]
  double driven = 0;       // power of the field from outside [W]
  double driven_rate = 0;  // the same with accelerations in place of velocities [W s-1]
  double missed = 0;       // power of contact forces on what velocities differ from those predicted [W]
  Vec3 impulse = Vec3::Zero(), angular_impulse = Vec3::Zero();  // rates, of external fields
  Vec3 gravity_torque = Vec3::Zero();
  double exchanged = 0, exchanged_angular = 0;  // rates, sizes of all forces: base/account.hpp
  double seconds = 0;                           // wall time that its grains took; not part of results

  void add(const MotionSums& other) {
    fastest2 = std::max(fastest2, other.fastest2);
    driven += other.driven;
    driven_rate += other.driven_rate;
    missed += other.missed;
    impulse += other.impulse;
    angular_impulse += other.angular_impulse;
    gravity_torque += other.gravity_torque;
    exchanged += other.exchanged;
    exchanged_angular += other.exchanged_angular;
  }
};

}  // namespace rubble::ssdem
