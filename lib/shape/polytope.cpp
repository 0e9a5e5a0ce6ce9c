#include "shape/polytope.hpp"

#include "shape/separation.hpp"

#include <algorithm>
#include <cmath>

namespace rubble::shape {
namespace {

constexpr double kRoundingOfHeights = 4e-15;  // relative to the corners' coordinates
constexpr double kThin = 1e-12;               // relative to the cube of the corners' coordinates: largest triple
                                              // product of the edges of four corners that count as coplanar

std::int16_t small(std::size_t k) { return static_cast<std::int16_t>(k); }

}  // namespace

// => true if the facet has an area and its front faces away from the interior point.
bool Polytope::set_plane(Facet& facet) const {
  const Vec3& a = corner_[facet.corner[0]].x;
  const Vec3& b = corner_[facet.corner[1]].x;
  const Vec3& c = corner_[facet.corner[2]].x;
  const Vec3 across = (b - a).cross(c - a);
  const double square = across.squaredNorm();
  if (!(across.dot(a - middle_) > 0)) return false;
  facet.normal = across / std::sqrt(square);
  facet.height = -facet.normal.dot(a);
  return true;
}

// Starts with the farthest points: two along the line between the centres, one from this line, and one from the plane
// of the three.
bool Polytope::start(Relative& pair) {
  const double apart = pair.shift.norm();
  const Vec3 u = apart > 0 ? Vec3(pair.shift / apart) : Vec3(Vec3::UnitX());
  std::array<Corner, 4> p;
  p[0] = pair.farthest_corner(u);
  p[1] = pair.farthest_corner(-u);
  const Vec3 first = p[1].x - p[0].x;
  const Vec3 side = first.unitOrthogonal();
  const auto from_line = [&](const Corner& c) { return first.cross(c.x - p[0].x).squaredNorm(); };
  p[2] = pair.farthest_corner(side);
  const Corner other = pair.farthest_corner(-side);
  if (from_line(other) > from_line(p[2])) p[2] = other;
  const Vec3 across = first.cross(p[2].x - p[0].x).normalized();
  const auto above = [&](const Corner& c) { return across.dot(c.x - p[0].x); };
  p[3] = pair.farthest_corner(across);
  const Corner below = pair.farthest_corner(-across);
  if (-above(below) > above(p[3])) p[3] = below;
  return start(pair, p);
}

bool Polytope::start(const Relative& pair, std::array<Corner, 4> p) {
  rounding_ = kRoundingOfHeights * pair.size;
  const double volume = (p[1].x - p[0].x).cross(p[2].x - p[0].x).dot(p[3].x - p[0].x);
  if (!(std::abs(volume) > kThin * pair.size * pair.size * pair.size)) return false;
  if (volume > 0) std::swap(p[1], p[2]);  // orientation: the fourth corner is below the first three
  std::copy(p.begin(), p.end(), corner_.begin());
  corners_ = 4;
  middle_ = 0.25 * (p[0].x + p[1].x + p[2].x + p[3].x);
  constexpr std::array<std::array<std::int16_t, 3>, 4> kTetrahedron{{{0, 1, 2}, {0, 3, 1}, {1, 3, 2}, {2, 3, 0}}};
  facets_ = 4;
  for (std::size_t f = 0; f < 4; ++f) {
    facet_[f].corner = kTetrahedron[f];
    facet_[f].next = {0, 0, 0};
    if (!set_plane(facet_[f])) return false;
  }
  linked_ = false;
  recalled_ = false;
  return true;
}

bool Polytope::recall(const Relative& pair, const SeparationCache& cache) {
  if (cache.facets < 4) return false;
  rounding_ = kRoundingOfHeights * pair.size;
  corners_ = cache.corners;
  facets_ = cache.facets;
  middle_ = Vec3::Zero();
  for (std::size_t k = 0; k < corners_; ++k) {
    if (cache.a[k] >= pair.a.size() || cache.b[k] >= pair.b.size()) return false;
    corner_[k] = pair.corner(cache.a[k], cache.b[k]);
    middle_ += corner_[k].x;
  }
  middle_ /= static_cast<double>(corners_);
  for (std::size_t f = 0; f < facets_; ++f) {
    for (std::size_t k = 0; k < 3; ++k) facet_[f].corner[k] = cache.facet[f][k];
    facet_[f].next = {0, 0, 0};
    if (!set_plane(facet_[f])) return false;
  }
  linked_ = false;
  recalled_ = true;
  return true;
}

// Finds the facet across each edge.
void Polytope::link() {
  std::array<std::array<std::int16_t, SeparationCache::kCorners>, SeparationCache::kCorners> left;
  for (std::size_t f = 0; f < facets_; ++f) {
    const auto& c = facet_[f].corner;
    for (std::size_t k = 0; k < 3; ++k) left[c[k]][c[(k + 1) % 3]] = small(f);
  }
  for (std::size_t f = 0; f < facets_; ++f) {
    const auto& c = facet_[f].corner;
    for (std::size_t k = 0; k < 3; ++k) facet_[f].next[k] = left[c[(k + 1) % 3]][c[k]];
  }
  linked_ = true;
}

std::size_t Polytope::highest() const {
  std::size_t best = facets_;
  for (std::size_t f = 0; f < facets_; ++f) {
    if (free(facet_[f])) continue;
    if (best == facets_ || facet_[f].height > facet_[best].height) best = f;
  }
  return best;
}

bool Polytope::expand(Relative& pair) {
  for (;;) {
    top_ = highest();
    const Facet& facet = facet_[top_];
    pair.last_a = corner_[facet.corner[0]].a;
    pair.last_b = corner_[facet.corner[0]].b;
    const Corner w = pair.farthest_corner(facet.normal);
    if (facet.normal.dot(w.x) + facet.height <= rounding_) return true;
    if (!linked_) link();
    if (!insert(w, top_, rounding_)) return false;
  }
}

// Adds a corner that is above the facet `top`.
bool Polytope::insert(const Corner& w, std::size_t top, double rounding) {
  if (corners_ == kMostCorners) return false;
  recalled_ = false;
  const auto fresh = small(corners_);
  corner_[corners_++] = w;
  // Collects the visible facets from neighbour to neighbour, then the edges between visible and hidden facets. A facet
  // whose plane contains w counts as seeing it, so that w is never on one line with a remaining edge.
  std::array<std::int16_t, kMostFacets> seen;
  std::array<bool, kMostFacets> sees{};
  std::size_t count = 1;
  seen[0] = small(top);
  sees[top] = true;
  for (std::size_t k = 0; k < count; ++k)
    for (const std::int16_t g : facet_[seen[k]].next) {
      if (sees[g] || !(facet_[g].normal.dot(w.x) + facet_[g].height > -rounding)) continue;
      sees[g] = true;
      seen[count++] = g;
    }
  struct Open {
    std::int16_t from, to, beyond, facet;
  };
  std::array<Open, kMostFacets> open;
  std::array<std::int16_t, kMostCorners> at;  // the edge that starts at each corner
  std::fill_n(at.begin(), corners_, std::int16_t{-1});
  std::size_t edges = 0;
  for (std::size_t k = 0; k < count; ++k) {
    const Facet& facet = facet_[seen[k]];
    for (std::size_t e = 0; e < 3; ++e) {
      const std::int16_t beyond = facet.next[e];
      if (sees[beyond]) continue;
      const std::int16_t from = facet.corner[e];
      if (at[from] != -1) return false;  // true if the edges are not a simple loop
      at[from] = small(edges);
      open[edges++] = {from, facet.corner[(e + 1) % 3], beyond, -1};
    }
  }
  if (edges < 3) return false;
  for (std::size_t k = 0; k < count; ++k) facet_[seen[k]].next[0] = -1;
  std::size_t reused = 0;
  for (std::size_t k = 0; k < edges; ++k) {
    if (reused < count) {
      open[k].facet = seen[reused++];
    } else {
      if (facets_ == kMostFacets) return false;
      open[k].facet = small(facets_++);
    }
  }
  for (std::size_t k = 0; k < edges; ++k) {
    const Open& o = open[k];
    const std::int16_t after = at[o.to];
    if (after == -1) return false;
    Facet& facet = facet_[o.facet];
    facet.corner = {o.from, o.to, fresh};
    if (!set_plane(facet)) return false;
    facet.next[0] = o.beyond;
    facet.next[1] = open[after].facet;
    Facet& beyond = facet_[o.beyond];
    for (std::size_t e = 0; e < 3; ++e)
      if (beyond.corner[e] == o.to) beyond.next[e] = o.facet;
    facet_[open[after].facet].next[2] = o.facet;
  }
  return true;
}

// The projection of the origin onto the plane is -height * normal. Its weights are the areas of the triangles that it
// forms with the sides.
std::array<double, 3> Polytope::shares_of_foot(const Facet& facet) const {
  const Vec3 foot = -facet.height * facet.normal;
  const Vec3 a = corner_[facet.corner[0]].x - foot;
  const Vec3 b = corner_[facet.corner[1]].x - foot;
  const Vec3 c = corner_[facet.corner[2]].x - foot;
  const double of_a = facet.normal.dot(b.cross(c));
  const double of_b = facet.normal.dot(c.cross(a));
  const double of_c = facet.normal.dot(a.cross(b));
  const double sum = of_a + of_b + of_c;
  return {of_a / sum, of_b / sum, of_c / sum};
}

Polytope::Face Polytope::face() const {
  const double level = facet_[top_].height - 4 * rounding_;
  std::size_t best = top_;
  std::array<double, 3> share = shares_of_foot(facet_[top_]);
  double least = std::min({share[0], share[1], share[2]});
  for (std::size_t f = 0; f < facets_ && least < 0; ++f) {
    if (f == top_ || free(facet_[f]) || !(facet_[f].height >= level)) continue;
    const std::array<double, 3> other = shares_of_foot(facet_[f]);
    const double its_least = std::min({other[0], other[1], other[2]});
    if (!(its_least > least)) continue;
    best = f;
    share = other;
    least = its_least;
  }
  const Facet& facet = facet_[best];
  Face out;
  double sum = 0;
  for (std::size_t k = 0; k < 3; ++k) {
    out.corner[k] = corner_[facet.corner[k]];
    out.share[k] = std::max(0.0, share[k]);
    sum += out.share[k];
  }
  for (double& s : out.share) s /= sum;
  out.normal = facet.normal;
  out.height = facet.height;
  out.above = least >= 0;
  return out;
}

// Stores the corners that facets use, with new numbers. A polytope that is too large is not stored; the cache is then
// empty.
void Polytope::keep(SeparationCache& cache) const {
  if (recalled_) return;
  cache.corners = 0;
  cache.facets = 0;
  std::array<std::int16_t, kMostCorners> number;
  std::fill_n(number.begin(), corners_, std::int16_t{-1});
  std::size_t corners = 0;
  std::size_t facets = 0;
  for (std::size_t f = 0; f < facets_; ++f) {
    if (free(facet_[f])) continue;
    if (facets == SeparationCache::kFacets) return;
    for (std::size_t k = 0; k < 3; ++k) {
      const std::int16_t c = facet_[f].corner[k];
      if (number[c] == -1) {
        if (corners == SeparationCache::kCorners) return;
        number[c] = small(corners);
        cache.a[corners] = static_cast<std::uint16_t>(corner_[c].a);
        cache.b[corners] = static_cast<std::uint16_t>(corner_[c].b);
        ++corners;
      }
      cache.facet[facets][k] = static_cast<std::uint8_t>(number[c]);
    }
    ++facets;
  }
  cache.corners = static_cast<std::uint8_t>(corners);
  cache.facets = static_cast<std::uint8_t>(facets);
}

}  // namespace rubble::shape
