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
  const std::vector<char>* frozen = nullptr;  // true for spheres that do not touch walls
};

// A sphere whose centre crosses a triangle of a wall.
struct SurfaceCrossing {
  Index body = -1, surface = -1;
  double way = 0;  // displacement of the sphere relative to the wall [m]
};

// (step) => the first crossing within it, in the order of the spheres. Triangles are searched along the whole path, so
// that no step is too long for it.
std::optional<SurfaceCrossing> find_crossing(const SurfaceStride& step);

}  // namespace rubble::detect
