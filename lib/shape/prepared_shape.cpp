#include "shape/prepared_shape.hpp"

#include "base/error.hpp"
#include "shape/kind.hpp"
#include "simd/pack.hpp"

#include <algorithm>
#include <bit>
#include <map>
#include <utility>

#include <fmt/format.h>

namespace rubble::shape {
namespace {

std::size_t whole_packs(std::size_t n) { return (n + kLanes - 1) / kLanes * kLanes; }

LaneTable table_of(const Vec3s& point) {
  LaneTable out;
  const std::size_t n = point.size();
  for (std::size_t k = 0; k < whole_packs(n); ++k) {
    const Vec3& p = point[k < n ? k : 0];
    out.x.push_back(p.x());
    out.y.push_back(p.y());
    out.z.push_back(p.z());
  }
  return out;
}

// (pairs of a vertex and an item at it, number of vertices) => items at each vertex, ascending.
Lists lists_of(std::vector<std::array<Index, 2>> at, std::size_t vertices) {
  std::sort(at.begin(), at.end());
  Lists out;
  out.begin.assign(vertices + 1, 0);
  for (const auto& [vertex, value] : at) {
    ++out.begin[static_cast<std::size_t>(vertex) + 1];
    out.item.push_back(value);
  }
  for (std::size_t v = 0; v < vertices; ++v) out.begin[v + 1] += out.begin[v];
  return out;
}

// Each edge belongs to two faces, which traverse it in opposite directions.
std::vector<Edge> edges_of(const Faces& face) {
  std::map<std::array<Index, 2>, Index> left;
  for (std::size_t f = 0; f < face.size(); ++f)
    for (std::size_t k = 0; k < face[f].size(); ++k)
      left[{face[f][k], face[f][(k + 1) % face[f].size()]}] = static_cast<Index>(f);
  std::vector<Edge> out;
  for (const auto& [way, f] : left) {
    const auto [from, to] = way;
    if (from < to) out.push_back({from, to, f, left.at({to, from})});
  }
  return out;
}

void add_neighbours(PreparedShape& solid) {
  std::vector<std::array<Index, 2>> next;
  std::vector<std::array<Index, 2>> faces;
  for (const Edge& e : solid.edge) {
    next.push_back({e.from, e.to});
    next.push_back({e.to, e.from});
  }
  for (std::size_t f = 0; f < solid.face.size(); ++f)
    for (const Index v : solid.face[f]) faces.push_back({v, static_cast<Index>(f)});
  solid.neighbours = lists_of(next, solid.vertex.size());
  solid.faces_at = lists_of(faces, solid.vertex.size());
  for (Index v = 0; v < solid.size(); ++v)
    for (const Index to : solid.neighbours.of(v)) solid.way.push_back(solid.vertex[to] - solid.vertex[v]);
}

void add_planes(PreparedShape& solid) {
  Vec3s normal;
  for (const std::vector<Index>& f : solid.face) {
    solid.plane.push_back(face_plane(solid.vertex, f));
    normal.push_back(solid.plane.back().normal);
    solid.offset.push_back(solid.plane.back().offset);
  }
  solid.normals = table_of(normal);
  const double first = solid.offset.front();
  solid.offset.resize(whole_packs(solid.face.size()), first);
}

Pack pack_of(const AlignedReals& values, std::size_t k) { return *reinterpret_cast<const Pack*>(values.data() + k); }

// The greatest value of each lane, and the index at which it first occurred.
struct Best {
  Pack value;
  Pack index;

  void take(Pack v, Pack i) {
    const Mask more = v > value;
    index = select(more, i, index);
    value = max(v, value);
  }
  void take(const Best& other) {
    const Mask more = (other.value > value) | ((other.value == value) & (other.index < index));
    index = select(more, other.index, index);
    value = max(other.value, value);
  }
  // => the greatest value of all lanes and the lowest index at which it occurred, computed without unpredictable
  // branches.
  Height of_all() const {
    const double most = largest(value);
    const Pack where = select(value == all(most), index, all(kNowhere));
    const double first = std::min(std::min(where[0], where[1]), std::min(where[2], where[3]));
    return {static_cast<Index>(first), most};
  }
  static constexpr double kNowhere = 2e9;
};

// (number of items in whole packs, function that gives the heights of a pack) => the highest item. Two interleaved
// searches, each over every second pack, shorten the dependency chains.
template <class HeightOf>
Height highest(std::size_t n, HeightOf&& height) {
  const Pack first = {0, 1, 2, 3};
  Best even{height(0), first};
  if (n == kLanes) return even.of_all();
  Best odd{height(kLanes), first + all(kLanes)};
  Pack index = first + all(2 * kLanes);
  std::size_t k = 2 * kLanes;
  for (; k + kLanes < n; k += 2 * kLanes) {
    even.take(height(k), index);
    odd.take(height(k + kLanes), index + all(kLanes));
    index += all(2 * kLanes);
  }
  if (k < n) even.take(height(k), index);
  even.take(odd);
  return even.of_all();
}

// Heights of points along a direction, in packs.
struct Heights {
  const LaneTable& table;
  Pack x, y, z;

