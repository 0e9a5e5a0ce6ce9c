#pragma once
// [cloud]: initial positions of the bodies of a new pile, at rest.
#include "base/field.hpp"
#include "generate/grain_plan.hpp"
#include "generate/mesh_cloud.hpp"
#include "generate/packed.hpp"

#include <array>
#include <cstdint>
#include <string>
#include <variant>

namespace rubble::generate {

// One body per cell of a cubic lattice of n^3 cells, with the smallest n for which bodies occupy at most the share
// `occupied` of the cells. Empty cells are chosen at random.
struct LatticeCloud {
  std::int64_t count = 0;
  double cell = 0;
  bool jitter = false;
  double occupied = 1;
};

// Centres uniform in a sphere. Exactly one of radius and solid_fraction must be given.
struct SphereCloud {
  std::int64_t count = 0;
  Auto radius;
  Auto solid_fraction;
  std::int64_t passes = 200;
  bool enlarge = false;
  CloudOverlaps overlaps = CloudOverlaps::remove;
};

inline constexpr Word<std::array<bool, 3>> kPeriodicAxes[] = {
    {"none", {false, false, false}}, {"x", {true, false, false}}, {"y", {false, true, false}},
    {"z", {false, false, true}},     {"xy", {true, true, false}}, {"xz", {true, false, true}},
    {"yz", {false, true, true}},     {"xyz", {true, true, true}}};

// Bodies uniform in a box. They lie inside it along open axes.
struct BoxCloud {
  std::int64_t count = 0;
  Vec3 lower = Vec3::Zero();
  Vec3 upper = Vec3::Zero();
  std::int64_t passes = 200;
  std::array<bool, 3> periodic = {};  // axes that are periodic; the period is the length of the box
  CloudOverlaps overlaps = CloudOverlaps::remove;

