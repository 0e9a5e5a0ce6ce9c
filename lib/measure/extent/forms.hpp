#pragma once
// Shapes of individual bodies: sizes, moments and proportions. docs/theory.md 5.11.
#include "model/pile.hpp"
#include "shape/shape.hpp"

#include <string>
#include <vector>

namespace rubble::measure {

struct Form {
  std::int64_t id = -1;        // id of the body, or of a grain's first member; -1: not from a pile
  std::string shape;           // name of the shape
  std::string kind;            // "sphere", "hull", "aggregate", "compound" (of hulls) or "surface" (closed, not convex)
  std::size_t vertices = 0;    // number of vertices of a hull or surface, or of all parts of a compound
  std::size_t faces = 0;       // number of faces of a hull or surface, or of all parts of a compound
  double volume = 0;           // [m3]
  double area = 0;             // [m2]; NaN if it is not known, as for glued spheres
  double bounding_radius = 0;  // distance of the farthest point from the centre of mass [m]
  Vec3 moments = Vec3::Zero();  // principal moments of inertia / mass, ascending [m2]

  double radius() const;      // radius of the ball of equal volume [m]
  Vec3 lengths() const;       // principal lengths a >= b >= c (shape::principal_lengths) [m]
  double sphericity() const;  // area of the ball of equal volume / area; NaN if the area is not known
};

// (sphere or hull, its radius, which is that of the ball of equal volume [m]) => its form.
Form form_of(const shape::Shape& shape, double radius);

// (name, vertices [m] and faces of a closed surface, convex or not, counter-clockwise seen from outside) => the form of
// the enclosed body at uniform density, from integrals over the surface (shape/mass_properties.hpp).
Form form_of_surface(const std::string& name, const Vec3s& vertex, const shape::Faces& face);

// (pile) => the form of each free sphere and of each grain, in the order of their first bodies. The volume of a grain
// follows from its members' masses and density.
std::vector<Form> forms(const Pile& pile);

}  // namespace rubble::measure
