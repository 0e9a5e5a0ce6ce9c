// Contact points of a hull and a triangulated surface.
#include "detect/body_at_surface.hpp"
#include "detect/triangle_search.hpp"
#include "shape/first_touch.hpp"
#include "shape/outline.hpp"

#include <algorithm>
#include <limits>
#include <map>

namespace rubble::detect {
namespace {

// The most points are chosen among all triangles whose normals differ by less than this [rad].
constexpr double kOneDirection = 1e-3;
// Points nearer to each other than this part of the radius are one.
constexpr double kSamePlace = 1e-6;
// Smallest overlap at the end of the move for which points are predicted / radius.
constexpr double kArrives = 1e-6;

// True if a point will overlap after the move, according to its velocity along the normal.
bool arrives(const BodyAtSurface& hull, const Touch& found) {
  for (const SurfacePoint& point : found.points) {
    const Vec3 change = hull.move.shift + hull.move.turn.cross(point.place - hull.at.centre);
    if (std::max(point.gap, 0.0) - change.dot(point.normal) < -kArrives * hull.at.radius) return true;
  }
  return false;
}

// (points at a later placement) => the same points, moved back with the hull. Gaps are along the later normals.
Touch brought_back(const BodyAtSurface& hull, const shape::Placement& then, const Touch& found) {
  Touch now = found;
  for (SurfacePoint& point : now.points) {
    const Vec3 on_wall = point.place + point.gap * point.normal;
    const Vec3 on_hull = hull.at.centre + hull.at.turn * (then.turn.conjugate() * (point.place - then.centre));
    point.gap = (on_wall - on_hull).dot(point.normal);
    point.place = 0.5 * (on_hull + on_wall - point.gap * point.normal);
  }
  return now;
}

bool overlaps_or_none(const std::vector<Touch>& found) {
  bool none = true;
  for (const Touch& touch : found) {
    none = none && touch.points.empty();
    if (std::ranges::any_of(touch.points, [](const SurfacePoint& p) { return p.gap <= 0; })) return true;
  }
  return none;
}

// (hull that moves, triangles of one flat part) => the smallest fraction of the move after which it touches one of
// them.
std::optional<double> first_meeting(const BodyAtSurface& hull, std::span<const Index> triangles) {
  std::optional<double> earliest;
  for (const Index t : triangles) {
    const TriangleSearch search(hull, t);
    const shape::FlatTriangle& flat = search.triangle();
    const auto part = shape::first_touch(hull.solid, hull.at, hull.move, flat.solid(), flat.at(), {});
    if (part && (!earliest || *part < *earliest)) earliest = part;
  }
  return earliest;
}

// (hull, triangles of one flat part) => their points, at the present placement or, if the hull arrives, at the end of
// its move or its first touch (docs/theory.md 11.2). The placement is the same for the whole flat part, so that flush
// triangles act as one plane.
std::vector<Touch> touches_of(const BodyAtSurface& hull, std::span<const Index> triangles) {
  std::vector<Touch> now;
  for (const Index t : triangles) now.push_back(TriangleSearch(hull, t).at(hull.at));
  if (!hull.ahead) return now;
  const double way = hull.way();
  const bool touches = std::ranges::any_of(now, [](const Touch& touch) { return !touch.points.empty(); });
  const auto comes = [&](const Touch& touch) { return touches ? arrives(hull, touch) : touch.gap <= way; };
  if (std::ranges::none_of(now, comes)) return now;
  // A part that the hull presses already stops its path at the beginning.
  const auto presses = [&](const Touch& touch) {
    return touch.gap <= shape::kTouchGap * hull.at.radius && arrives(hull, touch);
  };
  double part = 1;
  if (way > hull.long_way) {
    if (std::ranges::any_of(now, presses)) return now;
    const std::optional<double> first = first_meeting(hull, triangles);
    if (!first) return overlaps_or_none(now) ? now : std::vector<Touch>();
    part = *first;
  }
  const shape::Placement then = shape::moved(hull.at, hull.move, part);
  std::vector<Touch> later;
  for (const Index t : triangles) later.push_back(brought_back(hull, then, TriangleSearch(hull, t).at(then)));
  return later;
}

// (hull) => its triangles, those of the same flat part together
std::vector<std::vector<Index>> flat_parts(const BodyAtSurface& hull) {
  std::map<Index, std::vector<Index>> of_patch;
  for (const Index t : hull.triangles) of_patch[hull.parts.patch[static_cast<std::size_t>(t)]].push_back(t);
  std::vector<std::vector<Index>> parts;
  for (auto& [patch, triangles] : of_patch) parts.push_back(std::move(triangles));
  return parts;
}

// (points of one direction, by rising features) Adds the points that stand for all of them.
void choose(const BodyAtSurface& hull, const FoundPoints& points, FoundPoints& out) {
  thread_local std::vector<shape::Candidate> candidates;
  const shape::OutlineView view(points.front().normal);
  candidates.clear();
  int weight = 1;
  for (const SurfacePoint& point : points) {
    candidates.push_back({view.flat(point.place), view.out.dot(point.place), point.gap, point.feature});
    weight = std::max(weight, point.weight);
  }
  const shape::ChosenPoints chosen = shape::chosen_points(candidates, hull.at.radius, hull.most);
  const auto first = static_cast<std::ptrdiff_t>(out.size());
  for (std::size_t k = 0; k < chosen.count; ++k) {
    const SurfacePoint& point = points[chosen.index[k]];
    const auto same = [&](const SurfacePoint& other) {
      return (other.place - point.place).norm() <= kSamePlace * hull.at.radius;
    };
    if (std::any_of(out.begin() + first, out.end(), same)) continue;
    out.push_back(point);
    out.back().weight = weight;
  }
}

}  // namespace

void find_hull_points(const BodyAtSurface& hull, FoundPoints& out) {
  thread_local std::vector<FoundPoints> directions;
  std::size_t count = 0;
  const auto add = [&](const SurfacePoint& point) {
    const auto same = [&](const FoundPoints& points) {
      return (points.front().normal - point.normal).squaredNorm() <= kOneDirection * kOneDirection;
    };
    const auto last = directions.begin() + static_cast<std::ptrdiff_t>(count);
    const auto place = std::find_if(directions.begin(), last, same);
    if (place != last) {
      place->push_back(point);
      return;
    }
    if (count == directions.size()) directions.emplace_back();
    directions[count].assign(1, point);
    ++count;
  };
  for (const std::vector<Index>& triangles : flat_parts(hull))
    for (const Touch& touch : touches_of(hull, triangles))
      for (const SurfacePoint& point : touch.points) add(point);
  for (std::size_t k = 0; k < count; ++k) {
    FoundPoints& points = directions[k];
    std::ranges::stable_sort(points, {}, &SurfacePoint::feature);
    const auto same = [](const SurfacePoint& a, const SurfacePoint& b) { return a.feature == b.feature; };
    points.erase(std::unique(points.begin(), points.end(), same), points.end());
    choose(hull, points, out);
  }
}

}  // namespace rubble::detect
