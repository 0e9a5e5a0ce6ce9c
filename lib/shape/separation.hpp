#pragma once
// Distance or overlap depth of two convex bodies, and its location: the first part of the narrow phase.
#include "shape/relative.hpp"

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>

namespace rubble::shape {

// State of a pair that is kept from one step to the next; initially zero. It holds indices of corners of D and no
// coordinates, so that it remains usable after any motion of the bodies. Without it, or with a different one, the
// result agrees up to rounding but not to the last bit. Runs that must agree to the last bit therefore start from the
// same cache. The struct holds plain numbers, so that it can be copied and stored.
struct SeparationCache {
  static constexpr std::size_t kCorners = 24;
  static constexpr std::size_t kFacets = 2 * kCorners - 4;

  std::uint8_t corners = 0;                                  // number of corners: up to 3 for a simplex; more for a
                                                             // polytope with facets
  std::uint8_t facets = 0;                                   // number of facets; 0: a simplex
  std::array<std::uint16_t, kCorners> a{}, b{};              // vertices of the corners
  std::array<std::array<std::uint8_t, 3>, kFacets> facet{};  // corners, counter-clockwise seen from outside

  bool operator==(const SeparationCache&) const = default;
};

// (cache from a file) => the reason why separation() cannot have produced it, if any: too many corners or facets, or
// facets that do not close.
std::optional<std::string> violation(const SeparationCache& cache);

// The shortest vector between two surfaces or, if bodies overlap, the shortest displacement that separates them.
struct Separation {
  double gap;        // distance; if negative, minus the smallest displacement along the normal after which the bodies
                     // touch [m]
  Vec3 normal;       // unit vector from a to b
  Vec3 on_a, on_b;   // a point of each surface, on_b - on_a = gap * normal [m]
  bool near = true;  // false if the search stopped at the lower bound `gap`, which exceeds the sufficient gap; the
                     // points are then not set
};

// (sphere or hull, its placement, another body, its placement, cache of the pair, sufficient gap [m]) => their
// separation, in the axes of the pile. Errors are of the order of 1e-15 of the bodies' size and distance. If several
// displacements are equally short (concentric spheres, nested cubes), the result is one of them. The search stops if
// the gap is known to exceed `enough`. SanityError if a hull is involved and a centre is not finite or an orientation
// is not a unit quaternion.
//
// For two hulls, the polytope of the cache, if any, is tried first. Separated hulls use shape/gjk.hpp. Hulls that
// overlap or are nearer than 1e-6 of their size use shape/polytope.hpp, whose normals remain accurate for small gaps.
// If rounding errors damage that polytope, or the origin projects outside its nearest face, all axes of the separating
// axis theorem (shape/axes.hpp) are tested. The result is then the larger of that gap and the distance of
// shape/gjk.hpp. For a sphere and a hull, the face plane with the largest height of the sphere's centre gives the
// result. If the centre is outside the hull and projects outside that face, shape/gjk.hpp is used.
Separation separation(const PreparedShape& a, const Placement& at_a, const PreparedShape& b, const Placement& at_b,
                      SeparationCache& cache, double enough = std::numeric_limits<double>::infinity());

// (hull a and hull or sphere b, cache of the pair, sufficient gap [m]) => their separation in the axes of a, relative
// to its centre.
Separation separation(Relative& pair, SeparationCache& cache, double enough);

// (sphere or hull, its placement, point of a wall [m], unit normal of the wall towards the bodies) => separation of the
// body, a, from the half-space behind the wall, b. The normal is the reversed normal of the wall. SanityError if the
// centre is not finite or the orientation is not a unit quaternion.
Separation separation(const PreparedShape& a, const Placement& at_a, const Vec3& wall, const Vec3& wall_normal);

}  // namespace rubble::shape
