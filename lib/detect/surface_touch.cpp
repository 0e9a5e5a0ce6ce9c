#include "detect/surface_touch.hpp"

#include "base/union_find.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace rubble::detect {
namespace {

// Distances that differ by less than this / radius are equal: rounding errors.
constexpr double kEqual = 1e-10;

// A triangle, an edge or a vertex of the surface that the sphere touches.
struct Cell {
  Index number = 0;            // of the triangle, edge or vertex
  Index weight = 0;            // in the Euler characteristic
  Vec3 normal = Vec3::Zero();  // unit vector from the centre to its nearest point; zero at the centre
  double overlap = 0;          // radius - distance [L]
};

// The touched cells of one sphere. Cells of weight 0 are left out, except triangles.
struct Patch {
  std::vector<Cell> triangles, edges, vertices;  // each by rising number

  void clear() {
    triangles.clear();
    edges.clear();
    vertices.clear();
  }
};

// Sums over the cells of a group: Euler characteristic, twice the energy of springs of stiffness 1 with its gradient.
struct GroupSums {
  Index euler = 0;
  double square = 0;         // sum of weight overlap^2 [L2]
  Vec3 pull = Vec3::Zero();  // sum of weight overlap normal [L]
  Index nearest = -1;        // place of the triangle with the largest overlap
  double deepest = 0;        // its overlap [L]

  void add(const Cell& cell) {
    const auto weight = static_cast<double>(cell.weight);
    euler += cell.weight;
    square += weight * cell.overlap * cell.overlap;
    pull += weight * cell.overlap * cell.normal;
  }
};

// Buffers of a thread.
struct Workspace {
  Patch patch;
  std::vector<Index> edges, vertices;  // numbers of those that may be touched
  UnionFind sets;
  std::vector<Index> group;     // of each cell: the first triangle connected with it by touched edges and vertices
  std::vector<GroupSums> sums;  // by the group's first triangle
  std::vector<Index> first;     // first touch of each group
};

Index place_of(const std::vector<Cell>& cells, Index number) {
  const auto found = std::lower_bound(cells.begin(), cells.end(), number,
                                      [](const Cell& cell, Index wanted) { return cell.number < wanted; });
  return found != cells.end() && found->number == number ? static_cast<Index>(found - cells.begin()) : -1;
}

// (nearest point relative to the centre [L]) Adds the cell if the sphere touches it.
void add(std::vector<Cell>& cells, Index number, Index weight, const Vec3& nearest, double radius) {
  const double distance = nearest.norm();
  if (!(distance < radius)) return;
  cells.push_back({number, weight, distance > 0 ? Vec3(nearest / distance) : Vec3(Vec3::Zero()), radius - distance});
}

// (numbers) => each once, rising.
void sort_once(std::vector<Index>& numbers) {
  std::sort(numbers.begin(), numbers.end());
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
}

// Which cells of a triangle the sphere may touch, by the bounds of its frame (docs/theory.md 2.11).
struct Within {
  bool triangle = false;
  std::array<bool, 3> edge{};

