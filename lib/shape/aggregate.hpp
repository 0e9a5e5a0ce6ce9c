#pragma once
// Rigid grains glued from spheres: positions of the members and mass properties. Pure geometry, at unit density.
#include "base/vec.hpp"

#include <string>
#include <vector>

namespace rubble::shape {

// Members relative to the centre of mass, in the principal axes, with ascending moments.
struct Aggregate {
  std::string name;
  Vec3s centre;        // centres of the members [m]
  Reals radius;        // radii of the members [m]
  Reals part;          // volume assigned to each member [m3]; the sum is `volume`, the weighted mean of `centre` is 0
  double volume = 0;   // mass / density [m3]
  Vec3 moments;        // principal moments of inertia / density, ascending [m5]
  double reach = 0;    // distance of the farthest surface point from the centre of mass [m]
  bool round = false;  // true if all moments are equal: the rotation needs no orientation

  std::size_t size() const { return radius.size(); }
};

// Mass properties of overlapping members. kSum counts every sphere in full, so that mass, moments and gravity are those
// of the separate members. kUnion counts overlapping regions once.
enum class Overlap { kSum, kUnion };

// (name, centres [m] and radii [m] > 0 of at least one member, convention) => aggregate. kSum is exact. kUnion
// integrates over 2 x 1024^2 columns, exactly along each column: relative errors of volume and moments are below 1e-5.
// The parts of kUnion are proportional to the members' volumes, except for the smallest correction that puts their
// centre of mass at the origin. InputError if there is no member, if the numbers of centres and radii differ, if a
// radius is not above 0, or if a part would not be above 0.
Aggregate glue(const std::string& name, const Vec3s& centre, const Reals& radius, Overlap overlap = Overlap::kSum);

// The library of aggregates, each with its number of members. All members of an aggregate have the same radius. They
// touch without overlap, except in the last one:
// - sphere       1
// - dumbbell     2
// - diamond      4, a rhombus of two equilateral triangles
// - rod          4 in a row
// - tetrahedron  4
// - cube         8, 2 x 2 x 2
// - irregular    155, the sites of a face-centred cubic lattice in a convex body with random faces
// - intruder     13 that overlap: the centre and the 12 corners of an icosahedron; all its moments are equal
const std::vector<std::string>& aggregate_names();

// (one of aggregate_names(), radius of a member [m], or, for "intruder", of the sphere around it, convention) =>
// aggregate. InputError for another name.
Aggregate aggregate(const std::string& name, double radius, Overlap overlap = Overlap::kSum);

}  // namespace rubble::shape
