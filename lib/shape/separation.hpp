#pragma once
// How far apart, or how deep in each other, two convex bodies are, and where: the first half of the narrow phase.
#include "shape/relative.hpp"

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>

namespace rubble::shape {

// State of a pair that is kept from one step to the next; zeros to begin with. It holds which corners of D were met, no
// coordinates, so that it goes on whatever the bodies did meanwhile. Without it, or with another one, the result is the
// same to rounding, not to the last bit: runs that must agree to the last bit begin from the same memory. Plain
// numbers, to be copied and stored.
struct SeparationCache {
  static constexpr std::size_t kCorners = 24;
  static constexpr std::size_t kFacets = 2 * kCorners - 4;

  std::uint8_t corners = 0;                                  // up to 3: of a simplex; with facets: of a polytope
  std::uint8_t facets = 0;                                   // 0: a simplex
  std::array<std::uint16_t, kCorners> a{}, b{};              // vertices of the corners
  std::array<std::array<std::uint8_t, 3>, kFacets> facet{};  // corners, counter-clockwise seen from outside

  bool operator==(const SeparationCache&) const = default;
};

// (memory that comes from a file) => the fault that keeps it from being one that separation() leaves, if any: too many
// corners or facets, facets that do not close.
std::optional<std::string> violation(const SeparationCache& cache);

// The shortest way between two surfaces, or, where bodies overlap, the shortest way to part them.
struct Separation {
  double gap;        // distance; below 0: the least move along the normal that makes the bodies touch [m]
  Vec3 normal;       // unit vector from a to b
  Vec3 on_a, on_b;   // a point of each surface, on_b - on_a = gap * normal [m]
  bool near = true;  // false: the gap is known to be at least `gap`, which is more than was asked for; points unset
};

// (sphere or hull, where it is, another one, memory of the pair, gap that is far enough [m]) => their separation, in
// the axes of the pile. Errors: some 1e-15 of the bodies' size and distance. Where several ways are equally short
// (centres of spheres in one point, cubes within each other) one of them. Gaps beyond `enough` are not pursued.
//
// Hulls apart: shape/gjk.hpp. In each other, or nearer than 1e-6 of their size: shape/polytope.hpp, whose normals do
// not depend on how small the gap is; should rounding spoil it, all axes of the separating axis theorem
// (shape/axes.hpp). A sphere and a hull: the highest face plane above the sphere's centre, and the method for hulls
// beside the face.
Separation separation(const Solid& a, const Placement& at_a, const Solid& b, const Placement& at_b,
                      SeparationCache& cache, double enough = std::numeric_limits<double>::infinity());

// (two hulls, memory, gap that is far enough [m]) => their separation in the axes and from the centre of a.
Separation separation(Relative& pair, SeparationCache& cache, double enough);

// (sphere or hull, where it is, point of a wall [m], its unit normal towards the bodies) => separation of the body, a,
// from the half-space behind the wall, b. The normal is that of the wall reversed.
Separation separation(const Solid& a, const Placement& at_a, const Vec3& wall, const Vec3& wall_normal);

}  // namespace rubble::shape
