#pragma once
// Contacts of a sphere with a triangulated surface. They do not depend on how the surface is cut into triangles, and
// the elastic energy of a linear spring is a continuous function of the sphere's position (docs/theory.md 2.11).
#include "shape/triangle_mesh.hpp"

#include <span>

namespace rubble::detect {

// One contact. Its elastic energy is that of the overlap, and its force is `share` times the force of the overlap along
// -normal. Where the sphere touches one place of the surface, the overlap is radius - distance and the share is 1.
struct SurfaceTouch {
  Index triangle = 0;          // the nearest of its triangles; of several, the first
  Vec3 normal = Vec3::Zero();  // unit vector from the sphere to the surface
  double overlap = 0;          // > 0 [L]
  double share = 1;            // of the force
};

// Contacts of one sphere, and the triangles that belong to each.
struct SurfaceTouches {
  std::vector<SurfaceTouch> touch;  // by rising triangle
  std::vector<Index> triangle;      // triangles whose distance is below the radius, rising
  std::vector<Index> touch_of;      // index in `touch` for each of them
};

// (surface, centre [L], radius [L], triangles that may touch in rising order, result) Finds the contacts. Triangles
// that the sphere touches form groups, connected by touched edges and vertices. A group whose touched cells have the
// Euler characteristic 1, like a disc, is one contact. Any other group, like a ring, has one contact for each local
// minimum of the distance.
void find_touches(const shape::TriangleMesh& mesh, const Vec3& centre, double radius, std::span<const Index> candidates,
                  SurfaceTouches& out);

}  // namespace rubble::detect
