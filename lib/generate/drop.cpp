#include "generate/drop.hpp"

#include "base/keys_error.hpp"
#include "base/parallel.hpp"
#include "model/bodies.hpp"
#include "shape/separation.hpp"
#include "spatial/plane_cells.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include <fmt/format.h>

namespace rubble::generate {
namespace {

constexpr double kFar = std::numeric_limits<double>::infinity();
constexpr int kMostAdvances = 200;
// The fall ends if the distance exceeds the gap by less than this part of the bodies' size.
constexpr double kEndOfFall = 1e-14;

// Bodies of one pile, prepared for distances.
class PreparedPile {
 public:
  explicit PreparedPile(const Pile& pile)
      : pile_(pile),
        solids_(pile.model, [](const shape::Shape& s) { return std::make_optional<shape::PreparedShape>(s); }) {
    for (std::size_t i = 0; i < pile.size(); ++i) bound_.push_back(bounding_radius(pile.model, i));
    largest_ = *std::max_element(bound_.begin(), bound_.end());
  }

  std::size_t size() const { return pile_.size(); }
  const Vec3& position(std::size_t i) const { return pile_.state.position[i]; }
  double bound(std::size_t i) const { return bound_[i]; }
  bool is_round(std::size_t i) const { return !is_oriented(pile_.model, i); }
  const shape::PreparedShape& solid(std::size_t i) const { return *solids_.of(pile_.model, i); }
  shape::Placement placement(std::size_t i) const { return placement_of(pile_.model, pile_.state, i); }
  double largest_bound() const { return largest_; }

 private:
  const Pile& pile_;
  ShapeValues<std::optional<shape::PreparedShape>> solids_;
  Reals bound_;         // radius of the bounding ball of each body [m]
  double largest_ = 0;  // of these [m]
};

// Displacements along a line between which two balls are nearer to each other than `reach`.
struct Passage {
  double from, to;
};

// (vector from the ball at rest to the moving ball, unit vector of its motion, distance of the centres [m])
std::optional<Passage> passage(const Vec3& between, const Vec3& direction, double reach) {
  const double along = between.dot(direction);
  const double square = reach * reach - (between - along * direction).squaredNorm();
  if (!(square > 0)) return {};
  const double half = std::sqrt(square);
  return Passage{-along - half, -along + half};
}

// Axes of the plane across a fall; an axis along which space repeats is a coordinate axis, with its period.
class FallPlane {
 public:
  FallPlane(const Space& space, const Vec3& direction) : first_(direction.unitOrthogonal()) {
    for (int axis = 2; axis >= 0; --axis)
      if (space.repeats(axis)) first_ = Vec3::Unit(axis);
    second_ = direction.cross(first_);
    for (int axis = 0; axis < 3; ++axis) {
      if (!space.repeats(axis)) continue;
      period_[first_[axis] == 1 ? 0 : 1] = space.period[axis];
    }
  }
  spatial::PlanePoint of(const Vec3& x) const { return {x.dot(first_), x.dot(second_)}; }
  const spatial::PlanePoint& period() const { return period_; }

 private:
  Vec3 first_, second_;
  spatial::PlanePoint period_{0, 0};
};

// A falling pile above a pile at rest.
class Fall {
 public:
  Fall(const Pile& at_rest, const Pile& falling, const Vec3& direction, double gap)
      : at_rest_(at_rest),
        falling_(falling),
        space_(at_rest.model.space),
        direction_(direction),
        gap_(gap),
        plane_(space_, direction),
        cells_(places(), plane_.period(), 2 * at_rest_.largest_bound() + gap) {}

  // (body of the falling pile) => its first contact with a body at rest; on = -1: none.
  Landing landing(std::size_t j) const {
    Landing best{kFar, static_cast<Index>(j), -1};
    cells_.near(plane_.of(falling_.position(j)), at_rest_.largest_bound() + falling_.bound(j) + gap_, [&](Index k) {
      const std::optional<double> way = contact(static_cast<std::size_t>(k), j, best.way);
      if (!way) return;
      if (*way > best.way || (*way == best.way && k > best.on)) return;
      best.way = *way;
      best.on = k;
    });
    return best;
  }

