#pragma once
// Mass properties of bodies of unit density, and their principal frames. Lengths in any one unit [L].
#include "shape/polyhedron.hpp"

namespace rubble::shape {

// Integrals over a body of unit density.
struct Bulk {
  double volume = 0;           // of 1 [L3]
  Vec3 first = Vec3::Zero();   // of x [L4]
  Mat3 second = Mat3::Zero();  // of x x^T [L5]

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

// (integrals) => the same about the centre of mass: I = tr(S) 1 - S, S = integral of (x - centre)(x - centre)^T.
MassProperties about_centre(const Bulk& bulk);

// (vertices, faces of a closed surface, convex or not) => its integrals about the origin; negative if the faces are
// clockwise. The tetrahedra between the origin and each triangle (a, b, c) of the faces are added up with their signs.
// For one of them, with v = a . (b x c) / 6 and s = a + b + c, the integral of 1 is v, of x it is v s / 4, and
// of x x^T it is v (a a^T + b b^T + c c^T + s s^T) / 20: for barycentric coordinates l_i the integral of l_i l_j is
// (1 + [i = j]) v / 20 (Tonon 2005, doi:10.3844/jmssp.2005.8.11; Mirtich 1996, doi:10.1080/10867651.1996.10487458,
// comes to the same by the divergence theorem).
Bulk bulk_of(const Vec3s& vertex, const Faces& face);

// (vertices, faces of a closed surface) => its mass properties, exact up to rounding wherever the body lies: summed
// about the mean of its vertices.
MassProperties mass_properties(const Vec3s& vertex, const Faces& face);

// Columns of `axes` are the principal directions, right-handed.
struct PrincipalFrame {
  Vec3 moments;  // rising
  Mat3 axes;
};

// (inertia tensor) => its principal frame; moments in the tensor's unit. Moments within 1e-10 of each other count as
// equal, and their directions are then taken from the given axes:
//   all different    the largest component of the first two directions is positive
//   two equal        the largest component of the direction with a moment of its own is positive; the next one is the
//                    part across it of the first given axis that is more than 53 degrees away from it
//   all equal        the given axes
PrincipalFrame principal_frame(const Mat3& inertia);

}  // namespace rubble::shape
