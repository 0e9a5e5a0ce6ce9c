#pragma once
// A bed of grains in a shaken box, and an intruder that may rise in it (Brazil-nut effect).
#include "experiment/stop_rule.hpp"
#include "model/external.hpp"

namespace rubble::experiment {

// [shake] of rubble-shake.
struct ShakePlan {
  std::int64_t cycles = 0;
  std::int64_t intruder = 0;
  double soft_start = 0;  // [cycles]
};

// [shake.table]: motion of the walls by a table instead of a sine.
struct ShakeTable {
  Vec3 direction = Vec3::Zero();
  Reals time;          // [s]
  Reals displacement;  // [m]
  double cycle = 0;    // [s]
};

inline std::vector<Field<ShakePlan>> fields(const ShakePlan*) {
  return {
      field("cycles", "", "number of cycles after which the run ends", &ShakePlan::cycles).required().range({1, 1e9}),
      field("intruder", "", "id of the intruder, or of any member of its grain", &ShakePlan::intruder)
          .required()
          .range(kNotNegative),
      field("soft_start", "1",
            "number of cycles in which a sinusoidal amplitude grows linearly to its value; 0: full amplitude from the "
            "start",
            &ShakePlan::soft_start)
          .range({0, 1e6}),
  };
}
inline std::vector<Field<ShakeTable>> fields(const ShakeTable*) {
  return {
      field("direction", "1", "direction of the displacement, of any length", &ShakeTable::direction).required(),
      field("time", "s",
            "increasing times since the start of the run, the first 0; smooth interpolation between them, rest after "
            "the last",
            &ShakeTable::time)
          .required(),
      field("displacement", "m", "displacement of all walls at each time, the first 0", &ShakeTable::displacement)
          .required(),
      field("cycle", "s", "duration of one cycle", &ShakeTable::cycle).required().range(kPositive),
  };
}

// (table, planes) Lets all planes move along the table's direction by the interpolated displacement of the table. The
// largest |displacement| becomes the length of each plane's amplitude [m], and its course is the displacement divided
// by that length, in [-1, 1]. InputError for a direction of length 0, for times that do not rise from 0, and for
// displacements that do not begin with 0, are all 0, or are not as many as the times.
void follow(const ShakeTable& table, std::vector<Plane>& planes);

class Shaking : public StopRule {
 public:
  // (plan, duration of a cycle [s] if the walls follow a table; 0: period of their sine)
  Shaking(const ShakePlan& plan, double cycle) : plan_(plan), cycle_(cycle) {}

  // (pile, external action) Prepares the run: the motion of the walls starts at the pile's time. The floor is the wall
  // that faces against uniform gravity. InputError without moving walls, without gravity or without a floor, for walls
  // of different frequencies, for a soft start of walls that follow a table, and if no body has the intruder's id.
  void begin(const Pile& pile, External& external);

  void observe(const Look& look) override;
  bool met() const override { return cycles_ >= static_cast<double>(plan_.cycles) - 1e-6; }
  std::string state() const override;
  double expected_end() const override { return start_ + static_cast<double>(plan_.cycles) * cycle_; }
  // shake/cycles, shake/floor, and heights above the moving floor: intruder/height, intruder/top, others/median_height,
  // others/top. docs/formats.md, Time series, describes each column.
  std::vector<Finding> findings() const override;
  void archive(Archive& archive) override;

 private:
  ShakePlan plan_;
  double cycle_ = 0, start_ = 0;
  Plane floor_;
  std::vector<Index> intruder_;  // bodies of the intruder: all members of its grain
  double cycles_ = 0, lift_ = 0, height_ = 0, reach_ = 0, median_ = 0, top_ = 0;
};

}  // namespace rubble::experiment