 private:
  // => the bodies at rest, in the plane across the fall
  std::vector<spatial::PlanePoint> places() const {
    std::vector<spatial::PlanePoint> out;
    out.reserve(at_rest_.size());
    for (std::size_t i = 0; i < at_rest_.size(); ++i) out.push_back(plane_.of(at_rest_.position(i)));
    return out;
  }

  // (body at rest, falling body, displacement that is known to suffice) => first displacement at which their distance
  // is the gap; nothing if there is none, or if it is larger than `known`.
  std::optional<double> contact(std::size_t i, std::size_t j, double known) const {
    const Vec3 between = space_.nearest(falling_.position(j) - at_rest_.position(i));
    const double reach = at_rest_.bound(i) + falling_.bound(j) + gap_;
    const std::optional<Passage> meeting = passage(between, direction_, reach);
    if (!meeting || meeting->from > known) return {};
    if (at_rest_.is_round(i) && falling_.is_round(j)) return meeting->from;
    return advance(i, j, between, *meeting, known);
  }

  // The distance of two convex bodies is a convex function of the displacement. Newton's method from an earlier
  // displacement therefore never passes the first contact. docs/theory.md 9.7.
  std::optional<double> advance(std::size_t i, std::size_t j, const Vec3& between, const Passage& meeting,
                                double known) const {
    shape::Placement one = at_rest_.placement(i), other = falling_.placement(j);
    one.centre = Vec3::Zero();
    const double enough = kEndOfFall * (at_rest_.bound(i) + falling_.bound(j));
    shape::SeparationCache cache;
    double way = meeting.from;
    for (int k = 0; k < kMostAdvances; ++k) {
      other.centre = between + way * direction_;
      const shape::Separation found = shape::separation(at_rest_.solid(i), one, falling_.solid(j), other, cache);
      const double left = found.gap - gap_;
      if (left <= enough) return way;
      const double closing = -direction_.dot(found.normal);
      if (!(closing > 0)) return {};
      way += left / closing;
      if (way > meeting.to || way > known) return {};
    }
    return way;
  }

  PreparedPile at_rest_, falling_;
  const Space& space_;
  Vec3 direction_;
  double gap_;
  FallPlane plane_;
  spatial::PlaneCells cells_;  // bodies at rest
};

// (walls, falling pile, body, direction, gap) => displacement to the first wall that the body falls towards; kFar:
// none.
double way_to_walls(const Space& space, const Pile& falling, std::size_t j, const Vec3& direction, double gap) {
  double way = kFar;
  for (const WallPlace& wall : space.walls) {
    const double closing = -direction.dot(wall.normal);
    if (!(closing > 0)) continue;
    const double above = (falling.state.position[j] - wall.point).dot(wall.normal) -
                         reach_along(falling.model, falling.state, j, -wall.normal);
    way = std::min(way, (above - gap) / closing);
  }
  return way;
}

void require_open_along(const Space& space, const Vec3& direction) {
  for (int axis = 0; axis < 3; ++axis)
    if (space.repeats(axis) && direction[axis] != 0)
      throw KeyError("direction", fmt::format("the pile at rest is periodic along {}: the {} component of 'direction' "
                                              "must be 0",
                                              "xyz"[axis], "xyz"[axis]));
}

}  // namespace

std::optional<Landing> first_landing(const Pile& at_rest, const Pile& falling, const Vec3& direction, double gap) {
  require_open_along(at_rest.model.space, direction);
  if (!at_rest.model.space.meshes.empty())
    throw KeyError("rule",
                   "the pile at rest has triangulated walls, at which a drop does not stop: set rule = \"at\" and a "
                   "position");
  const Fall fall(at_rest, falling, direction, gap);
  std::vector<Landing> landings(falling.size());
  for_chunks(falling.size(), [&](std::size_t j) {
    landings[j] = fall.landing(j);
    const double wall = way_to_walls(at_rest.model.space, falling, j, direction, gap);
    if (wall < landings[j].way) landings[j].way = wall, landings[j].on = -1;
  });
  const auto first = std::min_element(landings.begin(), landings.end(),
                                      [](const Landing& a, const Landing& b) { return a.way < b.way; });
  if (first == landings.end() || !(first->way < kFar)) return {};
  return *first;
}

}  // namespace rubble::generate
