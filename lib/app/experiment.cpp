#include "app/experiment.hpp"

#include "app/parameters.hpp"
#include "config/describe.hpp"

#include <fmt/format.h>

namespace rubble::app {
namespace {

// The six walls of a box, normals inwards.
std::vector<Plane> walls(const Box& box) {
  std::vector<Plane> planes;
  for (int axis = 0; axis < 3; ++axis) {
    planes.push_back({box.lower, Vec3::Unit(axis), box.amplitude, box.frequency});
    planes.push_back({box.upper, -Vec3::Unit(axis), box.amplitude, box.frequency});
  }
  return planes;
}

// A stroke needs a frequency: without one the wall would stand still, unnoticed.
template <class Wall>
void require_frequency(const config::Document& config, const std::string& section, const Wall& wall) {
  if (!wall.amplitude.isZero() && !(wall.frequency > 0))
    throw config.error(section, "frequency", "an 'amplitude' needs a 'frequency' above zero");
}

}  // namespace

External read_external(config::Document& config) {
  External external;
  if (const auto uniform = config.read_if<UniformGravity>("external")) external.uniform = uniform->uniform;
  if (const auto planet = config.read_if<Planet>("external.planet")) external.planet = *planet;
  external.planes = config.read_each<Plane>("plane");
  for (std::size_t i = 0; i < external.planes.size(); ++i) {
    Vec3& normal = external.planes[i].normal;
    if (!(normal.norm() > 0))
      throw config.error(fmt::format("plane[{}]", i), "normal", "a normal of length zero has no direction");
    normal.normalize();
    require_frequency(config, fmt::format("plane[{}]", i), external.planes[i]);
  }
  if (const auto box = config.read_if<Box>("box")) {
    if (!(box->lower.array() < box->upper.array()).all())
      throw config.error("box", "lower", "'lower' in [box] must lie below 'upper' in every component");
    require_frequency(config, "box", *box);
    for (const Plane& wall : walls(*box)) external.planes.push_back(wall);
  }
  if (const auto periodic = config.read_if<Periodic>("periodic")) external.period = periodic->period;
  return external;
}

config::Tables describe_external() {
  return config::describe<UniformGravity>("[external] (optional)") +
         config::describe<Planet>("[external.planet] (optional)") + config::describe<Plane>("[[plane]] (any number)") +
         config::describe<Box>("[box] (optional)") + config::describe<Periodic>("[periodic] (optional)");
}

}  // namespace rubble::app
