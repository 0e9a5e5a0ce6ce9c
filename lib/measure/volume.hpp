#pragma once
// Volumes of a pile. There are several definitions; each has a name.
#include "model/pile.hpp"

#include <string>

namespace rubble::measure {

// The definitions:
// - sphere: the smallest sphere about the centre of mass that contains every grain.
// - cluster: the same sphere for the heaviest cluster of touching grains alone.
// - ellipsoid: the uniform ellipsoid with the pile's mass and moments of inertia (unscaled).
// - extents: the ellipsoid with the extents along the principal axes as semi-axes.
// - ranges: the ellipsoid with half the ranges along the principal axes as semi-axes.
// - hull: the convex hull of 32 points about each sphere's surface, and of the hulls' points: surface_points().
// - alpha: the alpha shape of these points.
// - cell: for periodic piles only, the product of the periods along x, y and z. Not one of the names for a run.
//
// A periodic pile has no centre of mass and no extents. Only "cell" is defined, and "cluster" if the cluster is not
// connected to its own image.
const std::vector<std::string>& volume_names();

// (pile, one of volume_names(), alpha [m] for "alpha") => volume [m3]. InputError for another name or no bodies.
double volume(const Pile& pile, const std::string& name, double alpha);

// (pile) => bodies of the heaviest cluster of touching grains, in ascending order.
std::vector<Index> heaviest_cluster(const Pile& pile);

}  // namespace rubble::measure
