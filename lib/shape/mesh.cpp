#include "shape/mesh.hpp"

#include "shape/hull.hpp"
#include "shape/mass_properties.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include <fmt/format.h>

namespace rubble::shape {
namespace {

using Found = std::optional<std::string>;

struct Before {
  bool operator()(const Vec3& a, const Vec3& b) const {
    return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end());
  }
};

const Vec3& at(const Vec3s& vertex, Index corner) { return vertex[static_cast<std::size_t>(corner)]; }

std::string to_text(const Vec3& x) { return fmt::format("({:.6g}, {:.6g}, {:.6g})", x.x(), x.y(), x.z()); }

// Indices of the vertices that faces use, each once.
std::vector<Index> corners_of(const Faces& face) {
  std::vector<Index> out;
  for (const std::vector<Index>& f : face) out.insert(out.end(), f.begin(), f.end());
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

Found repeated(const Vec3s& vertex, const std::vector<Index>& corners) {
  std::map<Vec3, Index, Before> seen;
  for (const Index corner : corners)
    if (!seen.emplace(at(vertex, corner) + Vec3::Zero(), corner).second)
      return "two vertices at " + to_text(at(vertex, corner));
  return std::nullopt;
}

Found open_edge(const Vec3s& vertex, const Faces& face) {
  std::map<std::pair<Index, Index>, bool> edges;
  const auto edge_text = [&](Index from, Index to) {
    return fmt::format("the edge from {} to {}", to_text(at(vertex, from)), to_text(at(vertex, to)));
  };
  for (const std::vector<Index>& f : face)
    for (std::size_t k = 0; k < f.size(); ++k) {
      const Index from = f[k];
      const Index to = f[(k + 1) % f.size()];
      if (from == to) return fmt::format("a face repeats the vertex at {}", to_text(at(vertex, from)));
      if (!edges.emplace(std::pair(from, to), true).second)
        return "two faces have " + edge_text(from, to) + " in one direction";
    }
  for (const auto& [edge, there] : edges)
    if (!edges.count({edge.second, edge.first})) return edge_text(edge.first, edge.second) + " has one face only";
  return std::nullopt;
}

// (vertices, faces, their corners) => volume enclosed by the faces / volume of their hull. The integral is taken about
// a corner, so that a large distance from the origin costs no digits.
double share_of_hull(const Vec3s& vertex, const Faces& face, const std::vector<Index>& corners) {
  Vec3s near;
  for (const Vec3& x : vertex) near.push_back(x - at(vertex, corners[0]));
  Vec3s used;
  for (const Index corner : corners) used.push_back(at(near, corner));
  const Polyhedron hull = hull_of(used);
  return bulk_of(near, face).volume / mass_properties(hull.vertex, hull.face).volume;
}

// Returns the reason why the faces do not close, if there is one.
Found open_surface(const Vec3s& vertex, const Faces& face, const std::vector<Index>& corners) {
  if (corners.empty()) return "no faces";
  if (const Found wrong = repeated(vertex, corners)) return wrong;
  return open_edge(vertex, face);
}

}  // namespace

Found no_closed_surface(const Vec3s& vertex, const Faces& face) {
  const std::vector<Index> corners = corners_of(face);
  if (const Found wrong = open_surface(vertex, face, corners)) return wrong;
  Vec3s near;
  for (const Vec3& x : vertex) near.push_back(x - at(vertex, corners[0]));
  const double volume = bulk_of(near, face).volume;
  if (volume > 0) return std::nullopt;
  return volume < 0 ? "the faces are clockwise seen from outside" : "the faces enclose no volume";
}

Found no_convex_surface(const Vec3s& vertex, const Faces& face) {
  const std::vector<Index> corners = corners_of(face);
  if (const Found wrong = open_surface(vertex, face, corners)) return wrong;
  const double share = share_of_hull(vertex, face, corners);
  if (std::abs(share - 1) <= kConvex) return std::nullopt;
  if (std::abs(share + 1) <= kConvex) return "the faces are clockwise seen from outside";
  return fmt::format("the faces enclose {:.6g} of the volume of the convex hull", share);
}

PlacedShape hull_of_mesh(const std::string& name, const Vec3s& vertex, const Faces& face) {
  Vec3s used;
  for (const Index corner : corners_of(face)) used.push_back(at(vertex, corner));
  return make_hull(name, used);
}

Polyhedron welded(const Vec3s& vertex, const Faces& face) {
  Polyhedron out;
  std::map<Vec3, Index, Before> seen;
  for (const std::vector<Index>& f : face) {
    std::vector<Index>& own = out.face.emplace_back();
    for (const Index corner : f) {
      const Vec3 x = at(vertex, corner) + Vec3::Zero();  // -0 becomes 0
      const auto [found, is_new] = seen.emplace(x, static_cast<Index>(out.vertex.size()));
      if (is_new) out.vertex.push_back(x);
      own.push_back(found->second);
    }
  }
  return out;
}

Vec3s points_at(const Shape& hull, const Placement& place) {
  Vec3s out;
  for (const Vec3& x : hull.vertex) out.push_back(place.centre + place.radius * (place.turn * x));
  return out;
}

}  // namespace rubble::shape
