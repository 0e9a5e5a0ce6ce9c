#pragma once
// Envelopes of a pile: convex hull and alpha shape of points around the grains' surfaces.
#include "model/pile.hpp"

namespace rubble::measure {

// Every point of a hull's surface is at most this far from one of surface_points(), in radii of the ball of the hull's
// volume.
inline constexpr double kHullSpacing = 1;

// (pile, points per sphere >= 4) => points that represent the surfaces [m]. docs/decisions/0024-envelopes.md.
// - Spheres: points spread along a Fibonacci spiral, at the distance at which their polyhedron has the sphere's volume
//   (1.07 radii for 32 points). Points on the surface would enclose too little. The volume of the hull of many spheres
//   is then too large by a fraction of about 3 x 0.03 radii / the radius of the pile.
// - Convex hulls: the vertices, and points on edges and faces spaced by kHullSpacing. The hull of the pile is then
//   exact. An alpha above 2 radii fills each hull except for 0.1 to 0.3 % along its edges, or more if it is thinner
//   than the spacing.
Vec3s surface_points(const Pile& pile, int per_sphere = 32);

struct Envelope {
  double hull = 0;   // convex hull [m3]
  double alpha = 0;  // alpha shape: Delaunay tetrahedra whose circumscribed sphere has a radius <= alpha [m3]
  double area = 0;   // area of the alpha shape: triangles that belong to exactly one tetrahedron, including the walls
                     // of closed pores [m2]
};

// (points [m], alpha > 0 [m], may be infinite) => volumes and area; 0 for points in one plane. InputError if alpha is
// not above 0. alpha_shape() returns the shape itself.
Envelope envelope(const Vec3s& points, double alpha);

// (pile) => 1.5 x the mean diameter of the bodies [m]; for hulls, the diameter of the ball of the same volume. This
// closes the pores between spheres and keeps dents larger than a sphere. Members of grains count separately, so that
// the same spheres have the same envelope whether they are glued or not.
double default_alpha(const Pile& pile);

}  // namespace rubble::measure
