#include "app/experiment.hpp"

#include "app/describe.hpp"
#include "app/parameters.hpp"

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

ssdem::Parameters read_soft_spheres(config::Document& config) {
  ssdem::Parameters p;
  p.step = config.read<ssdem::Step>("step");
  p.gravity = config.read<gravity::Parameters>("gravity");
  // The sums' errors change from one to the next: a line through them cannot do better.
  if (p.gravity.method == "fmm" && p.gravity.hold > 0 && p.gravity.hold < p.gravity.error)
    throw config.error("gravity", "hold", "'hold' in [gravity] must not be smaller than 'error'");

  if (const auto limits = config.read_if<ssdem::Limits>("sanity")) p.limits = *limits;

  p.contacts = config.has("contact");
  if (!p.contacts) {
    if (!p.step.dt)
      throw config.error("step", "dt",
                         "\"auto\" is a share of the contact time: without [contact] give 'dt' in [step]");
    return p;
  }
  if (const auto mass = config.read_if<ssdem::ContactMass>("contact")) p.mass = *mass;
  const std::string normal = config.word("contact.normal", "law", {"linear", "hertz-mindlin", "hysteretic"});
  if (normal == "linear") {
    if (config.has("contact.normal.damping_rate"))
      p.normal = config.read<laws::LinearSpringByRate>("contact.normal").law();
    else
      p.normal = config.read<laws::LinearSpring>("contact.normal");
  }
  if (normal == "hertz-mindlin") p.normal = config.read<laws::HertzMindlin>("contact.normal");
  if (normal == "hysteretic") p.normal = config.read<laws::Hysteretic>("contact.normal");

  const std::string sliding = config.word("contact.sliding", "law", {"none", "coulomb", "kinetic"});
  if (sliding == "coulomb") {
    if (config.has("contact.sliding.damping_rate"))
      p.sliding = config.read<laws::CoulombSlidingByRate>("contact.sliding").law();
    else
      p.sliding = config.read<laws::CoulombSliding>("contact.sliding");
  }
  if (sliding == "kinetic") p.sliding = config.read<laws::KineticSliding>("contact.sliding");

  const std::string rolling = config.word("contact.rolling", "law", {"none", "torque", "spring"});
  if (rolling == "torque") p.couple = config.read<laws::TorqueCouple>("contact.rolling");
  if (rolling == "spring") p.couple = config.read<laws::SpringCouple>("contact.rolling");

  if (const auto cohesion = config.read_if<laws::Cohesion>("contact.cohesion")) p.cohesion = *cohesion;
  return p;
}

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

ssdem::Choice resolve(config::Document& config, ssdem::Parameters& p, const Pile& pile, const External& external) {
  const auto is_open = [&] {
    return std::visit(
        [](const auto& law) {
          if constexpr (requires { law.stiffness; }) return !law.stiffness;
          return false;
        },
        p.normal);
  };
  const bool open_stiffness = p.contacts && is_open(), open_dt = !p.step.dt;
  const ssdem::Choice choice = ssdem::resolve(p, pile.model, pile.state, external);
  if (open_stiffness) config.record("contact.normal", "stiffness", choice.stiffness);
  if (open_dt) config.record("step", "dt", choice.dt);
  return choice;
}

std::string describe_soft_spheres() {
  return describe<ssdem::Step>("[step]") + describe<gravity::Parameters>("[gravity]") +
         describe<ssdem::ContactMass>(
             "[contact] (optional: without it dt must be given, and bodies that touch end the run)") +
         describe<laws::LinearSpring>("[contact.normal] law = \"linear\"") +
         describe<laws::LinearSpringByRate>("[contact.normal] law = \"linear\", damping by rate") +
         describe<laws::HertzMindlin>("[contact.normal] law = \"hertz-mindlin\"") +
         describe<laws::Hysteretic>("[contact.normal] law = \"hysteretic\"") +
         describe<laws::NoSliding>("[contact.sliding] law = \"none\"") +
         describe<laws::CoulombSliding>("[contact.sliding] law = \"coulomb\"") +
         describe<laws::CoulombSlidingByRate>("[contact.sliding] law = \"coulomb\", damping by rate") +
         describe<laws::KineticSliding>("[contact.sliding] law = \"kinetic\"") +
         describe<laws::NoCouple>("[contact.rolling] law = \"none\"") +
         describe<laws::TorqueCouple>("[contact.rolling] law = \"torque\"") +
         describe<laws::SpringCouple>("[contact.rolling] law = \"spring\"") +
         describe<laws::Cohesion>("[contact.cohesion] (optional)") +
         describe<ssdem::Limits>("[sanity] of soft spheres (optional)");
}

std::string describe_external() {
  return describe<UniformGravity>("[external] (optional)") + describe<Planet>("[external.planet] (optional)") +
         describe<Plane>("[[plane]] (any number)") + describe<Box>("[box] (optional)") +
         describe<Periodic>("[periodic] (optional)");
}

}  // namespace rubble::app
