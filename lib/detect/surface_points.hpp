#pragma once
// Contact points of bodies of any shape with triangulated walls, for Contact Dynamics.
#include "detect/narrow.hpp"
#include "detect/surface_candidates.hpp"
#include "shape/surface_parts.hpp"

namespace rubble::detect {

// A wall now, and at the end of the moves of `Ahead`.
struct MovingSurface {
  const WallSurface& surface;
  const shape::SurfaceParts& parts;
  WallPlacement now, then;
};

struct NearSurfaces {
  const std::vector<MovingSurface>& surfaces;
  const SurfaceCandidates& list;  // of the balls that bound the bodies
  Index first = 0;                // number of the first of these walls
};

// (walls, bodies, largest gap of contact points [m], largest number of points for each pair and normal, expected moves
// or nullptr) => the points of the listed bodies and walls, in rising order of keys. Nothing is stored between two
// searches, and the result is the same for any number of threads. The prediction is that of Narrow::find() for pairs
// with a hull; a sphere keeps its present normals.
ContactPoints find_surface_points(const NearSurfaces& walls, const PlacedBodies& bodies, double alert,
                                  shape::Points most, const Ahead* ahead = nullptr);

// (walls, bodies, expected moves) => contacts on long paths, as those of Narrow::path_contacts(), by rising keys.
std::vector<PathContact> surface_path_contacts(const NearSurfaces& walls, const PlacedBodies& bodies,
                                               const Ahead& ahead);

// (points, points with other keys) Merges them in rising order of keys.
void merge(ContactPoints& points, const ContactPoints& more);

}  // namespace rubble::detect
