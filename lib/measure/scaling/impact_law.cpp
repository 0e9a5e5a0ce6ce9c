#include "measure/scaling/impact_law.hpp"

#include "base/error.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace rubble::measure {
namespace {

using std::numbers::pi;
constexpr double kSuperCatastrophic = 1.8;  // Q_R / Q'*_RD above which the largest remnant has less than a tenth of
                                            // the mass
constexpr double kEta = -1.5;
constexpr double kBeta = 2.85;

// Share of the projectile (a ball of radius r) that lies within the target's cross-section: the cap of height l.
// Leinhardt & Stewart 2012, Eqs. 10 and 11: alpha = (3 r l^2 - l^3) / (4 r^3).
double interacting_share(double target_radius, double projectile_radius, double angle) {
  const double r = projectile_radius;
  const double l = (target_radius + r) * (1 - std::sin(angle));
  return l >= 2 * r ? 1 : (3 * r - l) * l * l / (4 * r * r * r);
}

// (mass fraction of the largest remnant, below 1) => corresponding Q_R / Q'*_RD; inverse of universal_law().
double ratio_at(double largest) {
  return largest > 0.1 ? 2 * (1 - largest) : kSuperCatastrophic * std::pow(largest / 0.1, 1 / kEta);
}

}  // namespace

double universal_law(double ratio) {
  return ratio < kSuperCatastrophic ? 1 - 0.5 * ratio : 0.1 * std::pow(ratio / kSuperCatastrophic, kEta);
}

double graze_and_merge_limit(double mass_difference, double sine) {
  const double unequal = mass_difference * mass_difference, depth = std::pow(1 - sine, 2.5);
  return 2.43 * unequal * depth - 0.0408 * unequal + 1.86 * depth + 1.08;
}

double second_largest(double largest) { return std::min((3 - kBeta) * (1 - largest) / (2 * kBeta), largest); }

Forecast forecast(const Impact& impact, const LawParameters& parameters) {
  const double mt = impact.target_mass, mp = impact.projectile_mass, G = impact.constant;
  // Sums of the same masses in a different order differ in their last digits.
  if (!(mp > 0 && mt >= (1 - 1e-9) * mp))
    throw InputError("masses must be above 0, and the target must not be lighter than the projectile");
  if (!(impact.target_radius > 0 && impact.projectile_radius > 0 && impact.density > 0 && G > 0))
    throw InputError("radii, density and gravitational constant must be above 0");
  if (!(impact.angle >= 0 && impact.angle <= 0.5 * pi)) throw InputError("the impact angle must be from 0 to pi/2 rad");
  const double mass = mt + mp, reduced = mt * mp / mass, gamma = mp / mt;
  const auto energy_of = [&](double v) { return 0.5 * reduced * v * v / mass; };
  const auto speed_of = [&](double energy) { return std::sqrt(2 * energy * mass / reduced); };

  Forecast f;
  f.specific_energy = energy_of(impact.speed);
  f.interacting = interacting_share(impact.target_radius, impact.projectile_radius, impact.angle);
  f.grazing = std::sin(impact.angle) > impact.target_radius / (impact.target_radius + impact.projectile_radius);

  // Leinhardt & Stewart 2012, Eqs. 28, 23, 12 and 15, in this order.
  const double radius = std::cbrt(3 * mass / (4 * pi * parameters.density));  // R_C1
  f.equal_energy = parameters.c_star * 0.8 * pi * parameters.density * G * radius * radius;
  const double unequal = (gamma + 1) * (gamma + 1) / (4 * gamma);
  f.head_on_energy = f.equal_energy * std::pow(unequal, 2 / (3 * parameters.mu_bar) - 1);
  const double reduced_alpha = f.interacting * mt * mp / (f.interacting * mp + mt);
  f.critical_energy = f.head_on_energy * std::pow(reduced / reduced_alpha, 2 - 1.5 * parameters.mu_bar);
  f.critical_speed = speed_of(f.critical_energy);

  const double joined = mt + f.interacting * mp;  // Leinhardt & Stewart 2012, Eq. 53: V'_esc
  f.merging_speed = std::sqrt(2 * G * joined / std::cbrt(3 * joined / (4 * pi * impact.density)));
  f.escape_speed = std::sqrt(2 * G * mass / (impact.target_radius + impact.projectile_radius));
  f.hit_and_run_speed = graze_and_merge_limit((mt - mp) / mass, std::sin(impact.angle)) * f.escape_speed;
  f.erosion_speed = speed_of(ratio_at(mt / mass) * f.critical_energy);
  f.universal = universal_law(f.specific_energy / f.critical_energy);

  if (impact.speed < f.merging_speed) {
    f.regime = "merging", f.largest = 1, f.second = 0;
  } else if (f.grazing && impact.speed < f.erosion_speed) {
    f.regime = "hit-and-run", f.largest = mt / mass, f.second = mp / mass;
  } else {
    f.largest = f.universal, f.second = second_largest(f.universal);
    f.regime = impact.speed < f.erosion_speed ? "accretion" : f.universal > 0.1 ? "erosion" : "super-catastrophic";
  }
  return f;
}

}  // namespace rubble::measure
