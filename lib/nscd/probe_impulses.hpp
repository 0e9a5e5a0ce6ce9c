#pragma once
// Impulses of Contact Dynamics on the targets of probes. docs/theory.md 5.18.
#include "model/probes.hpp"
#include "nscd/impacts.hpp"

namespace rubble::nscd {

// Sets the points of the torques, at the positions at which forces are evaluated.
void place_points(const StepView& step, Probes& probes);

// (step, links of all points, point, impulse on b [N s]) Adds the impulse of one point.
void add_impulse(const StepView& step, const friction::Links& near, std::size_t point, const Vec3& impulse,
                 Probes& probes);

// (solved contacts) Adds all impulses of the contacts, with those of impacts, and the areas of pairs that touch along
// faces.
void add_contacts(const StepView& step, const ContactProblem& contacts, const Impacts& impacts, Probes& probes);

}  // namespace rubble::nscd
