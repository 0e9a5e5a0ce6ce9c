#pragma once
// Momentum, angular momentum and energy of a pile, computed from its state by code that no stepper shares. Rotating
// units are free bodies and whole grains, each about its own centre of mass. Frozen bodies have no momentum, no kinetic
// energy and no energy in external fields here, as walls have none; their gravity counts. The ledger includes the
// kinetic energy of walls that a force or a torque drives, but not their momentum.
#include "gravity/parameters.hpp"
#include "measure/ledger/external_energy.hpp"
#include "model/account.hpp"
#include "model/external.hpp"
#include "model/pile.hpp"

#include <optional>

namespace rubble::measure {

// Definition of zero velocity. `free`: arbitrary. `passing`: that of the origin, which falls past a planet. `fixed`:
// that of walls, or of the inertial frame of planets.
enum class Frame : std::int64_t { free, passing, fixed };

struct Ledger {
  Vec3 momentum = Vec3::Zero();         // [N s]
  Vec3 angular_orbital = Vec3::Zero();  // sum m x cross v of the grains about the origin [N m s]
  Vec3 angular_spin = Vec3::Zero();     // sum of the grains' I w [N m s]
  double kinetic_translational = 0;     // translational, of the grains' centres of mass [J]
  double kinetic_rotational = 0;        // rotational, of the grains about their centres of mass [J]
  double kinetic_about_centre = 0;      // translational, relative to the pile's centre of mass [J]
  double kinetic_walls = 0;             // of driven walls [J]
  double gravitational = 0;             // self-gravity of all pairs of bodies, -sum G m m / r [J]
  double mutual = 0;                    // part of it that is due to pairs of different grains; the rest is constant [J]
  double external = 0;                  // potential energy in uniform gravity and in the fields of planets; 0 if the
                                        // field of a planet depends on time [J]
  double external_size = 0;  // sum of the terms' absolute values, to which its rounding error is proportional [J]
  double lift = 0;           // with walls: energy that lifts each body by its radius in uniform gravity [J]
  double elastic = 0;        // stored in contacts, including cohesion [J]
  Frame frame = Frame::free;
  Account account;  // account of the stepper

  double kinetic() const { return kinetic_translational + kinetic_rotational; }
  double total() const { return gravitational + without_gravity(); }
  // The total without pairs within grains, whose energy no motion changes.
  double of_motion() const { return mutual + without_gravity(); }
  double without_gravity() const {
    return kinetic() + kinetic_walls + external + elastic + account.dissipated() - account.walls - account.driven;
  }
  Vec3 angular() const { return angular_orbital + angular_spin; }
};

// Requested rms relative error of the accelerations at which the fast multipole method gives the potential of many
// bodies, unless a run needs less.
inline constexpr double kPotentialError = 1e-5;

// (gravity of a run) => this error for its ledger: that of the run's accelerations, within kPotentialError and 1e-3.
// The energy is more than a hundred times as accurate, because errors of bodies cancel (docs/decisions/0055).
double potential_error(const gravity::Parameters& gravity);

// (pile with contacts, external, G, true if self-gravity is summed, stepper's account, glued_energy() of the pile if it
// is known, mass points of its hulls, error of the potential as above; grains and mass points need kPotentialError) =>
// ledger.
Ledger ledger(const Pile& pile, const External& external, double gravitational_constant, bool gravity_on,
              const Account& account, std::optional<double> glued = {}, const Points& points = {},
              double error = kPotentialError);

// (pile, G, mass points of hulls) => gravitational energy of the pairs of bodies within grains [J] <= 0. It is
// constant, so that a run computes it once. Pairs of members at the same position are left out.
double glued_energy(const Pile& pile, double gravitational_constant, const Points& points = {});

// (pile, gravitational energy of all pairs of its bodies [J], G, glued_energy() of the pile if it is known, mass points
// of hulls if there are any) => gravitational energy of the pairs of different grains [J] <= 0. For free spheres this
// is all of it, to the last bit; for one grain it is 0. If it is a small part of the energy of many bodies, whose error
// would be too large, all pairs are summed directly.
double mutual_energy(const Pile& pile, double all_pairs, double gravitational_constant,
                     std::optional<double> glued = {}, const Points& points = {});

// Running scales, and the relative errors against the first ledger: docs/theory.md 3.6. If nothing is fixed in space,
// the scales use velocities about the centre of mass, so that an error does not depend on the velocity of the frame.
// Small parts of the bulk sums are added for the rounding caused by a moving frame or a distant origin.
struct Drift {
  Ledger first;
  Vec3 first_centre = Vec3::Zero();                                // centre of mass of the first state [m]
  double momentum_scale = 0, angular_scale = 0, energy_scale = 0;  // [N s], [N m s], [J]; without exchanged momentum
  double bulk_momentum = 0, bulk_angular = 0;  // largest sums of m |v| [N s] (0 in a fixed frame) and of m |x| |v|
                                               // [N m s], in the given frame and origin
  double extent = 0;                           // largest rms distance of the mass, plus the largest radius [m]
  double own_scale = 0;                        // largest |L| about the centre of mass [N m s]
  double turning_scale = 0;                    // part of the |L| that gravity could cause in the first state [N m s]
  bool started = false;

  double momentum = 0, angular = 0, gravity_torque = 0, energy = 0;  // the errors, set by update()
  // (present ledger, model and state; true if grains form or break, so that the energy within them is not constant;
  // frozen bodies)
  void update(const Ledger& now, const Model& model, const State& state, bool regroups = false,
              const std::vector<FrozenBodies>& frozen = {});

 private:
  struct Origin {
    Vec3 centre, velocity, place;  // centre of mass; velocity and position to which the scales refer
    double mass;
  };
  Origin origin_of(const Ledger& now, const Model& model, const State& state) const;
  void grow_scales(const Ledger& now, const Model& model, const State& state, const Origin& origin);
  double energy_change(const Ledger& now, double mass, bool regroups) const;
};

}  // namespace rubble::measure
