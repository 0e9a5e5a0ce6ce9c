#pragma once
#include <cmath>

namespace rubble::ssdem {

// (masses of two bodies, or their radii; infinite for a frozen body or a plane) => reduced mass, or reduced radius:
// a b / (a + b)
inline double reduced(double a, double b) { return std::isinf(a) ? b : a / (1 + a / b); }

}  // namespace rubble::ssdem
