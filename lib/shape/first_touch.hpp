#pragma once
// When two convex bodies that move by given small moves touch first: conservative advancement (Mirtich 1996).
#include "shape/separation.hpp"

#include <optional>
#include <vector>

namespace rubble::shape {

// How a body moves: its centre along a straight line, its frame about a fixed axis.
struct Move {
  Vec3 shift = Vec3::Zero();  // of the centre [m]
  Vec3 turn = Vec3::Zero();   // rotation vector [rad]
};
using Moves = std::vector<Move>;

// (placement, move, part of the move) => the placement after that part.
Placement moved(const Placement& at, const Move& move, double part);

// (two bodies, their moves) => the longest way that a point of b may go as seen from a [m].
double longest_way(const Solid& a, const Placement& at_a, const Move& move_a, const Solid& b, const Placement& at_b,
                   const Move& move_b);

// (centre of b from that of a, its change during the moves, distance of the centres at which balls touch [m]) => the
// least part of the moves in (0, 1] after which the balls touch; nothing if they are apart throughout, or overlap at
// the start.
std::optional<double> first_touch(const Vec3& way, const Vec3& change, double distance);

// (two bodies that are apart, where they are, their moves) => the part of the moves in [0, 1] after which they touch
// first: at a gap of at most kTouchGap of the smaller radius. Nothing if they stay apart, or graze: bodies that touch
// without getting deeper than kGraze of the smaller radius over the next 2 kGraze slide along each other.
inline constexpr double kTouchGap = 1e-6;
inline constexpr double kGraze = 1e-4;
std::optional<double> first_touch(const Solid& a, const Placement& at_a, const Move& move_a, const Solid& b,
                                  const Placement& at_b, const Move& move_b);

// (hull or ball that is above a wall, where it is, its move, point of the wall [m], its unit normal towards the body)
// => likewise for the wall, which does not move and along which nothing grazes.
std::optional<double> first_touch(const Solid& a, const Placement& at_a, const Move& move_a, const Vec3& wall,
                                  const Vec3& wall_normal);

}  // namespace rubble::shape
