#pragma once
// Clusters of a periodic pile, moved by whole periods so that their bodies lie together. In sheared space their
// velocities are those of the images. Centre of mass, extents and
// spin momentum are defined only for such clusters.
#include "model/pile.hpp"

#include <optional>
#include <string>
#include <vector>

namespace rubble::measure {

// (pile; some of its bodies, only whole grains; pairs that connect them, including members of one grain) => the bodies
// as a separate pile in open space. Each body is moved by whole periods, so that it is connected to the first one. A
// body with no connection is moved to its image nearest to the centre of mass of the bodies before it. std::nullopt if
// bodies are connected to their own images across the cell. In open space, the result is that of part(). InputError if
// the bodies contain only a part of a grain.
std::optional<Pile> unwrapped_part(const Pile& pile, const std::vector<Index>& members,
                                   const std::vector<ContactKey>& pairs);

// (pile) => the pile with each grain moved by whole periods, and its contacts with it, so that its centre of mass lies
// in the cell, [0, period) along each periodic axis. In open space the pile is unchanged.
Pile wrapped(Pile pile);

// (pile) => its centre of mass; along periodic axes, the middle of the cell [m]. InputError if there are no bodies.
Vec3 middle(const Pile& pile);

// (pile, its name, what to do instead) => InputError "NAME: the pile is periodic: ADVICE" if any axis is periodic.
void require_open(const Pile& pile, const std::string& name, const std::string& advice);

// (pile, its name, subject such as "orbits need") => InputError if the pile is in Hill's rotating frame.
void require_inertial(const Pile& pile, const std::string& name, const std::string& subject);

}  // namespace rubble::measure
