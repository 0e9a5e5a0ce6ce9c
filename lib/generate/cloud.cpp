#include "generate/cloud.hpp"

#include "base/keys_error.hpp"
#include "base/random.hpp"
#include "generate/extent.hpp"
#include "generate/separate.hpp"
#include "generate/turn.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numbers>
#include <numeric>
#include <type_traits>

#include <fmt/format.h>

namespace rubble::generate {
namespace {

constexpr double kHeadroom = 1e-3;  // free part of a cell's width: bodies in neighbouring cells of layers never touch
constexpr double kMostCells = 1e8;  // limit of the cells of one layer: more would not fit into memory
// Number of passes that are tried before they are advised: this factor more, and at least kManyPasses.
constexpr std::int64_t kMorePasses = 10, kManyPasses = 2000;
constexpr double kMostTried = 2e6;  // largest number of bodies x passes of a trial, which takes a few seconds

// (length > 0 [m]) => text of six digits, rounded up: a key with this value is large enough.
std::string text_of_least(double length) {
  const std::string nearest = fmt::format("{:.6g}", length);
  if (std::strtod(nearest.c_str(), nullptr) >= length) return nearest;
  const double last_digit = std::pow(10, std::floor(std::log10(length)) - 5);
  return fmt::format("{:.6g}", length + last_digit);
}

// (keys of [cloud]) => the same, followed by the keys that set the sizes of bodies. They are the keys of a message that
// bodies do not fit.
std::vector<std::string> keys_with_sizes(std::vector<std::string> keys) {
  keys.insert(keys.end(), {"size.min", "size.max", "size.radii", "grains.radius", "intruder.radius"});
  return keys;
}

struct Placer {
  const Grains& grains;
  std::vector<Random> random;  // one stream for each grain, so that its draws depend only on the number of its moves
  std::uint64_t seed;
  std::size_t first;  // first grain that is not fixed
  double largest = 0;
  Cloud cloud;
  bool is_trial = false;  // true: the advice of its errors is not read

  Placer(const Grains& all, std::uint64_t key) : grains(all), seed(key), first(all.fixed ? 1 : 0) {
    random.reserve(grains.size());
    for (std::size_t i = 0; i < grains.size(); ++i) {
      random.emplace_back(seed, Purpose::kPlace, i);
      if (i >= first) largest = std::max(largest, grains.reach(i));
    }
    cloud.places = {Vec3s(grains.size(), Vec3::Zero()), {}};
    cloud.places.orientation.assign(grains.size(), Quaternion::Identity());
    if (grains.fixed) cloud.places.position[0] = *grains.fixed;
  }

  void turn(std::size_t i) {
    if (!grains.round(i) || grains.hull(i)) cloud.places.orientation[i] = random_orientation(random[i]);
  }

  // Draws all positions, then separates overlapping bodies unless the form keeps overlaps. Hulls are first separated as
  // bounding balls. If these do not fit, hulls are separated by their true shapes. => true if no overlap is left that
  // has to be removed
  template <class FormAtRandom, class Draw, class Confine>
  bool fill(const FormAtRandom& form, Draw&& draw, Confine&& confine) {
    for (std::size_t i = first; i < grains.size(); ++i) draw(i);
    cloud.overlaps = form.overlaps;
    if (form.overlaps == CloudOverlaps::keep) return true;
    const std::int64_t passes = form.passes;
    const bool apart = grains.by_size ? redraw(grains, cloud.places, cloud.period, passes, cloud.passes, draw)
                                      : push_apart(grains, cloud.places, cloud.period, passes, cloud.passes, confine);
    if (apart || !has_hulls() || !cloud.period.isZero(0)) return apart;
    return push_apart_by_form(grains, cloud.places, passes, cloud.passes, confine);
  }

