#pragma once
// [encounter]: two piles on their way to a collision with given energy or speed. Eq. 18 of the collision study;
// docs/theory.md 6.1.
#include "base/field.hpp"
#include "base/typical_value.hpp"
#include "model/pile.hpp"

#include <numbers>
#include <string>
#include <vector>

namespace rubble::generate {

// Orientation of the piles: as they are, random, or random with the projectile half a turn further than the target.
enum class Orientation { given, random, symmetric };
inline constexpr Word<Orientation> kOrientations[] = {
    {"given", Orientation::given}, {"random", Orientation::random}, {"symmetric", Orientation::symmetric}};

// The target and the projectile are treated as spheres that extend from the centre of mass to the farthest surface. The
// projectile moves along +x and is offset along +y. Exactly one of energy_ratio and relative_speed must be a number.
struct Encounter {
  Auto energy_ratio;  // Q of docs/theory.md 5.5
  Auto relative_speed;
  double impact_angle = 0;  // theta
  double gap = 0;
  double constant = 0;  // G
  // A settled pile has no preferred side. Each random orientation, identified by a seed, is another sample of the
  // encounter.
  Orientation orientation = Orientation::given;
  Vec3 target_spin = Vec3::Zero(), projectile_spin = Vec3::Zero();  // in break-up rates
};

inline constexpr Range kImpactAngle{0, 0.5 * std::numbers::pi, true, false};

inline std::vector<Field<Encounter>> fields(const Encounter*) {
  return {
      field("energy_ratio", "1",
            "energy ratio Q at the start: kinetic energy of both piles / |gravitational energy between all grains|",
            &Encounter::energy_ratio)
          .range(kNotNegative)
          .computed("from relative_speed"),
      field("relative_speed", "m/s", "relative speed of the centres of mass at the start", &Encounter::relative_speed)
          .range(kNotNegative)
          .computed("from energy_ratio"),
      field("impact_angle", "rad", "impact angle theta: sin(theta) = offset / sum of the piles' radii; 0: head-on",
            &Encounter::impact_angle)
          .required()
          .range(kImpactAngle),
      field("gap", "m", "distance along the line of approach until the bounding spheres of the piles touch",
            &Encounter::gap)
          .required()
          .range(kNotNegative),
      field("constant", "m3 kg-1 s-2", "gravitational constant G (nature: 6.67430e-11)", &Encounter::constant)
          .required()
          .range(kNotNegative),
      field("orientation",
            "orientation of the piles: given (in the files), random, or symmetric (random target; projectile half a "
            "turn further, for point-symmetric encounters of equal piles)",
            &Encounter::orientation, kOrientations),
      field("target_spin", "1",
            "rotation (x, y, z) given to the target / its break-up rate sqrt(G M / R^3), with R of the uniform sphere "
            "of its half-mass radius",
            &Encounter::target_spin),
      field("projectile_spin", "1",
            "rotation (x, y, z) given to the projectile / its break-up rate sqrt(G M / R^3), with R of the uniform "
            "sphere of its half-mass radius",
            &Encounter::projectile_spin),
  };
}

// One of the two piles. The rotation is the one that meet() adds, not the previous one of the pile.
struct Partner {
  double mass = 0;             // [kg]
  double radius = 0;           // distance from the centre of mass to the farthest surface [m]
  double ball_radius = 0;      // radius of the uniform ball with the same half-mass radius [m]
  double speed = 0;            // in the frame of the common centre of mass [m s-1]
  double self_energy = 0;      // gravitational energy of the pairs of its grains [J] <= 0
  double break_up_rate = 0;    // sqrt(G M / ball_radius^3) [rad s-1]
  Vec3 spin = Vec3::Zero();    // [rad s-1]
  double rotation_energy = 0;  // kinetic energy of the rotation `spin` [J]
};

// The combined pile and its numbers.
struct Meeting {
  Pile pile;
  Partner target, projectile;
  double offset = 0;          // offset along y [m]
  double separation = 0;      // distance of the centres of mass at the start [m]
  double cross_energy = 0;    // gravitational energy of the pairs between the piles [J] <= 0
  double relative_speed = 0;  // at the start [m s-1]
  double impact_speed = 0;    // relative speed of two point masses at a distance equal to the sum of the radii [m s-1]
  double contact_time = 0;    // time until the point masses are at that distance [s]; infinite if they never are
  double kinetic_energy = 0;  // of the two centres of mass, without rotation [J]
  // Two definitions of Q, both 0 without gravity: kinetic_energy / |energy of all pairs|, and kinetic_energy / |energy
  // of the pairs within the piles|. Pairs within one grain are left out in both.
  double energy_ratio = 0, energy_ratio_self = 0;
  double rotation_ratio = 0;  // rotation energy of both / |energy of all pairs|: its contribution to Q

  double self_energy() const { return target.self_energy + projectile.self_energy; }
};

// (target, projectile, encounter, seed of random orientations) => both in one pile at time 0, with the common centre of
// mass at rest at the origin. Each pile keeps its internal motion, its spins, and its contacts between bodies, which
// are rotated with it. Contacts with planes are dropped together with the planes. The bodies of the
// target come first, and the ids of the projectile are shifted behind those of the target. Equal materials are merged.
// InputError if neither or both of energy_ratio and relative_speed are given, if energy_ratio or a spin is given
// without gravity, or if ids overflow.
Meeting meet(const Pile& target, const Pile& projectile, const Encounter& encounter, std::uint64_t seed = 0);

// (encounter that meet() has made, G) => typical values of the keys of [encounter].
std::vector<TypicalValue> typical_values(const Meeting& meeting, double constant);

}  // namespace rubble::generate
