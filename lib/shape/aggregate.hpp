#pragma once
// Rigid grains glued from spheres: where their members are, and their mass properties. Pure geometry, at unit density.
#include "base/vec.hpp"

#include <string>
#include <vector>

namespace rubble::shape {

// Members about the centre of mass, in principal axes with rising moments.
struct Aggregate {
  std::string name;
  Vec3s centre;        // of the members [m]
  Reals radius;        // of the members [m]
  Reals part;          // volume that each member stands for; their sum is `volume`, their centre the origin [m3]
  double volume = 0;   // mass / density [m3]
  Vec3 moments;        // principal moments of inertia / density [m5], rising
  double reach = 0;    // of the farthest surface from the centre of mass [m]
  bool round = false;  // all moments equal: the spin needs no orientation

  std::size_t size() const { return radius.size(); }
};

// Mass properties of overlapping members. kSum counts every sphere in full, so that mass, moments and gravity of the
// members agree; kUnion counts what they cover once.
enum class Overlap { kSum, kUnion };

// (name, centres [m] and radii [m] > 0 of at least one member, convention) => aggregate.
// kSum is exact. kUnion integrates over 2 x 1024^2 columns, exactly along each: volume and moments
// within 1e-5; its parts differ from the members' volumes, all in one proportion, by as little as puts their centre
// right. InputError for no member, another number of radii, a radius that is not above 0, or a part that would not be.
Aggregate glue(const std::string& name, const Vec3s& centre, const Reals& radius, Overlap overlap = Overlap::kSum);

// The library. Members touch and are equal, but for the last two:
//   sphere       1
//   dumbbell     2
//   diamond      4, a rhombus of two equilateral triangles
//   rod          4 in a row
//   tetrahedron  4
//   cube         8, 2 x 2 x 2
//   irregular    155: the sites of a face-centred cubic lattice in a convex body with random faces
//   intruder     13 that overlap: two poles, two rings of five and one in the middle; axisymmetric
const std::vector<std::string>& aggregate_names();

// (one of aggregate_names(), radius of a member [m]; of "intruder": of the sphere around it, convention) => aggregate.
// InputError for another name.
Aggregate aggregate(const std::string& name, double radius, Overlap overlap = Overlap::kSum);

}  // namespace rubble::shape
