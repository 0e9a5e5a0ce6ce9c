#pragma once
// The referee's ledger: momentum, angular momentum and energy of a pile, computed from the state by code that no
// stepper owns. Rotating units are free spheres and whole grains, each about its own centre of mass.
#include "base/account.hpp"
#include "model/external.hpp"
#include "model/pile.hpp"
#include "model/point_masses.hpp"

#include <optional>

namespace rubble::measure {

// By which hulls attract and are attracted; nothing: by their centres.
using Points = std::optional<PointMasses>;

// Which velocity is zero: any; that of the origin, which falls past a planet; that of walls or of a planet at rest.
enum class Frame : std::int64_t { free, passing, fixed };

struct Ledger {
  Vec3 momentum = Vec3::Zero();         // [N s]
  Vec3 angular_orbital = Vec3::Zero();  // sum m x cross v of the grains about the origin [N m s]
  Vec3 angular_spin = Vec3::Zero();     // sum of the grains' I w
  double kinetic_translational = 0;     // of the grains' centres of mass [J]
  double kinetic_rotational = 0;        // of the grains about them [J]
  double kinetic_about_centre = 0;      // of the grains' centres of mass as seen from that of the pile [J]
  double gravitational = 0;             // self-gravity of all pairs of bodies, -sum G m m / r
  double mutual = 0;                    // of that, pairs of different grains: the rest is a constant
  double external = 0;                  // potential energy in uniform gravity and in the planet's field
  double external_size = 0;  // sum of the sizes of that energy's terms, which its rounding is in proportion to
  double lift = 0;           // energy that raises each body by its radius against uniform gravity, where walls are
  double elastic = 0;        // stored in contacts (cohesion included)
  Frame frame = Frame::free;
  Account account;           // the stepper's

  double kinetic() const { return kinetic_translational + kinetic_rotational; }
  double total() const { return gravitational + without_gravity(); }
  // The total but for pairs within grains, which no motion changes.
  double of_motion() const { return mutual + without_gravity(); }
  double without_gravity() const {
    return kinetic() + external + elastic + account.dissipated() - account.walls - account.driven;
  }
  Vec3 angular() const { return angular_orbital + angular_spin; }
};

// (pile with contacts, external, G, stepper's account, glued_energy of the pile if it is known, points of its hulls) =>
// ledger. gravity_on false: self-gravity is not summed.
Ledger ledger(const Pile& pile, const External& external, double gravitational_constant, bool gravity_on,
              const Account& account, std::optional<double> glued = {}, const Points& points = {});

// (pile, G, points of hulls) => gravitational energy of the pairs of bodies within one grain [J] <= 0: a
// constant, so that a run counts them once. Members at one place are left out.
double glued_energy(const Pile& pile, double gravitational_constant, const Points& points = {});

// (pile, gravitational energy of all pairs of its bodies [J], G, glued_energy of the pile if it is known, points of
// hulls or nullptr) => that of the pairs of different grains [J] <= 0: what gravity can still do. Free spheres: all of
// it, to the bit; one grain alone: 0. Where it is little beside the energy of many bodies, which is then known too
// roughly, all pairs are summed directly.
double mutual_energy(const Pile& pile, double all_pairs, double gravitational_constant,
                     std::optional<double> glued = {}, const Points& points = {});

// Running scales and the resulting relative errors against the first ledger: docs/theory.md 3.6. Where nothing is fixed
// in space, velocities in the scales are those about the centre of mass, so that an error does not depend on the
// velocity of the frame. The rounding that a moving frame or a distant origin adds to the sums counts by small shares.
struct Drift {
  Ledger first;
  Vec3 first_centre = Vec3::Zero();                                // centre of mass of the first state [m]
  double momentum_scale = 0, angular_scale = 0, energy_scale = 0;  // without what was exchanged
  double bulk_momentum = 0, bulk_angular = 0;  // largest sums of m |v| and of m |x| |v|, origin and frame as given
  double extent = 0;                           // largest rms distance of the mass, and the largest radius [m]
  double own_scale = 0;                        // largest |L| about the centre of mass [N m s]
  double turning_scale = 0;                    // the share of what gravity could make of the first state [N m s]
  bool started = false;

  double momentum = 0, angular = 0, gravity_torque = 0, energy = 0;  // the errors, set by update()
  // regroups: grains come and go, so that the energy within them is no constant.
  void update(const Ledger& now, const Model& model, const State& state, bool regroups = false);

 private:
  struct Origin {
    Vec3 centre, velocity, place;  // centre of mass; velocity and place that the scales count from
    double mass;
  };
  Origin origin_of(const Ledger& now, const Model& model, const State& state) const;
  void grow_scales(const Ledger& now, const Model& model, const State& state, const Origin& origin);
  double energy_change(const Ledger& now, double mass, bool regroups) const;
};

}  // namespace rubble::measure
