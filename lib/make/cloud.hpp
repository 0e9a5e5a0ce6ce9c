#pragma once
// [cloud]: where the bodies of a new pile are put, at rest and without overlap.
#include "base/field.hpp"
#include "model/pile.hpp"

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
};

// Whole bodies uniform in a box.
struct BoxCloud {
  std::int64_t count = 0;
  Vec3 lower = Vec3::Zero();
  Vec3 upper = Vec3::Zero();
  std::int64_t passes = 200;
};

using Form = std::variant<LatticeCloud, SphereCloud, BoxCloud>;

inline constexpr Range kCount{1, 2147483647};  // an Index holds no more

inline std::vector<Field<LatticeCloud>> fields(const LatticeCloud*) {
  return {
      {"count", "", "number of bodies", &LatticeCloud::count, kCount},
      {"cell", "m", "width of a cell of the lattice, at least the largest diameter", &LatticeCloud::cell, kPositive},
      {"jitter", "", "whether a body lies anywhere inside its cell, rather than at its centre", &LatticeCloud::jitter},
  };
}
inline std::vector<Field<SphereCloud>> fields(const SphereCloud*) {
  return {
      {"count", "", "number of bodies", &SphereCloud::count, kCount},
      {"radius",
       "m",
       "radius of the sphere that holds the centres; auto: from solid_fraction",
       &SphereCloud::radius,
       kPositive,
       {},
       false},
      {"solid_fraction",
       "1",
       "volume of the bodies / volume of that sphere; auto: from radius",
       &SphereCloud::solid_fraction,
       kPositiveFraction,
       {},
       false},
      {"passes",
       "",
       "passes that move overlapping bodies before the sphere is enlarged",
       &SphereCloud::passes,
       kNotNegative,
       {},
       false},
  };
}
inline std::vector<Field<BoxCloud>> fields(const BoxCloud*) {
  return {
      {"count", "", "number of bodies", &BoxCloud::count, kCount},
      {"lower", "m", "lower corner of the box", &BoxCloud::lower},
      {"upper", "m", "upper corner of the box", &BoxCloud::upper},
      {"passes",
       "",
       "passes that move overlapping bodies before the box is called too full",
       &BoxCloud::passes,
       kNotNegative,
       {},
       false},
  };
}

struct Cloud {
  Vec3s position;                 // [m]
  double radius = 0;              // of the sphere in the end [m]; 0 for the other forms
  std::int64_t passes = 0;        // that moved bodies, those before an enlargement included
  std::int64_t enlargements = 0;  // of the sphere
};

// (form) => its number of bodies
std::size_t count(const Form& form);

// (form, radii [m], seed) => positions without overlap, around the origin for lattice and sphere. In sphere and box,
// the smaller body of each overlapping pair moves to a random place, pass after pass; a sphere that still holds
// overlaps after all passes grows by the largest diameter, and everything is placed anew. InputError if the bodies do
// not fit, or if a sphere has neither or both of radius and solid_fraction.
Cloud place(const Form& form, const Reals& radius, std::uint64_t seed);

// (material, radii [m], positions [m]) => pile at rest at time 0; bodies in Morton order, ids 0 ... N - 1 in that
// order.
Pile pile_of_spheres(const Material& material, const Reals& radius, const Vec3s& position);

}  // namespace rubble::make
