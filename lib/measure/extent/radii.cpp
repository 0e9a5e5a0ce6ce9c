#include "measure/extent/radii.hpp"

#include "base/ball.hpp"
#include "base/parallel.hpp"
#include "measure/ledger/grain_sums.hpp"
#include "measure/ledger/masses.hpp"
#include "model/bodies.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace rubble::measure {
namespace {

Reals distances_from_centre(const Pile& pile) {
  const Vec3 centre = centre_of_mass(pile);
  Reals distance(pile.size());
  for (std::size_t i = 0; i < pile.size(); ++i) distance[i] = (pile.state.position[i] - centre).norm();
  return distance;
}

// A pile and its centre of mass.
class Centred {
 public:
  explicit Centred(const Pile& pile) : pile_(pile), centre_(centre_of_mass(pile)) {
    for (std::size_t i = 0; i < pile.size(); ++i) place_.push_back(placement_of(pile.model, pile.state, i));
  }

  // (body, radius [m]) => volume of the part of the body in the ball of that radius about the centre of mass [m3].
  double volume_within(std::size_t body, double radius) const {
    return shape::volume_within(shape_of(pile_.model, body), place_[body], centre_, radius);
  }

  // => radius of the smallest ball about the centre of mass that contains all bodies [m].
  double reach() const {
    double radius = 0;
    for (std::size_t i = 0; i < pile_.size(); ++i)
      radius = std::max(radius, farthest(pile_.model, pile_.state, i, centre_));
    return radius;
  }

 private:
  const Pile& pile_;
  Vec3 centre_;
  std::vector<shape::Placement> place_;
};

}  // namespace

double mass_radius(const Pile& pile, double fraction) {
  const Centred ball(pile);
  const Reals& s = pile.model.radius;
  const double wanted = fraction * total_mass(pile);
  const auto mass_within = [&](double radius) {
    return blocked_sum(pile.size(), 0.0, [&](std::size_t i) {
      return pile.model.mass[i] * (ball.volume_within(i, radius) / ball_volume(s[i]));
    });
  };
  double low = 0;
  double high = ball.reach();
  while (true) {  // bisection until the bounds are adjacent numbers
    const double middle = low + 0.5 * (high - low);
    if (middle <= low || middle >= high) return high;
    (mass_within(middle) < wanted ? low : high) = middle;
  }
}

double half_mass_equivalent_radius(const Pile& pile) { return std::cbrt(2.0) * mass_radius(pile, 0.5); }

double encompassing_radius(const Pile& pile) { return Centred(pile).reach(); }

double solid_fraction_within(const Pile& pile, double radius) {
  const Centred ball(pile);
  const double solid = blocked_sum(pile.size(), 0.0, [&](std::size_t i) {
    return ball.volume_within(i, radius) * (solid_volume(pile, i) / shape_volume(pile.model, i));
  });
  return solid / ball_volume(radius);
}

Segregation segregation(const Pile& pile) {
  const Pile whole = as_spheres(pile, grains_of(pile));
  const Reals distance = distances_from_centre(whole);
  const double half = 0.5 * total_mass(whole);
  std::vector<std::size_t> order(whole.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t i, std::size_t j) { return distance[i] < distance[j]; });

  double mass = 0, inner_sum = 0, outer_sum = 0;
  std::size_t inner_count = 0;
  for (const std::size_t i : order) {
    const bool inside = mass + 0.5 * whole.model.mass[i] <= half;  // a grain on the border belongs to the half that
                                                                   // contains most of it
    mass += whole.model.mass[i];
    (inside ? inner_sum : outer_sum) += whole.model.radius[i];
    if (inside) ++inner_count;
  }
  const std::size_t outer_count = whole.size() - inner_count;
  Segregation out;
  out.mean = (inner_sum + outer_sum) / static_cast<double>(whole.size());
  if (inner_count > 0) out.inner = inner_sum / static_cast<double>(inner_count);
  if (outer_count > 0) out.outer = outer_sum / static_cast<double>(outer_count);
  if (inner_count > 0 && outer_count > 0) {
    const double squares = blocked_sum(whole.size(), 0.0, [&](std::size_t i) {
      const double off = whole.model.radius[i] - out.mean;
      return off * off;
    });
    const double variance = squares / static_cast<double>(whole.size() - 1);
    out.noise =
        std::sqrt(variance * (1 / static_cast<double>(inner_count) + 1 / static_cast<double>(outer_count))) / out.mean;
  }
  return out;
}

}  // namespace rubble::measure
