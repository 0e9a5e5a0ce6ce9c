#pragma once
// Entries of the account that impulses make: heat, work of walls, momentum (docs/theory.md 11.4).
#include "nscd/impacts.hpp"

namespace rubble::nscd {

// (step, links of all points, point, impulse on b [N s]) Adds the effect of an impulse on walls and on images, and its
// size for rounding errors.
void book_impulse(const StepView& step, const friction::Links& near, std::size_t point, const Vec3& impulse,
                  Account& sum);

// (solved contacts) => account of all their impulses, with those of impacts.
Account account_of(const StepView& step, const StepVelocities& velocities, const ContactProblem& contacts,
                   const Impacts& impacts);

}  // namespace rubble::nscd