  // Vertex k ends the edges k - 1 and k.
  bool vertex(std::size_t k) const { return edge[k] && edge[(k + 2) % 3]; }
};

// (frame of the triangle, centre, square of the radius plus the rounding error [L2])
Within within_reach(const shape::TriangleFrame& frame, const Vec3& centre, double reach2) {
  const shape::TriangleFrame::Distances distance = frame.at(centre);
  const double height2 = distance[0] * distance[0];
  const double outside = std::max({0.0, distance[1], distance[2], distance[3]});
  Within within;
  within.triangle = height2 + outside * outside <= reach2;
  for (std::size_t k = 0; k < 3; ++k) {
    const double from_edge = distance[static_cast<Eigen::Index>(k) + 1];
    within.edge[k] = height2 + from_edge * from_edge <= reach2;
  }
  return within;
}

// Edges and vertices are no nearer than the triangles they belong to, so that only those of touched triangles count.
void find_cells(const shape::TriangleMesh& mesh, const Vec3& centre, double radius, std::span<const Index> candidates,
                Workspace& work) {
  Patch& patch = work.patch;
  std::vector<Index>&edges = work.edges, &vertices = work.vertices;
  patch.clear();
  edges.clear();
  vertices.clear();
  const double reach = radius + mesh.frame_error(radius);
  for (const Index t : candidates) {
    const Within within = within_reach(mesh.frame[static_cast<std::size_t>(t)], centre, reach * reach);
    if (!within.triangle) continue;
    const auto from_centre = [&](std::size_t k) -> Vec3 { return mesh.corner(t, k) - centre; };
    const std::size_t before = patch.triangles.size();
    add(patch.triangles, t, 1, shape::nearest_of_triangle(from_centre(0), from_centre(1), from_centre(2)), radius);
    if (patch.triangles.size() == before) continue;
    for (std::size_t k = 0; k < 3; ++k) {
      if (within.edge[k]) edges.push_back(mesh.edge_of[static_cast<std::size_t>(t)][k]);
      if (within.vertex(k)) vertices.push_back(mesh.triangle[static_cast<std::size_t>(t)][k]);
    }
  }
  if (edges.empty()) return;  // and no vertices
  sort_once(edges);
  sort_once(vertices);
  for (const Index e : edges) {
    const auto& [a, b] = mesh.edge[static_cast<std::size_t>(e)];
    const Index weight = mesh.edge_weight[static_cast<std::size_t>(e)];
    if (weight == 0) continue;
    const Vec3 from = mesh.vertex[static_cast<std::size_t>(a)] - centre;
    add(patch.edges, e, weight, shape::nearest_of_segment(from, mesh.vertex[static_cast<std::size_t>(b)] - centre),
        radius);
  }
  for (const Index v : vertices)
    add(patch.vertices, v, mesh.vertex_weight[static_cast<std::size_t>(v)],
        mesh.vertex[static_cast<std::size_t>(v)] - centre, radius);
}

// Finds the group of each cell.
void find_groups(const shape::TriangleMesh& mesh, Workspace& work) {
  const Patch& patch = work.patch;
  UnionFind& sets = work.sets;
  std::vector<Index>& group = work.group;
  const std::size_t edges = patch.triangles.size(), vertices = edges + patch.edges.size();
  sets.reset(vertices + patch.vertices.size());
  for (std::size_t i = 0; i < edges; ++i) {
    const auto t = static_cast<std::size_t>(patch.triangles[i].number);
    for (std::size_t k = 0; k < 3; ++k) {
      const Index e = place_of(patch.edges, mesh.edge_of[t][k]);
      if (e >= 0) sets.join(static_cast<Index>(i), static_cast<Index>(edges) + e);
      const Index v = place_of(patch.vertices, mesh.triangle[t][k]);
      if (v >= 0) sets.join(static_cast<Index>(i), static_cast<Index>(vertices) + v);
    }
  }
  group.resize(vertices + patch.vertices.size());
  for (std::size_t i = 0; i < group.size(); ++i) group[i] = sets.root(static_cast<Index>(i));
}

// True if the distance has a local minimum over the surface at the nearest point of a triangle: no triangle that shares
// this point is nearer, or as near and listed before.
bool is_minimum(const shape::TriangleMesh& mesh, const Vec3& centre, double radius, const Patch& patch, Index place) {
  const Cell& own = patch.triangles[static_cast<std::size_t>(place)];
  const Vec3 nearest = centre + (radius - own.overlap) * own.normal;
  for (std::size_t j = 0; j < patch.triangles.size(); ++j) {
    const Cell& other = patch.triangles[j];
    if (static_cast<Index>(j) == place || other.overlap < own.overlap - kEqual * radius) continue;
    const auto corner = [&](std::size_t k) -> Vec3 { return mesh.corner(other.number, k) - nearest; };
    if (shape::nearest_of_triangle(corner(0), corner(1), corner(2)).norm() > std::sqrt(kEqual) * radius) continue;
    if (other.overlap > own.overlap + kEqual * radius || other.number < own.number) return false;
  }
  return true;
}

// (nearest triangle of a group, sums of the group) => its contact, if it has one.
SurfaceTouch joint_touch(const Cell& nearest, const GroupSums& sum) {
  const double overlap = std::sqrt(sum.square), size = sum.pull.norm();
  return {nearest.number, size > 0 ? Vec3(sum.pull / size) : nearest.normal, overlap, size / overlap};
}

// The contact of a sphere that touches one triangle away from its edges: most contacts. The numbers are those of a
// group of one cell.
void touch_one(const Cell& triangle, SurfaceTouches& out) {
  GroupSums sum;
  sum.add(triangle);
  out.touch.push_back(sum.square > 0 ? joint_touch(triangle, sum)
                                     : SurfaceTouch{triangle.number, triangle.normal, triangle.overlap, 1});
  out.triangle.push_back(triangle.number);
  out.touch_of.push_back(0);
}

}  // namespace

