// Where bodies meet a triangulated surface on their paths.
#include "detect/body_at_surface.hpp"
#include "shape/first_touch.hpp"
#include "shape/flat_triangle.hpp"

#include <set>
#include <vector>

namespace rubble::detect {

namespace {

// A triangle that the body may reach.
struct Reached {
  Index triangle;
  shape::Separation now;
};

// (body that moves) => the triangles that are nearer than its path is long
std::vector<Reached> reached(const BodyAtSurface& body) {
  thread_local shape::FlatTriangle triangle;
  const double way = body.way(), reach = body.at.radius * body.solid.reach + way;
  std::vector<Reached> found;
  for (const Index t : body.triangles) {
    const double height = body.mesh.frame[static_cast<std::size_t>(t)].at(body.at.centre)[0];
    if (std::abs(height) > reach + body.mesh.frame_error(reach)) continue;
    triangle.set(body.corners(t), body.at.radius);
    shape::SeparationCache cache;
    const shape::Separation now = shape::separation(body.solid, body.at, triangle.solid(), triangle.at(), cache, way);
    if (now.near && now.gap <= way) found.push_back({t, now});
  }
  return found;
}

}  // namespace

// A flat part that the body touches already is not met again: its other triangles would be met on the path without the
// impulses at the touched ones. The same holds for a plane.
std::optional<SurfaceMeeting> find_meeting(const BodyAtSurface& body) {
  thread_local shape::FlatTriangle triangle;
  if (!(body.way() > body.long_way)) return {};
  const std::vector<Reached> near = reached(body);
  const auto patch_of = [&](const Reached& one) { return body.parts.patch[static_cast<std::size_t>(one.triangle)]; };
  std::set<Index> touched;
  for (const Reached& one : near) {
    if (one.now.gap > shape::kTouchGap * body.at.radius) continue;
    if (!(one.now.gap > 0) && body.move.shift.dot(one.now.normal) > body.long_way) return SurfaceMeeting{0, true};
    touched.insert(patch_of(one));
  }
  std::optional<SurfaceMeeting> earliest;
  for (const Reached& one : near) {
    if (touched.contains(patch_of(one))) continue;
    triangle.set(body.corners(one.triangle), body.at.radius);
    const auto part = shape::first_touch(body.solid, body.at, body.move, triangle.solid(), triangle.at(), {});
    if (part && (!earliest || *part < earliest->part)) earliest = SurfaceMeeting{*part};
  }
  return earliest;
}

}  // namespace rubble::detect
