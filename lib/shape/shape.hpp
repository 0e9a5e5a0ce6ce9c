#pragma once
// The form of one body, whatever its size and place.
#include "shape/aggregate.hpp"
#include "shape/polyhedron.hpp"

#include <cstdint>
#include <string>

namespace rubble::shape {

enum class Kind : std::uint8_t {
  sphere,
  aggregate,  // spheres glued together: its members are rows of the pile; here are only its name and moments
  hull,       // convex polyhedron
};

// (kind) => its name in files: "sphere", "aggregate", "hull".
const char* kind_name(Kind kind);

// A body's form in its principal frame about its centre of mass, in units of the body's radius: that of the ball of the
// same volume, so that the volume is 4 pi / 3. Uniform density.
struct Shape {
  std::string name;
  Kind kind = Kind::sphere;
  Vec3s vertex;                 // hull only
  Faces face;                   // hull only: planar polygons; no two neighbours in one plane
  double reach = 1;             // distance of the farthest point from the centre of mass
  Vec3 moments{0.4, 0.4, 0.4};  // principal moments of inertia / (mass radius^2), rising
  double area = 0;              // of the surface / radius^2; 0: not known (aggregates)

  bool operator==(const Shape&) const = default;  // to the last bit
};

// => the ball: moments 2/5, area 4 pi.
Shape sphere();

// (glued spheres) => their shape: reach and moments in units of the radius of the ball of the aggregate's volume.
Shape shape_of(const Aggregate& aggregate);

// Where a normalised shape was found: x = centre + radius * (turn * y) for each of its points y.
struct Placement {
  Vec3 centre;      // centre of mass [m]
  Quaternion turn;  // principal frame => given axes
  double radius;    // of the ball of the same volume [m]
};

struct PlacedShape {
  Shape shape;
  Placement placement;
};

// (name, points [m]) => their convex hull as a shape, and where it was: vertices in the order of hull_of(), axes by the
// rule of principal_frame(), so that the placement of a cube or a regular tetrahedron turns nothing. The result does
// not depend on the order of the points. InputError as hull_of(), and for a hull that violation() would not pass
// because its points are almost in a plane somewhere.
PlacedShape make_hull(const std::string& name, const Vec3s& points);

}  // namespace rubble::shape
