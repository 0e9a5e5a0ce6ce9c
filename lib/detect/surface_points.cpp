#include "detect/surface_points.hpp"

#include "base/parallel.hpp"
#include "detect/body_at_surface.hpp"
#include "detect/placed.hpp"

#include <algorithm>

namespace rubble::detect {
namespace {

constexpr Index kFeatures = (1 << 30) - 1;

// => the number with its bits mixed, by the finaliser of the generator splitmix64.
std::uint64_t mixed(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15U;
  x = (x ^ (x >> 30U)) * 0xbf58476d1ce4e5b9U;
  x = (x ^ (x >> 27U)) * 0x94d049bb133111ebU;
  return x ^ (x >> 31U);
}

// (entry of the list) => its body and wall.
ContactKey slot_of(const NearSurfaces& walls, std::size_t entry) {
  return ContactKey::of_wall(walls.list.body[entry], walls.first + walls.list.surface[entry]);
}

const MovingSurface& wall_of(const NearSurfaces& walls, std::size_t entry) {
  return walls.surfaces[static_cast<std::size_t>(walls.list.surface[entry])];
}

// (placement in the axes of the pile, wall) => the placement in the frame of the wall.
shape::Placement in_wall(const shape::Placement& at, const WallPlacement& wall) {
  if (wall.turn.isIdentity(0)) return {wall.to_wall(at.centre), at.turn, at.radius};
  const Quaternion back(Mat3(wall.turn.transpose()));
  return {wall.to_wall(at.centre), (back * at.turn).normalized(), at.radius};
}

// (two placements) => the move from one to the other.
shape::Move move_between(const shape::Placement& from, const shape::Placement& to) {
  const Eigen::AngleAxisd turn(to.turn * from.turn.conjugate());
  return {to.centre - from.centre, turn.angle() * turn.axis()};
}

// => the body of an entry in the frame of its wall, with its move relative to the wall. Without rotation of the wall,
// the move is that of the body less the displacement of the wall.
BodyAtSurface body_at(const NearSurfaces& walls, const PlacedBodies& bodies, std::size_t entry, const Ahead* ahead) {
  const Index body = walls.list.body[entry];
  const MovingSurface& wall = wall_of(walls, entry);
  const SurfaceCandidates& list = walls.list;
  const std::span<const Index> triangles(list.triangle.data() + list.triangle_begin[entry],
                                         list.triangle.data() + list.triangle_begin[entry + 1]);
  const shape::Placement at = placement_of(bodies, body);
  BodyAtSurface out{wall.surface.mesh, wall.parts, triangles, solid_of(bodies, body), in_wall(at, wall.now), 0, {}};
  if (ahead == nullptr) return out;
  out.ahead = true;
  out.long_way = ahead->far * ahead->half[static_cast<std::size_t>(body)];
  const shape::Move& move = ahead->move[static_cast<std::size_t>(body)];
  if (wall.now.turn == wall.then.turn) {
    const Mat3 back = wall.now.turn.transpose();
    out.move = {back * (move.shift - (wall.then.shift - wall.now.shift)), back * move.turn};
  } else {
    out.move = move_between(out.at, in_wall(shape::moved(at, move, 1), wall.then));
  }
  return out;
}

// Gives different features to the points of a body and a wall, and sorts them.
void sort_points(FoundPoints& points) {
  std::ranges::stable_sort(points, {}, &SurfacePoint::feature);
  for (std::size_t k = 1; k < points.size(); ++k)
    points[k].feature = std::max(points[k].feature, points[k - 1].feature + 1);
}

void add_point(ContactPoints& to, const ContactKey& key, const SurfacePoint& point, const WallPlacement& wall) {
  to.key.push_back(key);
  to.point.push_back(wall.place(point.place));
  to.normal.push_back(wall.turn * point.normal);
  to.gap.push_back(point.gap);
  to.weight.push_back(static_cast<std::uint8_t>(point.weight));
}

// (contact points, index, result) Adds one point.
void copy_point(const ContactPoints& from, std::size_t k, ContactPoints& to) {
  to.key.push_back(from.key[k]);
  to.point.push_back(from.point[k]);
  to.normal.push_back(from.normal[k]);
  to.gap.push_back(from.gap[k]);
  to.weight.push_back(from.weight[k]);
}

}  // namespace

Index feature_of(std::uint64_t kind, std::uint64_t first, std::uint64_t second) {
  return static_cast<Index>(mixed(mixed(mixed(kind) + first) + second) & static_cast<std::uint64_t>(kFeatures));
}

ContactPoints find_surface_points(const NearSurfaces& walls, const PlacedBodies& bodies, double alert,
                                  shape::Points most, const Ahead* ahead) {
  const std::size_t entries = walls.list.body.size();
  std::vector<FoundPoints> found(entries);
  parallel_for(entries, [&](std::size_t entry) {
    BodyAtSurface body = body_at(walls, bodies, entry, ahead);
    body.alert = alert;
    body.most = most;
    if (body.solid.is_ball())
      find_sphere_points(body, found[entry]);
    else
      find_hull_points(body, found[entry]);
    sort_points(found[entry]);
  });
  ContactPoints out;
  for (std::size_t entry = 0; entry < entries; ++entry) {
    ContactKey key = slot_of(walls, entry);
    for (const SurfacePoint& point : found[entry]) {
      key.feature = point.feature;
      add_point(out, key, point, wall_of(walls, entry).now);
    }
  }
  return out;
}

std::vector<PathContact> surface_path_contacts(const NearSurfaces& walls, const PlacedBodies& bodies,
                                               const Ahead& ahead) {
  const std::size_t entries = walls.list.body.size();
  std::vector<std::optional<PathContact>> of_entry(entries);
  parallel_for(entries, [&](std::size_t entry) {
    const BodyAtSurface body = body_at(walls, bodies, entry, &ahead);
    const auto found = find_meeting(body);
    if (!found) return;
    const MovingSurface& wall = wall_of(walls, entry);
    const Vec3 wall_way = wall.then.place(body.at.centre) - wall.now.place(body.at.centre);
    of_entry[entry] = {slot_of(walls, entry), found->part, body.way(), found->touches, wall_way};
  });
  std::vector<PathContact> out;
  for (const std::optional<PathContact>& one : of_entry)
    if (one) out.push_back(*one);
  return out;
}

void merge(ContactPoints& points, const ContactPoints& more) {
  if (more.size() == 0) return;
  ContactPoints both;
  std::size_t next = 0;
  for (std::size_t k = 0; k < points.size(); ++k) {
    for (; next < more.size() && more.key[next] < points.key[k]; ++next) copy_point(more, next, both);
    copy_point(points, k, both);
  }
  for (; next < more.size(); ++next) copy_point(more, next, both);
  points = std::move(both);
}

}  // namespace rubble::detect