void find_touches(const shape::TriangleMesh& mesh, const Vec3& centre, double radius, std::span<const Index> candidates,
                  SurfaceTouches& out) {
  thread_local Workspace work;
  const Patch& patch = work.patch;
  const std::vector<Index>& group = work.group;
  std::vector<Index>& first = work.first;
  std::vector<GroupSums>& sums = work.sums;
  out.touch.clear();
  out.triangle.clear();
  out.touch_of.clear();
  find_cells(mesh, centre, radius, candidates, work);
  if (patch.triangles.empty()) return;
  if (patch.triangles.size() == 1 && patch.edges.empty() && patch.vertices.empty()) {
    touch_one(patch.triangles.front(), out);
    return;
  }
  find_groups(mesh, work);
  const std::size_t count = patch.triangles.size();
  sums.assign(count, GroupSums{});
  std::size_t place = 0;
  for (const auto* cells : {&patch.triangles, &patch.edges, &patch.vertices})
    for (const Cell& cell : *cells) sums[static_cast<std::size_t>(group[place++])].add(cell);
  for (std::size_t i = 0; i < count; ++i) {
    GroupSums& sum = sums[static_cast<std::size_t>(group[i])];
    if (patch.triangles[i].overlap <= sum.deepest + kEqual * radius && sum.nearest >= 0) continue;
    sum.nearest = static_cast<Index>(i);
    sum.deepest = patch.triangles[i].overlap;
  }

  first.assign(count, -1);  // first touch of each group
  for (std::size_t i = 0; i < count; ++i) {
    const GroupSums& sum = sums[static_cast<std::size_t>(group[i])];
    const Cell& cell = patch.triangles[i];
    const bool joint = sum.euler == 1 && sum.square > 0;
    if (joint && sum.nearest == static_cast<Index>(i)) {
      out.touch.push_back(joint_touch(cell, sum));
    } else if (!joint && is_minimum(mesh, centre, radius, patch, static_cast<Index>(i))) {
      out.touch.push_back({cell.number, cell.normal, cell.overlap, 1});
    } else {
      continue;
    }
    Index& of_group = first[static_cast<std::size_t>(group[i])];
    if (of_group < 0) of_group = static_cast<Index>(out.touch.size() - 1);
  }
  for (std::size_t i = 0; i < count; ++i) {
    const Index number = patch.triangles[i].number;
    const auto own = std::find_if(out.touch.begin(), out.touch.end(),
                                  [&](const SurfaceTouch& touch) { return touch.triangle == number; });
    out.triangle.push_back(number);
    out.touch_of.push_back(own != out.touch.end() ? static_cast<Index>(own - out.touch.begin())
                                                  : first[static_cast<std::size_t>(group[i])]);
  }
}

}  // namespace rubble::detect
