#include "measure/ledger/digits.hpp"

#include "base/ball.hpp"
#include "base/median.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

namespace rubble::measure {
namespace {

// Largest accepted rounding step of positions / smallest radius: a tenth of the gap at which hard spheres touch, which
// is 1e-8 radii.
constexpr double kPlace = 1e-9;
// Resolution of velocities / contact speed: one rounding is then within the limit sanity.momentum.
constexpr double kSpeed = 1e-9;

// The median of each component separately.
Vec3 median_of(const Vec3s& vectors) {
  Vec3 out;
  Reals component(vectors.size());
  for (int axis = 0; axis < 3; ++axis) {
    for (std::size_t i = 0; i < vectors.size(); ++i) component[i] = vectors[i][axis];
    out[axis] = median(component);
  }
  return out;
}

// Distance from the largest component to the next larger double.
double spacing_at(const Vec3& place) {
  const double size = place.lpNorm<Eigen::Infinity>();
  return std::nextafter(size, std::numeric_limits<double>::infinity()) - size;
}

}  // namespace

bool Digits::resolve_places() const { return spacing <= kPlace * radius; }
bool Digits::resolve_speeds() const { return contact_speed == 0 || speed_spacing <= kSpeed * contact_speed; }

Digits digits_of(const Pile& pile, double gravitational_constant, bool fixed) {
  const Model& model = pile.model;
  Digits digits;
  digits.middle = median_of(pile.state.position);
  digits.velocity = median_of(pile.state.velocity);
  digits.spacing = spacing_at(digits.middle);
  digits.speed_spacing = spacing_at(digits.velocity);
  digits.radius = *std::min_element(model.radius.begin(), model.radius.end());
  const Vec3 rest = fixed ? Vec3(Vec3::Zero()) : digits.velocity;
  Reals speed;
  double mass = 0;
  double volume = 0;
  for (std::size_t i = 0; i < pile.size(); ++i) {
    speed.push_back((pile.state.velocity[i] - rest).norm());
    mass += model.mass[i];
    volume += ball_volume(model.radius[i]);
  }
  const double escape = std::sqrt(2 * gravitational_constant * mass / ball_radius(volume));
  digits.contact_speed = std::max(median(speed), escape);
  return digits;
}

std::string unresolved(const Digits& digits) {
  if (!digits.resolve_places())
    return fmt::format(
        "the middle of the pile lies {:.6g} m from the origin, where neighbouring double-precision numbers are {:.2g} "
        "m apart, more than {:g} of the smallest radius, {:.4g} m",
        digits.middle.norm(), digits.spacing, kPlace, digits.radius);
  if (!digits.resolve_speeds())
    return fmt::format(
        "the pile moves at {:.6g} m/s, where neighbouring double-precision numbers are {:.2g} m/s apart, more than "
        "{:g} of the speed at which its bodies meet, {:.2g} m/s",
        digits.velocity.norm(), digits.speed_spacing, kSpeed, digits.contact_speed);
  return "";
}

}  // namespace rubble::measure