  Heights(const LaneTable& t, const Vec3& d) : table(t), x(all(d.x())), y(all(d.y())), z(all(d.z())) {}
  Pack operator()(std::size_t k) const {
    return fma(x, pack_of(table.x, k), fma(y, pack_of(table.y, k), z * pack_of(table.z, k)));
  }
};

Index farthest_of_all(const LaneTable& t, const Vec3& d) { return highest(t.x.size(), Heights(t, d)).item; }

// Rounding could cause an endless loop on a plateau: after as many moves as there are vertices, all vertices are
// tested.
Index climb(const PreparedShape& solid, const Vec3& d, Index from) {
  for (Index moves = 0; moves < solid.size(); ++moves) {
    Index best = from;
    double most = 0;
    for (Index k = solid.neighbours.begin[from]; k < solid.neighbours.begin[from + 1]; ++k) {
      const double more = d.dot(solid.way[k]);
      if (!(more > most)) continue;
      most = more;
      best = solid.neighbours.item[k];
    }
    if (best == from) return from;
    from = best;
  }
  return farthest_of_all(solid.vertices, d);
}

}  // namespace

PreparedShape::PreparedShape(const Shape& shape) : reach(shape.reach), skin(skin_of(shape)) {
  Polyhedron core = core_of(shape);
  vertex = std::move(core.vertex);
  face = std::move(core.face);
  if (vertex.size() > static_cast<std::size_t>(kMostVertices))
    throw InputError(fmt::format("shape '{}' has {} vertices, more than the {} that contacts support", shape.name,
                                 vertex.size(), kMostVertices));
  vertices = table_of(vertex);
  if (is_ball()) return;
  edge = edges_of(face);
  add_neighbours(*this);
  add_planes(*this);
}

Index farthest(const PreparedShape& solid, const Vec3& direction, Index from) {
  if (solid.size() < kClimb) return farthest_of_all(solid.vertices, direction);
  return climb(solid, direction, from);
}

double half_width(const PreparedShape& solid, const Vec3& direction) {
  double least = 0;
  double most = 0;
  for (const Vec3& vertex : solid.vertex) {
    const double height = direction.dot(vertex);
    least = std::min(least, height);
    most = std::max(most, height);
  }
  return 0.5 * (most - least) + solid.skin;
}

double half_thickness(const PreparedShape& solid) {
  double least = solid.reach;
  for (const FacePlane& plane : solid.plane) least = std::min(least, half_width(solid, plane.normal));
  return least;
}

std::size_t vertices_above(const PreparedShape& solid, const Vec3& direction, double least, std::span<Index> out) {
  const Heights height(solid.vertices, direction);
  const std::size_t n = solid.vertex.size();
  std::size_t count = 0;
  for (std::size_t k = 0; k < n; k += kLanes) {
    int high = bits(height(k) >= all(least));
    for (; high != 0; high &= high - 1) {
      const std::size_t v = k + static_cast<std::size_t>(std::countr_zero(static_cast<unsigned>(high)));
      if (v >= n) break;  // the rest are copies that fill up the last pack
      if (count < out.size()) out[count] = static_cast<Index>(v);
      ++count;
    }
  }
  return count;
}

Height highest_plane(const PreparedShape& hull, const Vec3& point) {
  const LaneTable& n = hull.normals;
  const Heights along(n, point);
  const auto height = [&](std::size_t k) { return along(k) - pack_of(hull.offset, k); };
  return highest(n.x.size(), height);
}

}  // namespace rubble::shape
