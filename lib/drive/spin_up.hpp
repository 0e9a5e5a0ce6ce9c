#pragma once
// A pile is spun up, as sunlight does it (YORP), by small pushes: about its axis of largest inertia, or a given one.
#include "drive/drive.hpp"

namespace rubble::drive {

// [spinup] of rubble-spinup.
struct SpinUpPlan {
  double ramp = 0;   // [s]
  double every = 0;  // [s]
  std::string increment;
  std::string volume;
  Vec3 axis = Vec3::Zero();  // any length; 0: that of largest inertia
};

// Where it starts and ends, as fractions of the critical rate, or as rates.
struct CriticalRates {
  double start = 0, end = 0;
};
struct SpinRates {
  double start_rate = 0, end_rate = 0;  // [rad s-1]
};

inline std::vector<Field<CriticalRates>> fields(const CriticalRates*) {
  return {
      {"start", "1", "spin rate at the start / critical rate sqrt(4 pi G bulk density / 3)", &CriticalRates::start,
       kNotNegative},
      {"end", "1", "final spin rate of an equivalent rigid body / critical rate sqrt(4 pi G bulk density / 3)",
       &CriticalRates::end, kNotNegative},
  };
}
inline std::vector<Field<SpinRates>> fields(const SpinRates*) {
  return {
      {"start_rate", "rad s-1", "spin rate at the start", &SpinRates::start_rate, kNotNegative},
      {"end_rate", "rad s-1", "final spin rate of an equivalent rigid body", &SpinRates::end_rate, kNotNegative},
  };
}
std::vector<Field<SpinUpPlan>> fields(const SpinUpPlan*);

class SpinUp : public Drive {
 public:
  SpinUp(const SpinUpPlan& plan, const CriticalRates& fractions) : plan_(plan), fractions_(fractions) {}
  SpinUp(const SpinUpPlan& plan, const SpinRates& rates) : plan_(plan), rates_(rates), by_rate_(true) {}

  // Before the run: (pile, G) => the pile, its own rotation replaced by that at the start, about the plan's axis
  // or that of largest inertia, which is kept from now on. InputError for fractions of a rate that is 0, G being 0.
  void begin(Pile& pile, double gravitational_constant);

  double every() const override { return plan_.every; }
  void push(const Model& model, State& state, double interval, Account& given) override;
  // bulk/density: at the start [kg m-3]. spin/...: about the axis through the centre of mass, all bodies counted:
  // angular_momentum, moment, rate = angular_momentum / moment, period; shortest_period of all states after a push;
  // critical_rate of the density at the start.
  void observe(const Look& look) override;
  std::vector<Finding> findings() const override;
  void archive(Archive& archive) override;

 private:
  void note(double rate);

  SpinUpPlan plan_;
  CriticalRates fractions_;
  SpinRates rates_;
  bool by_rate_ = false;
  Vec3 axis_ = Vec3::UnitZ();
  double moment_ = 0, density_ = 0, critical_ = 0;  // at the start
  std::int64_t pushes_ = 0;
  double fastest_ = 0;  // [rad s-1]
  double now_moment_ = 0, now_momentum_ = 0;
};

}  // namespace rubble::drive
