#pragma once
// Typical values of the keys that all runs read.
#include "base/typical_value.hpp"
#include "model/external.hpp"
#include "model/pile.hpp"

#include <vector>

namespace rubble::run {

// (pile at the start, external action, G or 0) => the shortest of the times in which the pile can change [s]:
// 1 / sqrt(G rho) for its self-gravity, sqrt(2 R / g) for uniform gravity, R / v for the motion of its bodies. R is the
// radius of the uniform ball with the pile's half-mass radius, rho its density, v the root mean square speed. Infinite
// if there is neither gravity nor motion.
double dynamical_time(const Pile& pile, const External& external, double gravitational_constant);

// (pile at the start in open space, external action, G or 0, length of a step [s]) => typical values
std::vector<TypicalValue> typical_values(const Pile& pile, const External& external, double gravitational_constant,
                                         double step);

}  // namespace rubble::run
