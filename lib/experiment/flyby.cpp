#include "experiment/flyby.hpp"

#include "base/keys_error.hpp"
#include "base/parallel.hpp"
#include "experiment/rigid_motion.hpp"
#include "measure/extent/envelope.hpp"
#include "measure/extent/volume.hpp"
#include "measure/ledger/masses.hpp"
#include "measure/scaling/limits.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <fmt/format.h>

namespace rubble::experiment {
namespace {

// (orbit, key of a distance, distance [m]) => time between the pericentre and that distance [s]
double time_at(const Conic& orbit, const char* key, double distance) {
  if (!(distance >= orbit.pericentre))
    throw KeysError({key, "pericentre", "eccentricity", "speed_at_infinity"},
                    fmt::format("'{}' in [flyby] must be at least 'pericentre', {:g} m, not {:g} m", key,
                                orbit.pericentre, distance));
  if (distance > apocentre(orbit))
    throw KeysError({key, "pericentre", "eccentricity", "speed_at_infinity"},
                    fmt::format("'{}' in [flyby] must be at most the apocentre of the orbit, {:g} m, not {:g} m", key,
                                apocentre(orbit), distance));
  return time_to(orbit, distance);
}

constexpr Word<StartRotation> kStartRotations[] = {
    {"none", StartRotation::none}, {"kept", StartRotation::kept}, {"given", StartRotation::given}};

}  // namespace

std::vector<Field<FlybyPlan>> fields(const FlybyPlan*) {
  return {
      field("planet_mass", "kg", "mass of the planet, a point mass", &FlybyPlan::planet_mass)
          .required()
          .range(kPositive),
      field("pericentre", "m", "pericentre distance of the orbit, from the centre of the planet",
            &FlybyPlan::pericentre)
          .required()
          .range(kPositive),
      field("start_distance", "m", "inbound distance from the planet at the start of the run",
            &FlybyPlan::start_distance)
          .required()
          .range(kPositive),
      field("end_distance", "m", "outbound distance from the planet at which the run ends", &FlybyPlan::end_distance)
          .required()
          .range(kPositive),
      field("rotation", "rigid rotation of the pile at the start: none (removed), kept, or given by [flyby.spin]",
            &FlybyPlan::rotation, kStartRotations)
          .required(),
      field("volume", "definition of the volume of the pile at the start, for its bulk density", &FlybyPlan::volume,
            measure::kVolumes)
          .required(),
      field("planet_radius", "m", "radius of the planet, less than pericentre", &FlybyPlan::planet_radius)
          .range(kNotNegative)
          .computed("radius of a sphere of 30 g/cm3, or 0 for brown dwarfs and stars (from 2.47e28 kg)"),
      field("tides", "", "tides of the planet; false: the pile feels no planet, for a control run", &FlybyPlan::tides),
  };
}

std::string wrong_pericentre(const FlybyPlan& plan) {
  constexpr double kKilo = 1e3;
  const double radius = plan.planet_radius.value_or(measure::least_planet_radius(plan.planet_mass));
  if (plan.pericentre > radius) return "";
  const std::string unit =
      kKilo * plan.pericentre > radius ? fmt::format(", with a unit such as \"{} km\"", plan.pericentre) : "";
  const std::string known = plan.planet_radius ? fmt::format("whose radius is {:.6g} m", radius)
                                               : fmt::format(
                                                     "whose radius is at least {:.6g} m (a ball of {:.6g} kg "
                                                     "with 30 g/cm3)",
                                                     radius, plan.planet_mass);
  return fmt::format("{:.6g} m lies inside the planet, {}: give a larger distance{}{}", plan.pericentre, known, unit,
                     plan.planet_radius ? "" : ", or set planet_radius for a denser planet");
}

Flyby::Flyby(const FlybyPlan& plan, const ByEccentricity& orbit, const GivenRotation& rotation,
             const ExpansionRule& rule)
    : plan_(plan), eccentricity_(orbit.eccentricity), rotation_(rotation), expansion_(rule) {}

Flyby::Flyby(const FlybyPlan& plan, const BySpeed& orbit, const GivenRotation& rotation, const ExpansionRule& rule)
    : plan_(plan), speed_(orbit.speed_at_infinity), by_speed_(true), rotation_(rotation), expansion_(rule) {}

void Flyby::begin(Pile& pile, External& external, double gravitational_constant) {
  const double strength = gravitational_constant * plan_.planet_mass;
  if (!(strength > 0))
    throw KeysError({"planet_mass", "gravity.constant"},
                    "a flyby needs gravity: set gravity.constant to a value above 0");
  if (by_speed_) eccentricity_ = 1 + plan_.pericentre * speed_ * speed_ / strength;
  Conic orbit{plan_.pericentre, eccentricity_, strength, 0};
  orbit.time = pile.state.time + time_at(orbit, "start_distance", plan_.start_distance);
  end_ = orbit.time + time_at(orbit, "end_distance", plan_.end_distance);
  planet_ = {.mass = plan_.planet_mass, .pass = orbit};
  if (plan_.tides) external.planets = {planet_};
  if (std::max(plan_.start_distance, plan_.end_distance) == plan_.pericentre)
    throw KeysError({"end_distance", "start_distance", "pericentre"},
                    "the flyby ends where it starts, because 'start_distance' and 'end_distance' in [flyby] are both "
                    "'pericentre': raise one of them");

  const Model& model = pile.model;
  State& state = pile.state;
  const RigidMotion whole = rigid_motion(model, state);
  move_to_centre(pile);
  if (plan_.rotation != StartRotation::kept) {
    Vec3 wanted = Vec3::Zero();
    if (plan_.rotation == StartRotation::given)
      wanted = 2 * std::numbers::pi / rotation_.period * rotation_.axis.normalized();
    add_rotation(model, state, Vec3::Zero(), wanted - whole.spin);
  }
  pass_.duration = end_ - pile.state.time;
  pass_.escape_speed = std::sqrt(2 * strength / plan_.pericentre);
  pass_.mass = measure::total_mass(pile);
  density_ = pass_.mass / measure::volume(pile, plan_.volume, measure::default_alpha(pile));
  pass_.critical_period = 2 * std::numbers::pi / measure::critical_rate(density_, gravitational_constant);
}

void Flyby::observe(const Look& look) {
  expansion_.observe(look);
  const double time = look.pile.state.time;
  place_ = planet_.position_at(time);
  distance_ = (place_ - measure::centre_of_mass(look.pile)).norm();
  arrived_ = time >= end_;
}

std::string Flyby::state() const {
  if (expansion_.met()) return expansion_.state();
  const std::string way = fmt::format("planet at {:.6g} m{}, limit flyby.end_distance = {:.6g} m{}", distance_,
                                      arrived_ ? " outbound" : "", plan_.end_distance, arrived_ ? "" : " outbound");
  return arrived_ || !expansion_.enabled() ? way : way + ", " + expansion_.state();
}

std::vector<Finding> Flyby::findings() const {
  std::vector<Finding> all = expansion_.findings();
  all.push_back({"bulk/density", "kg m-3", density_});
  all.push_back({"planet/distance", "m", distance_});
  all.push_back({"planet/x", "m", place_.x()});
  all.push_back({"planet/y", "m", place_.y()});
  all.push_back({"planet/disruption_distance", "m",
                 density_ > 0 ? measure::disruption_distance(plan_.planet_mass, density_) : 0});
  return all;
}

std::vector<TypicalValue> Flyby::typical_values() const {
  const char* const pericentre = "flyby.pericentre";
  return {{.path = "flyby.pericentre",
           .what = "the distance at which the planet disrupts the pile",
           .value = measure::disruption_distance(plan_.planet_mass, density_),
           .least = 0.01,
           .most = 1e3},
          {.path = "flyby.start_distance", .what = pericentre, .value = plan_.pericentre, .most = 1e4},
          {.path = "flyby.end_distance", .what = pericentre, .value = plan_.pericentre, .most = 1e4},
          {.path = "flyby.planet_mass", .what = "the mass of the pile", .value = pass_.mass, .least = 1},
          {.path = "flyby.planet_radius",
           .what = "the radius of a planet of this mass with 30 g/cm3",
           .value = measure::least_planet_radius(plan_.planet_mass),
           .least = 0.01,
           .most = 100},
          {.path = "flyby.speed_at_infinity",
           .what = "the escape speed of the planet at the pericentre",
           .value = pass_.escape_speed,
           .least = 3e-3,
           .most = 1e3},
          {.path = "flyby.spin.period",
           .what = "the critical rotation period of the pile",
           .value = pass_.critical_period,
           .least = 0.05,
           .most = 1e4},
          {.path = "run.duration",
           .what = "the time from start_distance to end_distance",
           .value = pass_.duration,
           .least = 0.1,
           .most = 1e6}};
}

void Flyby::archive(Archive& archive) {
  expansion_.archive(archive);
  archive.value("stop/flyby/arrived", arrived_);
}

}  // namespace rubble::experiment
