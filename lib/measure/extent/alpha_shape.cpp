#include "measure/extent/alpha_shape.hpp"

#include "base/error.hpp"
#include "base/union_find.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace rubble::measure {
namespace {

std::size_t at(Index i) { return static_cast<std::size_t>(i); }

const Vec3& corner(const Tetrahedra& t, std::size_t cell, std::size_t k) { return t.point[at(t.vertex[cell][k])]; }

using Triangle = std::array<Index, 3>;

// (tetrahedron, k) => its face without vertex k, counter-clockwise as seen from outside. The order follows from the
// order of the vertices, because coordinates do not determine it for a nearly flat tetrahedron.
Triangle face(const Tetrahedra& t, std::size_t cell, std::size_t k) {
  constexpr std::size_t kOutwards[4][3] = {{1, 2, 3}, {0, 3, 2}, {0, 1, 3}, {0, 2, 1}};
  const auto& v = t.vertex[cell];
  return {v[kOutwards[k][0]], v[kOutwards[k][1]], v[kOutwards[k][2]]};
}

double area(const Tetrahedra& t, const Triangle& f) {
  return 0.5 * (t.point[at(f[1])] - t.point[at(f[0])]).cross(t.point[at(f[2])] - t.point[at(f[0])]).norm();
}

// The smallest sphere orthogonal to three balls: its centre lies in their plane.
struct Sphere {
  Vec3 centre;
  double square;  // squared radius
};

Sphere smallest_sphere(const Tetrahedra& t, const Triangle& f) {
  const Vec3 &p = t.point[at(f[0])], a = t.point[at(f[1])] - p, b = t.point[at(f[2])] - p, n = a.cross(b);
  const double first = t.weight[at(f[0])];
  const double along_a = a.squaredNorm() + first - t.weight[at(f[1])];
  const double along_b = b.squaredNorm() + first - t.weight[at(f[2])];
  const Vec3 x = (along_a * b.cross(n) + along_b * n.cross(a)) / (2 * n.squaredNorm());
  return {p + x, x.squaredNorm() - first};
}

// True if a ball of radius alpha in an empty region on one side of the face can pass through it. The three points of
// the face block the ball if their smallest sphere has a radius of at most alpha and contains no opposite vertex. If it
// contains one, the opening is wider than that sphere.
bool passes(const Tetrahedra& t, std::size_t cell, std::size_t k, double square) {
  const Sphere sphere = smallest_sphere(t, face(t, cell, k));
  if (sphere.square > square) return true;
  const auto inside = [&](const Vec3& x, double weight) {
    return (x - sphere.centre).squaredNorm() - weight < sphere.square;
  };
  if (inside(corner(t, cell, k), t.weight[at(t.vertex[cell][k])])) return true;
  const Index other = t.neighbour[cell][k];
  if (other < 0) return false;
  const auto& back = t.neighbour[at(other)];
  const auto opposite =
      static_cast<std::size_t>(std::find(back.begin(), back.end(), static_cast<Index>(cell)) - back.begin());
  return inside(corner(t, at(other), opposite), t.weight[at(t.vertex[at(other)][opposite])]);
}

enum class Place : char { solid, outside, cavity };

// Spreads `mark` from the tetrahedra in `front` to all that are connected to them through open faces.
void spread(const Tetrahedra& t, double square, std::vector<Place>& place, std::vector<Index> front, Place mark) {
  while (!front.empty()) {
    const Index cell = front.back();
    front.pop_back();
    for (std::size_t k = 0; k < 4; ++k) {
      const Index next = t.neighbour[at(cell)][k];
      if (next < 0 || place[at(next)] == Place::solid || place[at(next)] == mark) continue;
      if (!passes(t, at(cell), k, square)) continue;
      place[at(next)] = mark;
      front.push_back(next);
    }
  }
}

double longest_edge(const Tetrahedra& t, std::size_t c) {
  double longest = 0;
  for (const Index a : t.vertex[c])
    for (const Index b : t.vertex[c]) longest = std::max(longest, (t.point[at(a)] - t.point[at(b)]).norm());
  return longest;
}

// (tetrahedra, places, one of them, open(tetrahedron, k): whether its face k connects) => the sets of connected
// tetrahedra of that place
template <class Open>
UnionFind connected(const Tetrahedra& t, const std::vector<Place>& place, Place which, const Open& open) {
  UnionFind sets(t.size());
  for (std::size_t c = 0; c < t.size(); ++c) {
    if (place[c] != which) continue;
    for (std::size_t k = 0; k < 4; ++k) {
      const Index next = t.neighbour[c][k];
      if (next < 0 || at(next) > c || place[at(next)] != which || !open(c, k)) continue;
      sets.join(next, static_cast<Index>(c));
    }
  }
  return sets;
}

// A connected set of tetrahedra in cavities.
struct Hollow {
  double volume = 0, longest = 0;  // longest edge of a tetrahedron
  double walls = 0, shared = 0;    // area of its faces, and of those that border the shape

