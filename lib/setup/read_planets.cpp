#include "setup/read_planets.hpp"

#include "base/error.hpp"
#include "base/printable.hpp"
#include "gravity/parameters.hpp"
#include "setup/planet_keys.hpp"
#include "setup/planet_paths.hpp"
#include "store/mesh_file.hpp"

#include <cmath>
#include <numbers>

#include <fmt/format.h>

namespace rubble::setup {
namespace {

constexpr const char* kOrbitKeys[] = {"eccentricity",
                                      "semi_major_axis",
                                      "pericentre",
                                      "about",
                                      "focus",
                                      "period",
                                      "inclination",
                                      "recoil",
                                      "mean_anomaly",
                                      "longitude_of_node",
                                      "argument_of_pericentre"};

// (document, section) => the first key of an orbit that the section has, or nullptr.
const char* orbit_key(const config::Document& config, const std::string& section) {
  for (const char* key : kOrbitKeys)
    if (config.holds(section + "." + key)) return key;
  return nullptr;
}

void require_whole_orbit(const config::Document& config, const std::string& section, const PlanetOrbit& orbit) {
  const bool has_focus = config.holds(section + ".focus");
  if (orbit.about.empty() != has_focus)
    throw config.error({section + ".focus", section + ".about", section},
                       "an orbit in [[planet]] needs either 'about', the name of another planet, or 'focus'");
  if (has_focus && !orbit.period)
    throw config.error({section + ".period", section + ".focus"},
                       "an orbit about 'focus' needs its 'period', because no mass is known there");
  if (has_focus && orbit.recoil)
    throw config.error(section, "recoil", "'recoil' needs 'about', the name of the companion");
  if (orbit.semi_major_axis.has_value() == orbit.pericentre.has_value())
    throw config.error({section + ".semi_major_axis", section + ".pericentre", section},
                       "an orbit in [[planet]] needs either 'semi_major_axis' or 'pericentre'");
}

std::optional<PlanetOrbit> read_orbit(config::Document& config, const std::string& section, Planet& planet) {
  const char* key = orbit_key(config, section);
  if (key == nullptr) {
    planet.position = config.read<PlanetAtRest>(section).position;
    return std::nullopt;
  }
  if (config.holds(section + ".position"))
    throw config.error(
        section, "position",
        fmt::format("'position' applies only to planets at rest: remove it, or '{}' and the other keys of the "
                    "orbit",
                    key));
  const auto orbit = config.read<PlanetOrbit>(section);
  require_whole_orbit(config, section, orbit);
  if (!orbit.about.empty()) config.omit(section, "focus");
  return orbit;
}

// (document, section, keys, time to which the meridian refers [s])
PlanetRotation rotation_of(const config::Document& config, const std::string& section, const PlanetField& keys,
                           double since) {
  if (!(keys.pole.norm() > 0)) throw config.error(section, "pole", "'pole' in [[planet]] must not be zero");
  PlanetRotation rotation{keys.pole.stableNormalized(), 0, keys.prime_meridian};
  if (keys.rotation_period) rotation.rate = 2 * std::numbers::pi / *keys.rotation_period;
  rotation.meridian -= rotation.rate * since;
  return rotation;
}

// Refuses keys without an effect, and leaves them out of the effective configuration.
void require_effects(config::Document& config, const std::string& section, const Planet& planet) {
  const bool mesh = planet.figure && planet.figure->polyhedron;
  const auto require = [&](const char* key, bool has_effect, const char* needs) {
    if (has_effect) return;
    if (config.holds(section + "." + key))
      throw config.error(section, key,
                         fmt::format("'{}' in [[planet]] has no effect without {}: remove it", key, needs));
    config.omit(section, key);
  };
  require("mesh_unit", mesh, "'mesh'");
  for (const char* key : {"pole", "rotation_period", "prime_meridian"})
    require(key, planet.figure != nullptr, "'j2', 'c22' or 'mesh'");
}

// (document, section, keys, list to which the hash of the file is added) => the field of a homogeneous polyhedron
std::shared_ptr<const PolyhedronField> read_planet_mesh(const config::Document& config, const std::string& section,
                                                        const PlanetField& keys, std::vector<std::string>& hashes) {
  return config.within(section, [&] {
    store::SurfaceFile file = store::read_closed_surface(keys.mesh);
    for (Vec3& x : file.surface.vertex) x *= keys.mesh_unit;
    hashes.push_back(file.hash);
    return std::make_shared<const PolyhedronField>(file.surface);
  });
}

std::shared_ptr<const Figure> read_figure(const config::Document& config, const std::string& section,
                                          const PlanetHead& head, const PlanetField& keys,
                                          std::vector<std::string>& hashes) {
  const bool harmonics = keys.j2 != 0 || keys.c22 != 0;
  if (!keys.mesh.empty()) {
    if (harmonics || head.radius)
      throw config.error({section + (head.radius    ? ".radius"
                                     : keys.j2 != 0 ? ".j2"
                                                    : ".c22"),
                          section + ".mesh"},
                         "'mesh' gives the surface and the field of a planet: remove 'radius', 'j2' and 'c22'");
    Figure figure;
    figure.polyhedron = read_planet_mesh(config, section, keys, hashes);
    return std::make_shared<const Figure>(figure);
  }
  if (!harmonics) return nullptr;
  if (!head.radius)
    throw config.error({section + (keys.j2 != 0 ? ".j2" : ".c22"), section},
                       "'j2' and 'c22' in [[planet]] need 'radius', their reference radius");
  return std::make_shared<const Figure>(Figure{keys.j2, keys.c22, *head.radius});
}

void require_own_name(const config::Document& config, std::size_t i, const std::vector<Planet>& planets) {
  if (planets[i].name.empty()) return;
  for (std::size_t k = 0; k < i; ++k)
    if (planets[k].name == planets[i].name)
      throw config.error(planet_section(i), "name",
                         fmt::format("planets {} and {} have the name {}", k, i, quoted(planets[i].name)));
}

// (document, time that "auto" in 'since' stands for [s], planets) Sets their positions, orbits and rotations. => the
// numbers of the planets with "auto"
std::vector<std::size_t> set_motion(config::Document& config, double start, std::vector<Planet>& planets) {
  std::vector<std::size_t> automatic;
  std::vector<TimedOrbit> orbits;
  bool moves = false;
  for (std::size_t i = 0; i < planets.size(); ++i) {
    const std::string section = planet_section(i);
    const auto keys = config.read<PlanetField>(section);
    const double since = keys.since.value_or(start);
    if (!keys.since) automatic.push_back(i);
    orbits.push_back({read_orbit(config, section, planets[i]), since});
    moves = moves || orbits.back().orbit;
    planets[i].rotation = rotation_of(config, section, keys, since);
    require_effects(config, section, planets[i]);
  }
  if (moves) set_paths(config, orbits, config.read<gravity::Parameters>("gravity").constant, planets);
  return automatic;
}

}  // namespace

Planets read_planets(config::Document& config) {
  Planets all;
  const std::vector<PlanetHead> heads = config.read_each<PlanetHead>("planet");
  if (const auto earlier = config.read_if<PointPlanet>("external.planet")) {
    if (!heads.empty())
      throw config.error("external.planet", "",
                         "[external.planet] is the earlier form of [[planet]]: move its keys to a table [[planet]]");
    all.planets.push_back({.mass = earlier->mass, .position = earlier->position});
    return all;
  }
  if (heads.empty()) return all;
  if (!(config.read<gravity::Parameters>("gravity").constant > 0))
    throw config.error({"gravity.constant", "planet"},
                       "planets need gravity: set gravity.constant to a value above 0, or remove [[planet]]");
  for (std::size_t i = 0; i < heads.size(); ++i) {
    const PlanetHead& head = heads[i];
    Planet& planet = all.planets.emplace_back(Planet{.mass = head.mass});
    planet.name = head.name;
    planet.on_impact = head.on_impact;
    planet.radius = head.radius.value_or(0);
    require_own_name(config, i, all.planets);
    const std::string section = planet_section(i);
    planet.figure = read_figure(config, section, head, config.read<PlanetField>(section), all.hashes);
  }
  set_motion(config, 0, all.planets);
  return all;
}

void settle_planets(config::Document& config, double start, External& external) {
  if (config.read_each<PlanetHead>("planet").empty()) return;
  for (const std::size_t i : set_motion(config, start, external.planets))
    config.record(planet_section(i), "since", start);
}

std::optional<std::string> note_on_planets(config::Document& config, const std::string& earlier,
                                           const std::string& pile) {
  if (earlier.find("[[planet]]") == std::string::npos) return std::nullopt;
  config::Document before = config::Document::parse(earlier, pile);
  const std::size_t count = before.read_each<PlanetHead>("planet").size();
  const std::size_t now = config.read_each<PlanetHead>("planet").size();
  if (now < count)
    return fmt::format("note: the run that made {} had {} planets, and this run has {}", pile, count, now);
  bool automatic = false;
  for (std::size_t i = 0; i < now; ++i) automatic = automatic || !config.read<PlanetField>(planet_section(i)).since;
  for (std::size_t i = 0; automatic && i < count; ++i) {
    const auto keys = before.read<PlanetField>(planet_section(i));
    const bool moves = orbit_key(before, planet_section(i)) || keys.rotation_period;
    if (moves && keys.since)
      return fmt::format(
          "note: the motion of the planets starts again: set since = {:g} in each [[planet]] to continue "
          "the motion of the run that made {}",
          *keys.since, pile);
  }
  return std::nullopt;
}

void require_planets_suited(const config::Document& config, const External& external) {
  if (external.varies() && !external.uniform.isZero(0))
    throw config.error({"external.uniform", "planet"},
                       "uniform gravity does not support planets that move, or rotate with 'c22' or 'mesh': remove "
                       "'uniform', or let the planets rest");
}

config::Tables describe_planets() {
  const auto table = [](const char* variant, bool alternative) {
    return config::Heading{
        .section = "planet", .list = true, .variant = variant, .number = "(any number)", .alternative = alternative};
  };
  return config::describe<PlanetHead>(table("", false),
                                      "Planets with a given motion, whose gravity acts on the pile; "
                                      "docs/theory.md 4.2.") +
         config::describe<PlanetAtRest>(table("at rest", true), "A planet at rest.") +
         config::describe<PlanetOrbit>(table("on an orbit", true), "A planet on a Kepler orbit.") +
         config::describe<PlanetField>(table("field and rotation", false), "Field and rotation of the planet.") +
         config::describe<PointPlanet>({.section = "external.planet", .number = "(optional)"},
                                       "Earlier form of one [[planet]] at rest.");
}

}  // namespace rubble::setup
