#include "detect/body_at_surface.hpp"
#include "shape/flat_triangle.hpp"
#include "shape/nearest_place.hpp"

#include <algorithm>

namespace rubble::detect {
namespace {

using Part = shape::NearestPlace::Part;

// Minima nearer to each other than this part of the radius are one: a place between two flush triangles.
constexpr double kSameMinimum = 1e-6;

// The place of one triangle that is nearest to the centre.
struct Nearest {
  Index triangle;
  shape::NearestPlace place;  // relative to the centre
  double square;              // of the distance [m2]

  bool precedes(const Nearest& other) const {
    return square != other.square ? square < other.square : triangle < other.triangle;
  }
};

// True if the triangle has this part: an edge or a vertex of the surface.
bool has(const shape::TriangleMesh& mesh, Index triangle, Part part, Index number) {
  const auto t = static_cast<std::size_t>(triangle);
  const shape::Triangle& parts = part == Part::edge ? mesh.edge_of[t] : mesh.triangle[t];
  return std::find(parts.begin(), parts.end(), number) != parts.end();
}

// => number of the edge, of the vertex, or of the flat part of the surface in which the nearest point lies.
Index number_of(const BodyAtSurface& sphere, const Nearest& nearest) {
  const auto t = static_cast<std::size_t>(nearest.triangle);
  if (nearest.place.part == Part::inside) return sphere.parts.patch[t];
  return (nearest.place.part == Part::edge ? sphere.mesh.edge_of : sphere.mesh.triangle)[t][nearest.place.number];
}

// True if the distance has a local minimum at the nearest point of a triangle: it is inside, or no triangle with the
// same edge or vertex is nearer.
bool is_minimum(const BodyAtSurface& sphere, const std::vector<Nearest>& all, const Nearest& own) {
  if (own.place.part == Part::inside) return true;
  const Index number = number_of(sphere, own);
  return std::ranges::none_of(all, [&](const Nearest& other) {
    return other.precedes(own) && has(sphere.mesh, other.triangle, own.place.part, number);
  });
}

void find_nearest(const BodyAtSurface& sphere, double reach, std::vector<Nearest>& out) {
  out.clear();
  for (const Index t : sphere.triangles) {
    const double height = sphere.mesh.frame[static_cast<std::size_t>(t)].at(sphere.at.centre)[0];
    if (std::abs(height) > reach + sphere.mesh.frame_error(reach)) continue;
    const auto& [a, b, c] = sphere.corners(t);
    const shape::NearestPlace place =
        shape::nearest_place(a - sphere.at.centre, b - sphere.at.centre, c - sphere.at.centre);
    const double square = place.point.squaredNorm();
    if (square <= reach * reach) out.push_back({t, place, square});
  }
}

// True if the sphere meets the surface on its straight path.
bool meets(const BodyAtSurface& sphere) {
  thread_local shape::FlatTriangle triangle;
  return std::ranges::any_of(sphere.triangles, [&](Index t) {
    triangle.set(sphere.corners(t), sphere.at.radius);
    return shape::first_touch(sphere.solid, sphere.at, sphere.move, triangle.solid(), triangle.at(), {}).has_value();
  });
}

}  // namespace

void find_sphere_points(const BodyAtSurface& sphere, FoundPoints& out) {
  thread_local std::vector<Nearest> nearest;
  thread_local std::vector<Nearest> minima;
  const double radius = sphere.at.radius;
  find_nearest(sphere, radius + std::max(sphere.alert, sphere.ahead ? sphere.move.shift.norm() : 0), nearest);
  minima.clear();
  for (const Nearest& one : nearest)
    if (is_minimum(sphere, nearest, one)) minima.push_back(one);
  std::ranges::stable_sort(minima, [](const Nearest& a, const Nearest& b) { return a.precedes(b); });
  std::optional<bool> path_meets;
  for (std::size_t k = 0; k < minima.size(); ++k) {
    const Nearest& one = minima[k];
    const auto same = [&](const Nearest& other) {
      return (other.place.point - one.place.point).norm() <= kSameMinimum * radius;
    };
    if (std::any_of(minima.begin(), minima.begin() + static_cast<std::ptrdiff_t>(k), same)) continue;
    const double distance = std::sqrt(one.square);
    const Vec3 normal = distance > 0 ? Vec3(one.place.point / distance) : sphere.normal(one.triangle);
    const double gap = distance - radius;
    const bool may_pass = sphere.ahead && gap > 0 && one.place.part != Part::inside;
    if (may_pass && sphere.move.shift.dot(normal) > gap) {
      if (!path_meets) path_meets = meets(sphere);
      if (!*path_meets) continue;
    }
    const Index feature =
        feature_of(static_cast<std::uint64_t>(one.place.part), static_cast<std::uint64_t>(number_of(sphere, one)), 0);
    out.push_back({feature, sphere.at.centre + radius * normal, normal, gap});
  }
}

}  // namespace rubble::detect
