#include "ssdem/surface_contacts.hpp"

#include "detect/surface_touch.hpp"
#include "simd/xyzw.hpp"

#include <algorithm>

namespace rubble::ssdem {
namespace {

// (touch in the frame of the wall, wall, centre and radius of the sphere) => the plane through the contact point.
Wall plane_of(const detect::SurfaceTouch& touch, const WallPlacement& wall, const Vec3& centre, double radius) {
  const Vec3 normal = wall.turn * touch.normal;
  const Vec3 point = centre + (radius - touch.overlap) * normal;
  return {point, -normal, wall.velocity_at(point), wall.spin, touch.share};
}

// (walls now, number of a surface, plane through a contact with it) Adds what the load on a driven wall needs.
void add_path(const SurfacesNow& now, Index surface, Wall& plane) {
  const auto k = static_cast<std::size_t>(surface);
  if (k >= now.walls.size() || !now.walls[k].drive) return;
  const WallDrive& drive = *now.walls[k].drive;
  plane.driven = surface;
  plane.path = drive.direction_at(plane.point, now.surfaces[k].at.centre);
  if (drive.turns) plane.turn = drive.axis;
}

// (contacts, index) => true if the contact is one of an earlier sphere, or of the same sphere with an earlier wall.
bool precedes(const SurfaceContacts& contacts, std::size_t k, Index body, Index wall) {
  return contacts.contacts.a[k] != body ? contacts.contacts.a[k] < body : contacts.wall[k] < wall;
}

// Assigns the previous contacts of one sphere and wall to the present ones, which begin at `first`. A contact that
// keeps its triangle has precedence.
void assign(const detect::SurfaceTouches& found, const SurfaceContacts& previous, const Range& earlier,
            std::size_t first, std::vector<Index>& from) {
  for (const bool same : {true, false})
    for (std::size_t k = earlier.first; k < earlier.last; ++k) {
      const Index triangle = previous.contacts.candidate[k];
      const auto place = std::lower_bound(found.triangle.begin(), found.triangle.end(), triangle);
      if (place == found.triangle.end() || *place != triangle) continue;
      const Index touch = found.touch_of[static_cast<std::size_t>(place - found.triangle.begin())];
      if (touch < 0 || (found.touch[static_cast<std::size_t>(touch)].triangle == triangle) != same) continue;
      Index& predecessor = from[first + static_cast<std::size_t>(touch)];
      if (predecessor < 0) predecessor = static_cast<Index>(k);
    }
}

}  // namespace

void find_surface_contacts(const SurfacesNow& now, const detect::SurfaceCandidates& list, const Spheres& spheres,
                           const Range& bodies, const SurfaceContacts& previous, FoundSurfaces& out) {
  thread_local detect::SurfaceTouches found;
  out.clear();
  std::size_t next = 0;  // among the previous contacts
  for (std::size_t e = list.begin[bodies.first]; e < list.begin[bodies.last]; ++e) {
    const Index body = list.body[e], wall = now.planes + list.surface[e];
    const detect::PlacedSurface& placed = now.surfaces[static_cast<std::size_t>(list.surface[e])];
    const Xyzw& sphere = spheres.state[static_cast<std::size_t>(body)].position;
    const Vec3 centre = vec(sphere);
    const std::span<const Index> triangles(list.triangle.data() + list.triangle_begin[e],
                                           list.triangle.data() + list.triangle_begin[e + 1]);
    detect::find_touches(placed.surface.mesh, placed.at.to_wall(centre), sphere.v[3], triangles, found);
    const std::size_t first = out.body.size();
    for (const detect::SurfaceTouch& touch : found.touch) {
      out.body.push_back(body);
      out.wall.push_back(wall);
      out.triangle.push_back(touch.triangle);
      out.planes.push_back(plane_of(touch, placed.at, centre, sphere.v[3]));
      add_path(now, list.surface[e], out.planes.back());
      out.from.push_back(-1);
    }
    while (next < previous.contacts.count && precedes(previous, next, body, wall)) ++next;
    Range earlier{next, next};
    while (earlier.last < previous.contacts.count && previous.contacts.a[earlier.last] == body &&
           previous.wall[earlier.last] == wall)
      ++earlier.last;
    assign(found, previous, earlier, first, out.from);
    next = earlier.last;
  }
}

void FoundSurfaces::clear() {
  for (std::vector<Index>* indices : {&body, &wall, &triangle, &from}) indices->clear();
  planes.clear();
}

bool FoundSurfaces::continues(std::size_t before) const {
  if (from.size() != before) return false;
  for (std::size_t k = 0; k < before; ++k)
    if (from[k] != static_cast<Index>(k)) return false;
  return true;
}

std::vector<Index> ended(const FoundSurfaces& found, std::size_t before) {
  if (found.continues(before)) return {};
  std::vector<char> lives(before, 0);
  for (const Index k : found.from)
    if (k >= 0) lives[static_cast<std::size_t>(k)] = 1;
  std::vector<Index> out;
  for (std::size_t k = 0; k < before; ++k)
    if (!lives[k]) out.push_back(static_cast<Index>(k));
  return out;
}

void take_up(const FoundSurfaces& found, std::span<const HistoryPart> parts, SurfaceContacts& surfaces) {
  thread_local Reals old;
  ChunkContacts& contacts = surfaces.contacts;
  const bool same = found.continues(contacts.count);
  contacts.count = found.body.size();
  contacts.a = found.body;
  contacts.candidate = found.triangle;
  contacts.b.resize(contacts.count);
  for (std::size_t k = 0; k < contacts.count; ++k) contacts.b[k] = static_cast<Index>(k);
  surfaces.wall = found.wall;
  surfaces.planes = found.planes;
  contacts.resize();
  for (const HistoryPart part : parts) {
    if (same) break;
    Reals& numbers = contacts.history[part];
    old.assign(numbers.begin(), numbers.end());
    numbers.assign(contacts.a.size(), 0.0);
    for (std::size_t k = 0; k < contacts.count; ++k)
      if (found.from[k] >= 0) numbers[k] = old[static_cast<std::size_t>(found.from[k])];
  }
  contacts.pad();
}

}  // namespace rubble::ssdem
