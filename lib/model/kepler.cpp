#include "model/kepler.hpp"

#include "base/error.hpp"

#include <cmath>
#include <limits>
#include <numbers>

#include <fmt/format.h>

namespace rubble {
namespace {

// Stumpff's functions c2(z) = (1 - cos sqrt z) / z and c3(z) = (sqrt z - sin sqrt z) / z^(3/2), for z of any sign.
struct Stumpff {
  double c2, c3;
};
Stumpff stumpff(double z) {
  if (std::abs(z) < 1) {  // the closed forms suffer from cancellation
    Stumpff s{0, 0};
    double term = 0.5;
    for (int k = 1; k < 12; ++k) {
      s.c2 += term, s.c3 += term / (2 * k + 1);
      term *= -z / ((2 * k + 1) * (2 * k + 2));
    }
    return s;
  }
  const double root = std::sqrt(std::abs(z));
  if (z > 0) return {(1 - std::cos(root)) / z, (root - std::sin(root)) / (z * root)};
  return {(std::cosh(root) - 1) / -z, (std::sinh(root) - root) / (-z * root)};
}

// (conic, universal anomaly chi >= 0) => sqrt(strength) times the time since the pericentre.
double reach(const Conic& o, double chi) {
  const double alpha = (1 - o.eccentricity) / o.pericentre;
  return chi * (o.eccentricity * chi * chi * stumpff(alpha * chi * chi).c3 + o.pericentre);
}

}  // namespace

OrbitalMotion motion_on(const Conic& o, double time) {
  const double root = std::sqrt(o.strength), alpha = (1 - o.eccentricity) / o.pericentre;
  double since = time - o.time;
  if (alpha > 0) since = std::remainder(since, 2 * std::numbers::pi / (root * std::pow(alpha, 1.5)));
  // Newton's method for reach(chi) = target. reach() rises with chi, so that the root stays between the bounds.
  const double target = root * std::abs(since);
  double low = 0, high = target / o.pericentre;
  double chi = o.eccentricity > 0 ? std::min(high, std::cbrt(6 * target / o.eccentricity)) : high;
  for (int k = 0; k < 200; ++k) {
    const double miss = reach(o, chi) - target;
    (miss > 0 ? high : low) = chi;
    const double radius = o.pericentre + o.eccentricity * chi * chi * stumpff(alpha * chi * chi).c2;
    double next = chi - miss / radius;
    if (!(next >= low && next <= high)) next = 0.5 * (low + high);
    if (std::abs(next - chi) <= 2e-16 * high || next == chi) break;
    chi = next;
  }
  const auto [c2, c3] = stumpff(alpha * chi * chi);
  const double radius = o.pericentre + o.eccentricity * chi * chi * c2;
  const double fastest = std::sqrt(o.strength * (1 + o.eccentricity) / o.pericentre);
  const double elapsed = target / root, side = since < 0 ? -1 : 1;
  const double f = 1 - chi * chi * c2 / o.pericentre, g = elapsed - chi * chi * chi * c3 / root;
  const double fdot = root / (radius * o.pericentre) * chi * (alpha * chi * chi * c3 - 1),
               gdot = 1 - chi * chi * c2 / radius;
  return {Vec3(f * o.pericentre, side * g * fastest, 0), Vec3(side * fdot * o.pericentre, gdot * fastest, 0)};
}

double apocentre(const Conic& o) {
  const double e = o.eccentricity;
  return e < 1 ? o.pericentre * (1 + e) / (1 - e) : std::numeric_limits<double>::infinity();
}

double time_to(const Conic& o, double distance) {
  const double e = o.eccentricity, alpha = (1 - e) / o.pericentre;
  if (!(distance >= o.pericentre && distance <= apocentre(o)))
    throw InputError(fmt::format("the orbit does not reach the distance {:g} m", distance));
  // r = q + e chi^2 c2 rises up to the apocentre: bisect.
  double low = 0, high = alpha > 0 ? std::numbers::pi / std::sqrt(alpha) : std::sqrt(2 * distance / e);
  for (int k = 0; k < 200 && high - low > 1e-16 * high; ++k) {
    const double chi = 0.5 * (low + high);
    (o.pericentre + e * chi * chi * stumpff(alpha * chi * chi).c2 < distance ? low : high) = chi;
  }
  return reach(o, 0.5 * (low + high)) / std::sqrt(o.strength);
}

}  // namespace rubble