  // True if it has no volume, and if the area of the shape does not grow when it becomes a part of the shape.
  bool is_flat() const {
    constexpr double kFlat = 1e-10, kRounding = 1e-9;
    return volume <= kFlat * std::pow(longest, 3) && shared >= (0.5 - kRounding) * walls;
  }
};

// (tetrahedra, places, sets of connected tetrahedra in cavities) => the hollow of each root
std::vector<Hollow> hollows(const Tetrahedra& t, const std::vector<Place>& place, UnionFind& sets) {
  std::vector<Hollow> found(t.size());
  for (std::size_t c = 0; c < t.size(); ++c) {
    if (place[c] != Place::cavity) continue;
    const Index root = sets.root(static_cast<Index>(c));
    Hollow& hollow = found[at(root)];
    hollow.volume += t.volume[c];
    hollow.longest = std::max(hollow.longest, longest_edge(t, c));
    for (std::size_t k = 0; k < 4; ++k) {
      const Index next = t.neighbour[c][k];
      if (next >= 0 && place[at(next)] == Place::cavity && sets.root(next) == root) continue;
      const double wall = area(t, face(t, c, k));
      hollow.walls += wall;
      if (next >= 0 && place[at(next)] == Place::solid) hollow.shared += wall;
    }
  }
  return found;
}

// Adds flat hollows to the shape: tetrahedra without volume between coplanar points, whose spheres are large
// (docs/theory.md 5.13).
void fill_flat(const Tetrahedra& t, double square, std::vector<Place>& place) {
  UnionFind sets =
      connected(t, place, Place::cavity, [&](std::size_t c, std::size_t k) { return passes(t, c, k, square); });
  const std::vector<Hollow> found = hollows(t, place, sets);
  for (std::size_t c = 0; c < t.size(); ++c)
    if (place[c] == Place::cavity && found[at(sets.root(static_cast<Index>(c)))].is_flat()) place[c] = Place::solid;
}

// Classifies each tetrahedron: in the shape, outside, or in a cavity.
std::vector<Place> places(const Tetrahedra& t, double square) {
  std::vector<Place> place(t.size(), Place::cavity);
  std::vector<Index> front;
  for (std::size_t c = 0; c < t.size(); ++c)
    if (t.square[c] <= square) place[c] = Place::solid;
  for (std::size_t c = 0; c < t.size(); ++c) {
    if (place[c] == Place::solid) continue;
    for (std::size_t k = 0; k < 4; ++k) {
      if (t.neighbour[c][k] >= 0 || place[c] == Place::outside || !passes(t, c, k, square)) continue;
      place[c] = Place::outside;
      front.push_back(static_cast<Index>(c));
    }
  }
  spread(t, square, place, front, Place::outside);
  fill_flat(t, square, place);
  return place;
}

// Number of connected sets of the tetrahedra of one place; `open` decides which faces connect.
template <class Open>
std::size_t count_parts(const Tetrahedra& t, const std::vector<Place>& place, Place which, const Open& open) {
  UnionFind sets = connected(t, place, which, open);
  std::size_t parts = 0;
  for (std::size_t c = 0; c < t.size(); ++c)
    parts += place[c] == which && sets.root(static_cast<Index>(c)) == static_cast<Index>(c);
  return parts;
}

bool is_solid(const std::vector<Place>& place, Index cell) { return cell >= 0 && place[at(cell)] == Place::solid; }
bool is_outside(const std::vector<Place>& place, Index cell) { return cell < 0 || place[at(cell)] == Place::outside; }

// Area of the faces of a tetrahedron that lie between the enclosed volume and the outside [m2].
double outer_area(const Tetrahedra& t, const std::vector<Place>& place, std::size_t c) {
  double sum = 0;
  if (place[c] == Place::outside) return sum;
  for (std::size_t k = 0; k < 4; ++k)
    if (is_outside(place, t.neighbour[c][k])) sum += area(t, face(t, c, k));
  return sum;
}

std::size_t count_points(const Tetrahedra& t, const std::vector<Place>& place) {
  std::vector<char> there(t.point.size(), 0);
  for (std::size_t c = 0; c < t.size(); ++c)
    if (place[c] == Place::solid)
      for (const Index v : t.vertex[c]) there[at(v)] = 1;
  return static_cast<std::size_t>(std::count(there.begin(), there.end(), 1));
}

// Solid angle of the corner between three edges: Van Oosterom & Strackee 1983, doi:10.1109/TBME.1983.325207.
double solid_angle(const Vec3& a, const Vec3& b, const Vec3& c) {
  const double x = a.norm(), y = b.norm(), z = c.norm();
  return 2 * std::abs(std::atan2(a.dot(b.cross(c)), x * y * z + a.dot(b) * z + a.dot(c) * y + b.dot(c) * x));
}

double square_of(double alpha) {
  if (!(alpha >= 0)) throw InputError("the radius alpha of an alpha shape must be >= 0");
  return alpha * alpha;
}

}  // namespace

