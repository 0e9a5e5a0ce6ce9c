#pragma once
// A manifold that is moved along with its bodies, instead of being computed again, while the bodies hardly move
// relative to each other. In a pile at rest this applies to most manifolds.
#include "shape/manifold.hpp"

#include <array>
#include <optional>
#include <string>

namespace rubble::shape {

// A manifold is reused while no point of one body has moved farther than this relative to the other body. The unit of
// kStill is the smaller radius; its value is a tenth of the tolerance for planes, edges and corners. The unit of
// kStillOfAlert is the alert distance.
inline constexpr double kStill = 0.1 * kInPlane;
inline constexpr double kStillOfAlert = 0.1;
// Largest growth of the alert distance for which the manifold is reused.
inline constexpr double kAlertGrowth = 1.05;

// Placement of body b relative to body a.
struct RelativePlacement {
  Vec3 shift = Vec3::Zero();                 // centre of b from that of a, in the axes of a [m]
  Quaternion turn = Quaternion::Identity();  // principal frame of b => that of a

  RelativePlacement() = default;
  RelativePlacement(const Placement& at_a, const Placement& at_b)
      : shift(at_a.turn.conjugate() * (at_b.centre - at_a.centre)), turn(at_a.turn.conjugate() * at_b.turn) {}

  bool operator==(const RelativePlacement&) const = default;
};

// (b relative to a before and now, distance of b's farthest point from its centre [m]) => bound on the displacement of
// any point of b relative to a [m].
double motion(const RelativePlacement& before, const RelativePlacement& now, double reach);

// Points fixed on the surfaces of both bodies. Plain data, so that it can be copied and stored.
struct PersistentManifold {
  using Points = std::array<Vec3, Manifold::kMost>;
  static Points zeros() { return {Vec3::Zero(), Vec3::Zero(), Vec3::Zero(), Vec3::Zero()}; }

  RelativePlacement seen;                        // relative placement at the time of the computation
  double alert = 0;                              // gap up to which points counted at that time [m]
  Vec3 normal = Vec3::UnitX();                   // unit vector from a to b, in the axes of a
  Points on_a = zeros();                         // points, from the centre of a in its axes [m]
  Points on_b = zeros();                         // opposite points, from the centre of b in its axes [m]
  std::array<Index, Manifold::kMost> feature{};  // features of the points
  Index count = 0;                               // number of points; 0: nothing is stored
  Index weight = 1;

  bool operator==(const PersistentManifold&) const = default;
};

// (manifold in the axes of the pile, placements of the bodies, gap up to which points counted [m]) => the manifold,
// fixed on the bodies. Nothing is stored if a small move may change the choice of its points (Manifold::lasts).
PersistentManifold kept(const Manifold& manifold, const Placement& at_a, const Placement& at_b, double alert);

// (stored manifold, second body, present placements, gap up to which points count [m]) => the manifold in the axes of
// the pile, with the present gaps. Nothing if none is stored, a gap is too large, the alert distance has grown, or a
// point of b may have moved too far relative to a. A common motion of both bodies has no effect.
//
// Errors after a relative motion m of bodies of size r:
// - The error of the normal is m / r for the normal of a face, and 10 m / r for the normal across two edges.
// - The error of the gap is m^2 / r for a corner over a face. It is 10 m^2 / r, at most 1e-7 r, for two crossing edges.
//   For points beside these it is m times the slope between the surfaces.
// - The error of a position is m where a corner leaves a face, and 10 m where edges cross.
// - The error of the smallest gap is at most 2 m for all features, because neither the true nor the carried smallest
//   gap changes by more than m.
std::optional<Manifold> carried(const PersistentManifold& kept, const PreparedShape& b, const Placement& at_a,
                                const Placement& at_b, double alert);

// (stored manifold read from a file) => the reason why kept() cannot have made it, if any.
std::optional<std::string> violation(const PersistentManifold& kept);

}  // namespace rubble::shape