  // (form in which overlaps remain) => beginning of the advice: whether more passes suffice. They are tried unless that
  // takes long.
  template <class FormAtRandom>
  std::string advice_on_passes(FormAtRandom form) const {
    form.passes = std::max(kMorePasses * form.passes, kManyPasses);
    if (static_cast<double>(grains.size()) * static_cast<double>(form.passes) > kMostTried || is_trial)
      return "raise cloud.passes, or ";
    Placer trial(grains, seed);
    trial.is_trial = true;
    try {
      trial(form);
    } catch (const InputError&) {
      return fmt::format("{} passes do not suffice either: ", form.passes);
    }
    return fmt::format("set cloud.passes = {}, which suffices, or ", form.passes);
  }

  bool has_hulls() const {
    const auto is_set = [](const auto& form) { return form.has_value(); };
    return std::ranges::any_of(grains.hulls, is_set) || std::ranges::any_of(grains.compounds, is_set);
  }

  // (box, number of its first axes that are tested, least width [m]) => KeyError if the box is narrower.
  template <class InBox>
  static void require_width(const InBox& form, int axes, double least) {
    for (int axis = 0; axis < axes; ++axis)
      if (form.upper[axis] - form.lower[axis] < least)
        throw KeysError(keys_with_sizes({"upper", "lower"}),
                        fmt::format("the box is too narrow along {}, where the largest body needs {} m: raise "
                                    "cloud.upper, or lower the sizes",
                                    "xyz"[axis], text_of_least(least)));
  }

  void operator()(const LatticeCloud& form) {
    if (form.cell < 2 * largest)
      throw KeysError(keys_with_sizes({"cell"}),
                      fmt::format("cloud.cell is smaller than the largest diameter, {} m: raise it, or lower the sizes",
                                  text_of_least(2 * largest)));
    std::int64_t side = 1;
    while (form.occupied * static_cast<double>(side * side * side) < static_cast<double>(form.count)) ++side;
    std::vector<std::int64_t> cell(static_cast<std::size_t>(side * side * side));
    std::iota(cell.begin(), cell.end(), std::int64_t{0});
    Random(seed, Purpose::kCells).shuffle(cell);

    const double centre = 0.5 * static_cast<double>(side - 1);
    for (std::size_t i = 0; i < grains.size(); ++i) {
      turn(i);
      const std::int64_t x = cell[i] % side, y = cell[i] / side % side, z = cell[i] / (side * side);
      Vec3& p = cloud.places.position[i];
      p = Vec3(static_cast<double>(x) - centre, static_cast<double>(y) - centre, static_cast<double>(z) - centre) *
          form.cell;
      if (!form.jitter) continue;
      const double shift = 0.5 * form.cell - grains.reach(i);
      for (int axis = 0; axis < 3; ++axis) p[axis] += shift * random[i].uniform(-1, 1);
    }
  }

  void operator()(const SphereCloud& form) {
    if (form.radius && form.solid_fraction)
      throw KeysError({"solid_fraction", "radius"},
                      "cloud.radius and cloud.solid_fraction both set the size: remove one of them");
    if (!form.radius && !form.solid_fraction)
      throw InputError("form = \"sphere\" needs either cloud.radius or cloud.solid_fraction");
    const double cubes = cubes_of_radii(grains);
    double& radius = cloud.radius;
    radius = form.radius ? *form.radius : std::cbrt(cubes / *form.solid_fraction);
    const auto draw = [&](std::size_t i) {
      turn(i);
      cloud.places.position[i] = radius * random[i].in_ball();
    };
    const auto confine = [&](std::size_t i) {
      Vec3& p = cloud.places.position[i];
      if (const double r = p.norm(); r > radius) p *= radius / r;
    };
    for (; !fill(form, draw, confine); radius += 2 * largest) {
      if (!form.enlarge)
        throw KeysError(
            keys_with_sizes({form.radius ? "radius" : "solid_fraction", "count", "passes"}),
            fmt::format("{} bodies do not fit into a sphere of radius {:.6g} m, solid fraction {:.3g}: overlaps remain "
                        "after {} passes; {}{} (random packings of equal spheres reach 0.64), or set "
                        "cloud.enlarge = true",
                        grains.size(), radius, cubes / std::pow(radius, 3), form.passes, advice_on_passes(form),
                        form.radius ? "raise cloud.radius" : "lower cloud.solid_fraction"));
      ++cloud.enlargements;
    }
  }

