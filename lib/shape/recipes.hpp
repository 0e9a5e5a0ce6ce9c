#pragma once
// Convex bodies by recipe: random rocks, regular solids, boxes, cylinders, ellipsoids. The functions return points; the
// bodies are the convex hulls of these points. docs/theory.md 5.11 and 9.4. docs/decisions/0033 explains why they are
// not separate kinds of shapes.
#include "base/random.hpp"
#include "shape/shape.hpp"

namespace rubble::shape {

// Lengths a >= b >= c of a solid along its principal axes [L]: the square roots of the eigenvalues of the covariance
// matrix of the solid (not of its vertices). A solid ellipsoid has semi-axes / sqrt(5). (principal moments of inertia /
// mass, ascending [L2]) => a, b, c.
Vec3 principal_lengths(const Vec3& moments);

// elongation = b / a, flatness = c / b, both in (0, 1]; flatness is also called platyness.
struct Ratios {
  double elongation;
  double flatness;
};

// (principal moments of inertia in any unit, ascending) => the ratios of the principal lengths.
Ratios ratios(const Vec3& moments);

// Region in which the points of a random hull are drawn.
enum class Scatter {
  sphere,  // on the unit sphere: all points are vertices
  ball,    // in the unit ball
};

// Hulls of a random number of random points. A hull that is too thin is drawn again.
struct RandomHull {
  Scatter scatter = Scatter::sphere;
  std::int64_t least_points = 0, most_points = 0;  // range of the number of points, with uniform distribution
  double least_ratio = 0;                          // lower bound of elongation and flatness
};

struct DrawnHull {
  PlacedShape hull;  // at its placement, its vertices are within the unit ball about the origin
  int draws;         // number of draws, including hulls that were too thin
};

// (name, recipe, random numbers) => a hull. InputError for fewer than 4 points, most < least, and for a recipe that
// 10000 draws in sequence do not fulfil.
DrawnHull draw_hull(const std::string& name, const RandomHull& recipe, Random& random);

// (lengths of the sides [L]) => the corners of a box about the origin.
Vec3s box_points(const Vec3& sides);

// (radius, height along z [L], number of corners of its base >= 3) => the corners of a right prism about the origin
// with the volume of the cylinder. Its base is a regular polygon with the area of the circle, so that its corners are
// outside the circle.
Vec3s cylinder_points(double radius, double height, int corners);

// (semi-axes [L], number of vertices >= 4) => points of a spiral on a sphere (sphere_points), scaled along the axes so
// that their hull has the ellipsoid's volume.
Vec3s ellipsoid_points(const Vec3& semi_axes, int vertices);

// (number of faces: 4, 6, 8, 12 or 20) => the corners of the regular solid in the unit sphere. InputError for other
// numbers.
Vec3s regular_points(std::int64_t faces);

}  // namespace rubble::shape
