#pragma once
// Envelopes of a pile: convex hull and alpha shape of points about the grains' surfaces.
#include "model/pile.hpp"

namespace rubble::measure {

// None of a hull's surface is farther from a point of the envelope than this, in radii of the ball of its volume.
inline constexpr double kHullSpacing = 1;

// (pile, points per sphere >= 4) => points about every sphere, spread along a Fibonacci spiral, at the distance at
// which their polyhedron has the sphere's volume (32: 1.07 radii): on the surface it would be too small [m]. The hull
// of many spheres is then too large by about 3 x 0.03 radii / the body's. docs/decisions/0024-envelopes.md.
// Of convex hulls the vertices, and points on edges and faces at kHullSpacing: the pile's hull is exact, and an alpha
// above 2 radii fills each hull but for 0.1 to 0.3 % along its edges, more where it is thinner than the spacing.
Vec3s surface_points(const Pile& pile, int per_sphere = 32);

struct Envelope {
  double hull = 0;   // convex hull [m3]
  double alpha = 0;  // alpha shape: Delaunay tetrahedra whose circumscribed sphere has a radius <= alpha [m3]
  double area = 0;   // of the alpha shape: triangles of exactly one of them, walls of closed pores too [m2]
};

// (points [m], alpha > 0 [m], may be infinite) => volumes and area; 0 for points in one plane. InputError
// for another alpha. alpha_shape.hpp has more of it.
Envelope envelope(const Vec3s& points, double alpha);

// (pile) => 1.5 x the mean diameter of the spheres (of hulls that of the ball of the same volume), members of grains
// each by itself: closes the pores between spheres, keeps dents that are larger than a sphere. The same spheres have
// the same envelope, glued or not [m].
double default_alpha(const Pile& pile);

}  // namespace rubble::measure
