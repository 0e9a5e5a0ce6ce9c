#include "generate/drop.hpp"

#include "base/keys_error.hpp"
#include "base/parallel.hpp"
#include "model/bodies.hpp"
#include "shape/separation.hpp"
#include "spatial/plane_cells.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <utility>

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
  }

  std::size_t size() const { return pile_.size(); }
  const Vec3& position(std::size_t i) const { return pile_.state.position[i]; }
  double bound(std::size_t i) const { return bound_[i]; }
  bool is_round(std::size_t i) const { return !is_oriented(pile_.model, i); }
  const shape::PreparedShape& solid(std::size_t i) const { return *solids_.of(pile_.model, i); }
  shape::Placement placement(std::size_t i) const { return placement_of(pile_.model, pile_.state, i); }

 private:
  const Pile& pile_;
  ShapeValues<std::optional<shape::PreparedShape>> solids_;
  Reals bound_;  // radius of the bounding ball of each body [m]
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

// Bodies at rest of similar size, sorted by their places in the plane across the fall.
class SizeClass {
 public:
  // (pile, its bodies of this class, plane, gap [m])
  SizeClass(const PreparedPile& pile, std::vector<Index> bodies, const FallPlane& plane, double gap)
      : bodies_(std::move(bodies)),
        largest_(largest(pile)),
        cells_(places(pile, plane), plane.period(), 2 * largest_ + gap) {}

  // (place, distance [m]) Calls visit(body) for all bodies whose bounding ball may be within that distance of the
  // place.
  template <class Visit>
  void near(const spatial::PlanePoint& place, double distance, Visit&& visit) const {
    cells_.near(place, largest_ + distance, [&](Index k) { visit(bodies_[static_cast<std::size_t>(k)]); });
  }

 private:
  double largest(const PreparedPile& pile) const {
    double bound = 0;
    for (const Index i : bodies_) bound = std::max(bound, pile.bound(static_cast<std::size_t>(i)));
    return bound;
  }
  std::vector<spatial::PlanePoint> places(const PreparedPile& pile, const FallPlane& plane) const {
    std::vector<spatial::PlanePoint> out;
    out.reserve(bodies_.size());
    for (const Index i : bodies_) out.push_back(plane.of(pile.position(static_cast<std::size_t>(i))));
    return out;
  }

  std::vector<Index> bodies_;
  double largest_ = 0;  // radius of the largest bounding ball [m]
  spatial::PlaneCells cells_;
};

// (pile, plane, gap [m]) => its bodies in classes within a factor of two of the radius of the bounding ball, so that
// one large body does not widen the cells of the small ones.
std::vector<SizeClass> size_classes(const PreparedPile& pile, const FallPlane& plane, double gap) {
  std::map<int, std::vector<Index>> of_exponent;
  for (std::size_t i = 0; i < pile.size(); ++i) of_exponent[std::ilogb(pile.bound(i))].push_back(static_cast<Index>(i));
  std::vector<SizeClass> classes;
  for (auto& [exponent, bodies] : of_exponent) classes.emplace_back(pile, std::move(bodies), plane, gap);
  return classes;
}

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
        classes_(size_classes(at_rest_, plane_, gap)) {}

  // (body of the falling pile) => its first contact with a body at rest; on = -1: none.
  Landing landing(std::size_t j) const {
    Landing best{kFar, static_cast<Index>(j), -1};
    const spatial::PlanePoint place = plane_.of(falling_.position(j));
    for (const SizeClass& bodies : classes_)
      bodies.near(place, falling_.bound(j) + gap_, [&](Index k) {
        const std::optional<double> way = contact(static_cast<std::size_t>(k), j, best.way);
        if (!way) return;
        if (*way > best.way || (*way == best.way && k > best.on)) return;
        best.way = *way;
        best.on = k;
      });
    return best;
  }

 private:
  // (body at rest, falling body, displacement that is known to suffice) => first displacement at which their distance
  // is the gap; nothing if there is none, or if it is larger than `known`.
  std::optional<double> contact(std::size_t i, std::size_t j, double known) const {
    const Vec3 between = space_.at(0).nearest(falling_.position(j) - at_rest_.position(i));
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
  std::vector<SizeClass> classes_;  // of the bodies at rest
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
