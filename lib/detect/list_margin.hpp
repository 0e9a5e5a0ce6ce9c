#pragma once
// Margin of a neighbour list.

namespace rubble::detect {

// (mean distance that a body moves in a step [m], mean diameter [m]) => margin of the list with the least cost [m].
// A list lasts for margin / (2 path) steps, and its number of pairs grows with the margin. New lists and additional
// pairs cost equally much at a margin of sqrt(20 path / diameter) diameters, where the factor 20 is measured. The
// margin is at least 0.02 and at most 0.3 diameters. Results do not depend on it.
double list_margin(double path, double diameter);

}  // namespace rubble::detect
