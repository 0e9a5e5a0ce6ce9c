#pragma once
// The force of a bond, four bonds at a time: from geometry, motion and springs to force, couple, stress and energy.
// docs/theory.md 2.15.
#include "laws/spring_dashpot.hpp"
#include "ssdem/contact_geometry.hpp"

namespace rubble::ssdem {

// Springs of four bonds at the time of the positions: displacement and angles of b relative to a.
struct BeamSprings {
  Pack3 shear, bending;  // across the bond [m], [rad]
  Pack twisting{};       // about the bond [rad]
};

// Constants of four bonds.
struct BeamConstants {
  Pack length{};                                  // [m]
  Pack normal{}, shear{}, bending{}, twisting{};  // stiffnesses [N m-1], [N m]
  Pack time{};                                    // dashpot constant / stiffness [s]
  Pack inverse_area{}, inverse_resistance{};      // 1 / A [m-2], R / I [m-3]
};

// Geometry and relative motion of the ends of four bonds. The force acts in the middle between the two centres.
struct BeamMotion {
  Pack3 normal;       // from a to b
  Pack distance{};    // [m]
  Pack separating{};  // speed of b relative to a along the bond [m s-1]
  Pack3 slip;         // velocity of the end of b relative to that of a, in the middle and across the bond [m s-1]
  Pack twist{};       // (w_b - w_a) . n [rad s-1]
  Pack3 bend;         // w_b - w_a across the bond [rad s-1]
  Pack3 frame;        // rotation of the bond: that of its normal, and the mean spin about it [rad s-1]
};

// (way from a to b [m], velocities [m s-1] and spins [rad s-1] of both)
RUBBLE_INLINE BeamMotion motion_of_beam(const Pack3& way, const Pack3& va, const Pack3& vb, const Pack3& wa,
                                        const Pack3& wb) {
  BeamMotion m;
  const Pack3 spins = (wa + wb) * all(0.5), velocity = vb - va, turning = wb - wa;
  m.distance = sqrt(dot(way, way));
  const Pack inverse = 1 / m.distance;
  m.normal = way * inverse;
  m.separating = dot(velocity, m.normal);
  m.slip = fnma(m.separating, m.normal, velocity) - cross(spins, m.normal) * m.distance;
  m.twist = dot(turning, m.normal);
  m.bend = fnma(m.twist, m.normal, turning);
  m.frame = fma(dot(spins, m.normal), m.normal, cross(m.normal, velocity) * inverse);
  return m;
}

// Rotates vectors by small angles (vectors along the axes). The lengths do not change, and the angles have relative
// errors of a twelfth of their squares.
RUBBLE_INLINE Pack3 turned_by(const Pack3& angle, const Pack3& v) {
  const Pack3 t = angle * all(0.5);
  const Pack3 once = cross(t, v);
  return fma(2 / (1 + dot(t, t)), once + cross(t, once), v);
}

// (springs at the start of a step, motion in its middle, normals at its end, length of the step [s]) => springs at its
// end. They turn with the bond for half of the step, grow, and turn for the other half.
RUBBLE_INLINE BeamSprings carried(const BeamSprings& springs, const BeamMotion& m, const Pack3& normal, Pack step) {
  const Pack3 half = m.frame * (0.5 * step);
  const auto carry = [&](const Pack3& v, const Pack3& rate) __attribute__((always_inline)) {
    return laws::turn_into_plane(turned_by(half, fma(step, rate, turned_by(half, v))), normal);
  };
  return {carry(springs.shear, m.slip), carry(springs.bending, m.bend), fma(step, m.twist, springs.twisting)};
}

struct BeamResult {
  Pack3 force, across, couple;  // force on a, its part across the bond [N], couple on a [N m]
  Pack energy{}, power{};       // stored [J]; heat of the dashpots [W]
  Pack growth{};                // rate of change of the stored energy [W]
  Pack tensile{}, shear{};      // stress without dashpots [Pa]
};

// (constants, motion and springs at one time) => forces of the bonds.
RUBBLE_INLINE BeamResult evaluate_beam(const BeamConstants& c, const BeamMotion& m, const BeamSprings& springs) {
  BeamResult out;
  const Pack stretch = m.distance - c.length;
  const Pack pull = c.normal * stretch, torque = c.twisting * springs.twisting;
  const Pack3 shear = springs.shear * c.shear, moment = springs.bending * c.bending;
  out.energy =
      0.5 * (pull * stretch + torque * springs.twisting + dot(shear, springs.shear) + dot(moment, springs.bending));
  out.growth = pull * m.separating + torque * m.twist + dot(shear, m.slip) + dot(moment, m.bend);
  out.power = c.time * (c.normal * m.separating * m.separating + c.twisting * m.twist * m.twist +
                        c.shear * dot(m.slip, m.slip) + c.bending * dot(m.bend, m.bend));
  out.across = fma(c.shear * c.time, m.slip, shear);
  out.force = fma(fma(c.normal * c.time, m.separating, pull), m.normal, out.across);
  out.couple = fma(fma(c.twisting * c.time, m.twist, torque), m.normal, fma(c.bending * c.time, m.bend, moment));
  // J / R is twice as large as I / R.
  out.tensile = fma(pull, c.inverse_area, sqrt(dot(moment, moment)) * c.inverse_resistance);
  out.shear = fma(sqrt(dot(shear, shear)), c.inverse_area, 0.5 * abs(torque) * c.inverse_resistance);
  return out;
}

}  // namespace rubble::ssdem
