#include "setup/read_external.hpp"

#include "base/error.hpp"
#include "config/describe.hpp"
#include "model/bodies.hpp"
#include "setup/read_drive.hpp"
#include "setup/read_frozen.hpp"
#include "setup/read_hill.hpp"
#include "setup/read_meshes.hpp"
#include "setup/read_planets.hpp"
#include "setup/run_plan.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace rubble::setup {
namespace {

// The six walls of a box, normals inwards.
std::vector<Plane> walls(const Box& box) {
  std::vector<Plane> planes;
  for (int axis = 0; axis < 3; ++axis) {
    planes.push_back({box.lower, Vec3::Unit(axis), box.amplitude, box.frequency});
    planes.push_back({box.upper, -Vec3::Unit(axis), box.amplitude, box.frequency});
  }
  for (Plane& plane : planes) plane.material = box.material;
  return planes;
}

// Refuses a displacement amplitude without a frequency, and a frequency without an amplitude. The wall would stay at
// rest without a message.
template <class Wall>
void require_whole_motion(const config::Document& config, const std::string& section, const Wall& wall) {
  const std::string amplitude = section + ".amplitude", frequency = section + ".frequency";
  if (!wall.amplitude.isZero(0) && !(wall.frequency > 0))
    throw config.error({frequency, amplitude}, "'frequency' must be above 0 if 'amplitude' is set");
  if (wall.amplitude.isZero(0) && wall.frequency > 0)
    throw config.error({frequency, amplitude},
                       "'frequency' has no effect without 'amplitude': set 'amplitude', or remove 'frequency'");
}

// Largest component of a unit normal that counts as a rounding error of zero.
constexpr double kNoTilt = 1e-9;

// Refuses planets, and walls that are not parallel to a periodic axis. Bodies at opposite walls would touch across the
// boundary of the periodic cell.
void require_periodic_suited(const config::Document& config, const External& external) {
  if (!external.period.isZero(0) && !external.planets.empty())
    throw config.error({"periodic.period", "planet", "external.planet"},
                       fmt::format("periodic boxes do not support planets: remove [periodic] or {}",
                                   config.holds("external.planet") ? "[external.planet]" : "[[planet]]"));
  if (!external.period.isZero(0) && !external.meshes.empty())
    throw config.error({"periodic.period", "mesh"},
                       "periodic boxes do not support [[mesh]]: remove [periodic] or [[mesh]]");
  for (int axis = 0; axis < 3; ++axis) {
    if (!(external.period[axis] > 0)) continue;
    for (const Plane& plane : external.planes)
      if (std::abs(plane.normal[axis]) > kNoTilt)
        throw config.error({"periodic.period", "box"},
                           fmt::format("a wall of [box] or [[plane]] lies across {0}, which is periodic: set the {0} "
                                       "component of 'period' to 0, or use only [[plane]] along the other axes",
                                       "xyz"[axis]));
  }
}

std::string text_of(const Vec3& period) {
  return fmt::format("({:g}, {:g}, {:g}) m", period.x(), period.y(), period.z());
}

// True if two periods are equal up to the rounding of units.
bool same(const Vec3& a, const Vec3& b) { return (a - b).norm() <= 1e-12 * a.norm(); }

// The period must be so long that a body touches at most one image of another body.
void require_long_period(const Vec3& period, const Pile& pile) {
  double largest = 0;
  for (std::size_t i = 0; i < pile.size(); ++i) largest = std::max(largest, bounding_radius(pile.model, i));
  for (int axis = 0; axis < 3; ++axis)
    if (period[axis] > 0 && !(period[axis] > 4 * largest))
      throw KeyError(
          "period",
          fmt::format(
              "the period of {:g} m along {} is too short: expected more than twice the largest diameter, {:g} m",
              period[axis], "xyz"[axis], 4 * largest));
}

// (number of a wall of the run, walls of the pile, those of the run) => true if the run has this wall as the pile had
// it: a plane, or the same triangles. Piles of version 1 do not store their walls, which are planes.
bool remains(Index wall, const Space& space, const External& external) {
  const auto k = static_cast<std::size_t>(wall), planes = external.planes.size();
  const std::size_t flat = space.walls.size();
  const bool was_mesh = k >= flat && k - flat < space.meshes.size();
  if (k < planes) return !was_mesh;
  return was_mesh && same_surface(external.meshes[k - planes], space.meshes[k - flat]);
}

}  // namespace

