#include "measure/scaling/limits.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include <boost/math/special_functions/ellint_rd.hpp>

namespace rubble::measure {
namespace {

using std::numbers::pi;

double distance_of(double factor, double planet_mass, double density) {
  return factor * std::cbrt(3 * planet_mass / (4 * pi * density));
}

// (principal stresses u, v) => the second invariant of their deviators, as a bilinear form
double second_invariant(const Vec3& u, const Vec3& v) {
  return 0.5 * (u.array() - u.mean()).matrix().dot((v.array() - v.mean()).matrix());
}

// Mean principal stresses of an ellipsoid [Pa], tension positive: at_rest + rate^2 turning.
struct MeanStresses {
  Vec3 at_rest, turning;
};

MeanStresses mean_stresses(const Vec3& axes, double density, double constant) {
  const Vec3 squares = axes.cwiseAbs2();
  return {-0.4 * pi * constant * density * density * gravity_coefficients(axes).cwiseProduct(squares),
          0.2 * density * Vec3(squares[0], squares[1], 0)};
}

}  // namespace

double critical_rate(double density, double constant) { return std::sqrt(4 * pi / 3 * constant * density); }

double disruption_distance(double planet_mass, double density) { return distance_of(1.26, planet_mass, density); }

double fluid_distance(double planet_mass, double density) { return distance_of(2.44, planet_mass, density); }

double least_planet_radius(double planet_mass) {
  constexpr double kDensest = 3e4;             // [kg m-3]
  constexpr double kHeaviestPlanet = 2.47e28;  // [kg]
  return planet_mass < kHeaviestPlanet ? distance_of(1, planet_mass, kDensest) : 0;
}

Vec3 gravity_coefficients(const Vec3& axes) {
  const Vec3 scaled = axes / axes.maxCoeff();
  const Vec3 s = scaled.cwiseAbs2();
  // A_i = a b c times the integral of du / ((a_i^2 + u) sqrt((a^2 + u)(b^2 + u)(c^2 + u))): Carlson's R_D.
  return 2.0 / 3 * scaled.prod() *
         Vec3(boost::math::ellint_rd(s[1], s[2], s[0]), boost::math::ellint_rd(s[2], s[0], s[1]),
              boost::math::ellint_rd(s[0], s[1], s[2]));
}

double weightless_rate(const Vec3& axes, double density, double constant) {
  const Vec3 A = gravity_coefficients(axes);
  return std::sqrt(2 * pi * constant * density * std::min(A[0], A[1]));
}

double failure_rate(const SolidEllipsoid& solid, double density, double constant) {
  const auto [at_rest, turning] = mean_stresses(solid.axes, density, constant);
  // sqrt(J2) <= k - s I1, with k and s of the Mohr-Coulomb law in triaxial compression.
  const double sine = std::sin(solid.friction_angle), unit = std::sqrt(3.0) * (3 - sine);
  const double slope = 2 * sine / unit;
  const double k = 6 * solid.cohesion * std::cos(solid.friction_angle) / unit - slope * at_rest.sum();
  const double l = slope * turning.sum();
  // Squared, with w = rate^2: a w^2 + 2 b w + c <= 0.
  const double a = second_invariant(turning, turning) - l * l;
  const double b = second_invariant(at_rest, turning) + k * l;
  const double c = second_invariant(at_rest, at_rest) - k * k;
  const double root = std::sqrt(b * b - a * c);
  const double w = b > 0 ? -c / (b + root) : (root - b) / a;
  return w >= 0 && k - l * w >= -1e-12 * k ? std::sqrt(w) : std::numeric_limits<double>::quiet_NaN();
}

double mobilised_friction_angle(const Vec3& axes, double cohesion, double rate, double density, double constant) {
  const auto [at_rest, turning] = mean_stresses(axes, density, constant);
  const Vec3 stress = at_rest + rate * rate * turning;
  const double shear = std::sqrt(3 * second_invariant(stress, stress));
  if (shear <= 2 * cohesion) return 0;
  // At the limit 3 shear = along sin(phi) + across cos(phi).
  const double along = shear - 2 * stress.sum(), across = 6 * cohesion;
  const double share = 3 * shear / std::hypot(along, across);
  if (along <= 0 || share > 1 + 1e-12) return std::numeric_limits<double>::quiet_NaN();
  return std::asin(std::min(share, 1.0)) - std::atan2(across, along);
}

}  // namespace rubble::measure
