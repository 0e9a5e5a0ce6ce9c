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

  // (body) => distance of its centre from the centre of mass [m]
  double distance(std::size_t body) const { return (pile_.state.position[body] - centre_).norm(); }

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

// A search for a radius between two bounds. Most bodies are soon inside both balls or outside both, so that only few
// are cut again at the next radius.
struct Search {
  double low = 0, high;           // [m]
  double inside = 0;              // mass of the bodies within the lower bound [kg]
  std::vector<std::size_t> open;  // bodies that may have parts between the bounds

  Search(const Pile& pile, const Centred& ball) : high(ball.reach()), open(pile.size()), pile_(pile), ball_(ball) {
    std::iota(open.begin(), open.end(), std::size_t{0});
    for (const std::size_t i : open) extent_.push_back(farthest(pile.model, pile.state, i, pile.state.position[i]));
  }

  // Removes the bodies that have no parts between the bounds.
  void decide() {
    std::size_t kept = 0;
    for (const std::size_t body : open) {
      const double distance = ball_.distance(body);
      const bool within = distance + extent_[body] <= low;
      const bool beyond = distance - extent_[body] >= high;
      if (within) inside += pile_.model.mass[body];
      if (!within && !beyond) open[kept++] = body;
    }
    open.resize(kept);
  }

 private:
  const Pile& pile_;
  const Centred& ball_;
  Reals extent_;  // distance from the centre of each body to its farthest point [m]
};

}  // namespace

double mass_radius(const Pile& pile, double fraction) {
  const Centred ball(pile);
  const Reals& mass = pile.model.mass;
  const double wanted = fraction * total_mass(pile);
  Search search(pile, ball);
  const auto mass_within = [&](double radius) {
    return search.inside + blocked_sum(search.open.size(), 0.0, [&](std::size_t k) {
             const std::size_t i = search.open[k];
             return mass[i] * (ball.volume_within(i, radius) / ball_volume(pile.model.radius[i]));
           });
  };
  while (true) {  // bisection until the bounds are adjacent numbers
    const double middle = search.low + 0.5 * (search.high - search.low);
    if (middle <= search.low || middle >= search.high) return search.high;
    (mass_within(middle) < wanted ? search.low : search.high) = middle;
    search.decide();
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
