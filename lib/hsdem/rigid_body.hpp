#pragma once
// A unit that moves freely between events: a free sphere or an aggregate of spheres.
#include "laws/rigid_impact.hpp"
#include "model/grains.hpp"
#include "model/pile.hpp"

#include <vector>

namespace rubble::hsdem {

using laws::central_impact, laws::CentralImpact, laws::ImpactImpulse, laws::ImpactLaw, laws::Side;

inline std::size_t at(Index i) { return static_cast<std::size_t>(i); }

// Spheres of a body, fixed in its own frame.
struct Members {
  std::vector<Index> row;      // indices of the spheres; empty after the body has merged into another one
  Vec3s offset;                // positions of the spheres in the own frame [m]
  Vec3 centre = Vec3::Zero();  // centre of mass in the own frame [m]
  double reach = 0;            // no sphere's centre is farther from the centre of mass [m]

  std::size_t size() const { return row.size(); }
  double distance(std::size_t k) const { return (offset[k] - centre).norm(); }  // from the centre to sphere k [m]
  // Computes `reach` again, which is too large after spheres joined or left.
  void find_reach();
};

// Bounds within which predictions for an aggregate hold in a step: acceleration of its spheres [m s-2], spin [rad s-1],
// and sum of its velocity jumps [m s-1].
struct PredictionBounds {
  double acceleration = 0, spin = 0, jumps = -1;
};

// A free sphere or an aggregate. Times are relative to the start of the step. The orientation is that of the own frame.
struct RigidBody : GrainMotion {
  double time = 0;                           // present time of the body [s]
  Vec3 swept = Vec3::Zero();                 // integral of mass x position over the time in the step [kg m s]
  double mass = 0;                           // [kg]
  Vec3 moments = Vec3::Zero();               // principal moments of inertia [kg m2]
  Quaternion axes = Quaternion::Identity();  // principal frame => own frame; changes if spheres join or leave
  Members members;
  PredictionBounds bounds;
  double velocity_jumps = 0;  // sum of the velocity jumps of its spheres in this step, by impacts and merging [m s-1]
  bool remade = false;        // new in this step, or spheres have joined or left it
  bool bound = false;         // separates into its parts at the end of the step

  bool is_free() const { return members.row.size() == 1; }
  // True if position, velocity, angular momentum and orientation are finite and usable in geometry.
  bool is_sound() const;
  // Updates the derived quantities after a change of momentum or orientation.
  void settle();
  void set_motion(const GrainMotion& motion);
  Vec3 spin() const { return is_free() ? Vec3(momentum / moments.x()) : rotation_.spin; }  // [rad s-1]
  Mat3 inverse_inertia() const;  // in inertial axes [kg-1 m-2]
  double kinetic() const;        // [J]
  // The acceleration of a point at distance r from the centre is at most this times r until the next event [s-2].
  double turning() const { return is_free() ? 0 : rotation_.turning; }
  // Upper bound of the spin until the next event [rad s-1].
  double greatest_spin() const { return is_free() ? momentum.norm() / moments.x() : rotation_.greatest_spin; }
  // (number of one of its spheres) => vector from the centre to the sphere [m].
  Vec3 arm(std::size_t k) const {
    return is_free() ? Vec3(Vec3::Zero()) : Vec3(orientation * (members.offset[k] - members.centre));
  }
  void begin_step();
  // (time [s], constant acceleration [m s-2]) Moves it to that time. The effect of the acceleration is exact.
  void move_to(double until, const Vec3& acceleration);

  // (inertia about the centre of mass, in the axes of the own frame [kg m2]) Sets the principal moments and axes.
  void set_inertia(const Mat3& inertia);
  // (another body at the same time) Adds its spheres after the own ones. Momentum and angular momentum are conserved.
  void join(const RigidBody& other);
  // (number of one of its spheres, mass [kg] and moment of inertia [kg m2] of the sphere) Removes the sphere. The last
  // sphere gets its number.
  void remove(std::size_t k, double own_mass, double own_moment);

 private:
  Mat3 own_inertia() const;
  void add_shift_of_centre(const Vec3& old_centre);

  // Quantities that follow from momentum and orientation: spin [rad s-1], greatest_spin() and turning().
  struct Rotation {
    Vec3 spin = Vec3::Zero();
    double greatest_spin = 0, turning = 0;
  };
  Rotation rotation_;
};

// (mass [kg], position [m]) => inertia of a point mass about the origin [kg m2].
Mat3 inertia_of_point(double mass, const Vec3& position);

}  // namespace rubble::hsdem
