#pragma once
// Two points on their way to each other.

namespace rubble::measure {

// At the start, in the frame of one of the two.
struct Approach {
  double separation = 0;  // [m] > 0
  double offset = 0;      // of the line along which the other moves [m], below separation
  double speed = 0;       // towards the one [m s-1] >= 0
  double strength = 0;    // G times the sum of both masses [m3 s-2] >= 0
};

// (approach, distance that it passes [m], not above the separation) => time until then [s]: the integral of dr /
// |dr/dt|, (dr/dt)^2 = v^2 + 2 G M (1/r - 1/separation) - (offset v / r)^2, to 1e-12; infinite without speed and
// gravity. docs/theory.md 6.1.
double approach_time(const Approach& approach, double distance);

}  // namespace rubble::measure
