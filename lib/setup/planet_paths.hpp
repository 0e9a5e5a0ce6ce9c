#pragma once
// Positions of planets on orbits about points and about each other.
#include "config/document.hpp"
#include "model/planet.hpp"
#include "setup/planet_keys.hpp"

#include <optional>
#include <string>
#include <vector>

namespace rubble::setup {

// Orbit of a planet, nothing for one at rest, and the time to which its elements refer [s].
struct TimedOrbit {
  std::optional<PlanetOrbit> orbit;
  double since = 0;
};

// (document; orbit of each planet; G; planets with names, masses and positions) Sets the path of each planet.
// InputError for a name in 'about' that no planet has, orbits about each other in a circle, and two planets with
// 'recoil' about the same one.
void set_paths(const config::Document& config, const std::vector<TimedOrbit>& orbits, double constant,
               std::vector<Planet>& planets);

// (number of a planet, its name) => the text that names it in messages
std::string planet_name(std::size_t i, const std::string& name);

// (number of a planet) => its table in the document
std::string planet_section(std::size_t i);

}  // namespace rubble::setup
