#pragma once
// Contact points of one body with a triangulated surface (docs/theory.md 11.2). All positions and directions are those
// of the frame of the wall.
#include "detect/narrow.hpp"
#include "shape/surface_parts.hpp"

#include <optional>
#include <span>

namespace rubble::detect {

struct BodyAtSurface {
  const shape::TriangleMesh& mesh;
  const shape::SurfaceParts& parts;
  std::span<const Index> triangles;  // that may touch, rising
  const shape::PreparedShape& solid;
  shape::Placement at;
  double alert;           // largest gap of contact points [m]
  shape::Points most;     // largest number of points for each normal
  bool ahead = false;     // true if the body moves until the next search
  shape::Move move = {};  // expected move relative to the wall
  double long_way = 0;    // a longer path is followed [m]

  // Longest path of a point of the body [m].
  double way() const { return move.shift.norm() + move.turn.norm() * at.radius * solid.turning_reach(); }
  const Vec3& normal(Index t) const { return parts.normal[static_cast<std::size_t>(t)]; }
  std::array<Vec3, 3> corners(Index t) const { return {mesh.corner(t, 0), mesh.corner(t, 1), mesh.corner(t, 2)}; }
};

struct SurfacePoint {
  Index feature;   // identifies the point among those of the body and the wall
  Vec3 place;      // on the body [m]
  Vec3 normal;     // unit vector from the body to the wall
  double gap;      // [m]
  int weight = 1;  // as in shape::Manifold
};
using FoundPoints = std::vector<SurfacePoint>;

// (three numbers) => feature. Different numbers rarely have the same one.
Index feature_of(std::uint64_t kind, std::uint64_t first, std::uint64_t second);

// (sphere) Finds a point for each local minimum of the distance between the centre and the surface.
void find_sphere_points(const BodyAtSurface& sphere, FoundPoints& out);

// (hull) Finds the points with all triangles, with the normals that the surface has there.
void find_hull_points(const BodyAtSurface& hull, FoundPoints& out);

// Where a body meets a surface on a path longer than `long_way`.
struct SurfaceMeeting {
  double part;           // fraction of the move
  bool touches = false;  // the body touches already and approaches; part is 0 then
};
// (body that moves) => the first triangle that it meets; nothing if the path is not long or meets none.
std::optional<SurfaceMeeting> find_meeting(const BodyAtSurface& body);

}  // namespace rubble::detect
