#pragma once
// A closed surface of triangles, convex or not: which points, balls and hulls lie inside it, outside it or across it.
#include "shape/polyhedron.hpp"

#include <memory>

namespace rubble::shape {

// Size of a surface that is read from a file. At most one of volume and extent is set; `unit` counts without them.
struct SurfaceSize {
  double unit = 1;    // length of one unit of the file [m]
  double volume = 0;  // enclosed volume [m3]; 0: not given
  double extent = 0;  // largest of the extents along the three axes of the file [m]; 0: not given
};

// (closed surface in any unit, size) => length of one unit [m].
double unit_of(const Polyhedron& surface, const SurfaceSize& size);

enum class Position { inside, across, outside };

// A polygon of the surface is the fan of the triangles about its first vertex. If the surface intersects itself, a
// point is inside if a ray from it meets the surface an odd number of times. Lengths in any one unit [L].
class ClosedSurface {
 public:
  // (vertices [L] and faces for which no_closed_surface() finds no fault)
  explicit ClosedSurface(Polyhedron surface);
  ~ClosedSurface();
  ClosedSurface(const ClosedSurface&) = delete;
  ClosedSurface& operator=(const ClosedSurface&) = delete;

  const Polyhedron& polyhedron() const { return surface_; }
  double volume() const { return volume_; }  // [L3]
  const Vec3& low() const { return low_; }   // corners of its bounding box [L]
  const Vec3& high() const { return high_; }

  // (point) => true if it is inside or on the surface. The answer is exact.
  bool contains(const Vec3& point) const;

  // (point) => the nearest point of the surface.
  Vec3 nearest(const Vec3& point) const;

  // (centre, radius) => position of the ball. It is across if its centre is nearer to the surface than the radius.
  Position of_ball(const Vec3& centre, double radius) const;

  // (vertices and faces of a convex body) => its position. It is across if it has a point in common with the surface.
  // The answer is exact for the given vertices if faces are planar.
  Position of_hull(const Vec3s& vertex, const Faces& face) const;

 private:
  struct Tree;
  Polyhedron surface_;
  double volume_ = 0;
  Vec3 low_ = Vec3::Zero();
  Vec3 high_ = Vec3::Zero();
  std::unique_ptr<const Tree> tree_;
};

}  // namespace rubble::shape
