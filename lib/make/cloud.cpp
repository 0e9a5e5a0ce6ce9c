#include "make/cloud.hpp"

#include "base/error.hpp"
#include "base/random.hpp"
#include "spatial/grid.hpp"
#include "spatial/morton.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

namespace rubble::make {
namespace {

// A stream for each body: where it goes depends on nothing but how often it was moved.
std::vector<Random> streams(std::size_t n, std::uint64_t seed) {
  std::vector<Random> result;
  result.reserve(n);
  for (std::size_t i = 0; i < n; ++i) result.emplace_back(seed, Purpose::kPlace, i);
  return result;
}

// Moves the smaller body (of equals the second) of each overlapping pair to draw(body), up to `passes` times.
// => whether no overlap is left; `done` counts the passes.
template <class Draw>
bool separate(const Reals& radius, Vec3s& position, std::int64_t passes, std::int64_t& done, Draw&& draw) {
  for (std::int64_t pass = 0;; ++pass) {
    const spatial::Pairs pairs = spatial::close_pairs(radius, position, 0);
    if (pairs.size() == 0) return true;
    if (pass == passes) return false;
    ++done;
    std::vector<bool> moved(radius.size(), false);
    for (std::size_t a = 0; a < radius.size(); ++a)
      for (std::size_t k = pairs.begin[a]; k < pairs.begin[a + 1]; ++k) {
        const auto b = static_cast<std::size_t>(pairs.partner[k]);
        if (moved[a] || moved[b]) continue;  // this pair is gone already
        const std::size_t mover = radius[a] < radius[b] ? a : b;
        position[mover] = draw(mover);
        moved[mover] = true;
      }
  }
}

struct Placer {
  const Reals& radius;
  std::uint64_t seed;

  double largest() const { return *std::max_element(radius.begin(), radius.end()); }

  template <class Draw>
  Vec3s everywhere(Draw&& draw) const {
    Vec3s position(radius.size());
    for (std::size_t i = 0; i < position.size(); ++i) position[i] = draw(i);
    return position;
  }

  Cloud operator()(const LatticeCloud& form) const {
    if (form.cell < 2 * largest()) throw InputError("cell is smaller than the largest diameter");
    std::int64_t side = 1;
    while (side * side * side < form.count) ++side;
    std::vector<std::int64_t> cell(static_cast<std::size_t>(side * side * side));
    std::iota(cell.begin(), cell.end(), std::int64_t{0});
    Random(seed, Purpose::kCells).shuffle(cell);

    const double centre = 0.5 * static_cast<double>(side - 1);
    Cloud cloud;
    cloud.position = everywhere([&](std::size_t i) {
      const std::int64_t x = cell[i] % side, y = cell[i] / side % side, z = cell[i] / (side * side);
      Vec3 p = Vec3(static_cast<double>(x) - centre, static_cast<double>(y) - centre, static_cast<double>(z) - centre) *
               form.cell;
      if (form.jitter) {
        Random random(seed, Purpose::kPlace, i);
        const double room = 0.5 * form.cell - radius[i];
        for (int axis = 0; axis < 3; ++axis) p[axis] += room * random.uniform(-1, 1);
      }
      return p;
    });
    return cloud;
  }

  Cloud operator()(const SphereCloud& form) const {
    if (form.radius.has_value() == form.solid_fraction.has_value())
      throw InputError("a sphere needs either radius or solid_fraction");
    double cubes = 0;
    for (const double r : radius) cubes += r * r * r;
    Cloud cloud;
    cloud.radius = form.radius ? *form.radius : std::cbrt(cubes / *form.solid_fraction);
    std::vector<Random> random = streams(radius.size(), seed);
    const auto draw = [&](std::size_t i) -> Vec3 { return cloud.radius * random[i].in_ball(); };
    for (;; ++cloud.enlargements, cloud.radius += 2 * largest()) {
      cloud.position = everywhere(draw);
      if (separate(radius, cloud.position, form.passes, cloud.passes, draw)) return cloud;
    }
  }

  Cloud operator()(const BoxCloud& form) const {
    if ((form.upper - form.lower).minCoeff() < 2 * largest())
      throw InputError("the box is narrower than the largest diameter");
    std::vector<Random> random = streams(radius.size(), seed);
    const auto draw = [&](std::size_t i) {
      Vec3 p;
      for (int axis = 0; axis < 3; ++axis)
        p[axis] = random[i].uniform(form.lower[axis] + radius[i], form.upper[axis] - radius[i]);
      return p;
    };
    Cloud cloud;
    cloud.position = everywhere(draw);
    if (!separate(radius, cloud.position, form.passes, cloud.passes, draw))
      throw InputError("no room for " + std::to_string(radius.size()) + " bodies in the box: overlaps are left after " +
                       std::to_string(form.passes) + " passes");
    return cloud;
  }
};

}  // namespace

std::size_t count(const Form& form) {
  return std::visit([](const auto& f) { return static_cast<std::size_t>(f.count); }, form);
}

Cloud place(const Form& form, const Reals& radius, std::uint64_t seed) {
  return std::visit(Placer{radius, seed}, form);
}

Pile pile_of_spheres(const Material& material, const Reals& radius, const Vec3s& position) {
  const std::size_t n = radius.size();
  const std::vector<Index> order = spatial::morton_order(position);
  Pile pile;
  pile.model.materials = {material};
  pile.model.material.assign(n, 0);
  pile.state.velocity.assign(n, Vec3::Zero());
  pile.state.spin.assign(n, Vec3::Zero());
  for (std::size_t k = 0; k < n; ++k) {
    const auto i = static_cast<std::size_t>(order[k]);
    const double r = radius[i];
    pile.model.id.push_back(static_cast<std::int64_t>(k));
    pile.model.radius.push_back(r);
    pile.model.mass.push_back(material.density * (4.0 / 3.0 * std::numbers::pi * r * r * r));
    pile.state.position.push_back(position[i]);
  }
  return pile;
}

}  // namespace rubble::make
