#pragma once
// Mass properties of bodies of unit density, and their principal frames. Lengths in any one unit [L].
#include "shape/polyhedron.hpp"

namespace rubble::shape {

// Integrals over a body of unit density.
struct Bulk {
  double volume = 0;           // integral of 1 [L3]
  Vec3 first = Vec3::Zero();   // integral of x [L4]
  Mat3 second = Mat3::Zero();  // integral of x x^T [L5]

  Bulk& operator+=(const Bulk& b) {
    volume += b.volume, first += b.first, second += b.second;
    return *this;
  }
};

struct MassProperties {
  double volume;  // [L3]
  Vec3 centre;    // [L]
  Mat3 inertia;   // about the centre [L5]
};

// (integrals) => volume, centre of mass and inertia about it: I = tr(S) 1 - S, S = integral of (x - centre)(x -
// centre)^T.
MassProperties about_centre(const Bulk& bulk);

// (vertices, faces of a closed surface, convex or not) => its integrals about the origin, negative if the faces are
// clockwise. The signed integrals over the tetrahedra of the origin and each triangle (a, b, c) of the faces are
// summed. With v = a . (b x c) / 6 and s = a + b + c, one tetrahedron contributes:
// - v to the integral of 1,
// - v s / 4 to the integral of x,
// - v (a a^T + b b^T + c c^T + s s^T) / 20 to the integral of x x^T.
//
// These follow from the integral of l_i l_j over barycentric coordinates, (1 + [i = j]) v / 20 (Tonon 2005,
// doi:10.3844/jmssp.2005.8.11). Mirtich 1996, doi:10.1080/10867651.1996.10487458, obtains the same result from the
// divergence theorem.
Bulk bulk_of(const Vec3s& vertex, const Faces& face);

// (vertices, faces of a closed surface) => its mass properties, exact up to rounding at any distance from the origin:
// the integrals are taken about the mean of its vertices.
MassProperties mass_properties(const Vec3s& vertex, const Faces& face);

// Columns of `axes` are the principal directions, right-handed.
struct PrincipalFrame {
  Vec3 moments;  // ascending
  Mat3 axes;
};

// (inertia tensor) => its principal frame; moments in the tensor's unit. Moments that differ by less than 1e-10 of the
// largest count as equal. Directions of equal moments are chosen from the given axes:
// - All different: the largest component of each of the first two directions is positive.
// - Two equal: the largest component of the direction of the other moment is positive. The next direction in cyclic
//   order is the projection of the first given axis that is at least 53 degrees away from it.
// - All equal: the given axes.
PrincipalFrame principal_frame(const Mat3& inertia);

}  // namespace rubble::shape
