#pragma once
// Spin-up of a pile by small increments, as by YORP torques, about the axis of its largest moment of inertia or about a
// given axis.
#include "experiment/drive.hpp"
#include "measure/extent/volume.hpp"

namespace rubble::experiment {

// Quantity that grows linearly in time.
enum class SpinIncrement { angular_momentum, spin };

// Bodies that the spin-up turns: all, or the heaviest group of neighbours at the time of each increment.
enum class SpunBodies { all, largest };

// [spinup] of rubble-spinup.
struct SpinUpPlan {
  double ramp = 0;   // [s]
  double every = 0;  // [s]
  SpinIncrement increment = SpinIncrement::angular_momentum;
  measure::Volume volume = measure::Volume::sphere;
  Vec3 axis = Vec3::Zero();  // of any length; 0: axis of the largest moment of inertia
  SpunBodies bodies = SpunBodies::all;
};

// Spin rates at the start and at the end of the ramp, as fractions of the critical rate or as rates.
struct CriticalRates {
  double start = 0, end = 0;
};
struct SpinRates {
  double start_rate = 0, end_rate = 0;  // [rad s-1]
};

inline std::vector<Field<CriticalRates>> fields(const CriticalRates*) {
  return {
      field("start", "1", "spin rate at the start / critical rate sqrt(4 pi G bulk density / 3)", &CriticalRates::start)
          .required()
          .range(kNotNegative),
      field("end", "1",
            "final spin rate of an equivalent rigid body / critical rate sqrt(4 pi G bulk density / 3); below start: "
            "spin-down",
            &CriticalRates::end)
          .required()
          .range(kNotNegative),
  };
}
inline std::vector<Field<SpinRates>> fields(const SpinRates*) {
  return {
      field("start_rate", "rad s-1", "spin rate at the start", &SpinRates::start_rate).required().range(kNotNegative),
      field("end_rate", "rad s-1", "final spin rate of an equivalent rigid body; below start_rate: spin-down",
            &SpinRates::end_rate)
          .required()
          .range(kNotNegative),
  };
}
std::vector<Field<SpinUpPlan>> fields(const SpinUpPlan*);

class SpinUp : public Drive {
 public:
  SpinUp(const SpinUpPlan& plan, const CriticalRates& fractions) : plan_(plan), fractions_(fractions) {}
  SpinUp(const SpinUpPlan& plan, const SpinRates& rates) : plan_(plan), rates_(rates), by_rate_(true) {}

  // (pile, G) Prepares the run: replaces the rotation of the bodies of the plan by the rotation at the start. The axis
  // is that of the plan, or that of the largest moment of inertia of these bodies, and does not change later.
  // InputError for fractions of the critical rate without gravity, because this rate is then 0.
  void begin(Pile& pile, double gravitational_constant);

  bool spins_up_the_largest() const { return plan_.bodies == SpunBodies::largest; }
  double every() const override { return plan_.every; }
  void push(Pile& pile, double interval, Account& given) override;
  // Findings:
  // - bulk/density: bulk density at the start [kg m-3],
  // - spin/angular_momentum, spin/moment: for the bodies of the plan, about the axis through their centre of mass,
  // - spin/rate, spin/period: from the ratio of these,
  // - spin/shortest_period: shortest period at any record and after any push so far,
  // - spin/critical_rate: critical spin rate for the density at the start.
  void observe(const Look& look) override;
  std::vector<Finding> findings() const override;
  std::vector<TypicalValue> typical_values() const override;
  void archive(Archive& archive) override;

 private:
  void note(double rate);

  SpinUpPlan plan_;
  CriticalRates fractions_;
  SpinRates rates_;
  bool by_rate_ = false;
  Vec3 axis_ = Vec3::UnitZ();
  double moment_ = 0, density_ = 0, critical_ = 0;  // at the start [kg m2], [kg m-3], [rad s-1]
  std::int64_t pushes_ = 0;
  double fastest_ = 0;  // largest rate so far [rad s-1]
  double now_moment_ = 0, now_momentum_ = 0;
};

}  // namespace rubble::experiment
