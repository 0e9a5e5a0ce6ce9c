#pragma once
// Two points that approach each other.

namespace rubble::measure {

// Initial conditions, in the frame of one of the two points.
struct Approach {
  double separation = 0;  // [m] > 0
  double offset = 0;      // impact parameter of the other point's line of motion [m], below separation
  double speed = 0;       // component along the line of motion, positive on approach [m s-1] >= 0
  double strength = 0;    // G times the sum of both masses [m3 s-2] >= 0
};

// (approach, target distance [m], not above the separation) => time until the target distance is reached [s]. It is the
// integral of dr / |dr/dt| with (dr/dt)^2 = v^2 + 2 G M (1/r - 1/separation) - (offset v / r)^2, to 1e-12. It is
// infinite without speed and gravity. docs/theory.md 6.1.
double approach_time(const Approach& approach, double distance);

}  // namespace rubble::measure
