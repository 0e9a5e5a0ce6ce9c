#pragma once
// Scaling laws for a collision of two bodies without strength: Leinhardt & Stewart 2012,
// doi:10.1088/0004-637X/745/1/79; docs/theory.md 6.2 and 6.3.
#include "base/field.hpp"

#include <string>

namespace rubble::measure {

struct Impact {
  double target_mass = 0, projectile_mass = 0;      // [kg] > 0; the target is not lighter than the projectile
  double target_radius = 0, projectile_radius = 0;  // radii of the colliding spheres [m]
  double density = 0;                               // bulk density of the bodies, including pores [kg m-3]
  double speed = 0;                                 // speed at contact [m s-1]
  double angle = 0;                                 // theta: sin(theta) = offset / sum of the radii [rad]
  double constant = 0;                              // G [m3 kg-1 s-2]
};

// Range of the exponent mu_bar, from momentum scaling, 1/3, to energy scaling, 2/3, to two digits. docs/theory.md 6.2.
inline constexpr Range kMuBar{0.33, 0.67};

// Parameters of the law that are not geometrical.
struct LawParameters {
  double c_star = 5;      // dissipation: 5 +- 2 for small bodies
  double mu_bar = 0.37;   // exponent between those of momentum scaling (1/3) and energy scaling (2/3)
  double density = 1000;  // rho_1, to which R_C1 refers [kg m-3]
};

// Outcome of an impact at the speed V. M is the total mass, mu the reduced mass. R_t and R_p are the radii of target
// and projectile. M_lr and M_slr are the masses of the largest and the second largest remnant.
struct Forecast {
  double specific_energy = 0;  // Q_R = mu V^2 / (2 M) [J kg-1]
  double interacting = 0;      // alpha: fraction of the projectile's mass that hits the target
  double equal_energy = 0;     // Q*_RD of an equal-mass head-on collision [J kg-1]
  double head_on_energy = 0;   // Q*_RD at this mass ratio, head-on [J kg-1]
  double critical_energy = 0;  // Q'*_RD at this angle: half of the mass is lost [J kg-1]
  double critical_speed = 0;   // V'*: impact speed at which Q_R = Q'*_RD [m s-1]
  double merging_speed = 0;    // V'_esc: bodies stay together below it [m s-1]
  double escape_speed = 0;     // sqrt(2 G M / (R_t + R_p)), with the total mass M, at contact of the spheres [m s-1]
  // Speed between graze-and-merge and hit-and-run for protoplanets: Kokubo & Genda 2010 [m s-1].
  double hit_and_run_speed = 0;
  double erosion_speed = 0;  // above it the largest remnant is smaller than the target [m s-1]
  bool grazing = false;      // sin(theta) > R_t / (R_t + R_p)
  std::string regime;        // merging, accretion, hit-and-run, erosion, or super-catastrophic (the largest remnant has
                             // less than a tenth of the mass)
  double universal = 0;      // M_lr / M of the universal law, for any regime
  double largest = 0;        // M_lr / M of the regime
  double second = 0;         // M_slr / M of the regime; for hit-and-run the whole projectile, which is an upper limit
};

// (x = Q_R / Q'*_RD >= 0) => M_lr / M: 1 - x / 2, and for x >= 1.8, 0.1 (x / 1.8)^-1.5; continuous. Leinhardt & Stewart
// 2012, Eqs. 5 and 44.
double universal_law(double ratio);

// ((M_t - M_p) / M, sine of the impact angle) => speed above which two bodies in a grazing collision do not merge /
// their mutual escape speed. Kokubo & Genda 2010, doi:10.1088/2041-8205/714/1/L21, Eq. 3.
double graze_and_merge_limit(double mass_difference, double sine);

// (M_lr / M) => M_slr / M: (3 - beta)(1 - M_lr / M) / (2 beta), beta = 2.85, and at most M_lr / M. Leinhardt & Stewart
// 2012, Eq. 37 with N1 = 1, N2 = 2.
double second_largest(double largest);

// (impact, parameters) => the outcome that the laws predict. InputError if masses, radii, density or G are not
// positive, if the projectile is heavier than the target, or if the angle is not in [0, pi/2].
Forecast forecast(const Impact& impact, const LawParameters& parameters);

}  // namespace rubble::measure
