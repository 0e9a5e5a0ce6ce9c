#pragma once
// [size]: distribution of the radii of bodies. docs/theory.md 9.1.
#include "base/field.hpp"

#include <cstdint>
#include <variant>

namespace rubble::generate {

// Uniform distribution of radii between min and max.
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

// Equal volume in equal intervals of the radius: dN/dr ~ r^-3 between min and max.
struct VolumeSizes {
  double min = 0;
  double max = 0;
};

// A few radii. Each class has the same fraction of the mass: counts ~ r^-3, rounded by the largest-remainder method.
struct ClassSizes {
  Reals radii;
};

using Sizes = std::variant<UniformSizes, PowerSizes, VolumeSizes, ClassSizes>;

inline std::vector<Field<UniformSizes>> fields(const UniformSizes*) {
  return {
      field("min", "m", "smallest radius", &UniformSizes::min).required().range(kPositive),
      field("max", "m", "largest radius", &UniformSizes::max).required().range(kPositive),
  };
}
inline std::vector<Field<PowerSizes>> fields(const PowerSizes*) {
  return {
      field("min", "m", "smallest radius", &PowerSizes::min).required().range(kPositive),
      field("max", "m", "largest radius", &PowerSizes::max).required().range(kPositive),
      field("exponent", "1", "exponent q of the number density dN/dr ~ r^q", &PowerSizes::exponent).required(),
  };
}
inline std::vector<Field<VolumeSizes>> fields(const VolumeSizes*) {
  return {
      field("min", "m", "smallest radius", &VolumeSizes::min).required().range(kPositive),
      field("max", "m", "largest radius", &VolumeSizes::max).required().range(kPositive),
  };
}
inline std::vector<Field<ClassSizes>> fields(const ClassSizes*) {
  return {
      field("radii", "m", "radii of the classes, each with the same total mass", &ClassSizes::radii)
          .required()
          .range(kPositive),
  };
}

// (law, number of bodies, seed) => radii [m]. Classes follow each other in the order of the law. InputError if min >
// max, if there is no class, or if a class would be empty.
Reals radii(const Sizes& sizes, std::size_t count, std::uint64_t seed);

// (radii of the classes [m], number of bodies) => bodies per class, with equal mass per class, rounded by the
// largest-remainder method. InputError if there is no class or if a class would be empty.
std::vector<std::size_t> class_counts(const Reals& radii, std::size_t count);

}  // namespace rubble::generate
