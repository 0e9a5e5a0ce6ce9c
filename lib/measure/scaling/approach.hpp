#pragma once
// Two points that approach each other.

namespace rubble::measure {

// Initial conditions, in the frame of one of the two points.
struct Approach {
  double separation = 0;  // [m] > 0
  double offset = 0;      // impact parameter of the other point's line of motion [m], below separation
  double speed = 0;       // speed of the other point along this line, towards the first point [m s-1] >= 0
  double strength = 0;    // G times the sum of both masses [m3 s-2] >= 0
};

// (approach, target distance [m], not below the pericentre) => time until the target distance is reached [s]; 0 if the
// separation is not larger. It is the integral of dr / |dr/dt| with v = speed, G M = strength, and (dr/dt)^2 = v^2 +
// 2 G M (1/r - 1/separation) - (offset v / r)^2, to a relative error of 1e-12. It is infinite without speed and
// gravity. docs/theory.md 6.1.
double approach_time(const Approach& approach, double distance);

}  // namespace rubble::measure
