#include "shape/hull.hpp"

#include "base/error.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <map>
#include <numeric>
#include <set>
#include <utility>

#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <CGAL/Surface_mesh.h>
#include <CGAL/convex_hull_3.h>
#include <fmt/format.h>

namespace rubble::shape {
namespace {

using Kernel = CGAL::Exact_predicates_inexact_constructions_kernel;
using Point = Kernel::Point_3;
using Face = std::vector<Index>;
using Edge = std::pair<Index, Index>;

bool before(const Vec3& a, const Vec3& b) {
  return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end());
}

// (points) => the distinct points in lexicographic order; -0 becomes 0.
Vec3s sorted_points(const Vec3s& points) {
  Vec3s out;
  out.reserve(points.size());
  for (const Vec3& x : points) {
    if (!x.allFinite()) throw InputError("points of a hull must be finite");
    out.push_back(x + Vec3::Zero());
  }
  std::sort(out.begin(), out.end(), before);
  out.erase(std::unique(out.begin(), out.end()), out.end());
  if (out.size() < 4)
    throw InputError(fmt::format("expected at least 4 different points of a hull, found {}", out.size()));
  return out;
}

// (points) => the longest side of their bounding box.
double longest_side(const Vec3s& points) {
  Vec3 low = points[0];
  Vec3 high = points[0];
  for (const Vec3& x : points) {
    low = low.cwiseMin(x);
    high = high.cwiseMax(x);
  }
  const double side = (high - low).maxCoeff();
  if (!(side >= 1e-60 && side <= 1e60))
    throw InputError(fmt::format("expected points of a hull that span 1e-60 to 1e60 length units, found {}", side));
  return side;
}

// (points, measure) => the point for which measure(point) is greatest.
template <class Measure>
Vec3 farthest(const Vec3s& points, Measure&& measure) {
  return *std::max_element(points.begin(), points.end(),
                           [&](const Vec3& a, const Vec3& b) { return measure(a) < measure(b); });
}

// (points, unit vector) => their extent along it.
double extent(const Vec3s& points, const Vec3& direction) {
  double low = std::numeric_limits<double>::infinity();
  double high = -low;
  for (const Vec3& x : points) {
    const double height = (x - points[0]).dot(direction);
    low = std::min(low, height);
    high = std::max(high, height);
  }
  return high - low;
}

// (points, longest side of their bounding box) => largest rounding error of their distances from a line or plane.
double rounding_of(const Vec3s& points, double side) {
  double largest = side;
  for (const Vec3& x : points) largest = std::max(largest, x.cwiseAbs().maxCoeff());
  return 16 * std::numeric_limits<double>::epsilon() * largest;
}

void require_thick(double thickness, double side) {
  if (thickness >= kFlat * side * (1 - kCoplanar)) return;
  throw InputError(
      fmt::format("points of a hull span {:g} by {:g} length units: the thickness must be at least {:g} of the length",
                  side, thickness, kFlat));
}

// Throws if the points lie on a line or in a plane, or if the hull is too thin. The first direction runs from one point
// to the point farthest from it, the second from that line to the point farthest from the line, the third across both.
// The extents along the second and the third are tested.
void refuse_flat(const Vec3s& points, double side) {
  const double rounding = rounding_of(points, side);
  const Vec3& a = points[0];
  const Vec3 along = (farthest(points, [&](const Vec3& x) { return (x - a).norm(); }) - a).normalized();
  const Vec3 b = farthest(points, [&](const Vec3& x) { return (x - a).cross(along).norm(); });
  const auto across = [&](const Vec3& v) { return Vec3(v - v.dot(along) * along); };
  const Vec3 off = across(b - a);
  if (off.norm() <= rounding) throw InputError("points of a hull lie on a line");
  const Vec3 second = across(off.normalized()).normalized();  // projected twice: the first loses digits if off is short
  require_thick(extent(points, second), side);
  const double thickness = extent(points, along.cross(second));
  if (thickness <= rounding) throw InputError("points of a hull lie in a plane");
  require_thick(thickness, side);
}

Index index_of(const Vec3s& sorted, const Point& p) {
  const auto place = std::lower_bound(sorted.begin(), sorted.end(), Vec3(p.x(), p.y(), p.z()), before);
  return static_cast<Index>(place - sorted.begin());
}

void canonical(Faces& faces) {
  for (Face& face : faces) std::rotate(face.begin(), std::min_element(face.begin(), face.end()), face.end());
  std::sort(faces.begin(), faces.end());
}

// (sites, which are the points in order) => triangles of their hull. Uses a mesh, because in CGAL 5.5 the overload that
// fills arrays of triangles rounds its planes and can turn a tetrahedron inside out.
Faces triangles_of(const Vec3s& sorted, const std::vector<Point>& sites) {
  CGAL::Surface_mesh<Point> mesh;
  CGAL::convex_hull_3(sites.begin(), sites.end(), mesh);
  Faces faces;
  for (const auto f : mesh.faces()) {
    Face face;
    for (const auto v : mesh.vertices_around_face(mesh.halfedge(f))) face.push_back(index_of(sorted, mesh.point(v)));
    faces.push_back(std::move(face));
  }
  canonical(faces);
  return faces;
}

std::map<Edge, std::size_t> owners_of_edges(const Faces& faces) {
  std::map<Edge, std::size_t> owner;
  for (std::size_t f = 0; f < faces.size(); ++f)
    for (std::size_t k = 0; k < faces[f].size(); ++k) owner[{faces[f][k], faces[f][(k + 1) % faces[f].size()]}] = f;
  return owner;
}

constexpr std::size_t kNone = static_cast<std::size_t>(-1);

// (faces, order of seeds, same_plane(seed, face)) => for each face the seed of its group. Each seed in turn collects
// the faces in its plane that have no group yet and are connected to it across edges through such faces.
template <class SamePlane>
std::vector<std::size_t> groups_of(const Faces& faces, const std::vector<std::size_t>& seeds, SamePlane&& same_plane) {
  const std::map<Edge, std::size_t> owner = owners_of_edges(faces);
  std::vector<std::size_t> group(faces.size(), kNone);
  for (const std::size_t seed : seeds) {
    if (group[seed] != kNone) continue;
    group[seed] = seed;
    std::vector<std::size_t> reached{seed};
    for (std::size_t r = 0; r < reached.size(); ++r) {
      const Face& face = faces[reached[r]];
      for (std::size_t k = 0; k < face.size(); ++k) {
        const std::size_t other = owner.at({face[(k + 1) % face.size()], face[k]});
        if (group[other] != kNone || !same_plane(seed, other)) continue;
        group[other] = seed;
        reached.push_back(other);
      }
    }
  }
  return group;
}

// (directed edges around a group of faces) => their cycle. If they form several cycles, the result is one of them.
Face outline(const std::map<Index, Index>& next) {
  Face cycle{next.begin()->first};
  for (Index v = next.begin()->second; v != cycle[0] && cycle.size() < next.size(); v = next.at(v)) cycle.push_back(v);
  return cycle;
}

// (faces, group of each) => one polygon for each group.
Faces merged(const Faces& faces, const std::vector<std::size_t>& group) {
  std::map<std::size_t, std::map<Index, Index>> next;
  const std::map<Edge, std::size_t> owner = owners_of_edges(faces);
  std::map<Index, std::set<std::size_t>> groups_at;
  for (const auto& [edge, face] : owner) {
    groups_at[edge.first].insert(group[face]);
    if (group[owner.at({edge.second, edge.first})] == group[face]) continue;
    next[group[face]][edge.first] = edge.second;
  }
  Faces out;
  for (const auto& [seed, around] : next) {
    Face face = outline(around);
    std::erase_if(face, [&](Index v) { return groups_at[v].size() < 3; });
    if (face.size() >= 3) out.push_back(std::move(face));
  }
  canonical(out);
  return out;
}

// (triangles) => polygons: triangles exactly in one plane are merged.
Faces exactly_merged(const Faces& faces, const std::vector<Point>& sites) {
  std::vector<std::size_t> seeds(faces.size());
  std::iota(seeds.begin(), seeds.end(), std::size_t{0});
  return merged(faces, groups_of(faces, seeds, [&](std::size_t seed, std::size_t other) {
                  const Face& s = faces[seed];
                  return std::all_of(faces[other].begin(), faces[other].end(), [&](Index v) {
                    return CGAL::coplanar(sites[s[0]], sites[s[1]], sites[s[2]], sites[v]);
                  });
                }));
}

// (polygons) => polygons: starting with the largest, each polygon is merged with those within `tolerance` of its plane.
Faces nearly_merged(const Faces& faces, const Vec3s& points, double tolerance) {
  Reals area;
  std::vector<FacePlane> plane;
  for (const Face& face : faces) {
    area.push_back(area_vector(points, face).norm());
    plane.push_back(face_plane(points, face));
  }
  std::vector<std::size_t> seeds(faces.size());
  std::iota(seeds.begin(), seeds.end(), std::size_t{0});
  std::stable_sort(seeds.begin(), seeds.end(), [&](std::size_t a, std::size_t b) { return area[a] > area[b]; });
  return merged(faces, groups_of(faces, seeds, [&](std::size_t seed, std::size_t other) {
                  const Vec3& origin = points[faces[seed][0]];
                  return area[seed] > 0 && std::all_of(faces[other].begin(), faces[other].end(), [&](Index v) {
                           return std::abs((points[v] - origin).dot(plane[seed].normal)) < tolerance;
                         });
                }));
}

// (points, faces with some of the points as vertices) => the points that the faces use, and the faces with their new
// indices.
Polyhedron compact(const Vec3s& points, Faces faces) {
  std::vector<Index> used;
  for (const Face& face : faces) used.insert(used.end(), face.begin(), face.end());
  std::sort(used.begin(), used.end());
  used.erase(std::unique(used.begin(), used.end()), used.end());
  Polyhedron out;
  for (const Index v : used) out.vertex.push_back(points[v]);
  for (Face& face : faces)
    for (Index& v : face) v = static_cast<Index>(std::lower_bound(used.begin(), used.end(), v) - used.begin());
  out.face = std::move(faces);
  return out;
}

// (points, in order) => the polygons of their hull; facets exactly in one plane are one polygon.
Polyhedron exact_hull(const Vec3s& points) {
  std::vector<Point> sites;
  sites.reserve(points.size());
  for (const Vec3& x : points) sites.emplace_back(x.x(), x.y(), x.z());
  return compact(points, exactly_merged(triangles_of(points, sites), sites));
}

// (points, in order) => the points whose distance from all earlier kept points exceeds `least`.
Vec3s apart(const Vec3s& points, double least) {
  Vec3s kept;
  for (const Vec3& x : points) {
    bool free = true;
    for (auto k = kept.rbegin(); free && k != kept.rend() && x.x() - k->x() <= least; ++k)
      free = (x - *k).norm() > least;
    if (free) kept.push_back(x);
  }
  return kept;
}

}  // namespace

Polyhedron hull_of(const Vec3s& points) {
  const Vec3s sorted = sorted_points(points);
  const double side = longest_side(sorted);
  refuse_flat(sorted, side);
  const double tolerance = kCoplanar * side;
  Polyhedron exact = exact_hull(sorted);
  const Vec3s corners = apart(exact.vertex, tolerance);
  if (corners.size() < exact.vertex.size()) exact = exact_hull(corners);
  Polyhedron near = compact(exact.vertex, nearly_merged(exact.face, exact.vertex, tolerance));
  // Merged faces lie within the tolerance of the plane of one of their parts, so that two of them may differ by four
  // times the tolerance.
  const bool good =
      !not_closed(near.vertex.size(), near.face) && !not_convex(near.vertex, near.face, exact.vertex, 4 * tolerance);
  return good ? near : exact;
}

}  // namespace rubble::shape
