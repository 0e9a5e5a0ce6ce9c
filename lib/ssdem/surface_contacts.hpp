#pragma once
// Finds the contacts of a chunk's spheres with triangulated walls, and lets histories follow spheres across triangles.
#include "ssdem/chunk.hpp"

namespace rubble::ssdem {

// Triangulated walls at the time of a sweep. Their numbers follow those of the planes.
struct SurfacesNow {
  const std::vector<detect::PlacedSurface>& surfaces;
  Index planes = 0;                      // number of planes
  std::span<const MeshWall> walls = {};  // the walls if one of them is driven, otherwise none
};

// Present contacts, before their histories are moved.
struct FoundSurfaces {
  std::vector<Index> body, wall, triangle;
  std::vector<Wall> planes;
  std::vector<Index> from;  // index of the predecessor among the previous contacts, or -1

  void clear();
  // (number of previous contacts) => true if each contact succeeds the previous one of the same index.
  bool continues(std::size_t before) const;
};

// (walls, list, spheres, bodies of the chunk, previous contacts, result) Finds the present contacts. The successor of a
// contact is the one that has its triangle among those it touches.
void find_surface_contacts(const SurfacesNow& now, const detect::SurfaceCandidates& list, const Spheres& spheres,
                           const Range& bodies, const SurfaceContacts& previous, FoundSurfaces& out);

// (contacts found, number of previous contacts) => indices of previous contacts without a successor, rising.
std::vector<Index> ended(const FoundSurfaces& found, std::size_t before);

// (contacts found, parts of the history in use, contacts) Replaces the contacts. Histories move to the successors; new
// histories are zero.
void take_up(const FoundSurfaces& found, std::span<const HistoryPart> parts, SurfaceContacts& contacts);

}  // namespace rubble::ssdem