External read_external(config::Document& config) {
  External external;
  if (const auto uniform = config.read_if<UniformGravity>("external")) external.uniform = uniform->uniform;
  Planets planets = read_planets(config);
  external.planets = std::move(planets.planets);
  external.planet_hashes = std::move(planets.hashes);
  require_planets_suited(config, external);
  external.planes = config.read_each<Plane>("plane");
  for (std::size_t i = 0; i < external.planes.size(); ++i) {
    Vec3& normal = external.planes[i].normal;
    if (!(normal.norm() > 0)) throw config.error(fmt::format("plane[{}]", i), "normal", "'normal' must not be zero");
    normal.normalize();
    require_whole_motion(config, fmt::format("plane[{}]", i), external.planes[i]);
  }
  if (const auto box = config.read_if<Box>("box")) {
    if (!(box->lower.array() < box->upper.array()).all())
      throw config.error({"box.lower", "box.upper"}, "'lower' in [box] must lie below 'upper' in every component");
    require_whole_motion(config, "box", *box);
    for (const Plane& wall : walls(*box)) external.planes.push_back(wall);
  }
  external.meshes = read_meshes(config);
  external.frozen = read_frozen(config);
  require_no_frozen_beside_drives(config, external);
  if (const auto periodic = config.read_if<Periodic>("periodic")) external.period = periodic->period;
  require_periodic_suited(config, external);
  external.hill = read_hill(config);
  require_hill_suited(config, external);
  return external;
}

std::optional<std::string> settle_period(config::Document& config, Pile& pile, const std::string& name,
                                         External& external, const char* centred) {
  std::optional<std::string> told;
  Space& space = pile.model.space;
  if (config.has("periodic")) {
    if (space.repeats() && !same(space.period, external.period))
      throw config.error("periodic", "period",
                         fmt::format("{} has the period {}, not {}: remove [periodic], or convert the pile to an open "
                                     "one through CSV (rubble-export, rubble-import)",
                                     name, text_of(space.period), text_of(external.period)));
  } else if (space.repeats()) {
    external.period = space.period;
    config.record("periodic", "period", space.period);
    if (!external.planets.empty())
      throw config.error({"planet", "external.planet"},
                         fmt::format("{} is periodic, and periodic boxes do not support planets: remove them, or "
                                     "convert the pile to an open one through CSV (rubble-export, rubble-import)",
                                     name));
    require_periodic_suited(config, external);
    told = fmt::format("the period is {}, from {}", text_of(space.period), name);
  }
  if (!external.period.isZero(0) && centred != nullptr)
    throw InputError(fmt::format("{}: {} needs a centre of mass, and a periodic box has none", name, centred));
  config.within("periodic", [&] { require_long_period(external.period, pile); });
  space.period = external.period;
  return told;
}

std::optional<std::string> settle_walls(config::Document& config, Pile& pile, External& external) {
  settle_meshes(config, pile, external);
  std::optional<std::string> told;
  Space& space = pile.model.space;
  std::vector<char> keep, wall_remains;
  for (Index wall = 0; wall < static_cast<Index>(external.walls()); ++wall)
    wall_remains.push_back(remains(wall, space, external) ? 1 : 0);
  const auto is_kept = [&](Index wall) {
    const auto k = static_cast<std::size_t>(wall);
    return k < wall_remains.size() && wall_remains[k] != 0;
  };
  for (const ContactKey& key : pile.contacts.key) keep.push_back(!key.on_wall() || is_kept(key.wall()) ? 1 : 0);
  if (const auto lost = std::ranges::count(keep, 0); lost > 0) {
    told = fmt::format("note: {} contacts of the pile with walls are dropped: this run has {}", lost,
                       external.walls() > 0 ? "other walls" : "no walls");
    pile.contacts = selected(pile.contacts, keep);
  }
  space.walls.clear();
  for (const Plane& plane : external.planes) space.walls.push_back({plane.point, plane.normal});
  space.meshes = external.meshes;
  return told;
}

config::Tables describe_external() {
  return config::describe<UniformGravity>({.section = "external", .number = "(optional)"},
                                          "Uniform gravity from outside the pile.") +
         describe_planets() +
         config::describe<Plane>({.section = "plane", .list = true, .number = "(any number)"},
                                 "Infinite plane walls, at rest or in sinusoidal motion.") +
         config::describe<Box>({.section = "box", .number = "(optional)"},
                               "Six plane walls around the bodies; the walls move together.") +
         describe_meshes() + describe_frozen() +
         config::describe<Periodic>({.section = "periodic", .number = "(optional)"},
                                    "Periodic space, without self-gravity.") +
         describe_hill();
}

}  // namespace rubble::setup