  void operator()(const BoxCloud& form) {
    require_width(form, 3, 2 * largest);
    const ImageLattice space{cloud.period = form.period()};
    const auto draw = [&](std::size_t i) {
      turn(i);
      const Extent e = extent(grains, i, cloud.places.orientation[i]);
      for (int axis = 0; axis < 3; ++axis) {
        const double low = space.repeats(axis) ? 0 : e.low[axis], high = space.repeats(axis) ? 0 : e.high[axis];
        cloud.places.position[i][axis] = random[i].uniform(form.lower[axis] - low, form.upper[axis] - high);
      }
    };
    const auto confine = [&](std::size_t i) {
      const Extent e = extent(grains, i, cloud.places.orientation[i]);
      Vec3& p = cloud.places.position[i];
      const Vec3 kept = p.cwiseMax(form.lower - e.low).cwiseMin(form.upper - e.high);
      const Vec3 image = p + space.into_cell(p - form.lower);
      for (int axis = 0; axis < 3; ++axis) p[axis] = space.repeats(axis) ? image[axis] : kept[axis];
    };
    if (!fill(form, draw, confine))
      throw KeysError(
          keys_with_sizes({"count", "lower", "upper", "passes"}),
          fmt::format(
              "{} bodies do not fit into the box, solid fraction {:.3g}: overlaps remain after {} passes; {}lower "
              "cloud.count, or enlarge the box (random packings of equal spheres reach 0.64)",
              grains.size(), volume_of(grains) / (form.upper - form.lower).prod(), form.passes,
              advice_on_passes(form)));
  }

  // True if a member of grain i overlaps a member of the fixed grain.
  bool meets_fixed(std::size_t i) const {
    const Vec3& p = cloud.places.position[i];
    if (!grains.fixed || (p - *grains.fixed).norm() >= grains.reach(i) + grains.reach(0)) return false;
    const Mat3 axes = cloud.places.orientation[i].toRotationMatrix();
    const shape::Aggregate &kind = grains.of(i), &fixed = grains.of(0);
    for (std::size_t a = 0; a < kind.size(); ++a)
      for (std::size_t b = 0; b < fixed.size(); ++b) {
        const Vec3 x = p + grains.scale[i] * (axes * kind.centre[a]);
        const Vec3 y = *grains.fixed + grains.scale[0] * fixed.centre[b];
        if ((x - y).norm() < grains.scale[i] * kind.radius[a] + grains.scale[0] * fixed.radius[b]) return true;
      }
    return false;
  }

