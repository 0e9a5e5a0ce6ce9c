#pragma once
// Three algorithms that remove the overlaps in a new cloud. docs/theory.md 9.2 and 9.3.
#include "generate/grain_plan.hpp"
#include "spatial/periodic.hpp"

#include <functional>

namespace rubble::generate {

// Members of all grains in one list.
struct Members {
  std::vector<std::size_t> grain;  // grain of each member
  std::vector<std::size_t> part;   // index of each member within its grain
  Reals radius;                    // [m]
  Vec3s offset;                    // from the grain's centre, in its principal frame [m]

  explicit Members(const Grains& grains);
  std::size_t size() const { return radius.size(); }
};

// (spheres, their positions, period along each axis [m], 0 for open axes, largest number of passes, counter of passes,
// draw) => true if no overlap is left. In each pass, draw(sphere) changes the position of the smaller sphere of each
// overlapping pair, or of the second of two equal ones, but never of a fixed sphere. Images count along periodic axes.
// InputError for a period in which a sphere could touch two images of another one.
bool redraw(const Grains& spheres, Places& places, const Vec3& period, std::int64_t passes, std::int64_t& done,
            const std::function<void(std::size_t)>& draw);

// Separates overlapping grains with the arguments and the result of redraw(). Each overlapping pair of members is
// pushed and rotated apart along the line between the members, by the overlap and a thousandth of a radius. The motion
// is distributed over the two grains as an impulse is over rigid bodies of unit density. Pairs are treated one after
// the other, each with the positions that the previous pair left. Each pass ends with confine(grain) for each grain
// that is not fixed.
//
// Members whose overlap exceeds a quarter of the smaller radius are separated along the line between their grains'
// centres, without rotation. Otherwise members between each other's neighbours would be pushed back and forth. Grains
// stay near their first positions, and clouds may be denser than with redraw(), which needs a hole for a whole grain.
// The projection is that of position-based dynamics, Mueller et al. 2020, doi:10.1111/cgf.14105, eqs. 2-9.
bool push_apart(const Grains& grains, Places& places, const Vec3& period, std::int64_t passes, std::int64_t& done,
                const std::function<void(std::size_t)>& confine);

// Separates hulls and compounds by their shapes instead of their bounding balls, in open space. Pairs are moved apart
// along the shortest vector that separates their surfaces (shape/separation.hpp). Hulls and free spheres do not rotate;
// glued grains and compounds do. Long hulls may fit by their shapes even if their bounding balls do not.
bool push_apart_by_form(const Grains& grains, Places& places, std::int64_t passes, std::int64_t& done,
                        const std::function<void(std::size_t)>& confine);

}  // namespace rubble::generate
