#pragma once
// Grains of a pile inside or outside a closed surface. docs/theory.md 5.17.
#include "base/word_table.hpp"
#include "model/pile.hpp"
#include "shape/closed_surface.hpp"

#include <vector>

namespace rubble::measure {

// Grains to keep: those inside the surface, or those outside.
enum class Kept { inside, outside };
inline constexpr Word<Kept> kKept[] = {{"inside", Kept::inside}, {"outside", Kept::outside}};

// Treatment of a grain that crosses the surface; `centre`: kept if its centre of mass is on the side that is kept.
enum class Crossing { drop, keep, centre };
inline constexpr Word<Crossing> kCrossings[] = {
    {"drop", Crossing::drop}, {"keep", Crossing::keep}, {"centre", Crossing::centre}};

struct Carving {
  std::vector<Index> bodies;      // bodies of the grains to keep, ascending
  std::size_t crossing = 0;       // number of grains across the surface
  std::size_t crossing_kept = 0;  // number of those to keep
};

// (pile in open space, surface in its coordinates [m], side to keep, treatment of grains across the surface) => the
// grains to keep. A grain crosses the surface if one of its bodies does (ClosedSurface::of_ball, of_hull), or if it has
// bodies on both sides.
Carving carve(const Pile& pile, const shape::ClosedSurface& surface, Kept kept, Crossing crossing);

}  // namespace rubble::measure
