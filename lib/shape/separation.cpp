#include "shape/separation.hpp"

#include "shape/axes.hpp"
#include "shape/gjk.hpp"
#include "shape/polytope.hpp"

#include <algorithm>
#include <cmath>
#include <span>

#include <fmt/format.h>

namespace rubble::shape {
namespace {

constexpr double kNear = 1e-6;        // relative to the size: below this distance, and for overlaps, faces of D are
                                      // searched
constexpr double kSteady = 1e-14;     // error of a nearest point, relative to the size
constexpr double kSameNormal = 1e-6;  // largest difference between the normal of a facet and that of the faces or edges
                                      // that it is part of
constexpr double kMoved = 0.01;       // relative to the size: displacement of the bodies for the search of touching
                                      // points

std::uint16_t narrowed(Index v) { return static_cast<std::uint16_t>(v); }

// (body, three different vertices) => the face that contains them, or -1. The normal of a face or a pair of edges is
// more accurate than one from differences of vertices, and does not depend on the choice of vertices.
Index common_face(const PreparedShape& solid, Index i, Index j, Index k) {
  const std::span<const Index> at_j = solid.faces_at.of(j);
  const std::span<const Index> at_k = solid.faces_at.of(k);
  for (const Index f : solid.faces_at.of(i))
    if (std::find(at_j.begin(), at_j.end(), f) != at_j.end() && std::find(at_k.begin(), at_k.end(), f) != at_k.end())
      return f;
  return -1;
}

bool differ(Index i, Index j, Index k) { return i != j && j != k && i != k; }

// (three corners) => cross product of the two edges from which they are formed; 0 if there are no such edges.
Vec3 across_edges(const Relative& pair, const std::array<Corner, 3>& c) {
  const Index i = c[0].a;
  const Index k = c[0].b;
  const Index j = c[1].a != i ? c[1].a : c[2].a;
  const Index l = c[1].b != k ? c[1].b : c[2].b;
  if (i == j || k == l) return Vec3::Zero();
  const Vec3 p = pair.a.vertex[std::max(i, j)] - pair.a.vertex[std::min(i, j)];
  const Vec3 q = pair.b.vertex[std::max(k, l)] - pair.b.vertex[std::min(k, l)];
  return p.cross(pair.turn * q);
}

// (corners of a facet, its normal) => a more accurate normal. If a face of a or b contains the facet, it is the normal
// of that face; otherwise it is perpendicular to the two edges that span the facet. If the two normals differ by
// kSameNormal or more, the given one is returned.
Vec3 refined(const Relative& pair, const std::array<Corner, 3>& c, const Vec3& normal) {
  Vec3 better = normal;
  Index face = -1;
  if (differ(c[0].a, c[1].a, c[2].a) && (face = common_face(pair.a, c[0].a, c[1].a, c[2].a)) >= 0) {
    better = pair.a.plane[face].normal;
  } else if (differ(c[0].b, c[1].b, c[2].b) && (face = common_face(pair.b, c[0].b, c[1].b, c[2].b)) >= 0) {
    better = -(pair.turn * pair.b.plane[face].normal);
  } else {
    const Vec3 across = across_edges(pair, c);
    const double length = across.norm();
    if (length > 0) better = across * ((across.dot(normal) < 0 ? -1 : 1) / length);
  }
  return (better - normal).squaredNorm() < kSameNormal * kSameNormal ? better : normal;
}

// (corners, their shares in the point of D nearest to the origin, normal) => separation in the axes of a.
Separation between(const Relative& pair, std::span<const Corner> corner, std::span<const double> share,
                   const Vec3& normal) {
  Separation out{0, normal, Vec3::Zero(), Vec3::Zero()};
  for (std::size_t k = 0; k < corner.size(); ++k) {
    out.on_a += share[k] * pair.of_a(corner[k].a);
    out.on_b += share[k] * pair.of_b(corner[k].b);
  }
  out.gap = normal.dot(out.on_b - out.on_a);
  return out;
}

Separation of_face(const Relative& pair, const Polytope::Face& face) {
  return between(pair, face.corner, face.share, refined(pair, face.corner, face.normal));
}

// The error of the direction of the nearest point is the error of the point divided by its distance. The plane of three
// corners has no such error unless the triangle is very thin: then both directions agree within that error.
Separation of_simplex(const Relative& pair, const Simplex& s) {
  const double distance = std::sqrt(s.square);
  Vec3 normal = -s.nearest / distance;
  if (s.count == 3) {
    const Vec3 across = (s.corner[1].x - s.corner[0].x).cross(s.corner[2].x - s.corner[0].x).normalized();
    const Vec3 facing = across.dot(normal) < 0 ? Vec3(-across) : across;
    if ((facing - normal).norm() < kSteady * pair.size / distance)
      normal = refined(pair, {s.corner[0], s.corner[1], s.corner[2]}, facing);
  }
  return between(pair, {s.corner.data(), s.count}, {s.share.data(), s.count}, normal);
}

// Used if the polytope gives no result: selects the best of all axes, then finds the points that touch after the bodies
// were moved slightly apart along it.
Separation by_all_axes(Relative& pair) {
  const Axis axis = best_axis(pair);
  const Vec3 move = (axis.gap - kMoved * pair.size) * axis.normal;
  const auto farthest_moved = [&](const Vec3& direction) {
    Corner c = pair.farthest_corner(direction);
    c.x += move;
    return c;
  };
  Simplex start;
  const Corner first = farthest_moved(axis.normal);
  start = nearest_of({&first, 1});
  const double size = pair.size * (1 + kMoved);
  const Simplex s = approach(farthest_moved, start, size, std::numeric_limits<double>::infinity(), 0).simplex;
  Separation out = between(pair, {s.corner.data(), s.count}, {s.share.data(), s.count}, axis.normal);
  out.gap = axis.gap;
  return out;
}

// The simplex of the previous step or, without one, a single corner towards the other body.
Simplex first_simplex(Relative& pair, const SeparationCache& cache) {
  std::array<Corner, 3> corner;
  const std::size_t count = std::min<std::size_t>(cache.corners, 3);
  bool known = count > 0;
  for (std::size_t k = 0; k < count; ++k) known = known && cache.a[k] < pair.a.size() && cache.b[k] < pair.b.size();
  if (!known) {
    corner[0] = pair.farthest_corner(pair.shift);
    return nearest_of({corner.data(), 1});
  }
  for (std::size_t k = 0; k < count; ++k) corner[k] = pair.corner(cache.a[k], cache.b[k]);
  pair.last_a = corner[0].a;
  pair.last_b = corner[0].b;
  return nearest_of({corner.data(), count});
}

void keep(const Simplex& simplex, SeparationCache& cache) {
  cache.facets = 0;
  cache.corners = static_cast<std::uint8_t>(std::min<std::size_t>(simplex.count, 3));
  for (std::size_t k = 0; k < cache.corners; ++k) {
    cache.a[k] = narrowed(simplex.corner[k].a);
    cache.b[k] = narrowed(simplex.corner[k].b);
  }
}

Separation far(double bound, const Simplex& s) {
  return {bound, -s.nearest / std::sqrt(s.square), Vec3::Zero(), Vec3::Zero(), false};
}

// (initial polytope, hulls, cache, result) => true if the nearest face of the polytope is the result. It is not if
// rounding errors damage the polytope, or if the origin is above that face but projects outside it.
bool answered_by(Polytope& polytope, Relative& pair, SeparationCache& cache, Separation& out) {
  if (!polytope.expand(pair)) return false;
  const Polytope::Face face = polytope.face();
  if (face.height > 0 && !face.above) return false;
  out = of_face(pair, face);
  polytope.keep(cache);
  return true;
}

Separation sphere_sphere(const Placement& at_a, const Placement& at_b) {
  const Vec3 way = at_b.centre - at_a.centre;
  const double distance = way.norm();
  const Vec3 normal = distance > 0 ? Vec3(way / distance) : Vec3(Vec3::UnitX());
  return {distance - (at_a.radius + at_b.radius), normal, at_a.centre + at_a.radius * normal,
          at_b.centre - at_b.radius * normal};
}

// True if the projection of the point onto the face's plane is inside the face.
bool is_above(const PreparedShape& hull, Index f, const Vec3& point) {
  const std::vector<Index>& face = hull.face[f];
  const Vec3& normal = hull.plane[f].normal;
  for (std::size_t k = 0; k < face.size(); ++k) {
    const Vec3& from = hull.vertex[face[k]];
    const Vec3& to = hull.vertex[face[k + 1 < face.size() ? k + 1 : 0]];
    if (normal.cross(to - from).dot(point - from) < 0) return false;
  }
  return true;
}

// Body a is the hull, b the sphere, represented by its centre and a skin. Result in the axes of a, relative to its
// centre.
Separation hull_sphere(Relative& pair, SeparationCache& cache, double enough) {
  const double radius = pair.radius_b;
  const Vec3 point = pair.shift / pair.radius_a;
  const Height top = highest_plane(pair.a, point);
  const double height = pair.radius_a * top.height;
  const Vec3& face_normal = pair.a.plane[top.item].normal;
  if (height - radius > enough) return {height - radius, face_normal, Vec3::Zero(), Vec3::Zero(), false};
  Separation out;
  if (height <= 0 || is_above(pair.a, top.item, point)) {
    out = {height, face_normal, pair.shift - height * face_normal, pair.shift};
  } else {
    const auto farthest_corner = [&](const Vec3& direction) { return pair.farthest_corner(direction); };
    const NearestSearch found = approach(farthest_corner, first_simplex(pair, cache), pair.size, enough + radius, 0);
    const Simplex& s = found.simplex;
    keep(s, cache);
    if (found.bound - radius > enough) return far(found.bound - radius, s);
    out = found.overlap || found.touch ? Separation{height, face_normal, pair.shift, pair.shift} : of_simplex(pair, s);
  }
  out.gap -= radius;
  out.on_b -= radius * out.normal;
  return out;
}

Separation in_pile(const Relative& pair, const Separation& s) {
  return {s.gap, pair.along(s.normal), pair.place(s.on_a), pair.place(s.on_b), s.near};
}

Separation reversed(const Separation& s) { return {s.gap, -s.normal, s.on_b, s.on_a, s.near}; }

}  // namespace

std::optional<std::string> violation(const SeparationCache& cache) {
  if (cache.corners > SeparationCache::kCorners) return fmt::format("{} corners", cache.corners);
  if (cache.facets > SeparationCache::kFacets) return fmt::format("{} facets", cache.facets);
  if (cache.facets == 0) return std::nullopt;
  Faces faces;
  for (std::size_t f = 0; f < cache.facets; ++f) faces.emplace_back(cache.facet[f].begin(), cache.facet[f].end());
  return not_closed(cache.corners, faces);
}

Separation separation(Relative& pair, SeparationCache& cache, double enough) {
  if (pair.b.is_ball()) return hull_sphere(pair, cache, enough);
  Polytope polytope;
  Separation out;
  const bool recalled = polytope.recall(pair, cache);
  if (recalled && answered_by(polytope, pair, cache, out)) return out;

  const auto farthest_corner = [&](const Vec3& direction) { return pair.farthest_corner(direction); };
  const double near = kNear * pair.size;
  const NearestSearch found = approach(farthest_corner, first_simplex(pair, cache), pair.size, enough, near);
  const Simplex& s = found.simplex;
  keep(s, cache);
  if (found.bound > enough) return far(found.bound, s);
  const bool apart = !found.overlap && s.square > near * near;
  if (apart) return of_simplex(pair, s);
  const bool begun = found.enclosed && polytope.start(pair, s.corner);
  if ((begun || polytope.start(pair)) && answered_by(polytope, pair, cache, out)) return out;

  const NearestSearch ended =
      approach(farthest_corner, first_simplex(pair, cache), pair.size, std::numeric_limits<double>::infinity(), 0);
  const Separation by_axes = by_all_axes(pair);
  const double distance = std::sqrt(ended.simplex.square);
  const bool beside = !ended.overlap && !ended.touch && distance > std::max(by_axes.gap, kSteady * pair.size);
  keep(ended.simplex, cache);
  return beside ? of_simplex(pair, ended.simplex) : by_axes;
}

Separation separation(const PreparedShape& a, const Placement& at_a, const PreparedShape& b, const Placement& at_b,
                      SeparationCache& cache, double enough) {
  if (a.is_ball() && b.is_ball()) return sphere_sphere(at_a, at_b);
  if (a.is_ball()) {
    Relative pair(b, at_b, a, at_a);
    return reversed(in_pile(pair, hull_sphere(pair, cache, enough)));
  }
  Relative pair(a, at_a, b, at_b);
  return in_pile(pair, separation(pair, cache, enough));
}

Separation separation(const PreparedShape& a, const Placement& at_a, const Vec3& wall, const Vec3& wall_normal) {
  if (!(is_place(at_a.centre) && is_turn(at_a.turn)))
    throw SanityError("a body has no finite position and orientation: its distance from a wall is undefined");
  const Vec3 down = -(at_a.turn.conjugate() * wall_normal);
  const Vec3 lowest = a.vertex[farthest(a, down, 0)] + a.skin * down;
  const Vec3 arm = at_a.radius * (at_a.turn * lowest);
  const double gap = wall_normal.dot(at_a.centre - wall) + wall_normal.dot(arm);
  const Vec3 on_a = at_a.centre + arm;
  return {gap, -wall_normal, on_a, on_a - gap * wall_normal};
}

}  // namespace rubble::shape
