#pragma once
// Flyby of a planet: initial state of the pile, quantities recorded during the pass, and its end.
#include "experiment/expansion_rule.hpp"
#include "measure/extent/volume.hpp"
#include "model/external.hpp"

namespace rubble::experiment {

// Rigid rotation of the pile at the start: removed, kept, or given by [flyby.spin].
enum class StartRotation { none, kept, given };

// [flyby] of rubble-flyby.
struct FlybyPlan {
  double planet_mass = 0;     // [kg]
  double pericentre = 0;      // [m]
  double start_distance = 0;  // [m]
  double end_distance = 0;    // [m]
  StartRotation rotation = StartRotation::none;
  measure::Volume volume = measure::Volume::sphere;
  Auto planet_radius = {};  // [m]
  bool tides = true;        // false: the planet passes without any action on the pile
};

// Shape of the orbit, given by its eccentricity or by the speed at infinity.
struct ByEccentricity {
  double eccentricity = 0;
};
struct BySpeed {
  double speed_at_infinity = 0;  // [m s-1]
};

// [flyby.spin]
struct GivenRotation {
  double period = 0;  // [s]
  Vec3 axis = Vec3::Zero();
};

inline std::vector<Field<ByEccentricity>> fields(const ByEccentricity*) {
  return {
      field("eccentricity", "1", "eccentricity of the orbit; 1: parabola", &ByEccentricity::eccentricity)
          .required()
          .range(kNotNegative),
  };
}
inline std::vector<Field<BySpeed>> fields(const BySpeed*) {
  return {
      field("speed_at_infinity", "m s-1", "speed at infinity, an alternative to eccentricity; 0: parabola",
            &BySpeed::speed_at_infinity)
          .required()
          .range(kNotNegative),
  };
}
inline std::vector<Field<GivenRotation>> fields(const GivenRotation*) {
  return {
      field("period", "s", "rotation period of the pile at the start", &GivenRotation::period)
          .required()
          .range(kPositive),
      field("axis", "1",
            "rotation axis of the pile at the start, of any length; the orbit is counter-clockwise in the x-y plane",
            &GivenRotation::axis)
          .required(),
  };
}
std::vector<Field<FlybyPlan>> fields(const FlybyPlan*);

// (plan) => error message for an orbit that enters the planet, "" if it stays outside.
std::string wrong_pericentre(const FlybyPlan& plan);

// Numbers of the passage that do not change during the run.
struct Pass {
  double duration = 0;         // from the start distance to the end distance [s]
  double escape_speed = 0;     // of the planet at the pericentre [m s-1]
  double mass = 0;             // of the pile [kg]
  double critical_period = 0;  // of a sphere with the bulk density of the pile [s]; infinite for density 0
};

// Stop rule: the run ends when the body has expanded according to `rule`, or is at the end distance.
class Flyby : public StopRule {
 public:
  Flyby(const FlybyPlan& plan, const ByEccentricity& orbit, const GivenRotation& rotation, const ExpansionRule& rule);
  Flyby(const FlybyPlan& plan, const BySpeed& orbit, const GivenRotation& rotation, const ExpansionRule& rule);

  // (pile, external action, G) Prepares the run. The pile's centre of mass comes to rest at the origin, and the pile
  // gets the planned rotation. A planet with tides is added to the external action; at the pile's time it is inbound at
  // the start distance. InputError without gravity, and for a start or end distance that the orbit does not reach.
  void begin(Pile& pile, External& external, double gravitational_constant);

  void observe(const Look& look) override;
  bool met() const override { return arrived_ || expansion_.met(); }
  double expected_end() const override { return end_; }
  std::string state() const override;
  // Findings of Expansion, and in addition
  // - bulk/density: bulk density of the pile at the start [kg m-3],
  // - planet/distance: distance of the planet from the centre of mass [m],
  // - planet/x, planet/y: position of the planet [m],
  // - planet/disruption_distance: measure::disruption_distance() for that density [m].
  std::vector<Finding> findings() const override;
  std::vector<TypicalValue> typical_values() const override;
  void archive(Archive& archive) override;

 private:
  FlybyPlan plan_;
  double eccentricity_ = 0, speed_ = 0;
  bool by_speed_ = false;
  GivenRotation rotation_;
  Expansion expansion_;
  Planet planet_;
  double end_ = 0, density_ = 0;  // time at the end distance [s]; bulk density at the start [kg m-3]
  Pass pass_;
  double distance_ = 0;        // [m]
  Vec3 place_ = Vec3::Zero();  // position of the planet [m]
  bool arrived_ = false;
};

}  // namespace rubble::experiment
