// Where bodies meet a triangulated surface on their paths.
#include "detect/body_at_surface.hpp"
#include "shape/flat_triangle.hpp"

#include <algorithm>

namespace rubble::detect {

std::optional<SurfaceMeeting> find_meeting(const BodyAtSurface& body) {
  thread_local shape::FlatTriangle triangle;
  const double way = body.way();
  if (!(way > body.long_way)) return {};
  std::optional<SurfaceMeeting> earliest;
  const double reach = body.at.radius * body.solid.reach + way;
  for (const Index t : body.triangles) {
    const double height = body.mesh.frame[static_cast<std::size_t>(t)].at(body.at.centre)[0];
    if (std::abs(height) > reach + body.mesh.frame_error(reach)) continue;
    triangle.set(body.corners(t), body.at.radius);
    shape::SeparationCache cache;
    const shape::Separation now = shape::separation(body.solid, body.at, triangle.solid(), triangle.at(), cache, way);
    if (!now.near || now.gap > way) continue;
    if (!(now.gap > 0)) {
      if (body.move.shift.dot(now.normal) > body.long_way) return SurfaceMeeting{0, true};
      continue;
    }
    const auto part = shape::first_touch(body.solid, body.at, body.move, triangle.solid(), triangle.at(), {});
    if (part && (!earliest || *part < earliest->part)) earliest = SurfaceMeeting{*part};
  }
  return earliest;
}

}  // namespace rubble::detect
