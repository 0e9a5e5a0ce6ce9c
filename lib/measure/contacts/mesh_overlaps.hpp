#pragma once
// Spheres that overlap the triangulated walls of a pile, or begin on another side of a closed one than the others.
#include "measure/contacts/deepest_overlap.hpp"

#include <optional>
#include <vector>

namespace rubble::measure {

// (pile, which needs no contacts) => the overlaps of its spheres with its triangulated walls in their present poses, in
// the order of their keys. The depth is that of the contact (detect::find_touches); members of grains count.
std::vector<Overlap> overlaps_with_meshes(const Pile& pile);

// Spheres of a pile on both sides of a closed wall.
struct Sides {
  std::size_t inside = 0, outside = 0;
};
// (pile, number of a triangulated wall, marks of spheres to leave out, or nothing) => the others by the side on which
// their centres are, in its present pose; nothing if the wall is not closed.
std::optional<Sides> sides_of(const Pile& pile, std::size_t mesh, const std::vector<char>& left_out = {});

}  // namespace rubble::measure