  void operator()(const LayersCloud& form) {
    const double height = 2 * largest * (1 + kHeadroom);
    const Vec3 size = form.upper - form.lower;
    const double across = std::floor(size.x() / height), along = std::floor(size.y() / height);
    require_width(form, 2, height);
    if (across * along > kMostCells)
      throw KeysError(keys_with_sizes({"upper", "lower"}),
                      "the box is too wide: a layer would have more than 1e8 cells: lower cloud.upper, or raise the "
                      "sizes");
    const Vec3 cell(size.x() / across, size.y() / along, height);
    const auto columns = static_cast<std::size_t>(across), rows = static_cast<std::size_t>(along);
    std::vector<std::size_t> order(columns * rows);
    std::size_t used = order.size(), layers = 0;  // cells used in the current layer; number of layers
    for (std::size_t i = first; i < grains.size(); ++i) {
      Vec3& p = cloud.places.position[i];
      do {
        if (used == order.size()) {
          std::iota(order.begin(), order.end(), std::size_t{0});
          Random(seed, Purpose::kCells, layers++).shuffle(order);
          used = 0;
        }
        turn(i);
        const std::size_t c = order[used++];
        const Vec3 steps(static_cast<double>(c % columns), static_cast<double>(c / columns),
                         static_cast<double>(layers - 1));
        p = form.lower + (steps.array() + 0.5).matrix().cwiseProduct(cell);
        for (int axis = 0; axis < 3; ++axis)
          p[axis] += (0.5 * cell[axis] * (1 - kHeadroom / 2) - grains.reach(i)) * random[i].uniform(-1, 1);
      } while (meets_fixed(i));
    }
    if (const double top = height * static_cast<double>(layers); top > size.z())
      throw KeysError(
          keys_with_sizes({"upper", "lower", "count"}),
          fmt::format("the box is too low: {} bodies need {} layers, {} m high: raise cloud.upper or lower cloud.count",
                      grains.size() - first, layers, text_of_least(top)));
  }

  void operator()(const MeshCloud& form) {
    const shape::ClosedSurface surface(mesh_in_metres(form, volume_of(grains)));
    const InsideSurface inside(surface, grains);
    cloud.mesh_volume = surface.volume();
    cloud.solid_fraction = volume_of(grains) / cloud.mesh_volume;
    const auto draw = [&](std::size_t i) {
      inside.draw(i, random[i], cloud.places.position[i], cloud.places.orientation[i]);
    };
    const auto confine = [&](std::size_t i) {
      inside.confine(i, random[i], cloud.places.position[i], cloud.places.orientation[i]);
    };
    // A mesh too full for new draws of spheres is filled by pushing, which needs no hole for a whole sphere.
    if (!fill(form, draw, confine) &&
        (!grains.by_size || has_hulls() ||
         !push_apart(grains, cloud.places, Vec3::Zero(), form.passes, cloud.passes, confine)))
      throw KeysError(
          keys_with_sizes({form.solid_fraction ? "solid_fraction" : "count", "volume", "extent", "unit", "passes"}),
          fmt::format("{} bodies do not fit into the mesh of volume {:.6g} m3, solid fraction {:.3g}: overlaps remain "
                      "after {} passes; {}lower {}",
                      grains.size(), cloud.mesh_volume, cloud.solid_fraction, form.passes, advice_on_passes(form),
                      form.solid_fraction ? "cloud.solid_fraction" : "cloud.count, raise the size of the mesh"));
  }

  void operator()(const PackedCloud& form) {
    for (std::size_t i = 0; i < grains.size(); ++i)
      if (!grains.round(i) || grains.hull(i) || grains.reach(i) != largest)
        throw KeysError(keys_with_sizes({"form", "size.law"}),
                        "form = \"packed\" needs free spheres of one radius: remove [grains], and set size.min and "
                        "size.max to the same radius");
    Random lattice(seed, Purpose::kCells);
    cloud.places.position = packed_sites(form, largest, lattice);
  }
};

}  // namespace

Vec3 BoxCloud::period() const {
  Vec3 out = Vec3::Zero();
  for (int axis = 0; axis < 3; ++axis)
    if (periodic[static_cast<std::size_t>(axis)]) out[axis] = upper[axis] - lower[axis];
  return out;
}

std::size_t count(const Form& form) {
  return std::visit([](const auto& f) { return static_cast<std::size_t>(f.count); }, form);
}

Cloud place(const Form& form, const Grains& grains, std::uint64_t seed) {
  if (const std::string refused = fixed_refused(form, grains); !refused.empty()) throw InputError(refused);
  if (const std::string outside = fixed_outside(form, grains); !outside.empty()) throw InputError(outside);
  Placer placer(grains, seed);
  std::visit(placer, form);
  return placer.cloud;
}

}  // namespace rubble::generate
