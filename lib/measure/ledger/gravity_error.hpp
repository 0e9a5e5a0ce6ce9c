#pragma once
// Check of gravity: direct summation in long double for a sample of bodies. No solver uses this code.
#include "gravity/pull.hpp"
#include "model/pile.hpp"

namespace rubble::measure {

using GravityField = gravity::Pull;  // accelerations and potential; the tide is ignored

struct GravityError {
  std::size_t sample = 0;            // number of bodies for which the sum is repeated
  double rms = 0, p99 = 0, max = 0;  // relative errors |a - a_ref| / |a_ref|
  double potential_rms = 0;          // relative error |phi - phi_ref| / |phi_ref|
};

// (pile, G, field of a method, number of bodies to check) => relative errors over a sample evenly spread over the
// indices.
GravityError gravity_error(const Pile& pile, double G, const GravityField& field, std::size_t sample);

struct GravitySummary {
  double rms = 0, max = 0;  // |acceleration| [m s-2]
  double net_force = 0;     // |sum m a| / sum |m a|: 0 if Newton's third law holds
  double energy = 0;        // sum m phi / 2 [J]
};

// (pile, field) => its summary.
GravitySummary gravity_summary(const Pile& pile, const GravityField& field);

}  // namespace rubble::measure
