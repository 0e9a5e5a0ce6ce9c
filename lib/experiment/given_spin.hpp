#pragma once
// [spin] of rubble-spin: sets the rotation of any pile.
#include "base/field.hpp"
#include "base/units.hpp"
#include "model/pile.hpp"

namespace rubble::experiment {

// Coordinate axes of a rotation axis: those of space, or the principal axes of the pile.
enum class SpinFrame { space, principal };
inline constexpr Word<SpinFrame> kSpinFrames[] = {{"space", SpinFrame::space}, {"principal", SpinFrame::principal}};

struct GivenSpin {
  double rate = 0;           // [rad s-1]
  Vec3 axis = Vec3::Zero();  // any length
  SpinFrame frame = SpinFrame::space;
};

inline std::vector<Field<GivenSpin>> fields(const GivenSpin*) {
  return {
      field("rate", kSpinUnit, "spin rate, or rotation period; 0: no rotation", &GivenSpin::rate)
          .required()
          .range(kNotNegative),
      field("axis", "1", "rotation axis through the centre of mass, of any length", &GivenSpin::axis).required(),
      field("frame",
            "coordinate axes of the rotation axis: x, y, z (space), or the pile's principal axes in order of "
            "increasing moment of inertia (principal)",
            &GivenSpin::frame, kSpinFrames),
  };
}

// (pile, spin) Replaces the rigid rotation of the pile by the given one. The motion of the centre of mass and the
// motion of bodies relative to each other are kept. InputError for an axis of length 0.
void give_spin(Pile& pile, const GivenSpin& spin);

}  // namespace rubble::experiment
