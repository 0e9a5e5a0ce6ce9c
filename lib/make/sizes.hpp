#pragma once
// [size]: laws that say how many bodies there are of each radius. docs/theory.md 9.1.
#include "base/field.hpp"

#include <cstdint>
#include <variant>

namespace rubble::make {

// Every radius between min and max as likely.
struct UniformSizes {
  double min = 0;
  double max = 0;
};

// dN/dr ~ r^exponent between min and max.
struct PowerSizes {
  double min = 0;
  double max = 0;
  double exponent = 0;
};

// Every radius has the same share of the volume: dN/dr ~ r^-3 between min and max.
struct VolumeSizes {
  double min = 0;
  double max = 0;
};

// A few radii, each class with the same share of the mass: counts ~ r^-3, rounded by largest remainder.
struct ClassSizes {
  Reals radii;
};

using Sizes = std::variant<UniformSizes, PowerSizes, VolumeSizes, ClassSizes>;

inline std::vector<Field<UniformSizes>> fields(const UniformSizes*) {
  return {
      {"min", "m", "smallest radius", &UniformSizes::min, kPositive},
      {"max", "m", "largest radius", &UniformSizes::max, kPositive},
  };
}
inline std::vector<Field<PowerSizes>> fields(const PowerSizes*) {
  return {
      {"min", "m", "smallest radius", &PowerSizes::min, kPositive},
      {"max", "m", "largest radius", &PowerSizes::max, kPositive},
      {"exponent", "1", "exponent q of the number density dN/dr ~ r^q", &PowerSizes::exponent},
  };
}
inline std::vector<Field<VolumeSizes>> fields(const VolumeSizes*) {
  return {
      {"min", "m", "smallest radius", &VolumeSizes::min, kPositive},
      {"max", "m", "largest radius", &VolumeSizes::max, kPositive},
  };
}
inline std::vector<Field<ClassSizes>> fields(const ClassSizes*) {
  return {
      {"radii", "m", "radii of the classes, each with the same total mass", &ClassSizes::radii, kPositive},
  };
}

// (law, number of bodies, seed) => radii [m]; classes come one after the other, in the law's order.
// InputError if min > max, if there is no class, or if a class would stay empty.
Reals radii(const Sizes& sizes, std::size_t count, std::uint64_t seed);

// (radii of the classes [m], number of bodies) => bodies per class: equal mass per class by largest remainder.
std::vector<std::size_t> class_counts(const Reals& radii, std::size_t count);

}  // namespace rubble::make