  // => period along each axis [m]; 0: open
  Vec3 period() const;
};

// Layers of cells in a box, filled from the floor upwards.
struct LayersCloud {
  std::int64_t count = 0;
  Vec3 lower = Vec3::Zero();
  Vec3 upper = Vec3::Zero();
};

using Form = std::variant<LatticeCloud, SphereCloud, BoxCloud, LayersCloud, PackedCloud, MeshCloud>;

inline constexpr Range kCount{1, 2147483647};  // up to the largest Index

inline std::vector<Field<LatticeCloud>> fields(const LatticeCloud*) {
  return {
      field("count", "", "number of bodies: free spheres, glued grains and hulls", &LatticeCloud::count)
          .required()
          .range(kCount),
      field("cell", "m", "width of a cell of the lattice, at least the largest diameter", &LatticeCloud::cell)
          .required()
          .range(kPositive),
      field("jitter", "", "random position of each body inside its cell; false: centre of the cell",
            &LatticeCloud::jitter)
          .required(),
      field("occupied", "1",
            "largest share of the cells that bodies occupy; the lattice is the smallest sufficient cube of cells",
            &LatticeCloud::occupied)
          .range({1e-3, 1}),
  };
}
inline std::vector<Field<SphereCloud>> fields(const SphereCloud*) {
  return {
      field("count", "", "number of bodies: free spheres, glued grains and hulls", &SphereCloud::count)
          .required()
          .range(kCount),
      field("radius", "m", "radius of the sphere that contains all centres", &SphereCloud::radius)
          .range(kPositive)
          .computed("from solid_fraction"),
      field("solid_fraction", "1", "volume of the bodies / volume of the sphere", &SphereCloud::solid_fraction)
          .range(kPositiveFraction)
          .computed("from radius"),
      field("passes", "",
            "maximum number of passes that separate overlapping bodies before the sphere counts as too full",
            &SphereCloud::passes)
          .range(kNotNegative),
      field("enlarge", "",
            "true: the radius of a sphere that is too full grows by the largest diameter until all bodies fit; false: "
            "an error",
            &SphereCloud::enlarge),
      field("overlaps", kCloudOverlapsText, &SphereCloud::overlaps, kCloudOverlaps),
  };
}
inline std::vector<Field<BoxCloud>> fields(const BoxCloud*) {
  return {
      field("count", "", "number of bodies: free spheres, glued grains and hulls", &BoxCloud::count)
          .required()
          .range(kCount),
      field("lower", "m", "lower corner of the box", &BoxCloud::lower).required(),
      field("upper", "m", "upper corner of the box", &BoxCloud::upper).required(),
      field("passes", "", "maximum number of passes that separate overlapping bodies before the box counts as too full",
            &BoxCloud::passes)
          .range(kNotNegative),
      field("periodic", "periodic axes, with the sides of the box as periods; the pile stores them, and runs use them",
            &BoxCloud::periodic, kPeriodicAxes),
      field("overlaps", kCloudOverlapsText, &BoxCloud::overlaps, kCloudOverlaps),
  };
}
inline std::vector<Field<LayersCloud>> fields(const LayersCloud*) {
  return {
      field("count", "", "number of bodies: free spheres, glued grains and hulls", &LayersCloud::count)
          .required()
          .range(kCount),
      field("lower", "m", "lower corner of the box, on whose floor the first layer lies", &LayersCloud::lower)
          .required(),
      field("upper", "m", "upper corner of the box", &LayersCloud::upper).required(),
  };
}

struct Cloud {
  Places places;
  double radius = 0;              // of the final sphere [m]; 0 for the other forms
  double mesh_volume = 0;         // of a mesh [m3]; 0 for the other forms
  double solid_fraction = 0;      // of a mesh: volume of the bodies / its volume; 0 for the other forms
  std::int64_t passes = 0;        // number of passes that moved bodies, including those before an enlargement
  std::int64_t enlargements = 0;  // number of enlargements of the sphere
  CloudOverlaps overlaps = CloudOverlaps::remove;
  Vec3 period = Vec3::Zero();  // period of space along each axis [m]; 0: open
};

// (form) => its number of bodies; 0: count_of() gives it
std::size_t count(const Form& form);

// (form, grains) => text on a fixed grain in a form that does not support it; "" if there is none.
std::string fixed_refused(const Form& form, const Grains& grains);

// (form, grains) => text on a fixed grain that lies partly outside of the form's box; "" if there is none. The box is
// the container of the bodies, so a grain beyond one of its walls is an error of the input.
std::string fixed_outside(const Form& form, const Grains& grains);

// (form, grains, seed) => positions. Members of different grains overlap only with `overlaps` = keep. Glued grains and
// hulls get random orientations. A fixed grain does not move; only layers and a box that is not periodic allow one.
// Forms:
// - lattice: one grain per cell, in cells chosen by the seed, about the origin.
// - sphere: uniform about the origin, then separated in up to `passes` passes. Remaining overlaps are an error, or,
//   with `enlarge`, start a new draw in a sphere whose radius is larger by the largest diameter.
// - box: as sphere, but inside the box along open axes. Along periodic axes, overlaps with images count too. Remaining
//   overlaps are an error.
// - mesh: as box, inside a closed surface.
// - sphere, box and mesh with `overlaps` = keep: the uniform positions of the first draw. They and the orientations are
//   those from which overlaps would be removed.
// - layers: random in cells at least as wide as the largest grain. Cells that would overlap the fixed grain stay empty.
// - packed: touching spheres on lattice sites (packed.hpp).
//
// If all grains are spheres or hulls from a size law, they are separated by new draws, otherwise by pushing
// (separate.hpp). Hulls are separated as bounding balls. If overlaps remain and no axis is periodic, hulls are then
// pushed by shape in up to the same number of passes. InputError if the grains do not fit the form.
Cloud place(const Form& form, const Grains& grains, std::uint64_t seed);

}  // namespace rubble::generate
