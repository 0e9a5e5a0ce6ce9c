#include "shape/triangle_mesh.hpp"

#include "base/error.hpp"
#include "shape/nearest_place.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <span>
#include <utility>

#include <fmt/format.h>

namespace rubble::shape {
namespace {

constexpr double kSeam = 1e-9;  // distance of a vertex from an edge up to which it lies on it / length of the edge

using Edge = std::array<Index, 2>;

const Vec3& at(const Vec3s& vertex, Index corner) { return vertex[static_cast<std::size_t>(corner)]; }

std::string to_text(const Vec3& x) { return fmt::format("({:.6g}, {:.6g}, {:.6g})", x.x(), x.y(), x.z()); }

// Cuts a face into triangles from its first vertex.
void cut(const Vec3s& vertex, const std::vector<Index>& face, std::vector<Triangle>& out) {
  const Vec3 area = face.size() < 3 ? Vec3(Vec3::Zero()) : area_vector(vertex, face);
  if (!(area.norm() > 0))
    throw InputError(fmt::format("a face at {} has no area",
                                 face.empty() ? std::string("an unknown place") : to_text(at(vertex, face[0]))));
  for (std::size_t k = 2; k < face.size(); ++k) {
    const Triangle t{face[0], face[k - 1], face[k]};
    if (!(area_vector(vertex, {t[0], t[1], t[2]}).dot(area) > 0))
      throw InputError(
          fmt::format("the face at {} is not convex: cut it into triangles", to_text(at(vertex, face[0]))));
    out.push_back(t);
  }
}

// Numbers the edges, and finds those of each triangle.
void find_edges(TriangleMesh& mesh) {
  std::map<Edge, Index> number;
  for (const Triangle& t : mesh.triangle) {
    Triangle edges{};
    for (std::size_t k = 0; k < 3; ++k) {
      const Index from = t[k], to = t[(k + 1) % 3];
      const Edge edge{std::min(from, to), std::max(from, to)};
      const auto [place, is_new] = number.emplace(edge, static_cast<Index>(mesh.edge.size()));
      if (is_new) mesh.edge.push_back(edge);
      edges[k] = place->second;
    }
    mesh.edge_of.push_back(edges);
  }
}

void find_weights(TriangleMesh& mesh) {
  mesh.edge_weight.assign(mesh.edge.size(), 1);
  mesh.vertex_weight.assign(mesh.vertex.size(), 1);
  for (std::size_t t = 0; t < mesh.size(); ++t)
    for (std::size_t k = 0; k < 3; ++k) {
      --mesh.edge_weight[static_cast<std::size_t>(mesh.edge_of[t][k])];
      --mesh.vertex_weight[static_cast<std::size_t>(mesh.triangle[t][k])];
    }
  for (std::size_t e = 0; e < mesh.edge.size(); ++e)
    for (const Index v : mesh.edge[e]) mesh.vertex_weight[static_cast<std::size_t>(v)] -= mesh.edge_weight[e];
}

// (vertices, faces or triangles) Refuses two of them with the same corners, because a body would touch both.
template <class Face>
void require_no_twins(const Vec3s& vertex, const std::vector<Face>& faces) {
  std::set<Face> known;
  for (const Face& face : faces) {
    Face corners = face;
    std::sort(corners.begin(), corners.end());
    if (known.insert(corners).second) continue;
    std::vector<std::string> places;
    for (const Index corner : face) places.push_back(to_text(at(vertex, corner)));
    throw InputError(fmt::format("two faces have the same corners, {}: remove one of them", fmt::join(places, ", ")));
  }
}

void find_frames(TriangleMesh& mesh) {
  for (Index t = 0; t < static_cast<Index>(mesh.size()); ++t)
    mesh.frame.push_back(frame_of(mesh.corner(t, 0), mesh.corner(t, 1), mesh.corner(t, 2)));
  for (const Vec3& x : mesh.vertex) mesh.extent = std::max(mesh.extent, x.cwiseAbs().maxCoeff());
}

bool is_open(const TriangleMesh& mesh, std::size_t edge) { return mesh.edge_weight[edge] == 0; }

// Vertices, sorted along each axis.
class SortedVertices {
 public:
  SortedVertices(const Vec3s& vertex, const std::vector<Index>& chosen) : vertex_(vertex) {
    for (int axis = 0; axis < 3; ++axis) {
      order_[axis] = chosen;
      std::sort(order_[axis].begin(), order_[axis].end(), [&](Index a, Index b) {
        const double xa = at(vertex, a)[axis], xb = at(vertex, b)[axis];
        return xa != xb ? xa < xb : a < b;
      });
    }
  }

