#pragma once
// Shapes of bodies: sizes, moments and proportions, one by one. docs/theory.md 5.11.
#include "model/pile.hpp"
#include "shape/shape.hpp"

#include <string>
#include <vector>

namespace rubble::measure {

struct Form {
  std::int64_t id = -1;         // of the body, of a grain's first member; -1: not of a pile
  std::string shape;            // its name
  std::string kind;             // "sphere", "hull", "aggregate" or "surface" (closed, not convex)
  std::size_t vertices = 0;     // of a hull
  std::size_t faces = 0;        // of a hull
  double volume = 0;            // [m3]
  double area = 0;              // [m2]; NaN of grains that are glued: not known
  double bounding_radius = 0;   // distance of the farthest point from the centre of mass [m]
  Vec3 moments = Vec3::Zero();  // principal moments of inertia / mass, rising [m2]

  double radius() const;      // of the ball of the same volume [m]
  Vec3 lengths() const;       // principal lengths a >= b >= c (shape::principal_lengths) [m]
  double sphericity() const;  // area of the ball of the same volume / area; NaN if the area is not known
};

// (sphere or hull, its radius: that of the ball of the same volume [m]) => its form.
Form form_of(const shape::Shape& shape, double radius);

// (name, closed surface with counter-clockwise faces, convex or not [m]) => the form of what it encloses at uniform
// density, from the integrals over the surface (shape/mass.hpp).
Form form_of_surface(const std::string& name, const Vec3s& vertex, const shape::Faces& face);

// (pile) => the form of each free sphere and of each grain, in the order of their first bodies. The volume of a grain
// is that of its members' masses.
std::vector<Form> forms(const Pile& pile);

}  // namespace rubble::measure