AlphaShape alpha_shape(const Tetrahedra& t, double alpha) {
  const double square = square_of(alpha);
  const std::vector<Place> place = places(t, square);
  AlphaShape out;
  for (std::size_t c = 0; c < t.size(); ++c) {
    if (place[c] == Place::cavity) out.cavity_volume += t.volume[c];
    out.outer_area += outer_area(t, place, c);
    if (place[c] != Place::solid) continue;
    out.volume += t.volume[c];
    for (std::size_t k = 0; k < 4; ++k) {
      const Index next = t.neighbour[c][k];
      if (is_solid(place, next)) continue;
      const double wall = area(t, face(t, c, k));
      out.area += wall;
      if (next >= 0 && place[at(next)] == Place::cavity) out.cavity_area += wall;
    }
  }
  out.parts = count_parts(t, place, Place::solid, [](std::size_t, std::size_t) { return true; });
  out.cavities =
      count_parts(t, place, Place::cavity, [&](std::size_t c, std::size_t k) { return passes(t, c, k, square); });
  out.points = count_points(t, place);
  return out;
}

double least_whole_alpha(const Tetrahedra& t) {
  std::vector<std::size_t> order(t.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return std::pair(t.square[a], a) < std::pair(t.square[b], b); });
  UnionFind sets(t.size());
  std::vector<char> solid(t.size(), 0), there(t.point.size(), 0);
  std::size_t parts = 0, points = 0;
  for (std::size_t n = 0; n < order.size(); ++n) {
    const std::size_t c = order[n];
    solid[c] = 1;
    ++parts;
    for (std::size_t k = 0; k < 4; ++k) {
      const Index next = t.neighbour[c][k];
      if (next >= 0 && solid[at(next)] && sets.root(next) != sets.root(static_cast<Index>(c))) {
        sets.join(next, static_cast<Index>(c));
        --parts;
      }
      points += there[at(t.vertex[c][k])] == 0;
      there[at(t.vertex[c][k])] = 1;
    }
    const bool last_of_its_size = n + 1 == order.size() || t.square[order[n + 1]] > t.square[c];
    if (parts == 1 && points == t.point.size() && last_of_its_size) {
      double alpha = std::sqrt(std::max(0.0, t.square[c]));
      while (alpha * alpha < t.square[c]) alpha = std::nextafter(alpha, INFINITY);
      return alpha;
    }
  }
  return 0;
}

shape::Polyhedron alpha_surface(const Tetrahedra& t, double alpha) {
  const std::vector<Place> place = places(t, square_of(alpha));
  std::vector<Index> number(t.point.size(), -1);
  shape::Polyhedron out;
  const auto numbered = [&](Index v) {
    if (number[at(v)] < 0) {
      number[at(v)] = static_cast<Index>(out.vertex.size());
      out.vertex.push_back(t.origin + t.point[at(v)]);
    }
    return number[at(v)];
  };
  for (std::size_t c = 0; c < t.size(); ++c) {
    if (place[c] != Place::solid) continue;
    for (std::size_t k = 0; k < 4; ++k) {
      if (is_solid(place, t.neighbour[c][k])) continue;
      const Triangle f = face(t, c, k);
      out.face.push_back({numbered(f[0]), numbered(f[1]), numbered(f[2])});
    }
  }
  return out;
}

double balls_within(const Tetrahedra& t, double alpha) {
  const std::vector<Place> place = places(t, square_of(alpha));
  double sum = 0;
  for (std::size_t c = 0; c < t.size(); ++c) {
    if (place[c] == Place::outside) continue;
    for (std::size_t k = 0; k < 4; ++k) {
      const Vec3& x = corner(t, c, k);
      const double angle =
          solid_angle(corner(t, c, (k + 1) % 4) - x, corner(t, c, (k + 2) % 4) - x, corner(t, c, (k + 3) % 4) - x);
      const double radius = std::sqrt(t.weight[at(t.vertex[c][k])]);
      sum += angle * radius * radius * radius / 3;
    }
  }
  return sum;
}

}  // namespace rubble::measure
