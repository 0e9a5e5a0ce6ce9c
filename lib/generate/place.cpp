#include "generate/place.hpp"

#include "base/keys_error.hpp"
#include "generate/append_pile.hpp"
#include "generate/rigid_pile.hpp"
#include "measure/ledger/masses.hpp"
#include "model/bodies.hpp"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

namespace rubble::generate {
namespace {

Vec3 unit_vector(const Vec3& v, const std::string& key) {
  const Vec3 unit = v.stableNormalized();
  if (!(unit.norm() > 0.5)) throw KeyError(key, fmt::format("'{}' must not be zero", key));
  return unit;
}

// A pile as long as a period would touch its own image.
void require_shorter_than_periods(const Pile& pile, const Space& space) {
  if (!space.repeats()) return;
  Vec3 low = Vec3::Constant(std::numeric_limits<double>::infinity()), high = -low;
  for (std::size_t i = 0; i < pile.size(); ++i) {
    const shape::Extents own = extents(pile.model, pile.state, i, Vec3::Zero());
    low = low.cwiseMin(own.low), high = high.cwiseMax(own.high);
  }
  for (int axis = 0; axis < 3; ++axis)
    if (space.repeats(axis) && !(high[axis] - low[axis] < space.period[axis]))
      throw KeyError("", fmt::format("the placed pile is {:.6g} m long along {}, which is not below the period of the "
                                     "base, {:.6g} m",
                                     high[axis] - low[axis], "xyz"[axis], space.period[axis]));
}

// Numbers the bodies from `first` on; the bodies before keep theirs, if they have one.
void number_bodies(Pile& scene, std::size_t first, std::int64_t number) {
  std::vector<std::int64_t> numbers = values_in<std::int64_t>(scene.state, kPlacedColumn.name);
  numbers.resize(scene.size(), -1);
  std::fill(numbers.begin() + static_cast<std::ptrdiff_t>(first), numbers.end(), number);
  put_column(scene.state.columns, with_values(kPlacedColumn, std::move(numbers)));
}

// (pile, placing) => the pile, turned and moving, with its centre of mass at the position.
Pile posed(Pile pile, const Placing& placing) {
  move_centre_of_mass(pile, Vec3::Zero(), Vec3::Zero());
  if (placing.angle != 0)
    turn(pile, Eigen::AngleAxisd(placing.angle, unit_vector(placing.axis, "axis")).toRotationMatrix());
  if (!placing.spin.isZero(0)) rotate(pile, placing.spin);
  move_centre_of_mass(pile, placing.position, placing.velocity);
  return pile;
}

}  // namespace

std::int64_t next_placed(const Pile& scene) {
  std::int64_t next = 0;
  for (const std::int64_t number : values_in<std::int64_t>(scene.state, kPlacedColumn.name))
    next = std::max(next, number + 1);
  return next;
}

Placed place(Pile& scene, const Pile& body, const Placing& placing, const std::optional<Drop>& drop) {
  Placed placed;
  Pile pile = posed(body, placing);
  require_shorter_than_periods(pile, scene.model.space);
  if (drop) {
    const Vec3 direction = unit_vector(drop->direction, "direction");
    placed.landing = first_landing(scene, pile, direction, drop->gap);
    if (!placed.landing)
      throw KeyError("position", fmt::format("the fall along ({:.6g}, {:.6g}, {:.6g}) meets no body and no wall",
                                             direction.x(), direction.y(), direction.z()));
    const Vec3 way = placed.landing->way * direction;
    for (Vec3& x : pile.state.position) x += way;
    shift(pile.contacts, way);
  }
  const std::size_t first = scene.size();
  placed.mass = measure::total_mass(pile);
  placed.centre = measure::centre_of_mass(pile);
  placed.number = next_placed(scene);
  placed.id_shift = append_pile(scene, pile, SameName::refuse);
  number_bodies(scene, first, placed.number);
  const auto ids =
      std::minmax_element(scene.model.id.begin() + static_cast<std::ptrdiff_t>(first), scene.model.id.end());
  placed.first_id = *ids.first, placed.last_id = *ids.second;
  if (placed.landing) placed.landing->body += static_cast<Index>(first);
  placed.overlaps = measure::overlaps_from(scene, first);
  return placed;
}

std::size_t remove_overlapping(Pile& scene, std::size_t base, const std::vector<measure::Overlap>& overlaps) {
  const Grouping& grouping = scene.state.grouping;
  std::vector<char> gone(scene.size(), 0);
  const auto remove = [&](Index body) {
    const auto i = static_cast<std::size_t>(body);
    if (i >= base) return;
    gone[i] = 1;
    if (const Index g = grouping.grain_of(i); g >= 0)
      for (const Index member : grouping.members(static_cast<std::size_t>(g)))
        gone[static_cast<std::size_t>(member)] = 1;
  };
  for (const measure::Overlap& overlap : overlaps)
    if (!overlap.key.on_wall()) remove(overlap.key.a), remove(overlap.key.b);
  std::vector<Index> left;
  for (std::size_t i = 0; i < scene.size(); ++i)
    if (!gone[i]) left.push_back(static_cast<Index>(i));
  const std::size_t removed = scene.size() - left.size();
  if (removed > 0) scene = measure::part(scene, left);
  return removed;
}

}  // namespace rubble::generate
