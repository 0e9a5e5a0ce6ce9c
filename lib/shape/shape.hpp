#pragma once
// The shape of one body, independent of size and position.
#include "shape/aggregate.hpp"
#include "shape/polyhedron.hpp"

#include <cstdint>
#include <string>

namespace rubble::shape {

// docs/walks.md lists the files that a new kind changes.
enum class Kind : std::uint8_t {
  sphere,
  aggregate,  // bodies glued together: the pile contains the members; this struct has no vertices
  hull,       // convex polyhedron
};

// A body's shape in its principal frame about its centre of mass, in units of the body's radius. The radius is that of
// the ball of equal volume, so that the volume is 4 pi / 3. The density is uniform.
struct Shape {
  std::string name;
  Kind kind = Kind::sphere;
  Vec3s vertex;                 // hull only
  Faces face;                   // hull only: planar polygons; no two neighbours in one plane
  double reach = 1;             // distance of the farthest point from the centre of mass
  Vec3 moments{0.4, 0.4, 0.4};  // principal moments of inertia / (mass radius^2), ascending
  double area = 0;              // surface area / radius^2; 0: not known (aggregates of spheres)

  bool operator==(const Shape&) const = default;  // exact comparison, to the last bit
};

// => the ball: moments 2/5, area 4 pi.
Shape sphere();

// (glued spheres) => their shape: reach / radius and moments / (mass radius^2), with the radius of the ball that has
// the aggregate's volume.
Shape shape_of(const Aggregate& aggregate);

// Placement of a normalised shape: x = centre + radius * (turn * y) for each of its points y.
struct Placement {
  Vec3 centre;      // centre of mass [m]
  Quaternion turn;  // rotation from the principal frame to the given axes
  double radius;    // radius of the ball of equal volume [m]
};

struct PlacedShape {
  Shape shape;
  Placement placement;
};

// (name, points [m]) => their convex hull as a shape, and its placement. Vertices are in the order of hull_of(), axes
// follow the rule of principal_frame(): the placement of a cube or a regular tetrahedron has no rotation. The result
// does not depend on the order of the points. InputError as for hull_of(), and for a hull that violation() rejects
// because some of its points are almost in one plane.
PlacedShape make_hull(const std::string& name, const Vec3s& points);

}  // namespace rubble::shape
