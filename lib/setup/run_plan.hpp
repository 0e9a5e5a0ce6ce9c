#pragma once
// Parameters of the run loop: duration, intervals, and limits of the sanity checks.
#include "base/field.hpp"
#include "config/describe.hpp"
#include "model/plane.hpp"

namespace rubble::setup {

// [run]. Intervals are rounded to whole steps.
struct RunPlan {
  double duration = 0;            // [s]
  double record_every = 0;        // [s]; also the interval of the sanity checks and of the stop rule
  double frame_every = 0;         // [s]; 0: no frames
  double checkpoint_every = 600;  // [s] of wall time
  bool centre = false;            // true: move the centre of mass to the origin and to rest before the run
};

// [sanity]: largest relative errors of the ledger (measure::Drift). A run that exceeds one of them stops. The method
// adds its own limits.
struct SanityLimits {
  double energy = 0.01;
  double momentum = 1e-9;
  double angular_momentum = 1e-6;
  double gravity_torque = 1e-3;
};

// [external] without its subtable [external.planet].
struct UniformGravity {
  Vec3 uniform = Vec3::Zero();  // [m s-2]
};

// [box]: six planes that face inwards and move together.
struct Box {
  Vec3 lower = Vec3::Zero();      // corner at time 0 [m]
  Vec3 upper = Vec3::Zero();      // opposite corner at time 0 [m]
  Vec3 amplitude = Vec3::Zero();  // of the sinusoidal displacement [m]
  double frequency = 0;           // [Hz]
  std::string material = {};      // "": that of the body that touches a wall
};

// [periodic]: periodic space, without self-gravity.
struct Periodic {
  Vec3 period = Vec3::Zero();  // along x, y and z [m]; 0: open along that axis
};

inline std::vector<Field<RunPlan>> fields(const RunPlan*) {
  return {
      field("duration", "s", "simulated time of the run, or its maximum if there is a stop rule", &RunPlan::duration)
          .required()
          .range(kPositive),
      field("record_every", "s",
            "interval between records of the time series and between checks of the ledger and of the stop rule",
            &RunPlan::record_every)
          .required()
          .range(kPositive),
      field("frame_every", "s", "interval between frames in the track; 0: no frames", &RunPlan::frame_every)
          .range(kNotNegative),
      field("checkpoint_every", "s", "wall time between checkpoints", &RunPlan::checkpoint_every).range(kPositive),
      field("centre", "",
            "shift of the centre of mass to the origin and to rest before the run, kept afterwards; not with walls, "
            "[[planet]], [periodic]",
            &RunPlan::centre),
  };
}
inline std::vector<Field<SanityLimits>> fields(const SanityLimits*) {
  const std::string relative = " error of the ledger beyond which the run ends";
  return {
      field("energy", "1", "relative energy" + relative, &SanityLimits::energy).range(kPositive),
      field("momentum", "1", "relative momentum" + relative, &SanityLimits::momentum).range(kPositive),
      field("angular_momentum", "1", "relative angular momentum" + relative, &SanityLimits::angular_momentum)
          .range(kPositive),
      field("gravity_torque", "1",
            "relative angular momentum created by approximate self-gravity (fmm or hold) beyond which the run ends",
            &SanityLimits::gravity_torque)
          .range(kPositive),
  };
}
inline std::vector<Field<UniformGravity>> fields(const UniformGravity*) {
  return {
      field("uniform", "m s-2", "acceleration of uniform gravity", &UniformGravity::uniform),
  };
}
inline std::vector<Field<Periodic>> fields(const Periodic*) {
  return {
      field("period", "m", "period of space along x, y and z; 0: open along that axis", &Periodic::period)
          .required()
          .range(kNotNegative),
  };
}
inline std::vector<Field<Box>> fields(const Box*) {
  return {
      field("lower", "m", "lower corner of the box at time 0", &Box::lower).required(),
      field("upper", "m", "upper corner of the box at time 0", &Box::upper).required(),
      field("amplitude", "m", "vector amplitude of the sinusoidal displacement", &Box::amplitude),
      field("frequency", "Hz", "frequency of the sinusoidal displacement", &Box::frequency).range(kNotNegative),
      field("material", "", kMaterialOfWall, &Box::material),
  };
}

// Tables that the run loop reads, for --describe.
config::Tables describe_run();

}  // namespace rubble::setup
