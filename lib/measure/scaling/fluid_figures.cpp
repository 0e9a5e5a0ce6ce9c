#include "measure/scaling/fluid_figures.hpp"

#include "measure/scaling/limits.hpp"

#include <cmath>
#include <cstdint>
#include <numbers>

#include <boost/math/quadrature/gauss.hpp>
#include <boost/math/tools/toms748_solve.hpp>

namespace rubble::measure {
namespace {

using std::numbers::pi;
// Least c / a of a spheroid and least b / a of an ellipsoid: both have an angular momentum above kGreatestMomentum.
constexpr double kFlattest = 1e-4, kNarrowest = 0.02;

// (function of one number, bracket of its only root) => the root.
template <class F>
double root_of(F&& f, double low, double high) {
  const double at_low = f(low), at_high = f(high);
  if (at_low == 0) return low;
  if (at_high == 0) return high;
  std::uintmax_t most = 200;
  const auto found = boost::math::tools::toms748_solve(f, low, high, at_low, at_high,
                                                       boost::math::tools::eps_tolerance<double>(50), most);
  return (found.first + found.second) / 2;
}

// (function of u) => its integral over u from 0 to infinity, with u = (x / (1 - x))^2.
template <class F>
double over_half_line(F&& f) {
  return boost::math::quadrature::gauss<double, 100>::integrate(
      [&](double x) {
        const double t = x / (1 - x);
        return f(t * t) * 2 * t / ((1 - x) * (1 - x));
      },
      0.0, 1.0);
}

// (semi-axes a >= b >= c, power 0 or 1) => a b c times the integral over u from 0 to infinity of
// u^power / ((a^2 + u) (b^2 + u) sqrt((a^2 + u) (b^2 + u) (c^2 + u))): A_12 and B_12 of Chandrasekhar 1969, section 21.
double mixed_coefficient(const Vec3& axes, int power) {
  const Vec3 s = axes.cwiseAbs2();
  return axes.prod() * over_half_line([&](double u) {
           const double ab = (s[0] + u) * (s[1] + u);
           return (power == 1 ? u : 1) / (ab * std::sqrt(ab * (s[2] + u)));
         });
}

// (name, axis ratios, w^2 / (pi G rho)) => the figure with its angular momentum and energies.
FluidFigure figure_of(const std::string& sequence, double middle, double flat, double rate_squared) {
  const Vec3 axes = Vec3(1, middle, flat) / std::cbrt(middle * flat);  // in units of r
  const double moment = (axes[0] * axes[0] + axes[1] * axes[1]) / 5;   // in M r^2
  const double square = 0.75 * rate_squared;                           // w^2 in G M / r^3, with rho = 3 M / (4 pi r^3)
  const double potential = -0.3 * gravity_coefficients(axes).dot(axes.cwiseAbs2());
  return {sequence, middle, flat, rate_squared, moment * std::sqrt(square), moment * square / 2, potential};
}

}  // namespace

double FluidFigure::rate(double density, double constant) const {
  return std::sqrt(pi * constant * density * rate_squared);
}

FluidFigure maclaurin(double flat) {
  const Vec3 A = gravity_coefficients(Vec3(1, 1, flat));
  return figure_of("maclaurin", 1, flat, flat < 1 ? 2 * (A[0] - flat * flat * A[2]) : 0);
}

FluidFigure jacobi(double middle) {
  // a^2 b^2 A_12 = c^2 A_3: at the root both conditions of hydrostatic equilibrium give the same rate of rotation.
  const auto difference = [&](double flat) {
    const Vec3 axes(1, middle, flat);
    return middle * middle * mixed_coefficient(axes, 0) - flat * flat * gravity_coefficients(axes)[2];
  };
  const double flat = root_of(difference, 0.1 * middle, middle);
  return figure_of("jacobi", middle, flat, 2 * mixed_coefficient({1, middle, flat}, 1));
}

std::vector<FluidFigure> figures_of_momentum(double momentum) {
  if (momentum == 0) return {maclaurin(1)};
  const auto exceeds = [&](const FluidFigure& figure) { return figure.momentum - momentum; };
  std::vector<FluidFigure> figures;
  figures.push_back(maclaurin(root_of([&](double flat) { return exceeds(maclaurin(flat)); }, kFlattest, 1)));
  static const double kBranch = jacobi(1).momentum;
  if (momentum > kBranch)
    figures.push_back(jacobi(root_of([&](double middle) { return exceeds(jacobi(middle)); }, kNarrowest, 1)));
  return figures;
}

}  // namespace rubble::measure
