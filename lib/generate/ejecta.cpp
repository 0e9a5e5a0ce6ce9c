#include "generate/ejecta.hpp"

#include "base/keys_error.hpp"
#include "gravity/gravity.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include <fmt/format.h>

namespace rubble::generate {
namespace {

constexpr double kPotentialError = 1e-6;  // tolerance of the fast multipole method; a mass fraction needs less
constexpr double kAtRest = 1e-12;         // rounding error of velocities, relative to the largest one

Vec3 mean(const Reals& mass, const Vec3s& of) {
  double all = 0;
  Vec3 sum = Vec3::Zero();
  for (std::size_t i = 0; i < mass.size(); ++i) all += mass[i], sum += mass[i] * of[i];
  return sum / all;
}

double radius_of(const Pile& pile, const Vec3& centre) {
  double most = 0;
  for (std::size_t i = 0; i < pile.size(); ++i)
    most = std::max(most, (pile.state.position[i] - centre).norm() + pile.model.radius[i]);
  return most;
}

// Velocities for v_c = 1, minus their mean.
Vec3s directions(const Pile& pile, const Ejecta& ejecta) {
  const Vec3 centre = mean(pile.model.mass, pile.state.position);
  const double radius = radius_of(pile, centre);
  const Vec3 source = centre + (1 - ejecta.depth) * radius * ejecta.site.normalized();
  Vec3s way(pile.size());
  for (std::size_t i = 0; i < pile.size(); ++i) {
    const Vec3 from = pile.state.position[i] - source;
    const double distance = std::max(from.norm(), pile.model.radius[i]);
    way[i] = std::pow(distance / radius, ejecta.exponent) / distance * from;
  }
  const Vec3 all = mean(pile.model.mass, way);
  for (Vec3& w : way) w -= all;
  return way;
}

// (pile, velocities w for v_c = 1, G) => the scale v_c at which each body just escapes: v_c |w| = sqrt(-2 potential)
// [m s-1]. It is infinite for bodies with w = 0, apart from rounding errors.
Reals escape_scales(const Pile& pile, const Vec3s& way, double G) {
  gravity::Pull pull;
  gravity::Solver({gravity::Summation::fmm, G, kPotentialError})
      .evaluate(pile.model.mass, pile.state.position, static_cast<unsigned>(gravity::Want::potential), pull);
  double fastest = 0;
  for (const Vec3& w : way) fastest = std::max(fastest, w.norm());
  Reals scale(pile.size(), std::numeric_limits<double>::infinity());
  for (std::size_t i = 0; i < pile.size(); ++i)
    if (const double speed = way[i].norm(); speed > kAtRest * fastest)
      scale[i] = std::sqrt(-2 * pull.potential[i]) / speed;
  return scale;
}

}  // namespace

double throw_out(Pile& pile, const Ejecta& ejecta) {
  if (!pile.state.grouping.grains.empty()) throw InputError("[ejecta] needs free spheres: remove [grains]");
  if (ejecta.site.isZero(0)) throw KeyError("site", "'site' in [ejecta] must not be zero");
  const Vec3s way = directions(pile, ejecta);
  const Reals scale = escape_scales(pile, way, ejecta.constant);
  std::vector<std::size_t> order(pile.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return scale[a] < scale[b]; });
  const double all = std::accumulate(pile.model.mass.begin(), pile.model.mass.end(), 0.0);
  double escaping = 0, speed = 0;
  for (const std::size_t i : order) {
    if (escaping >= ejecta.escaping * all) break;
    if (!std::isfinite(scale[i]))
      throw KeysError(
          {"escaping", "site", "depth"},
          fmt::format("'escaping' in [ejecta] is {}, but body {} gets no velocity and cannot escape: reduce "
                      "'escaping', or change 'site' or 'depth'",
                      ejecta.escaping, pile.model.id[i]));
    escaping += pile.model.mass[i];
    speed = scale[i];
  }
  for (std::size_t i = 0; i < pile.size(); ++i) pile.state.velocity[i] = speed * way[i];
  return speed;
}

}  // namespace rubble::generate
