#include "model/curve.hpp"

#include "base/error.hpp"

#include <algorithm>
#include <cmath>

namespace rubble {
namespace {

constexpr double kSteepest = 3;  // largest slope / slope of a chord with which the curve is monotone

// (slope of the parabola at a point, slopes of the chords before and after it) => the slope of a monotone curve
double monotone(double slope, double before, double after) {
  if (!(before * after > 0)) return 0;
  return std::copysign(std::min(std::abs(slope), kSteepest * std::min(std::abs(before), std::abs(after))), before);
}

}  // namespace

Curve::Curve(Reals place, Reals value) : place_(std::move(place)), value_(std::move(value)) {
  const std::size_t n = place_.size();
  if (n < 2 || value_.size() != n) throw InputError("a curve needs two or more points and one value for each");
  for (std::size_t k = 1; k < n; ++k)
    if (!(place_[k] > place_[k - 1])) throw InputError("the points of a curve must be in ascending order");
  slope_.assign(n, 0);
  for (std::size_t k = 1; k + 1 < n; ++k) {
    const double before = place_[k] - place_[k - 1], after = place_[k + 1] - place_[k];
    const double rise = (value_[k] - value_[k - 1]) / before, next = (value_[k + 1] - value_[k]) / after;
    slope_[k] = monotone((after * rise + before * next) / (before + after), rise, next);
  }
}

Curve::Piece Curve::piece_at(double x) const {
  const auto above = std::upper_bound(place_.begin() + 1, place_.end() - 1, x);
  const auto k = static_cast<std::size_t>(above - place_.begin()) - 1;
  const double width = place_[k + 1] - place_[k];
  return {width, value_[k], value_[k + 1], slope_[k], slope_[k + 1], std::clamp((x - place_[k]) / width, 0.0, 1.0)};
}

double Curve::at(double x) const {
  const Piece p = piece_at(x);
  const double t = p.at, u = 1 - t;
  return u * u * (1 + 2 * t) * p.left + t * t * (1 + 2 * u) * p.right +
         t * u * p.width * (u * p.rise_left - t * p.rise_right);
}

double Curve::slope(double x) const {
  if (x <= place_.front() || x >= place_.back()) return 0;
  const Piece p = piece_at(x);
  const double t = p.at, u = 1 - t;
  return 6 * t * u * (p.right - p.left) / p.width + u * (u - 2 * t) * p.rise_left + t * (t - 2 * u) * p.rise_right;
}

// Within a piece the slope is c + b t + a t^2.
Curve::Parabola Curve::slope_of(std::size_t piece) const {
  const double left = slope_[piece], right = slope_[piece + 1];
  const double rise = (value_[piece + 1] - value_[piece]) / (place_[piece + 1] - place_[piece]);
  return {3 * (left + right - 2 * rise), 6 * rise - 4 * left - 2 * right, left};
}

double Curve::bound() const {
  double bound = 0;
  for (const double value : value_) bound = std::max(bound, std::abs(value));
  return bound;
}

double Curve::steepest() const {
  double bound = 0;
  for (std::size_t k = 0; k + 1 < place_.size(); ++k) {
    const Parabola p = slope_of(k);
    const double t = -p.b / (2 * p.a);
    bound = std::max(bound, std::abs(slope_[k]));
    if (t > 0 && t < 1) bound = std::max(bound, std::abs(p.c + 0.5 * p.b * t));
  }
  return bound;
}

}  // namespace rubble
