#pragma once
// Volumes of a pile. There are several definitions; each has a name.
#include "base/word_table.hpp"
#include "model/pile.hpp"

#include <string>

namespace rubble::measure {

// Definitions of the volume:
// - sphere: the smallest sphere about the centre of mass that contains every grain.
// - cluster: the smallest sphere about the centre of mass of heaviest_cluster() that contains this cluster.
// - ellipsoid: the uniform ellipsoid with the pile's mass and moments of inertia (unscaled).
// - extents: the ellipsoid with the extents along the principal axes as semi-axes.
// - ranges: the ellipsoid with half the ranges along the principal axes as semi-axes.
// - hull: the convex hull of surface_points(): 32 points about each sphere, and points on the surfaces of hulls.
// - alpha: the alpha shape of surface_points().
// - cell: the product of the periods along x, y and z, which must all be periodic. It is not one of kVolumes, which are
//   those of open piles.
//
// A periodic pile has no centre of mass and no extents. Only "cell" is defined, and "cluster" if the cluster is not
// connected to its own image.
enum class Volume { sphere, cluster, ellipsoid, extents, ranges, hull, alpha, cell };
inline constexpr Word<Volume> kVolumes[] = {{"sphere", Volume::sphere},       {"cluster", Volume::cluster},
                                            {"ellipsoid", Volume::ellipsoid}, {"extents", Volume::extents},
                                            {"ranges", Volume::ranges},       {"hull", Volume::hull},
                                            {"alpha", Volume::alpha}};
inline constexpr Word<Volume> kAllVolumes[] = {{"sphere", Volume::sphere},       {"cluster", Volume::cluster},
                                               {"ellipsoid", Volume::ellipsoid}, {"extents", Volume::extents},
                                               {"ranges", Volume::ranges},       {"hull", Volume::hull},
                                               {"alpha", Volume::alpha},         {"cell", Volume::cell}};

// (definition) => its word, one of kAllVolumes.
std::string name_of(Volume definition);

// (pile, definition, alpha > 0 [m] for hull and alpha) => volume [m3]. InputError for no bodies, alpha <= 0, or a
// volume that is not defined for the pile's periods.
double volume(const Pile& pile, Volume definition, double alpha);

// (pile) => bodies of the heaviest cluster of grains that touch or have a stored contact, in ascending order.
// InputError if there are no bodies.
std::vector<Index> heaviest_cluster(const Pile& pile);

// (pile) => its heaviest cluster as a pile, put together by whole periods. InputError if the cluster spans the cell.
Pile pile_of_heaviest_cluster(const Pile& pile);

}  // namespace rubble::measure
