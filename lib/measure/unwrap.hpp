#pragma once
// Bodies of a periodic pile that hang together, moved by whole periods so that they lie together. Only such a cluster
// has a centre of mass, extents and a spin momentum.
#include "model/pile.hpp"

#include <optional>
#include <string>
#include <vector>

namespace rubble::measure {

// (pile; some of its bodies, grains whole; pairs of its bodies that hang together, members of one grain among them) =>
// the bodies as a pile of their own in open space: each is moved by whole periods to where it hangs together with the
// first one, and what hangs together with nothing of it to its image that is nearest to the centre of mass of those
// before. Nothing where they hang together with images of themselves across the cell. In open space part() of the pile.
std::optional<Pile> unwrapped_part(const Pile& pile, const std::vector<Index>& members,
                                   const std::vector<ContactKey>& pairs);

// (pile) => the same with each grain moved by whole periods, so that its centre of mass lies in the cell, [0, period)
// along each axis that repeats itself; contacts with it. In open space the pile as it is.
Pile wrapped(Pile pile);

// (pile, at least one body) => its centre of mass; along axes that repeat themselves the middle of the cell [m].
Vec3 middle(const Pile& pile);

// (pile, its name, what to do instead) => InputError "NAME: the pile is periodic: ADVICE" if space repeats itself.
void require_open(const Pile& pile, const std::string& name, const std::string& advice);

}  // namespace rubble::measure
