#pragma once
// A flat wall, at rest or shaken: an infinite plane whose normal points to the side where the bodies are.
#include "base/field.hpp"

#include <cmath>
#include <numbers>

namespace rubble {

struct Plane {
  Vec3 point = Vec3::Zero();
  Vec3 normal = Vec3::UnitZ();
  Vec3 amplitude = Vec3::Zero();  // of the displacement amplitude * sin(2 pi frequency t)
  double frequency = 0;

  double phase(double time) const { return 2 * std::numbers::pi * frequency * time; }
  Vec3 point_at(double time) const { return point + amplitude * std::sin(phase(time)); }
  Vec3 velocity_at(double time) const { return amplitude * (2 * std::numbers::pi * frequency * std::cos(phase(time))); }
};

inline std::vector<Field<Plane>> fields(const Plane*) {
  return {
      {"point", "m", "a point of the plane at time 0", &Plane::point},
      {"normal", "1", "normal, towards the bodies (any length)", &Plane::normal},
      {"amplitude", "m", "vector amplitude of a sinusoidal displacement", &Plane::amplitude, kAny, {}, false},
      {"frequency", "Hz", "frequency of that displacement", &Plane::frequency, kNotNegative, {}, false},
  };
}

}  // namespace rubble
