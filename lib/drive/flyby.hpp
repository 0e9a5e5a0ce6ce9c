#pragma once
// A pile passes a planet: how it comes to the start of the pass, what is found on the way, and when the pass is over.
#include "drive/expansion.hpp"
#include "model/external.hpp"

namespace rubble::drive {

// [flyby] of rubble-flyby.
struct FlybyPlan {
  double planet_mass = 0;     // [kg]
  double pericentre = 0;      // [m]
  double start_distance = 0;  // [m]
  double end_distance = 0;    // [m]
  std::string rotation;
  std::string volume;
  Auto planet_radius = {};  // [m]
};

// The orbit's shape, by one or the other.
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
  return {{"eccentricity", "1", "eccentricity of the orbit; 1: parabola", &ByEccentricity::eccentricity, kNotNegative}};
}
inline std::vector<Field<BySpeed>> fields(const BySpeed*) {
  return {{"speed_at_infinity", "m s-1", "speed at infinity, an alternative to eccentricity; 0: parabola",
           &BySpeed::speed_at_infinity, kNotNegative}};
}
inline std::vector<Field<GivenRotation>> fields(const GivenRotation*) {
  return {
      {"period", "s", "rotation period of the pile at the start", &GivenRotation::period, kPositive},
      {"axis", "1",
       "rotation axis of the pile at the start, of any length; the orbit is counter-clockwise in the x-y plane",
       &GivenRotation::axis},
  };
}
std::vector<Field<FlybyPlan>> fields(const FlybyPlan*);

// (plan) => message about an orbit that enters the planet, "" if it stays outside.
std::string wrong_pericentre(const FlybyPlan& plan);

// Ends the run when the body has grown, as `rule` says, or has come to the end distance.
class Flyby : public StopRule {
 public:
  Flyby(const FlybyPlan& plan, const ByEccentricity& orbit, const GivenRotation& rotation, const ExpansionRule& rule);
  Flyby(const FlybyPlan& plan, const BySpeed& orbit, const GivenRotation& rotation, const ExpansionRule& rule);

  // Before the run: (pile, external, G) => the pile's centre of mass at rest in the origin, its rotation as planned,
  // and the planet in `external`, inbound at the start distance at the pile's time. InputError if the orbit does not
  // reach the distances, or without gravity.
  void begin(Pile& pile, External& external, double gravitational_constant);

  void observe(const Look& look) override;
  bool met() const override { return arrived_ || expansion_.met(); }
  double expected_end() const override { return end_; }
  // Those of Expansion; bulk/density: at the start [kg m-3]; planet/distance: of the planet from the centre of mass;
  // planet/x, planet/y: its place; planet/disruption_distance [m].
  std::vector<Finding> findings() const override;
  void archive(Archive& archive) override;

 private:
  FlybyPlan plan_;
  double eccentricity_ = 0, speed_ = 0;
  bool by_speed_ = false;
  GivenRotation rotation_;
  Expansion expansion_;
  Planet planet_;
  double end_ = 0, density_ = 0;  // [s], [kg m-3]
  double distance_ = 0;           // [m]
  Vec3 place_ = Vec3::Zero();     // [m]
  bool arrived_ = false;
};

}  // namespace rubble::drive
