#pragma once
// Stiffness and time step for a pile: the rules behind "auto" and rubble-advise.
#include "model/external.hpp"
#include "model/pile.hpp"
#include "ssdem/parameters.hpp"

#include <limits>

namespace rubble::ssdem {

struct Choice {
  double speed = 0;              // greatest relative speed expected [m s-1]
  double stiffness = 0;          // as defined by the law's key [N m-1]; 0 for Hertz-Mindlin
  double dt = 0;                 // [s]
  double contact_time = 0;       // duration of a contact of the lightest pair at `speed` [s]
  double steps_per_contact = 0;  // contact_time / dt
  double overlap = 0;            // largest expected overlap / smaller radius at `speed`, for the pair that needs the
                                 // stiffest spring
  double static_overlap = 0;     // overlap of the smallest sphere under the central pressure of the compact body / its
                                 // radius
  double longest_step = std::numeric_limits<double>::infinity();  // longest stable step of the bonds [s]
};

// Replaces "auto" of the stiffness and of step.dt by values, and prepares the laws of p. step.skin may stay "auto". A
// `speed` > 0 [m s-1] is used instead of the estimate. docs/theory.md 2.9. InputError if a body is a hull. Without
// contacts, dt must be given (InputError if it is not), and all other values of the result are 0.
Choice resolve(Parameters& p, const Model& model, const State& state, const External& external, double speed = 0);

// (parameters and choice of resolve(), pile, its surroundings, true if the step was "auto") Takes the bonds at the
// start of the run into account. It sets the longest stable step. An automatic step becomes at most the half period of
// the fastest vibration / steps_per_contact. docs/theory.md 2.14.
void resolve_bonds(Parameters& p, const Pile& pile, const External& external, bool is_auto, Choice& choice);

// (pile of at least one body, its surroundings, gravity) => greatest speed at which bodies are expected to meet each
// other or a wall [m s-1]: docs/theory.md 2.9. Hulls count as balls of equal volume.
double greatest_speed(const Model& model, const State& state, const External& external,
                      const gravity::Parameters& gravity);

}  // namespace rubble::ssdem
