#pragma once
// Bodies that overlap the triangulated walls of a pile, or begin on another side of a closed one than the others.
#include "measure/contacts/deepest_overlap.hpp"

#include <optional>
#include <vector>

namespace rubble::measure {

struct MeshOverlap {
  ContactKey key;
  double depth = 0;  // [m] > 0
  double half = 0;   // half the thickness of the body along the normal; of a sphere its radius [m]

  double share() const { return depth / half; }
};

// (pile, which needs no contacts) => the overlaps of its bodies with its triangulated walls in their present poses, by
// rising body and wall. The depth at a sphere is that of the contact of soft spheres (detect::find_touches), at a hull
// the deepest of each normal (detect::find_surface_points). Members of grains count.
std::vector<MeshOverlap> overlaps_with_meshes(const Pile& pile);

// Numbers of bodies of a pile on the two sides of a closed wall.
struct Sides {
  std::size_t inside = 0, outside = 0;
};
// (pile, number of a triangulated wall, marks of bodies to leave out, or nothing) => the others by the side on which
// their centres are, in its present pose; nothing if the wall is not closed.
std::optional<Sides> sides_of(const Pile& pile, std::size_t mesh, const std::vector<char>& left_out = {});

}  // namespace rubble::measure
