#pragma once
// Verlet list of spheres and triangulated walls: the triangles that each sphere may touch before it has approached the
// wall by the skin.
#include "model/mesh_wall.hpp"

#include <optional>

namespace rubble::detect {

// A wall at one time.
struct PlacedSurface {
  const WallSurface& surface;
  WallPlacement at;
};

// Entries are spheres with walls, sorted by sphere, then by wall.
struct SurfaceCandidates {
  std::vector<Index> body, surface;
  std::vector<std::size_t> triangle_begin;  // [entries + 1] first triangle of each entry
  std::vector<Index> triangle;              // rising within an entry
  std::vector<std::size_t> begin;           // [N + 1] first entry of each sphere
};

// (radii [m], positions [m], walls, skin [m], true for spheres that do not touch walls or nullptr) => list. It does not
// depend on the number of threads.
SurfaceCandidates find_surface_candidates(const Reals& radius, const Vec3s& position,
                                          const std::vector<PlacedSurface>& surfaces, double skin,
                                          const std::vector<char>* frozen = nullptr);

// Motion of spheres and walls along straight lines in a step.
struct SurfaceStride {
  const Vec3s& position;  // at the end of the step [m]
  const Vec3s& way;       // displacement in the step [m]
  const std::vector<PlacedSurface>& before;
  const std::vector<PlacedSurface>& now;
};

// (list, step) => the first entry of the list whose sphere's centre crosses a triangle of the wall in the step.
std::optional<std::size_t> find_crossing(const SurfaceCandidates& list, const SurfaceStride& step);

}  // namespace rubble::detect
