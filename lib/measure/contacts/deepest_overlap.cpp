#include "measure/contacts/deepest_overlap.hpp"

#include "detect/placed.hpp"
#include "measure/contacts/mesh_overlaps.hpp"
#include "measure/contacts/solids.hpp"
#include "model/bodies.hpp"

#include <algorithm>

namespace rubble::measure {
namespace {

detect::Candidates touching_candidates(const Pile& pile) {
  const Model& model = pile.model;
  Reals bound;
  for (std::size_t i = 0; i < pile.size(); ++i) bound.push_back(bounding_radius(model, i));
  std::vector<Plane> planes;
  for (const WallPlace& wall : model.space.walls) planes.push_back({wall.point, wall.normal});
  const std::vector<Index>* grain = pile.state.grouping.grains_of_bodies();
  return detect::find_candidates(
      {bound, pile.state.position, planes, model.space.at(pile.state.time), pile.state.time, grain, true}, 0, {});
}

// Calls found(bodies, points) with the points where bodies of the pile, or a body and a wall, touch or overlap.
template <class Found>
void search(const Pile& pile, Found&& found) {
  const Solids solids(pile);
  const detect::PlacedBodies bodies = solids.bodies();
  std::vector<detect::Wall> walls;
  for (const WallPlace& wall : pile.model.space.walls) walls.push_back({wall.point, wall.normal});
  detect::Narrow narrow;
  narrow.take(touching_candidates(pile), bodies);
  detect::ContactPoints points;
  narrow.find(bodies, walls, 0, shape::Points::one, points);
  found(bodies, points);
}

}  // namespace

double deepest_overlap(const Pile& pile) {
  if (pile.size() == 0) return 0;
  double deepest = 0;
  search(pile, [&](const detect::PlacedBodies& bodies, const detect::ContactPoints& found) {
    for (std::size_t point = 0; point < found.size(); ++point)
      deepest = std::max(deepest, detect::depth_of(bodies, found.key[point], found.normal[point], found.gap[point]));
  });
  for (const MeshOverlap& overlap : overlaps_with_meshes(pile)) deepest = std::max(deepest, overlap.share());
  return deepest;
}

std::vector<Overlap> overlaps_from(const Pile& pile, std::size_t first) {
  std::vector<Overlap> overlaps;
  if (pile.size() == 0) return overlaps;
  search(pile, [&](const detect::PlacedBodies& bodies, const detect::ContactPoints& found) {
    const auto is_later = [&](Index i) { return static_cast<std::size_t>(i) >= first; };
    for (std::size_t point = 0; point < found.size(); ++point) {
      const ContactKey& key = found.key[point];
      if (key.on_wall() ? !is_later(key.a) : is_later(key.a) == is_later(key.b)) continue;
      double radius = bodies.radius[key.a];
      if (!key.on_wall()) radius = std::min(radius, bodies.radius[key.b]);
      if (found.gap[point] < -kTouching * radius) overlaps.push_back({key, -found.gap[point]});
    }
  });
  for (const MeshOverlap& overlap : overlaps_with_meshes(pile)) {
    const auto body = static_cast<std::size_t>(overlap.key.a);
    const bool counts = body >= first && overlap.depth > kTouching * pile.model.radius[body];
    if (counts) overlaps.push_back({overlap.key, overlap.depth});
  }
  std::stable_sort(overlaps.begin(), overlaps.end(), [](const Overlap& a, const Overlap& b) { return a.key < b.key; });
  return overlaps;
}

}  // namespace rubble::measure
