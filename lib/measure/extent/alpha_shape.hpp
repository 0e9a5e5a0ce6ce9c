#pragma once
// Alpha shapes: the tetrahedra whose spheres are small enough, as one solid with its surface, parts and cavities.
// Edelsbrunner & Muecke 1994, doi:10.1145/174462.156635; docs/theory.md 5.13.
#include "measure/extent/tetrahedra.hpp"
#include "shape/polyhedron.hpp"

namespace rubble::measure {

// The solid made of the tetrahedra with Tetrahedra::square <= alpha^2.
struct AlphaShape {
  double volume = 0;         // [m3]
  double area = 0;           // area of its surface, including the walls of cavities [m2]
  std::size_t parts = 0;     // number of sets of tetrahedra connected by faces
  std::size_t points = 0;    // number of points that belong to its tetrahedra
  std::size_t cavities = 0;  // number of hollows that no ball of radius alpha can leave
  double cavity_volume = 0;  // [m3]
  double cavity_area = 0;    // area of the walls of cavities [m2]
  double outer_area = 0;     // area of the surface of the solid and its cavities together [m2]

  // Volume that the outer surface encloses [m3].
  double enclosed() const { return volume + cavity_volume; }
};

// (tetrahedra, alpha >= 0 [m], may be infinite) => the shape. InputError if alpha is negative or NaN.
AlphaShape alpha_shape(const Tetrahedra& t, double alpha);

// (tetrahedra) => the smallest alpha >= 0 at which the shape is connected and contains every point [m]; 0 if there are
// no tetrahedra.
double least_whole_alpha(const Tetrahedra& t);

// (tetrahedra, alpha [m]) => the surface, including the walls of cavities, as triangles that are counter-clockwise as
// seen from outside, in the coordinates of the given points [m]. The surface is no manifold where parts touch in an
// edge or a point. InputError if alpha is negative or NaN.
shape::Polyhedron alpha_surface(const Tetrahedra& t, double alpha);

// (tetrahedra of balls, alpha [m]) => volume of the balls within the outer surface [m3]: for each tetrahedron its solid
// angles times r^3 / 3. The result is exact if balls do not overlap and no ball extends through a face of the surface
// of which it is not a vertex. InputError if alpha is negative or NaN.
double balls_within(const Tetrahedra& t, double alpha);

}  // namespace rubble::measure
