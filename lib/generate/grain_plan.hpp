#pragma once
// [grains], [[shape]], [intruder]: grains of a new pile other than free spheres from a size law.
#include "base/field.hpp"
#include "generate/shapes.hpp"
#include "model/pile.hpp"
#include "shape/aggregate.hpp"

#include <cstdint>
#include <numbers>
#include <optional>
#include <string>
#include <vector>

namespace rubble::generate {

inline constexpr Word<shape::Overlap> kOverlaps[] = {{"sum", shape::Overlap::kSum}, {"union", shape::Overlap::kUnion}};

// Sphere whose radius a size law draws: the bounding sphere of the grain, or the sphere of its volume.
enum class SizedBy { bounding, volume };
inline constexpr Word<std::optional<SizedBy>> kSizedBy[] = {{"bounding", SizedBy::bounding},
                                                            {"volume", SizedBy::volume}};

// Shapes drawn with equal probability for each grain. A name that is listed twice has twice the probability.
struct GrainLaw {
  std::vector<std::string> shapes;
  Auto radius;
  shape::Overlap overlap = shape::Overlap::kSum;
  std::optional<SizedBy> sized_by = {};  // empty without [size]
};

// A single body that is placed first, before the bodies that fill the box around it.
struct Intruder {
  std::string shape;
  Auto radius;
  Vec3 position = Vec3::Zero();
  shape::Overlap overlap = shape::Overlap::kSum;
};

// `shapes` and `centres` are lists, which Field cannot hold. config::Document::words and points read them.
inline std::vector<Field<GrainLaw>> fields(const GrainLaw*) {
  return {
      field("radius", "m", "radius of a member of a library shape (of \"intruder\": of its bounding sphere)",
            &GrainLaw::radius)
          .range(kPositive)
          .computed("from [size] or [[shape]]"),
      field("overlap", "mass of overlapping members: each in full (sum), or their common volume once (union)",
            &GrainLaw::overlap, kOverlaps),
      field("sized_by",
            "sphere whose radius [size] draws for a grain: its bounding sphere (bounding) or the sphere of its volume "
            "(volume); only with [size]",
            &GrainLaw::sized_by, kSizedBy),
  };
}
inline std::vector<Field<Intruder>> fields(const Intruder*) {
  return {
      field("shape", "", "name of the intruder's shape, from the library or from [[shape]]", &Intruder::shape)
          .required(),
      field("radius", "m", "radius of a member of a library shape (of \"intruder\": of its bounding sphere)",
            &Intruder::radius)
          .range(kPositive)
          .computed("from [size] or [[shape]]"),
      field("overlap", "mass of overlapping members: each in full (sum), or their common volume once (union)",
            &Intruder::overlap, kOverlaps),
      field("position", "m", "centre of mass of the intruder, whose principal axes lie along x, y, z",
            &Intruder::position)
          .required(),
  };
}

// Grains to be placed: grain i is kinds[kind[i]] with all lengths multiplied by scale[i]. A grain of one member is a
// free sphere, or the bounding ball of a hull, which is placed instead of the hull. The members of a compound are the
// bounding balls of its parts.
struct Grains {
  std::vector<shape::Aggregate> kinds;
  std::vector<Index> kind;
  Reals scale;
  bool by_size = false;       // true if each grain is one sphere or hull from a size law
  std::optional<Vec3> fixed;  // position of grain 0 if it is fixed, with principal axes x, y, z [m]
  std::vector<std::optional<BoundedHull>> hulls = {};  // for each kind; nothing for grains with members and spheres
  std::vector<std::optional<shape::Compound>> compounds = {};  // for each kind; nothing for all others

  std::size_t size() const { return kind.size(); }
  const shape::Aggregate& of(std::size_t i) const { return kinds[static_cast<std::size_t>(kind[i])]; }
  const std::optional<BoundedHull>& hull(std::size_t i) const { return hulls[static_cast<std::size_t>(kind[i])]; }
  const std::optional<shape::Compound>& compound(std::size_t i) const {
    return compounds[static_cast<std::size_t>(kind[i])];
  }
  double reach(std::size_t i) const { return scale[i] * of(i).reach; }  // [m]
  bool round(std::size_t i) const { return of(i).size() == 1; }         // true if placed as one ball
};

// Positions and orientations of grains.
struct Places {
  Vec3s position;                       // centres of mass; for hulls, the centres of their bounding balls [m]
  std::vector<Quaternion> orientation;  // principal frame => inertial
};

// (grains) => sum of r^3 over their members, with the radius r of the ball of equal volume for hulls [m3].
double cubes_of_radii(const Grains& grains);
// (grains) => sum of the volumes of their members, or of their hulls [m3].
inline double volume_of(const Grains& grains) { return 4 * std::numbers::pi / 3 * cubes_of_radii(grains); }

// (radii [m]) => free spheres
Grains spheres(const Reals& radius);

// (shapes and radius, user-defined shapes, number of grains, seed, radius of each grain [m] if there is a [size]) =>
// grains of shapes drawn at random. A random shape is drawn separately for each grain. InputError for:
// - a name that is neither in the library (shape::aggregate_names()) nor user-defined;
// - a user-defined name that is already taken, or a shape that cannot be made;
// - a radius or a word that is missing or not needed, such as an overlap of hulls;
// - a shape without size if there is no [size].
Grains draw_grains(const GrainLaw& law, const std::vector<OwnShape>& own, std::size_t count, std::uint64_t seed,
                   const std::optional<Reals>& radius = {});

// Puts an intruder before the grains. InputError for names, shapes and words that draw_grains() refuses without a
// [size].
void add_intruder(Grains& grains, const Intruder& intruder, const std::vector<OwnShape>& own);

// (material, grains, places) => pile at rest at time 0: grains in Morton order of their centres, the fixed one first;
// ids 0 ... N - 1 in the order of the bodies.
Pile pile_of(const Material& material, const Grains& grains, const Places& places);

}  // namespace rubble::generate
