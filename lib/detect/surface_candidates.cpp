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

std::optional<std::size_t> find_crossing(const SurfaceCandidates& list, const SurfaceStride& step) {
  for (std::size_t e = 0; e < list.body.size(); ++e) {
    const auto i = static_cast<std::size_t>(list.body[e]), k = static_cast<std::size_t>(list.surface[e]);
    const Vec3 from = step.before[k].at.to_wall(step.position[i] - step.way[i]);
    const Vec3 to = step.now[k].at.to_wall(step.position[i]);
    const shape::TriangleMesh& mesh = step.now[k].surface.mesh;
    for (std::size_t t = list.triangle_begin[e]; t < list.triangle_begin[e + 1]; ++t) {
      const auto corner = [&](std::size_t c) -> const Vec3& { return mesh.corner(list.triangle[t], c); };
      if (shape::crosses(from, to, corner(0), corner(1), corner(2))) return e;
    }
  }
  return std::nullopt;
}

}  // namespace rubble::detect
