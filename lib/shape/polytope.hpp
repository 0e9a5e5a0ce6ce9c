#pragma once
// The face of D = {x - y: x in a, y in b} (shape/relative.hpp) that is nearest to the origin, if the origin is inside:
// the depth of the overlap of two hulls.
//
// Based on the expanding polytope of van den Bergh 2001. P is the hull of a few corners of D, bounded by triangles. Let
// h be the height of the origin above the plane of a facet, negative inside. Select the facet with the largest h. Let n
// be its normal, and w the corner of D farthest in that direction. If w is above the plane, it is added to P: the
// facets that see w are removed, and w is connected to the edges around them. Otherwise the plane supports D: the
// largest n . x in D is -h. P is a part of D, so that the ball of radius -h about the origin lies in D, and no shorter
// displacement separates the bodies.
//
// Two changes to the method:
// - P is built about its own middle point m, the mean of its first corners, instead of the origin. The origin may then
//   lie on the surface of D, or outside. Bodies that just touch are no special case, and no sign depends on rounding.
// - The search begins with P of the previous step, whose corners are moved with the bodies. If m still sees each
//   triangle from inside (every determinant is above 0), the closed surface winds about m once. The argument then holds
//   for a convex and a non-convex P: a ball about the origin that reaches no triangle's plane lies inside P.
#include "shape/relative.hpp"

#include <array>
#include <cstdint>

namespace rubble::shape {

struct SeparationCache;

class Polytope {
 public:
  // => true if there are four corners of D that are not in a plane.
  bool start(Relative& pair);
  // (four corners of D) => true if they are not in a plane.
  bool start(const Relative& pair, std::array<Corner, 4> corner);
  // => true if the cache holds a polytope that is still valid.
  bool recall(const Relative& pair, const SeparationCache& cache);
  // => true if the nearest face was found; false if rounding errors damaged the surface, or if there are too many
  // facets.
  bool expand(Relative& pair);
  // Stores the polytope in the cache, unless the cache already contains it. Empties the cache if it is too small.
  void keep(SeparationCache& cache) const;

  // Result of expand(): the plane with the largest height of the origin, and the facet of it that contains the foot of
  // the origin or is nearest to it.
  struct Face {
    std::array<Corner, 3> corner;
    std::array<double, 3> share;  // weights of the corners in the foot
    Vec3 normal;                  // unit vector, out of D: from a to b
    double height;                // height of the origin above the plane [m]
    bool above = false;           // true if the foot is inside the facet
  };
  Face face() const;

 private:
  static constexpr std::size_t kMostCorners = 160;
  static constexpr std::size_t kMostFacets = 2 * kMostCorners;

  struct Facet {
    std::array<std::int16_t, 3> corner;
    std::array<std::int16_t, 3> next;  // the facet across the edge from corner k to k + 1; next[0] = -1: unused entry
    Vec3 normal;
    double height;  // height of the origin above its plane
  };

  bool set_plane(Facet& facet) const;
  void link();
  bool insert(const Corner& w, std::size_t top, double rounding);
  std::size_t highest() const;
  std::array<double, 3> shares_of_foot(const Facet& facet) const;
  bool free(const Facet& facet) const { return facet.next[0] == -1; }

  std::array<Corner, kMostCorners> corner_;
  std::array<Facet, kMostFacets> facet_;
  std::size_t corners_ = 0, facets_ = 0;
  std::size_t top_ = 0;
  Vec3 middle_;
  double rounding_ = 0;  // rounding error of heights [m]
  bool linked_ = false;
  bool recalled_ = false;  // true if the polytope came from the cache and has not changed
};

}  // namespace rubble::shape
