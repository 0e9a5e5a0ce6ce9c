#pragma once
// [spin] of rubble-spin: a pile gets a rotation, whatever it is made of.
#include "base/field.hpp"
#include "base/units.hpp"
#include "model/pile.hpp"

#include <string>

namespace rubble::drive {

struct GivenSpin {
  double rate = 0;           // [rad s-1]
  Vec3 axis = Vec3::Zero();  // any length
  std::string frame = "space";
};

inline std::vector<Field<GivenSpin>> fields(const GivenSpin*) {
  return {
      {"rate", kSpinUnit, "angular speed, or the period of the rotation; 0: none", &GivenSpin::rate, kNotNegative},
      {"axis", "1", "its axis (any length), through the centre of mass", &GivenSpin::axis},
      {"frame",
       "",
       "whose components the axis has: along x, y, z (space), or along the pile's principal axes of inertia, that of "
       "the least moment first (principal)",
       &GivenSpin::frame,
       kAny,
       {"space", "principal"},
       false},
  };
}

// (pile) => its rigid rotation is replaced by the given one; the motion of its centre of mass and of its bodies against
// each other is kept. InputError for an axis of length 0.
void give_spin(Pile& pile, const GivenSpin& spin);

}  // namespace rubble::drive
