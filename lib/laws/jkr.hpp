#pragma once
// Normal law of elastic spheres that stick to each other. Its interface is that of normal_force.hpp, with the radius of
// the contact area in place of the overlap.
#include "laws/hertz_mindlin.hpp"
#include "simd/cube_root.hpp"

#include <cmath>
#include <numbers>

namespace rubble::laws {

// Elastic spheres with the work of adhesion w, by Johnson, Kendall & Roberts 1971 (doi:10.1098/rspa.1971.0141).
//
// A contact of radius a has the overlap a^2 / R - sqrt(L a), with the length L = 2 pi w / E*. Its force is
// 2 E* a (2 a^2 / (3 R) - sqrt(L a)). It begins at zero overlap and lasts down to pull_off_overlap() < 0.
// docs/theory.md 2.17.
template <class T>
struct JkrOf : HertzMindlinOf<T> {
  double work_of_adhesion = 0;  // w [J m-2]

  T length{};  // L [m]
  void prepare() {
    HertzMindlinOf<T>::prepare();
    length = 2 * std::numbers::pi * work_of_adhesion / this->reduced_modulus;
  }

  // (overlap >= pull_off_overlap() [m], reduced radius [m]) => radius a of the contact area [m]. x = sqrt(a) solves
  // x^4 - sqrt(L) R x = R delta. The quartic is the product of x^2 +- p x + ..., where z = p^2 is the positive root of
  // z^3 + 4 R delta z = L R^2. That root is simple for all overlaps, so that Newton's method converges (docs/theory.md
  // 2.17).
  template <class R>
  RUBBLE_INLINE R contact_radius(R overlap, R radius) const {
    const R m = length_at(radius) * radius * radius, q = 4 * radius * overlap;
    R z = first_guess(m, q);
    for (int step = 0; step < kSteps; ++step) z = (2 * z * z * z + m) / (3 * z * z + q);
    const R p = sqrt(z), x = 0.5 * (p + sqrt(max(2 * sqrt(m) / p - z, R{})));
    return x * x;
  }
  // (radius of the contact area [m], reduced radius [m]) => overlap [m]
  template <class R>
  R overlap_at(R a, R radius) const {
    return a * a / radius - sqrt(length_at(radius) * a);
  }
  // (reduced radius [m]) => overlap at which a contact breaks, < 0 [m]; largest tension of a contact [N]
  template <class R>
  R pull_off_overlap(R radius) const {
    return -0.75 * cube_root(0.25 * length_at(radius) * length_at(radius) * radius);
  }
  template <class R>
  R pull_off_force(R radius) const {
    return 0.75 * this->reduced_modulus * length * radius;
  }
  // (reduced radius [m]) => energy of a contact that breaks: its work of separation [J]
  template <class R>
  R energy_at_pull_off(R radius) const {
    return energy(cube_root(length_at(radius) * radius * radius / 16), radius);
  }
  // (radius of the contact area [m], reduced radius [m]) => force without the dashpot [N]
  template <class R>
  R elastic_force(R a, R radius) const {
    return stiffness_at(a, radius) * (2.0 / 3.0 * a * a / radius - sqrt(length_at(radius) * a));
  }
  // Friction acts as under the force f + 2 F_po: Thornton 1991 (doi:10.1088/0022-3727/24/11/007).
  template <class R>
  R friction_load(R force, R radius) const {
    return force + 2 * pull_off_force(radius);
  }

  double contact_time(double reduced_mass, double radius, double speed) const {
    const double stiffness = 1.2 * this->reduced_modulus * radius_at_rest(radius);  // without a force
    const double swing = std::numbers::pi * std::sqrt(reduced_mass / stiffness);
    return 1 / std::hypot(1 / HertzMindlinOf<T>::contact_time(reduced_mass, radius, speed), 1 / swing);
  }
  // The overlap at which all kinetic energy is stored.
  double impact_overlap(double reduced_mass, double radius, double speed) const {
    const double energy = 0.5 * reduced_mass * speed * speed;
    double low = radius_at_rest(radius), high = 2 * low;
    while (this->energy(high, radius) < energy) high *= 2;
    for (int k = 0; k < 60; ++k) {
      const double middle = 0.5 * (low + high);
      (this->energy(middle, radius) < energy ? low : high) = middle;
    }
    return overlap_at(high, radius);
  }
  double static_overlap(double radius, double force) const {
    const double adhesion = 2 * pull_off_force(radius);  // 3 pi w R
    const double cube = force + adhesion + std::sqrt(adhesion * (2 * force + adhesion));
    return overlap_at(std::cbrt(0.75 * radius * cube / this->reduced_modulus), radius);
  }

  template <class R>
  R stiffness_at(R a, R) const {
    return 2 * this->reduced_modulus * a;
  }
  // The work from the first touch at delta = 0, which is positive at the end of the contact.
  template <class R>
  R energy(R a, R radius) const {
    const R length_here = length_at(radius), bend = a * a * a / (radius * radius);
    const R touch = cube_root(length_here * radius * radius);  // a at delta = 0
    const R varies = a * a * (4.0 / 15.0 * bend - 2.0 / 3.0 * sqrt(length_here * bend) + 0.25 * length_here);
    return 2 * this->reduced_modulus * (varies + 0.15 * length_here * touch * touch);
  }

  template <class R, class M>
  NormalForce<R> operator()(R a, R rate, R reduced_mass, R radius, M) const {
    const R k = stiffness_at(a, radius), elastic = elastic_force(a, radius);
    R force = fma(this->damping_at(k, reduced_mass), rate, elastic);
    if (this->clamp) force = max(force, min(elastic, R{}));
    return {force, (force - elastic) * rate};
  }
  bool operator==(const JkrOf&) const = default;

 private:
  static constexpr int kSteps = 4;

  // L, or a length that has no effect where w = 0.
  template <class R>
  R length_at(R radius) const {
    return max(R{} + length, 1e-30 * radius);
  }
  // a of a contact without force: 2 a^2 / (3 R) = sqrt(L a)
  double radius_at_rest(double radius) const { return std::cbrt(2.25 * length_at(radius) * radius * radius); }
  // A root of z^3 + q z = m within 15 %: the chord for q < 0, otherwise 1 / z is near a root of a quadratic.
  template <class R>
  RUBBLE_INLINE static R first_guess(R m, R q) {
    const R scale = rough_cube_root(m), y = q / (scale * scale);
    const R third = y * (1.0 / 3.0);
    const R above = 1 / (third + sqrt(fma(4 * third, third, R{} + 1)));
    return scale * select(y > 0, above, 1 - 0.3107 * y);
  }
};

using Jkr = JkrOf<double>;

// The key of [contact.cohesion] that turns Hertz's law into this one.
struct JkrCohesion {
  double work_of_adhesion = 0;  // w [J m-2]
};
inline std::vector<Field<JkrCohesion>> fields(const JkrCohesion*) {
  return {
      field("work_of_adhesion", "J/m^2", "work of adhesion w: energy per area to part two surfaces",
            &JkrCohesion::work_of_adhesion)
          .required()
          .range(kNotNegative),
  };
}

}  // namespace rubble::laws
