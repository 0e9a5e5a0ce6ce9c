#include "measure/contacts/mesh_overlaps.hpp"

#include "base/parallel.hpp"
#include "detect/placed.hpp"
#include "detect/surface_points.hpp"
#include "detect/surface_touch.hpp"
#include "measure/contacts/solids.hpp"
#include "model/bodies.hpp"
#include "model/placed_walls.hpp"
#include "shape/closed_surface.hpp"
#include "shape/mesh.hpp"

#include <algorithm>

namespace rubble::measure {
namespace {

std::vector<detect::PlacedSurface> placed_meshes(const Pile& pile) {
  std::vector<detect::PlacedSurface> placed;
  for (std::size_t k = 0; k < pile.model.space.meshes.size(); ++k)
    placed.push_back({*pile.model.space.meshes[k].surface, wall_placement(pile, k)});
  return placed;
}

shape::Polyhedron polyhedron_of(const shape::TriangleMesh& mesh) {
  shape::Polyhedron out;
  out.vertex = mesh.vertex;
  for (const shape::Triangle& t : mesh.triangle) out.face.push_back({t.begin(), t.end()});
  return out;
}

// Adds the overlaps of spheres.
void add_spheres(const Pile& pile, const std::vector<detect::PlacedSurface>& placed,
                 std::vector<MeshOverlap>& overlaps) {
  const Space& space = pile.model.space;
  const detect::SurfaceCandidates near =
      detect::find_surface_candidates(pile.model.radius, pile.state.position, placed, 0);
  detect::SurfaceTouches found;
  for (std::size_t e = 0; e < near.body.size(); ++e) {
    const auto body = static_cast<std::size_t>(near.body[e]), mesh = static_cast<std::size_t>(near.surface[e]);
    if (is_oriented(pile.model, body)) continue;
    const double radius = pile.model.radius[body];
    const std::span<const Index> triangles(near.triangle.data() + near.triangle_begin[e],
                                           near.triangle.data() + near.triangle_begin[e + 1]);
    detect::find_touches(placed[mesh].surface.mesh, placed[mesh].at.to_wall(pile.state.position[body]), radius,
                         triangles, found);
    const auto wall = static_cast<Index>(space.walls.size() + mesh);
    for (const detect::SurfaceTouch& touch : found.touch)
      overlaps.push_back({ContactKey::of_wall(near.body[e], wall, touch.triangle), touch.overlap, radius});
  }
}

// Adds the overlaps of hulls.
void add_hulls(const Pile& pile, const std::vector<detect::PlacedSurface>& placed, std::vector<MeshOverlap>& overlaps) {
  Reals bound(pile.size());
  std::vector<char> left_out(pile.size());
  for (std::size_t i = 0; i < pile.size(); ++i) {
    bound[i] = bounding_radius(pile.model, i);
    left_out[i] = is_oriented(pile.model, i) ? 0 : 1;
  }
  if (std::ranges::all_of(left_out, [](char out) { return out != 0; })) return;
  std::vector<shape::SurfaceParts> parts;
  for (const detect::PlacedSurface& wall : placed) parts.emplace_back(wall.surface.mesh);
  std::vector<detect::MovingSurface> walls;
  for (std::size_t k = 0; k < placed.size(); ++k)
    walls.push_back({placed[k].surface, parts[k], placed[k].at, placed[k].at});
  const detect::SurfaceCandidates near =
      detect::find_surface_candidates(bound, pile.state.position, placed, 0, &left_out);
  const Solids solids(pile);
  const auto first = static_cast<Index>(pile.model.space.walls.size());
  const detect::ContactPoints found =
      detect::find_surface_points({walls, near, first}, solids.bodies(), 0, shape::Points::one);
  for (std::size_t c = 0; c < found.size(); ++c)
    if (found.gap[c] < 0)
      overlaps.push_back(
          {found.key[c], -found.gap[c], detect::half_width(solids.bodies(), found.key[c].a, found.normal[c])});
}

}  // namespace

std::vector<MeshOverlap> overlaps_with_meshes(const Pile& pile) {
  std::vector<MeshOverlap> overlaps;
  if (pile.model.space.meshes.empty()) return overlaps;
  const std::vector<detect::PlacedSurface> placed = placed_meshes(pile);
  add_spheres(pile, placed, overlaps);
  add_hulls(pile, placed, overlaps);
  std::ranges::stable_sort(overlaps, [](const MeshOverlap& a, const MeshOverlap& b) { return a.key < b.key; });
  return overlaps;
}

std::optional<Sides> sides_of(const Pile& pile, std::size_t mesh, const std::vector<char>& left_out) {
  const MeshWall& wall = pile.model.space.meshes[mesh];
  shape::Polyhedron polyhedron = polyhedron_of(wall.surface->mesh);
  if (shape::no_closed_surface(polyhedron.vertex, polyhedron.face)) return std::nullopt;
  const shape::ClosedSurface surface(std::move(polyhedron));
  const WallPlacement now = wall_placement(pile, mesh);
  const auto counts = [&](std::size_t i) { return left_out.empty() || left_out[i] == 0; };
  const auto number = [&](const auto& condition) {
    return blocked_sum(pile.size(), std::size_t{0},
                       [&](std::size_t i) { return counts(i) && condition(i) ? std::size_t{1} : std::size_t{0}; });
  };
  const std::size_t all = number([](std::size_t) { return true; });
  const std::size_t inside =
      number([&](std::size_t i) { return surface.contains(now.to_wall(pile.state.position[i])); });
  return Sides{inside, all - inside};
}

}  // namespace rubble::measure
