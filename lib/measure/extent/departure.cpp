#include "measure/extent/departure.hpp"

#include "base/error.hpp"
#include "measure/clusters/clusters.hpp"
#include "measure/extent/spin_state.hpp"
#include "measure/ledger/masses.hpp"
#include "measure/scaling/limits.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace rubble::measure {
namespace {

// A settled pile keeps a slow rotation by chance, whose axis means nothing.
constexpr double kLeastRotation = 1e-3;  // in critical rates

// (number of bodies, points, bodies of a group) => 1 for each point in the group, else 0.
std::vector<char> inside(std::size_t bodies, const PilePoints& points, const std::vector<Index>& group) {
  std::vector<char> of_body(bodies, 0);
  for (const Index i : group) of_body[static_cast<std::size_t>(i)] = 1;
  std::vector<char> out;
  for (const Index i : points.first) out.push_back(of_body[static_cast<std::size_t>(i)]);
  return out;
}

bool is_rotating(const SpinState& state, double G) {
  const double density = state.shape.mass / ellipsoid_volume(state.shape.semi_axes);
  return state.rate.norm() > kLeastRotation * critical_rate(density, G);
}

// (points, those in the group in ascending order of radius) Sets the shell of each: by the share of the group's mass
// that lies below the middle of the point's mass.
void set_shells(const PilePoints& points, const std::vector<std::size_t>& ascending, std::vector<int>& shell) {
  double total = 0, below = 0;
  for (const std::size_t i : ascending) total += points.mass[i];
  for (const std::size_t i : ascending) {
    const double share = (below + 0.5 * points.mass[i]) / total;
    shell[i] = std::min(static_cast<int>(kShells * share), static_cast<int>(kShells) - 1);
    below += points.mass[i];
  }
}

double linear_crossing(double t0, double t1, double s0, double s1, double threshold) {
  return s0 < threshold ? t0 + (threshold - s0) / (s1 - s0) * (t1 - t0) : t1;
}

}  // namespace

PilePoints points_of(const Pile& pile, bool bodies) {
  if (bodies) {
    std::vector<Index> all(pile.size());
    std::iota(all.begin(), all.end(), Index{0});
    return {all, pile.model.radius, pile.model.mass, pile.state.position};
  }
  const Grains grains = grains_of(pile);
  const Pile spheres = as_spheres(pile, grains);
  return {grains.first, spheres.model.radius, spheres.model.mass, spheres.state.position};
}

Depths depths(const Pile& pile, const PilePoints& points, const std::vector<Index>& group, double G) {
  const SpinState state = spin_state(part(pile, group));
  const std::vector<char> is_inside = inside(pile.size(), points, group);
  const std::size_t n = points.first.size();
  Depths out;
  out.rotates = is_rotating(state, G);
  out.axis = out.rotates ? Vec3(state.rate.normalized()) : Vec3(state.shape.axes.col(2));
  out.bin.assign(n, -1);
  out.relative_radius.assign(n, 0), out.latitude.assign(n, 0);
  std::vector<std::size_t> members;
  for (std::size_t i = 0; i < n; ++i) {
    const Vec3 x = points.position[i] - state.shape.centre;
    const double distance = x.norm();
    out.relative_radius[i] = (state.shape.axes.transpose() * x).cwiseQuotient(state.shape.semi_axes).norm();
    out.latitude[i] = distance > 0 ? std::asin(std::min(std::abs(x.dot(out.axis)) / distance, 1.0)) : 0.0;
    if (is_inside[i]) members.push_back(i);
  }
  std::stable_sort(members.begin(), members.end(),
                   [&](std::size_t a, std::size_t b) { return out.relative_radius[a] < out.relative_radius[b]; });
  set_shells(points, members, out.bin);
  for (const std::size_t i : members) {
    const int band = static_cast<int>(kBands * std::sin(out.latitude[i]));
    out.bin[i] = out.bin[i] * static_cast<int>(kBands) + std::min(band, static_cast<int>(kBands) - 1);
  }
  return out;
}

