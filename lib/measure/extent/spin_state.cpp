#include "measure/extent/spin_state.hpp"

#include "base/parallel.hpp"
#include "measure/clusters/fragments.hpp"
#include "model/grains.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>

#include <boost/math/quadrature/gauss_kronrod.hpp>
#include <boost/math/special_functions/ellint_1.hpp>
#include <boost/math/special_functions/jacobi_elliptic.hpp>

namespace rubble::measure {
namespace {

constexpr double kPi = std::numbers::pi;
constexpr double kUndefined = std::numeric_limits<double>::quiet_NaN();

// Rotation about an axis with moment `axis`; `middle` is the middle moment, `far` that of the opposite axis. The
// differences (axis - far), (axis - middle) and (middle - far) have one sign, so that the same formulas hold for the
// axis of the smallest and of the largest moment. Landau & Lifshitz, Mechanics, section 37.
struct About {
  double axis, middle, far;
  double from_axis;  // |2 E axis - L^2|: 0 for rotation about the axis
  double from_far;   // |L^2 - 2 E far|

  double modulus_squared() const { return std::abs(middle - far) * from_axis / (std::abs(axis - middle) * from_far); }
  // Rate of the argument of the elliptic functions [s-1].
  double argument_rate() const { return std::sqrt(std::abs(axis - middle) * from_far / (axis * middle * far)); }
  // Precession rate of the axis about the angular momentum, divided by |L|, from the squares of cn and sn [kg-1 m-2].
  double precession(double cn2, double sn2) const {
    const double f = std::abs(axis - middle) * cn2, m = std::abs(axis - far) * sn2;
    return (f + m) / (far * f + middle * m);
  }
};

// Mean of the precession rate divided by |L|, over a quarter of the period.
double mean_precession(const About& about, double k, double quarter) {
  const auto rate = [&](double argument) {
    double cn = 0, dn = 0;
    const double sn = boost::math::jacobi_elliptic(k, argument, &cn, &dn);
    return about.precession(cn * cn, sn * sn);
  };
  return boost::math::quadrature::gauss_kronrod<double, 31>::integrate(rate, 0.0, quarter, 15, 1e-12) / quarter;
}

double angle_of(double along, double size) { return std::acos(std::clamp(along / size, -1.0, 1.0)); }

}  // namespace

Tumbling tumbling(const Vec3& moments, const Vec3& momentum) {
  const double size2 = momentum.squaredNorm(), size = std::sqrt(size2);
  // Differences of nearly equal numbers are computed as sums: L^2 - 2 E I = sum over the axes L_k^2 (1 - I / I_k).
  const auto beyond = [&](double moment) { return momentum.cwiseAbs2().dot((1 - moment / moments.array()).matrix()); };
  Tumbling out;
  out.about_long_axis = beyond(moments[1]) < 0;
  const int own = out.about_long_axis ? 0 : 2, other = 2 - own;
  const About about{moments[own], moments[1], moments[other], std::abs(beyond(moments[own])),
                    std::abs(beyond(moments[other]))};
  const double k2 = about.modulus_squared();
  out.precession_period = out.body_period = out.nutation_least = out.nutation_greatest = kUndefined;
  if (!(k2 >= 0 && k2 < 1) || about.axis == about.far) return out;
  const double k = std::sqrt(k2), quarter = boost::math::ellint_1(k);
  out.body_period = 4 * quarter / about.argument_rate();
  out.precession_period = 2 * kPi / (size * mean_precession(about, k, quarter));
  // The component of L along the axis is proportional to dn: it varies between its amplitude and the amplitude times
  // sqrt(1 - k^2).
  const double along = std::sqrt(about.axis * about.from_far / std::abs(about.axis - about.far));
  out.nutation_least = angle_of(along, size);
  out.nutation_greatest = angle_of(along * std::sqrt(1 - k2), size);
  return out;
}

double SpinState::period() const { return 2 * kPi / rate.norm(); }

double SpinState::rotational() const { return 0.5 * momentum.dot(rate); }

double SpinState::axis_angle() const { return angle_of(std::abs(momentum.dot(shape.axes.col(2))), momentum.norm()); }

namespace {

// (pile, its centre of mass and velocity) => bound of the rounding error of its angular momentum [kg m2 s-1]: see
// spin_state().
double rounding_of_momentum(const Pile& pile, const Fragment& whole) {
  constexpr double kUnitRoundoff = 0.5 * std::numeric_limits<double>::epsilon();
  constexpr double kOwn = 8;  // rounding errors of one term: two differences, a cross product, a product
  const double additions = static_cast<double>(pile.size()) + kOwn;
  const double sum = blocked_sum(pile.size(), 0.0, [&](std::size_t i) {
    const double mass = pile.model.mass[i];
    const Vec3& x = pile.state.position[i];
    const Vec3& v = pile.state.velocity[i];
    const double from_centre = (x - whole.centre).norm();
    const double relative = (v - whole.velocity).norm();
    const double own = spin_momentum(pile.model, pile.state, i, pile.state.spin[i]).norm();
    return mass * (x.norm() * relative + from_centre * v.norm()) + additions * (mass * from_centre * relative + own);
  });
  return kUnitRoundoff * sum;
}

}  // namespace

SpinState spin_state(const Pile& pile) {
  std::vector<Index> all(pile.size());
  std::iota(all.begin(), all.end(), Index{0});
  const Fragment whole = fragment(pile, all);
  SpinState out;
  out.shape = ellipsoid(pile);
  out.velocity = whole.velocity;
  out.momentum = whole.spin_momentum;
  if (out.momentum.norm() <= rounding_of_momentum(pile, whole)) out.momentum.setZero();
  out.rate = out.shape.inertia.ldlt().solve(out.momentum);
  out.kinetic = 0.5 * blocked_sum(pile.size(), 0.0, [&](std::size_t i) {
                  const Vec3 v = pile.state.velocity[i] - whole.velocity, w = pile.state.spin[i];
                  return pile.model.mass[i] * v.squaredNorm() + w.dot(spin_momentum(pile.model, pile.state, i, w));
                });
  return out;
}

}  // namespace rubble::measure
