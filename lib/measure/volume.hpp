#pragma once
// "The volume of a pile" is a choice; here the choices have names.
#include "model/pile.hpp"

#include <string>

namespace rubble::measure {

// sphere     smallest sphere about the centre of mass that holds every grain
// cluster    the same of the heaviest cluster of touching grains alone
// ellipsoid  uniform ellipsoid with the pile's mass and moments of inertia (unscaled)
// extents    ellipsoid with the extents along the principal axes as semi-axes
// ranges     ellipsoid with half the ranges along the principal axes as semi-axes
// hull       convex hull of 32 points about each sphere's surface, and of the hulls: surface_points()
// alpha      alpha shape of these points
// A pile in periodic space has no centre of mass and no extents, but "cluster", if that is not endless, and
// cell       its period along x times that along y times that along z; not one of the names that a run may have
const std::vector<std::string>& volume_names();

// (pile, one of volume_names(), alpha [m] for "alpha") => volume [m3]. InputError for another name or no bodies.
double volume(const Pile& pile, const std::string& name, double alpha);

// (pile) => bodies of the heaviest cluster of touching grains, in rising order.
std::vector<Index> heaviest_cluster(const Pile& pile);

}  // namespace rubble::measure
