#pragma once
// The referee of gravity: sums a sample of bodies again, by plain loops in long double that no method shares.
#include "gravity/pull.hpp"
#include "model/pile.hpp"

namespace rubble::measure {

using GravityField = gravity::Pull;  // accelerations and potential; the tide is not looked at

struct GravityError {
  std::size_t sample = 0;            // bodies that were summed again
  double rms = 0, p99 = 0, max = 0;  // of |a - a_ref| / |a_ref|
  double potential_rms = 0;          // of |phi - phi_ref| / |phi_ref|
};

// (pile, G, field of a method, bodies to check) => relative errors over a sample evenly spread over the indices.
GravityError gravity_error(const Pile& pile, double G, const GravityField& field, std::size_t sample);

struct GravitySummary {
  double rms = 0, max = 0;  // |acceleration| [m s-2]
  double net_force = 0;     // |sum m a| / sum |m a|: breaks Newton's third law as far as it is not 0
  double energy = 0;        // sum m phi / 2 [J]
};

// (pile, field) => its summary.
GravitySummary gravity_summary(const Pile& pile, const GravityField& field);

}  // namespace rubble::measure
