#pragma once
// Changes of the grains of a pile.
#include "model/grains.hpp"

#include <vector>

namespace rubble {

// Glues bodies at their present positions. Arguments: a pile without grains; the grain of each body, 0, 1, ... or -1
// for a free sphere; the excess of each grain along the inertial axes [kg m2]; the orientation of each hull, not needed
// without hulls. Masses, moments, orientations and the members' offsets follow from the bodies. Their motion is not
// changed. A hull that is the only member of a grain gives it its frame and its shape.
void glue_bodies(Pile& pile, const std::vector<Index>& grain, const std::vector<Mat3>& excess,
                 const std::vector<Quaternion>& turn = {});

// Changes which bodies form grains. (model; state; new grain of each body: 0, 1, ... or -1 for a free sphere) =>
// `state` with these grains. A grain with unchanged members keeps its bits. For other grains, masses, moments,
// orientations and offsets follow from the members, whose motion is not changed. If members of a new grain move apart,
// place them again (place_members()).
//
// std::logic_error for another number of bodies, for a free hull, for grain indices with a gap, and for a change to a
// grain with an excess, which belongs to no member.
void regroup(const Model& model, State& state, const std::vector<Index>& grain);

}  // namespace rubble
