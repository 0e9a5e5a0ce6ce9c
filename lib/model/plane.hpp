#pragma once
// A flat wall, at rest or shaken: an infinite plane whose normal points to the side where the bodies are.
#include "base/field.hpp"
#include "model/curve.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <numbers>
#include <string>

namespace rubble {

// Text of the key `material` of walls.
inline constexpr const char* kMaterialOfWall =
    "material of the wall for the laws of contact; without it, the material of the body that touches the wall";

struct Plane {
  Vec3 point = Vec3::Zero();                 // a point of the plane without displacement [m]
  Vec3 normal = Vec3::UnitZ();               // unit vector
  Vec3 amplitude = Vec3::Zero();             // of the displacement amplitude * sin(2 pi frequency (t - since)) [m]
  double frequency = 0;                      // [Hz]
  double since = 0;                          // [s]
  double soft = 0;                           // time over which the amplitude of the sine grows linearly from 0 [s]
  std::shared_ptr<const Curve> course = {};  // function of t - since [s] with values in [-1, 1], used instead of the
                                             // sine
  std::string material = {};                 // "": that of the body that touches the wall

  bool moves() const { return !amplitude.isZero(0); }
  double phase(double time) const { return 2 * std::numbers::pi * frequency * (time - since); }
  double growth(double time) const { return soft > 0 ? std::clamp((time - since) / soft, 0.0, 1.0) : 1; }
  Vec3 displacement(double time) const {
    return amplitude * (course ? course->at(time - since) : growth(time) * std::sin(phase(time)));
  }
  Vec3 point_at(double time) const { return point + displacement(time); }
  Vec3 velocity_at(double time) const {
    if (course) return amplitude * course->slope(time - since);
    const double rate = 2 * std::numbers::pi * frequency, steady = growth(time) * rate * std::cos(phase(time));
    const bool grows = soft > 0 && time - since < soft;
    return amplitude * (grows ? steady + std::sin(phase(time)) / soft : steady);
  }
  // Upper bound of the wall's speed [m s-1].
  double greatest_speed() const {
    if (course) return amplitude.norm() * course->steepest();
    return amplitude.norm() * (2 * std::numbers::pi * frequency + (soft > 0 ? 1 / soft : 0));
  }
};

inline std::vector<Field<Plane>> fields(const Plane*) {
  return {
      field("point", "m", "any point of the plane at time 0", &Plane::point).required(),
      field("normal", "1", "normal of the plane towards the bodies, of any length", &Plane::normal).required(),
      field("amplitude", "m", "vector amplitude of the sinusoidal displacement", &Plane::amplitude),
      field("frequency", "Hz", "frequency of the sinusoidal displacement", &Plane::frequency).range(kNotNegative),
      field("material", "", kMaterialOfWall, &Plane::material),
  };
}

}  // namespace rubble
