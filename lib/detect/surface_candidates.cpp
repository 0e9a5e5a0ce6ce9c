#include "detect/surface_candidates.hpp"

#include "base/parallel.hpp"

#include <algorithm>

namespace rubble::detect {
namespace {

constexpr std::size_t kBlock = 256;  // spheres of a unit of work

// Entries of the spheres [first, last).
SurfaceCandidates candidates_of(std::size_t first, std::size_t last, const Reals& radius, const Vec3s& position,
                                const std::vector<PlacedSurface>& surfaces, double skin,
                                const std::vector<char>* frozen) {
  SurfaceCandidates list;
  std::vector<Index> found;
  for (std::size_t i = first; i < last; ++i) {
    list.begin.push_back(list.body.size());
    if (frozen != nullptr && (*frozen)[i]) continue;
    for (std::size_t k = 0; k < surfaces.size(); ++k) {
      surfaces[k].surface.tree.near(surfaces[k].at.to_wall(position[i]), radius[i] + skin, found);
      if (found.empty()) continue;
      list.body.push_back(static_cast<Index>(i));
      list.surface.push_back(static_cast<Index>(k));
      list.triangle_begin.push_back(list.triangle.size());
      list.triangle.insert(list.triangle.end(), found.begin(), found.end());
    }
  }
  return list;
}

void append(std::vector<Index>& to, const std::vector<Index>& from) { to.insert(to.end(), from.begin(), from.end()); }

void append(std::vector<std::size_t>& to, const std::vector<std::size_t>& from, std::size_t offset) {
  for (const std::size_t value : from) to.push_back(offset + value);
}

// (surface, some of its triangles, ends of a path) => true if the path crosses one of them.
bool any_crossed(const shape::TriangleMesh& mesh, const std::vector<Index>& triangles, const Vec3& from,
                 const Vec3& to) {
  return std::ranges::any_of(triangles, [&](Index t) {
    return shape::crosses(from, to, mesh.corner(t, 0), mesh.corner(t, 1), mesh.corner(t, 2));
  });
}

}  // namespace

SurfaceCandidates find_surface_candidates(const Reals& radius, const Vec3s& position,
                                          const std::vector<PlacedSurface>& surfaces, double skin,
                                          const std::vector<char>* frozen) {
  const std::size_t n = radius.size();
  std::vector<SurfaceCandidates> parts((n + kBlock - 1) / kBlock);
  for_chunks(parts.size(), [&](std::size_t c) {
    parts[c] = candidates_of(c * kBlock, std::min(n, (c + 1) * kBlock), radius, position, surfaces, skin, frozen);
  });
  SurfaceCandidates list;
  for (const SurfaceCandidates& part : parts) {
    append(list.begin, part.begin, list.body.size());
    append(list.triangle_begin, part.triangle_begin, list.triangle.size());
    append(list.body, part.body);
    append(list.surface, part.surface);
    append(list.triangle, part.triangle);
  }
  list.begin.push_back(list.body.size());
  list.triangle_begin.push_back(list.triangle.size());
  return list;
}

std::optional<SurfaceCrossing> find_crossing(const SurfaceStride& step) {
  std::vector<Index> near;
  for (std::size_t i = 0; i < step.position.size(); ++i) {
    if (step.frozen != nullptr && (*step.frozen)[i]) continue;
    for (std::size_t k = 0; k < step.now.size(); ++k) {
      const Vec3 from = step.before[k].at.to_wall(step.position[i] - step.way[i]);
      const Vec3 to = step.now[k].at.to_wall(step.position[i]);
      const double way = (to - from).norm();
      step.now[k].surface.tree.near(0.5 * (from + to), 0.5 * way, near);
      if (any_crossed(step.now[k].surface.mesh, near, from, to))
        return SurfaceCrossing{static_cast<Index>(i), static_cast<Index>(k), way};
    }
  }
  return std::nullopt;
}

}  // namespace rubble::detect
