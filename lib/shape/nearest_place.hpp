#pragma once
// The point of a triangle nearest to the origin, with the part of the triangle in which it lies.
#include "base/vec.hpp"

namespace rubble::shape {

// A point of a triangle on the edge from its vertex k to its vertex k + 1, on its vertex k, or inside it.
struct NearestPlace {
  enum class Part : std::uint8_t { edge, vertex, inside };
  Vec3 point;  // [L]
  Part part;
  std::uint8_t number;  // k
};

// (three corners a, b, c [L]) => the place. Ericson 2005, Real-Time Collision Detection, section 5.1.5.
NearestPlace nearest_place(const Vec3& a, const Vec3& b, const Vec3& c);

}  // namespace rubble::shape
