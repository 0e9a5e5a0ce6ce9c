#pragma once
// Physical constants.

namespace rubble {

// Gravitational constant [m3 kg-1 s-2]: CODATA 2018, DOI 10.1103/RevModPhys.93.025010.
inline constexpr double kGravitationalConstant = 6.67430e-11;

}  // namespace rubble