  // (corners of a box [L]) => all vertices in the box, and others: those within its bounds along the axis that has the
  // fewest of them.
  std::span<const Index> near(const Vec3& low, const Vec3& high) const {
    std::span<const Index> fewest = within(0, low, high);
    for (int axis = 1; axis < 3; ++axis)
      if (const std::span<const Index> found = within(axis, low, high); found.size() < fewest.size()) fewest = found;
    return fewest;
  }

 private:
  std::span<const Index> within(int axis, const Vec3& low, const Vec3& high) const {
    const std::vector<Index>& order = order_[axis];
    const auto begin =
        std::partition_point(order.begin(), order.end(), [&](Index i) { return at(vertex_, i)[axis] < low[axis]; });
    const auto end =
        std::partition_point(begin, order.end(), [&](Index i) { return at(vertex_, i)[axis] <= high[axis]; });
    return {begin, end};
  }

  const Vec3s& vertex_;
  std::array<std::vector<Index>, 3> order_;
};

// => the vertices of open edges, each once
std::vector<Index> rim_of(const TriangleMesh& mesh) {
  std::vector<Index> rim;
  for (std::size_t e = 0; e < mesh.edge.size(); ++e)
    if (is_open(mesh, e)) rim.insert(rim.end(), mesh.edge[e].begin(), mesh.edge[e].end());
  std::sort(rim.begin(), rim.end());
  rim.erase(std::unique(rim.begin(), rim.end()), rim.end());
  return rim;
}

// Refuses a vertex on the boundary that lies within an open edge.
void require_no_seam(const TriangleMesh& mesh) {
  const SortedVertices rim(mesh.vertex, rim_of(mesh));
  for (std::size_t e = 0; e < mesh.edge.size(); ++e) {
    if (!is_open(mesh, e)) continue;
    const Vec3 &a = at(mesh.vertex, mesh.edge[e][0]), &b = at(mesh.vertex, mesh.edge[e][1]);
    const double margin = kSeam * (b - a).norm();
    for (const Index v : rim.near(a.cwiseMin(b).array() - margin, a.cwiseMax(b).array() + margin)) {
      if (v == mesh.edge[e][0] || v == mesh.edge[e][1]) continue;
      const Vec3& x = at(mesh.vertex, v);
      if (nearest_of_segment(a - x, b - x).norm() > margin) continue;
      throw InputError(
          fmt::format("the vertex {} lies within the edge from {} to {} of another triangle: split that "
                      "triangle at the vertex",
                      to_text(x), to_text(a), to_text(b)));
    }
  }
}

}  // namespace

TriangleMesh triangle_mesh(const Polyhedron& surface) {
  if (surface.face.empty()) throw InputError("a surface needs at least one face");
  require_no_twins(surface.vertex, surface.face);
  TriangleMesh mesh;
  mesh.vertex = surface.vertex;
  for (const std::vector<Index>& face : surface.face) cut(surface.vertex, face, mesh.triangle);
  require_no_twins(mesh.vertex, mesh.triangle);
  find_edges(mesh);
  find_weights(mesh);
  find_frames(mesh);
  require_no_seam(mesh);
  return mesh;
}

std::size_t open_edges(const TriangleMesh& mesh) {
  return static_cast<std::size_t>(std::count(mesh.edge_weight.begin(), mesh.edge_weight.end(), 0));
}

Vec3 nearest_of_triangle(const Vec3& a, const Vec3& b, const Vec3& c) { return nearest_place(a, b, c).point; }

Vec3 nearest_of_segment(const Vec3& a, const Vec3& b) {
  const Vec3 way = b - a;
  const double part = -way.dot(a);
  if (part <= 0) return a;
  const double square = way.squaredNorm();
  if (part >= square) return b;
  return a + part / square * way;
}

bool crosses(const Vec3& from, const Vec3& to, const Vec3& a, const Vec3& b, const Vec3& c) {
  const Vec3 way = to - from, ab = b - a, ac = c - a, p = way.cross(ac);
  const double whole = ab.dot(p);
  if (whole == 0) return false;  // parallel
  const Vec3 start = from - a, q = start.cross(ab);
  const double u = start.dot(p) / whole, v = way.dot(q) / whole, part = ac.dot(q) / whole;
  return u >= 0 && v >= 0 && u + v <= 1 && part >= 0 && part <= 1;
}

}  // namespace rubble::shape
