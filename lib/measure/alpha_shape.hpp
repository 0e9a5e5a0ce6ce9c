#pragma once
// Alpha shapes: the tetrahedra whose spheres are small enough, as one solid with its surface, parts and cavities.
// Edelsbrunner & Muecke 1994, doi:10.1145/174462.156635; docs/theory.md 5.13.
#include "measure/tetrahedra.hpp"
#include "shape/polyhedron.hpp"

namespace rubble::measure {

// The solid made of the tetrahedra with square <= alpha^2.
struct AlphaShape {
  double volume = 0;         // [m3]
  double area = 0;           // of its surface, walls of cavities included [m2]
  std::size_t parts = 0;     // of tetrahedra that hang together by faces
  std::size_t points = 0;    // that belong to its tetrahedra
  std::size_t cavities = 0;  // hollows that no ball of radius alpha gets out of
  double cavity_volume = 0;  // [m3]
  double cavity_area = 0;    // of the cavities' walls [m2]

  // Volume that the outer surface encloses [m3].
  double enclosed() const { return volume + cavity_volume; }
};

// (tetrahedra, alpha >= 0 [m], may be infinite) => the shape. InputError for another alpha.
AlphaShape alpha_shape(const Tetrahedra& t, double alpha);

// (tetrahedra) => the smallest alpha >= 0 at which the shape is one part that every point belongs to [m]; 0 if there
// are no tetrahedra.
double least_whole_alpha(const Tetrahedra& t);

// (tetrahedra, alpha [m]) => the surface as triangles, counter-clockwise seen from outside, cavities' walls too, where
// the points were given [m]. Where parts touch in an edge or a point it is no manifold.
shape::Polyhedron alpha_surface(const Tetrahedra& t, double alpha);

// (tetrahedra of balls, alpha [m]) => volume of the balls in what the outer surface encloses: for each tetrahedron its
// solid angles times r^3 / 3 [m3]. Exact if balls do not overlap and none reaches through a face of the surface that it
// has no vertex of.
double balls_within(const Tetrahedra& t, double alpha);

}  // namespace rubble::measure
