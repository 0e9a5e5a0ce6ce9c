#include "setup/planet_paths.hpp"

#include "base/words.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <Eigen/Geometry>
#include <fmt/format.h>

namespace rubble::setup {
namespace {

constexpr double kFullTurn = 2 * std::numbers::pi;

// Rotation from the axes of a conic to inertial axes, by the three angles of the orbit.
Mat3 axes_of_orbit(const PlanetOrbit& orbit) {
  return (Eigen::AngleAxisd(orbit.longitude_of_node, Vec3::UnitZ()) *
          Eigen::AngleAxisd(orbit.inclination, Vec3::UnitX()) *
          Eigen::AngleAxisd(orbit.argument_of_pericentre, Vec3::UnitZ()))
      .toRotationMatrix();
}

class PlanetPaths {
 public:
  PlanetPaths(const config::Document& config, const std::vector<TimedOrbit>& orbits, double constant,
              std::vector<Planet>& planets)
      : config_(config), orbits_(orbits), constant_(constant), planets_(planets), about_(planets.size()) {}

  void find() {
    for (std::size_t i = 0; i < planets_.size(); ++i)
      if (orbits_[i].orbit && !orbits_[i].orbit->about.empty()) about_[i] = number_of(i, orbits_[i].orbit->about);
    for (std::size_t i = 0; i < planets_.size(); ++i) require_no_circle(i);
    for (std::size_t i = 0; i < planets_.size(); ++i) require_apart(i);
    std::vector<Place> places;
    for (std::size_t i = 0; i < planets_.size(); ++i) places.push_back(own_place(i));
    for (std::size_t i = 0; i < planets_.size(); ++i) {
      planets_[i].position = places[i].origin;
      planets_[i].path = places[i].path;
    }
  }

 private:
  // A point, and the orbits that are added to it.
  struct Place {
    Vec3 origin = Vec3::Zero();
    std::vector<OrbitPart> path;
  };

  std::size_t number_of(std::size_t i, const std::string& name) const {
    std::vector<std::string> names;
    for (const Planet& planet : planets_)
      if (!planet.name.empty()) names.push_back(planet.name);
    const auto found = std::find_if(planets_.begin(), planets_.end(), [&](const Planet& p) { return p.name == name; });
    if (found == planets_.end())
      throw config_.error(planet_section(i), "about",
                          fmt::format("no [[planet]] has the name {}{}", quoted(name), choice_hint(name, names)));
    return static_cast<std::size_t>(found - planets_.begin());
  }

  void require_no_circle(std::size_t i) const {
    std::size_t steps = 0;
    for (std::optional<std::size_t> k = about_[i]; k; k = about_[*k])
      if (*k == i || ++steps > planets_.size())
        throw config_.error(planet_section(i), "about",
                            fmt::format("the orbit of {} is about itself: give 'position' to one planet, and 'recoil' "
                                        "to its companion for a binary",
                                        planet_name(i, planets_[i].name)));
  }

  // Refuses an orbit whose pericentre lies below the surfaces of both planets.
  void require_apart(std::size_t i) const {
    if (!about_[i]) return;
    const double least = orbit_of(i).conic.pericentre;
    const double radii = planets_[i].radius + planets_[*about_[i]].radius;
    if (least < radii)
      throw config_.error(planet_section(i), "",
                          fmt::format("the pericentre of {}, {:g} m, is less than the sum of the radii of both "
                                      "planets, {:g} m: use a larger orbit",
                                      planet_name(i, planets_[i].name), least, radii));
  }

  // The planet that makes another one move about their common centre of mass, if any.
  std::optional<std::size_t> companion_of(std::size_t i) const {
    std::optional<std::size_t> found;
    for (std::size_t k = 0; k < planets_.size(); ++k) {
      if (about_[k] != i || !orbits_[k].orbit->recoil) continue;
      if (found)
        throw config_.error(planet_section(k), "recoil",
                            fmt::format("only one planet about {} can have 'recoil'", quoted(planets_[i].name)));
      found = k;
    }
    return found;
  }

  // Mass that moves on the orbit of a planet: its own mass, and that of the system of its companion [kg].
  double system_mass(std::size_t i) const {
    const auto companion = companion_of(i);
    return planets_[i].mass + (companion ? system_mass(*companion) : 0.0);
  }

  // The centre of mass of the system of planet i, relative to the planet in the focus.
  OrbitPart orbit_of(std::size_t i) const {
    const PlanetOrbit& orbit = *orbits_[i].orbit;
    const double e = orbit.eccentricity;
    const double axis = orbit.semi_major_axis ? *orbit.semi_major_axis : *orbit.pericentre / (1 - e);
    Conic conic{axis * (1 - e), e, 0, 0};
    if (orbit.period)
      conic.strength = axis * axis * axis * std::pow(kFullTurn / *orbit.period, 2);
    else
      conic.strength = constant_ * (system_mass(i) + planets_[*about_[i]].mass);
    conic.time = orbits_[i].since - orbit.mean_anomaly / std::sqrt(conic.strength / (axis * axis * axis));
    return {conic, axes_of_orbit(orbit), 1};
  }

  // Centre of mass of the system of a planet.
  Place common_place(std::size_t i) const {
    if (!orbits_[i].orbit) return {planets_[i].position, {}};
    const PlanetOrbit& orbit = *orbits_[i].orbit;
    if (!about_[i]) return {orbit.focus, {orbit_of(i)}};
    Place place = orbit.recoil ? common_place(*about_[i]) : own_place(*about_[i]);
    place.path.push_back(orbit_of(i));
    const double other = planets_[*about_[i]].mass;
    if (orbit.recoil) place.path.back().part = other / (other + system_mass(i));
    return place;
  }

  Place own_place(std::size_t i) const {
    Place place = common_place(i);
    if (const auto companion = companion_of(i)) {
      place.path.push_back(orbit_of(*companion));
      const double other = system_mass(*companion);
      place.path.back().part = -other / (other + planets_[i].mass);
    }
    return place;
  }

  const config::Document& config_;
  const std::vector<TimedOrbit>& orbits_;
  double constant_;
  std::vector<Planet>& planets_;
  std::vector<std::optional<std::size_t>> about_;  // number of the planet in the focus
};

}  // namespace

std::string planet_name(std::size_t i, const std::string& name) {
  return name.empty() ? fmt::format("planet {}", i) : quoted(name);
}

std::string planet_section(std::size_t i) { return fmt::format("planet[{}]", i); }

void set_paths(const config::Document& config, const std::vector<TimedOrbit>& orbits, double constant,
               std::vector<Planet>& planets) {
  PlanetPaths(config, orbits, constant, planets).find();
}

}  // namespace rubble::setup
