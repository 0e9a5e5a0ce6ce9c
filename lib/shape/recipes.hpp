#pragma once
// Convex bodies by recipe: random rocks, regular solids, boxes, cylinders, ellipsoids. Their points; the bodies are the
// points' hulls. docs/theory.md 5.11 and 9.4; why they are no kinds of their own: docs/decisions/0033.
#include "base/random.hpp"
#include "shape/shape.hpp"

namespace rubble::shape {

// Lengths of a solid along its principal axes, falling: a, b, c, the square roots of the eigenvalues of the covariance
// of its points, which is that of the solid, not of its vertices [L]. A solid ellipsoid has semi-axes / sqrt(5).
// (principal moments of inertia / mass, rising [L2]) => a >= b >= c.
Vec3 principal_lengths(const Vec3& moments);

// elongation = b / a, flatness = c / b, both in (0, 1]; flatness is also called platyness.
struct Ratios {
  double elongation;
  double flatness;
};

// (principal moments of inertia in any unit, rising) => the ratios of the principal lengths.
Ratios ratios(const Vec3& moments);

// Where the points of a random hull are drawn.
enum class Scatter {
  sphere,  // on the unit sphere: all of them are vertices
  ball,    // in the unit ball
};

// Hulls of a random number of random points, drawn again until they are not too thin.
struct RandomHull {
  Scatter scatter = Scatter::sphere;
  std::int64_t least_points = 0, most_points = 0;  // every number between them as likely
  double least_ratio = 0;                          // of elongation and of flatness
};

struct DrawnHull {
  PlacedShape hull;  // points: within the unit ball about the origin
  int draws;         // that it took, those that were too thin included
};

// (name, recipe, random numbers) => a hull. InputError for fewer than 4 points, most < least, and for a recipe that
// 10000 draws in a row do not fulfil.
DrawnHull draw_hull(const std::string& name, const RandomHull& recipe, Random& random);

// (lengths of the sides [L]) => the corners of a box about the origin.
Vec3s box_points(const Vec3& sides);

// (radius, height along z [L], number of corners of its base >= 3) => the corners of a right prism about the origin
// that has the cylinder's volume: its base is a regular polygon of the circle's area, so that its corners lie outside.
Vec3s cylinder_points(double radius, double height, int corners);

// (semi-axes [L], number of vertices >= 4) => points of a spiral on a sphere (sphere_points), stretched, so that their
// hull has the ellipsoid's volume.
Vec3s ellipsoid_points(const Vec3& semi_axes, int vertices);

// (number of faces: 4, 6, 8, 12 or 20) => the corners of the regular solid in the unit sphere. InputError for others.
Vec3s regular_points(std::int64_t faces);

}  // namespace rubble::shape
