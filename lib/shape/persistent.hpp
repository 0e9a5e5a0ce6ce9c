#pragma once
// A manifold that is carried along with its bodies while these hardly move against each other, instead of being found
// anew: in a pile at rest most of them.
#include "shape/manifold.hpp"

#include <array>
#include <optional>
#include <string>

namespace rubble::shape {

// How far any point of one body may move against the other while their manifold is carried along: in parts of the
// smaller radius, a tenth of what counts as in a plane, an edge or a corner; and in parts of the alert distance.
inline constexpr double kStill = 0.1 * kInPlane;
inline constexpr double kStillOfAlert = 0.1;
// By how much the alert distance may have grown since.
inline constexpr double kAlertGrowth = 1.05;

// Where a body b is, seen from another one, a.
struct RelativePlacement {
  Vec3 shift = Vec3::Zero();                 // centre of b from that of a, in the axes of a [m]
  Quaternion turn = Quaternion::Identity();  // principal frame of b => that of a

  RelativePlacement() = default;
  RelativePlacement(const Placement& at_a, const Placement& at_b)
      : shift(at_a.turn.conjugate() * (at_b.centre - at_a.centre)), turn(at_a.turn.conjugate() * at_b.turn) {}

  bool operator==(const RelativePlacement&) const = default;
};

// (b seen from a before and now, distance of b's farthest point from its centre [m]) => how far a point of b may have
// moved, as seen from a [m].
double motion(const RelativePlacement& before, const RelativePlacement& now, double reach);

// Points fixed on the surfaces of both bodies. Plain numbers, to be copied and stored.
struct PersistentManifold {
  using Points = std::array<Vec3, Manifold::kMost>;
  static Points zeros() { return {Vec3::Zero(), Vec3::Zero(), Vec3::Zero(), Vec3::Zero()}; }

  RelativePlacement seen;                        // when it was found
  double alert = 0;                              // likewise: gap up to which points counted [m]
  Vec3 normal = Vec3::UnitX();                   // unit vector from a to b, in the axes of a
  Points on_a = zeros();                         // points, from the centre of a in its axes [m]
  Points on_b = zeros();                         // along the normal from these, from the centre of b in its axes [m]
  std::array<Index, Manifold::kMost> feature{};  // of the points
  Index count = 0;                               // of points; 0: none is kept
  Index weight = 1;

  bool operator==(const PersistentManifold&) const = default;
};

// (manifold in the axes of the pile, where the bodies are, gap up to which points counted [m]) => it, fixed on them;
// none if a small move may change which points it has (Manifold::lasts).
PersistentManifold kept(const Manifold& manifold, const Placement& at_a, const Placement& at_b, double alert);

// (manifold found earlier, second body, where the bodies are now, gap up to which points count [m]) => it in the axes
// of the pile, with the gaps of now; nothing if none is kept, a gap is larger, the alert distance has grown, or a point
// of b may have moved too far, as seen from a. Both may move together as they like.
//
// Errors, for a motion m of bodies of size r: of a normal that is that of a face m / r, across two edges 10 m / r; of
// the gap of a corner over a face m^2 / r, where two edges cross 10 m^2 / r, 1e-7 r; of points beside these m times the
// slope of the surfaces to each other; of the places where corners leave faces m, where edges cross 10 m. Of the least
// gap 2 m at most, whatever meets, since neither it nor what is carried along changes by more than m.
std::optional<Manifold> carried(const PersistentManifold& kept, const Solid& b, const Placement& at_a,
                                const Placement& at_b, double alert);

// (such a manifold that comes from a file) => the fault that keeps it from being one that kept() makes, if any.
std::optional<std::string> violation(const PersistentManifold& kept);

}  // namespace rubble::shape