const char* first_event(const Shearing& shear, const Shedding& shed) {
  if (!std::isfinite(std::min(shear.time, shed.time))) return "none";
  if (shed.time < shear.time) return "shedding";
  return shear.time > shed.after ? "undecided" : "shear";
}

Departure::Departure(const Pile& reference, const DepartureRule& rule) : rule_(rule) {
  if (reference.size() == 0) throw InputError("the pile has no bodies");
  points_ = points_of(reference, rule.bodies);
  depths_ = measure::depths(reference, points_, heaviest_group(reference), rule.G);
  pairs_ = neighbour_pairs(points_.radius, points_.position, rule.neighbours);
  time_ = {reference.state.time};
  last_inside_.assign(points_.first.size(), 0);
}

void Departure::follow(const Pile& now) {
  const std::vector<char> is_inside = inside(now.size(), points_, heaviest_group(now));
  for (std::size_t i = 0; i < is_inside.size(); ++i)
    if (is_inside[i]) last_inside_[i] = time_.size();
  time_.push_back(now.state.time);
}

BinStrains Departure::strains(std::size_t frame, const Pile& now) const {
  const Vec3s position = points_of(now, rule_.bodies).position;
  std::vector<char> takes_part(position.size());
  for (std::size_t i = 0; i < position.size(); ++i) takes_part[i] = stays(i);
  const std::vector<LocalStrain> local = local_strains(pairs_, points_.position, position, takes_part);
  BinStrains out;
  for (std::size_t i = 0; i < position.size(); ++i) {
    if (depths_.bin[i] < 0) continue;
    BinStrain& bin = out[static_cast<std::size_t>(depths_.bin[i])];
    if (frame >= leaves(i)) bin.shed_mass += points_.mass[i];
    if (std::isnan(local[i].shear)) continue;
    ++bin.points;
    bin.shear += local[i].shear;
    bin.nonaffine += local[i].nonaffine;
  }
  for (BinStrain& bin : out) {
    const auto number = static_cast<double>(bin.points);
    bin.shear /= number;  // NaN without points
    bin.nonaffine = std::sqrt(bin.nonaffine / number);
  }
  return out;
}

template <class Select>
MeanPlace Departure::mean_place(Select&& select) const {
  MeanPlace out{0, 0, 0, 0};
  for (std::size_t i = 0; i < points_.first.size(); ++i) {
    if (depths_.bin[i] < 0 || !select(i)) continue;
    ++out.points;
    out.mass += points_.mass[i];
    out.relative_radius += points_.mass[i] * depths_.relative_radius[i];
    out.latitude += points_.mass[i] * depths_.latitude[i];
  }
  out.relative_radius /= out.mass;  // NaN without points
  out.latitude /= out.mass;
  return out;
}

Shedding Departure::first_shedding() const {
  std::size_t first = time_.size();
  for (std::size_t i = 0; i < points_.first.size(); ++i)
    if (depths_.bin[i] >= 0) first = std::min(first, leaves(i));
  Shedding out;
  if (first == time_.size()) return out;
  out.time = time_[first];
  out.after = time_[first - 1];
  out.place = mean_place([&](std::size_t i) { return leaves(i) == first; });
  return out;
}

MeanPlace Departure::place(std::size_t bin) const {
  return mean_place([&](std::size_t i) { return depths_.bin[i] == static_cast<int>(bin); });
}

Shearing Departure::first_shearing(const std::vector<BinStrains>& strains, double threshold) const {
  Shearing out;
  std::size_t first = 0;
  for (std::size_t f = 1; f < strains.size() && out.time > time_[f - 1]; ++f)
    for (std::size_t b = 0; b < kDepthBins; ++b) {
      const double before = strains[f - 1][b].shear, now = strains[f][b].shear;
      if (!(now > threshold)) continue;
      const double crossing = linear_crossing(time_[f - 1], time_[f], before, now, threshold);
      if (crossing >= out.time) continue;
      out.time = crossing;
      out.after = time_[f - 1];
      first = b;
    }
  if (std::isfinite(out.time)) out.place = place(first);
  return out;
}

}  // namespace rubble::measure
