#pragma once
// Three ways to part what overlaps in a cloud that is being made. docs/theory.md 9.2 and 9.3.
#include "make/grains.hpp"
#include "spatial/periodic.hpp"

#include <functional>

namespace rubble::make {

// The members of all grains, side by side.
struct Members {
  std::vector<std::size_t> grain;  // that it belongs to
  Reals radius;                    // [m]
  Vec3s offset;                    // from the grain's centre, in its principal frame [m]

  explicit Members(const Grains& grains);
  std::size_t size() const { return radius.size(); }
};

// Moves the smaller sphere (of equals the second) of each overlapping pair by draw(sphere), which changes its position,
// pass after pass, up to `passes` times; `done` counts the passes. => whether no overlap is left.
// In space that repeats itself after `period` along each axis (0: open) [m] images count.
bool redraw(const Grains& spheres, Places& places, const Vec3& period, std::int64_t passes, std::int64_t& done,
            const std::function<void(std::size_t)>& draw);

// Pushes and turns the grains of each overlapping pair of members apart along the line between these, by as much as
// they overlap and a thousandth of a radius more, shared as an impulse would share it between rigid bodies at unit
// density; pair after pair, so that the next one sees what this one did. confine(grain) ends each pass for each grain.
// Members deep inside each other part along the line between their grains' centres, without turning: else members that
// lie between each other's neighbours would be pushed to and fro. A few touching neighbours move instead of one grain
// that finds no hole: clouds may be denser than by redraw, and grains stay near where they were drawn. Projection as in
// position-based dynamics, Mueller et al. 2020, doi:10.1111/cgf.14105, eqs. 2-9. => as redraw.
bool push_apart(const Grains& grains, Places& places, const Vec3& period, std::int64_t passes, std::int64_t& done,
                const std::function<void(std::size_t)>& confine);

// The same for hulls as they are, not for the balls that hold them: pairs part along the shortest way between their
// surfaces (shape/separation.hpp). Hulls do not turn. Long hulls that find no room as balls find it so.
bool push_apart_by_form(const Grains& grains, Places& places, std::int64_t passes, std::int64_t& done,
                        const std::function<void(std::size_t)>& confine);

}  // namespace rubble::make
