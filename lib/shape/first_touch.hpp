#pragma once
// Time of first contact of two convex bodies that move by given small moves: conservative advancement (Mirtich 1996).
#include "shape/separation.hpp"

#include <optional>
#include <vector>

namespace rubble::shape {

// Motion of a body: its centre moves along a straight line, its frame rotates about a fixed axis.
struct Move {
  Vec3 shift = Vec3::Zero();  // displacement of the centre [m]
  Vec3 turn = Vec3::Zero();   // rotation vector [rad]
};
using Moves = std::vector<Move>;

// (placement, move, fraction of the move) => the placement after that fraction.
Placement moved(const Placement& at, const Move& move, double part);

// (two bodies, their placements and moves) => bound on the displacement of any point of b relative to any point of a
// [m]: relative displacement of the centres, plus rotation angle times distance of the farthest point for each hull.
double longest_way(const PreparedShape& a, const Placement& at_a, const Move& move_a, const PreparedShape& b,
                   const Placement& at_b, const Move& move_b);

// (centre of ball b relative to that of ball a, its change during the moves, distance of the centres at which the balls
// touch [m]) => the smallest fraction of the moves in (0, 1] after which the balls touch. Nothing if they do not touch,
// or if they overlap at the start.
std::optional<double> first_touch(const Vec3& way, const Vec3& change, double distance);

// (two bodies that are apart, their placements, their moves) => the fraction of the moves in [0, 1] after which they
// first touch, that is, have a gap of at most kTouchGap of the smaller radius. Nothing if they do not touch, or if they
// only graze. They graze if they part by kGraze of that radius, or the moves end, before they overlap by half of it; a
// touch at the end is followed for 2 kGraze of that radius. An overlap of at most 0.01 of that radius may be missed
// while they graze.
inline constexpr double kTouchGap = 1e-6;
inline constexpr double kGraze = 1e-4;
std::optional<double> first_touch(const PreparedShape& a, const Placement& at_a, const Move& move_a,
                                  const PreparedShape& b, const Placement& at_b, const Move& move_b);

// (hull or ball above a wall, its placement, its move, point of the wall [m], unit normal of the wall towards the body)
// => the fraction of the move in [0, 1] after which the body first touches the wall, with a gap of at most kTouchGap of
// its radius. The wall does not move, and grazing contacts count.
std::optional<double> first_touch(const PreparedShape& a, const Placement& at_a, const Move& move_a, const Vec3& wall,
                                  const Vec3& wall_normal);

}  // namespace rubble::shape
