#pragma once
// [cloud]: where the bodies of a new pile are put, at rest and without overlap.
#include "base/field.hpp"
#include "make/grains.hpp"
#include "make/packed.hpp"

#include <cstdint>
#include <variant>

namespace rubble::make {

// One body per cell of a cubic lattice of n^3 cells, n the smallest that is enough; spare cells stay empty at random.
struct LatticeCloud {
  std::int64_t count = 0;
  double cell = 0;
  bool jitter = false;
};

// Centres uniform in a sphere. Exactly one of radius and solid_fraction is a number.
struct SphereCloud {
  std::int64_t count = 0;
  Auto radius;
  Auto solid_fraction;
  std::int64_t passes = 200;
  bool enlarge = false;
};

// Bodies uniform in a box, whole along the axes along which it does not repeat itself.
struct BoxCloud {
  std::int64_t count = 0;
  Vec3 lower = Vec3::Zero();
  Vec3 upper = Vec3::Zero();
  std::int64_t passes = 200;
  std::string periodic = "none";  // axes along which space repeats itself after the box's length

  // => period along each axis [m]; 0: open
  Vec3 period() const;
};

// Layers of cells in a box, filled from the floor up.
struct LayersCloud {
  std::int64_t count = 0;
  Vec3 lower = Vec3::Zero();
  Vec3 upper = Vec3::Zero();
};

using Form = std::variant<LatticeCloud, SphereCloud, BoxCloud, LayersCloud, PackedCloud>;

inline constexpr Range kCount{1, 2147483647};  // an Index holds no more

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
       "repeated growth of a sphere that is too full by the largest diameter; false: an error",
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
  double radius = 0;              // of the sphere in the end [m]; 0 for the other forms
  std::int64_t passes = 0;        // that moved bodies, those before an enlargement included
  std::int64_t enlargements = 0;  // of the sphere
  Vec3 period = Vec3::Zero();     // of space along each axis [m]; 0: open
};

// (form) => its number of bodies
std::size_t count(const Form& form);

// (form, grains, seed) => places without overlap between members of different grains, around the origin for lattice and
// sphere; glued grains are turned at random.
//   lattice  grain i in the cell that the seed gives it
//   sphere   places at random, then overlaps are parted, pass after pass; a sphere that still holds overlaps after all
//            passes is an error, or, with `enlarge`, grows by the largest diameter, and everything is placed anew
//   box      likewise, whole grains inside, but along periodic axes, where images count; overlaps that are left are an
//            error
//   layers   cells as wide as the largest grain and as many side by side as the floor holds; each grain anywhere in its
//            cell, but cells where it would overlap the fixed grain stay empty, and so do spare ones of the last layer
//   packed   touching spheres on the sites of a lattice (packed.hpp)
// Spheres of a size law are parted by redrawing the smaller of two, what [grains] names by pushing (separate.hpp);
// hulls as the balls that hold them, then, if overlaps are left after all passes, as they are, with as many passes
// more. A fixed grain stands where it is; box and layers only. InputError if the bodies do not fit, or if a sphere has
// neither or both of radius and solid_fraction, or if not all that is to be packed are free spheres of one radius.
Cloud place(const Form& form, const Grains& grains, std::uint64_t seed);

}  // namespace rubble::make
