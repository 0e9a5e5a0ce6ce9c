#include "measure/contacts/deepest_overlap.hpp"

#include "detect/placed.hpp"
#include "measure/contacts/mesh_overlaps.hpp"
#include "model/bodies.hpp"

#include <algorithm>

namespace rubble::measure {
namespace {

// Shapes and orientations of the bodies of a pile, as input of the narrow phase.
class Solids {
 public:
  explicit Solids(const Pile& pile) : pile_(pile), of_body_(pile.size(), -1), turn_(pile.size()) {
    std::vector<Index> of_shape(pile.model.shapes.size(), -1);
    for (std::size_t k = 0; k < of_shape.size(); ++k) {
      if (!shape::functions_of(pile.model.shapes[k].kind).is_oriented) continue;
      of_shape[k] = static_cast<Index>(solids_.size());
      solids_.emplace_back(pile.model.shapes[k]);
    }
    for (std::size_t i = 0; i < pile.size(); ++i) {
      turn_[i] = turn_of(pile.model, pile.state, i);
      if (is_oriented(pile.model, i)) of_body_[i] = of_shape[static_cast<std::size_t>(shape_index(pile.model, i))];
    }
  }

  detect::PlacedBodies bodies() const {
    return {pile_.state.position, pile_.model.radius, of_body_, turn_, solids_, pile_.model.space.period};
  }

 private:
  const Pile& pile_;
  std::vector<Index> of_body_;  // index of the body's shape in `solids_`, or -1 for a sphere
  std::vector<Quaternion> turn_;
  std::vector<shape::PreparedShape> solids_;
};

detect::Candidates touching_candidates(const Pile& pile) {
  const Model& model = pile.model;
  Reals bound;
  for (std::size_t i = 0; i < pile.size(); ++i) bound.push_back(bounding_radius(model, i));
  std::vector<Plane> planes;
  for (const WallPlace& wall : model.space.walls) planes.push_back({wall.point, wall.normal});
  const std::vector<Index>* grain = pile.state.grouping.grains_of_bodies();
  return detect::find_candidates({bound, pile.state.position, planes, model.space.period, pile.state.time, grain, true},
                                 0, {});
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
  for (const Overlap& overlap : overlaps_with_meshes(pile))
    deepest = std::max(deepest, overlap.depth / pile.model.radius[static_cast<std::size_t>(overlap.key.a)]);
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
  for (const Overlap& overlap : overlaps_with_meshes(pile)) {
    const auto body = static_cast<std::size_t>(overlap.key.a);
    if (body >= first && overlap.depth > kTouching * pile.model.radius[body]) overlaps.push_back(overlap);
  }
  std::stable_sort(overlaps.begin(), overlaps.end(), [](const Overlap& a, const Overlap& b) { return a.key < b.key; });
  return overlaps;
}

}  // namespace rubble::measure
