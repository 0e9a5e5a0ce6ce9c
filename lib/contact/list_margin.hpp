#pragma once
// Margin of a neighbour list.

namespace rubble::contact {

// (mean distance that a body moves in a step [m], mean diameter [m]) => margin of the list with the least cost [m].
// A list lasts for margin / (2 path) steps, and its number of pairs grows with the margin. The cost of new lists and
// the cost of additional pairs are then equal at sqrt(20 path / diameter) diameters; the factor 20 is measured. The
// margin is at least 0.02 and at most 0.3 diameters. Results do not depend on it.
double list_margin(double path, double diameter);

}  // namespace rubble::contact
