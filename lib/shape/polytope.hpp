#pragma once
// The face of D that is nearest to the origin, seen from inside: how deep two hulls are in each other.
//
// The expanding polytope of van den Bergh 2001, with two changes. P is the hull of a few corners of D, bounded by
// triangles. Of their planes take the one that the origin is highest above (height h, below 0 inside), and the corner w
// of D farthest along its normal n. If w is above that plane, it joins P: the facets that see it go, and it is joined
// to the edges that are left open. If not, then D ends there, -h_D(n) = h. Since P is part of D, the ball of radius -h
// about the origin lies in D, and no shorter way leads out.
// - P is built about a point m of its own, the mean of its first corners, not about the origin. The origin may then be
//   on the surface of D, or outside: bodies that just touch are no special case, and no sign depends on rounding.
// - P of the last step is where the search begins. Its corners are moved with the bodies; if still each triangle is
//   seen from m from within (every determinant above 0), the closed surface winds about m once, and all said above
//   holds, convex or not: a ball about the origin that reaches no triangle's plane lies in it.
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
  // => true if the nearest face was found: false where rounding spoilt the surface, or where there are too many facets.
  bool expand(Relative& pair);
  // Into the cache, unless it is what the cache holds.
  void keep(SeparationCache& cache) const;

  // Result of expand(): the plane that the origin is highest above, and the facet of it that contains the origin's
  // foot, or is nearest to it.
  struct Face {
    std::array<Corner, 3> corner;
    std::array<double, 3> share;  // of the corners in the foot
    Vec3 normal;                  // unit vector, out of D: from a to b
    double height;                // of the origin [m]
    bool above = false;           // the foot is in the facet
  };
  Face face() const;

 private:
  static constexpr std::size_t kMostCorners = 160;
  static constexpr std::size_t kMostFacets = 2 * kMostCorners;

  struct Facet {
    std::array<std::int16_t, 3> corner;
    std::array<std::int16_t, 3> next;  // the facet across the edge from corner k to k + 1; -1 in next[0]: not a facet
    Vec3 normal;
    double height;  // of the origin above its plane
  };

  bool set_plane(Facet& facet) const;
  void link();
  bool insert(const Corner& w, std::size_t top, double room);
  std::size_t highest() const;
  std::array<double, 3> shares_of_foot(const Facet& facet) const;
  bool free(const Facet& facet) const { return facet.next[0] == -1; }

  std::array<Corner, kMostCorners> corner_;
  std::array<Facet, kMostFacets> facet_;
  std::size_t corners_ = 0, facets_ = 0;
  std::size_t top_ = 0;
  Vec3 middle_;
  double room_ = 0;  // rounding of heights [m]
  bool linked_ = false;
  bool recalled_ = false;  // and unchanged since
};

}  // namespace rubble::shape
