#pragma once
// [cloud]: initial positions of the bodies of a new pile, at rest and without overlap.
#include "base/field.hpp"
#include "generate/grain_plan.hpp"
#include "generate/packed.hpp"

#include <cstdint>
#include <variant>

namespace rubble::generate {

// One body per cell of a cubic lattice of n^3 cells, with the smallest sufficient n. Empty cells are chosen at random.
struct LatticeCloud {
  std::int64_t count = 0;
  double cell = 0;
  bool jitter = false;
};

// Centres uniform in a sphere. Exactly one of radius and solid_fraction must be given.
struct SphereCloud {
  std::int64_t count = 0;
  Auto radius;
  Auto solid_fraction;
  std::int64_t passes = 200;
  bool enlarge = false;
};

// Bodies uniform in a box. They lie inside it along open axes.
struct BoxCloud {
  std::int64_t count = 0;
  Vec3 lower = Vec3::Zero();
  Vec3 upper = Vec3::Zero();
  std::int64_t passes = 200;
  std::string periodic = "none";  // periodic axes; the period is the length of the box

  // => period along each axis [m]; 0: open
  Vec3 period() const;
};

// Layers of cells in a box, filled from the floor upwards.
struct LayersCloud {
  std::int64_t count = 0;
  Vec3 lower = Vec3::Zero();
  Vec3 upper = Vec3::Zero();
};

using Form = std::variant<LatticeCloud, SphereCloud, BoxCloud, LayersCloud, PackedCloud>;

inline constexpr Range kCount{1, 2147483647};  // up to the largest Index

inline std::vector<Field<LatticeCloud>> fields(const LatticeCloud*) {
  return {
      {"count", "", "number of bodies: free spheres, glued grains and hulls", &LatticeCloud::count, kCount},
      {"cell", "m", "width of a cell of the lattice, at least the largest diameter", &LatticeCloud::cell, kPositive},
      {"jitter", "", "random position of each body inside its cell; false: centre of the cell", &LatticeCloud::jitter},
  };
}
inline std::vector<Field<SphereCloud>> fields(const SphereCloud*) {
  return {
      {"count", "", "number of bodies: free spheres, glued grains and hulls", &SphereCloud::count, kCount},
      {"radius",
       "m",
       "radius of the sphere that contains all centres; auto: from solid_fraction",
       &SphereCloud::radius,
       kPositive,
       {},
       false},
      {"solid_fraction",
       "1",
       "volume of the bodies / volume of the sphere; auto: from radius",
       &SphereCloud::solid_fraction,
       kPositiveFraction,
       {},
       false},
      {"passes",
       "",
       "maximum number of passes that separate overlapping bodies before the sphere counts as too full",
       &SphereCloud::passes,
       kNotNegative,
       {},
       false},
      {"enlarge",
       "",
       "true: the radius of a sphere that is too full grows by the largest diameter until all bodies fit; false: an "
       "error",
       &SphereCloud::enlarge,
       kAny,
       {},
       false},
  };
}
inline std::vector<Field<BoxCloud>> fields(const BoxCloud*) {
  return {
      {"count", "", "number of bodies: free spheres, glued grains and hulls", &BoxCloud::count, kCount},
      {"lower", "m", "lower corner of the box", &BoxCloud::lower},
      {"upper", "m", "upper corner of the box", &BoxCloud::upper},
      {"passes",
       "",
       "maximum number of passes that separate overlapping bodies before the box counts as too full",
       &BoxCloud::passes,
       kNotNegative,
       {},
       false},
      {"periodic",
       "",
       "periodic axes, with the sides of the box as periods; the pile stores them, and runs use them",
       &BoxCloud::periodic,
       kAny,
       {"none", "x", "y", "z", "xy", "xz", "yz", "xyz"},
       false},
  };
}
inline std::vector<Field<LayersCloud>> fields(const LayersCloud*) {
  return {
      {"count", "", "number of bodies: free spheres, glued grains and hulls", &LayersCloud::count, kCount},
      {"lower", "m", "lower corner of the box, on whose floor the first layer lies", &LayersCloud::lower},
      {"upper", "m", "upper corner of the box", &LayersCloud::upper},
  };
}

struct Cloud {
  Places places;
  double radius = 0;              // of the final sphere [m]; 0 for the other forms
  std::int64_t passes = 0;        // number of passes that moved bodies, including those before an enlargement
  std::int64_t enlargements = 0;  // number of enlargements of the sphere
  Vec3 period = Vec3::Zero();     // period of space along each axis [m]; 0: open
};

// (form) => its number of bodies
std::size_t count(const Form& form);

// (form, grains, seed) => positions without overlap between members of different grains. Glued grains and hulls get
// random orientations. A fixed grain does not move; only layers and a box that is not periodic allow one. Forms:
// - lattice: one grain per cell, in cells chosen by the seed, about the origin.
// - sphere: uniform about the origin, then separated in up to `passes` passes. Remaining overlaps are an error, or,
//   with `enlarge`, start a new draw in a sphere whose radius is larger by the largest diameter.
// - box: as sphere, but inside the box along open axes. Along periodic axes, overlaps with images count too. Remaining
//   overlaps are an error.
// - layers: random in cells at least as wide as the largest grain. Cells that would overlap the fixed grain stay empty.
// - packed: touching spheres on lattice sites (packed.hpp).
//
// If all grains are spheres or hulls from a size law, they are separated by new draws, otherwise by pushing
// (separate.hpp). Hulls are separated as bounding balls. If overlaps remain and no axis is periodic, hulls are then
// pushed by shape in up to the same number of passes. InputError if the grains do not fit the form.
Cloud place(const Form& form, const Grains& grains, std::uint64_t seed);

}  // namespace rubble::generate
