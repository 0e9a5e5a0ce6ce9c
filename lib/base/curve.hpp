#pragma once
// A smooth curve through the points of a table.
#include "base/vec.hpp"

namespace rubble {

// Cubic pieces between the points (Hermite; slopes of the parabola through a point and its neighbours, 0 at both ends):
// value and slope are continuous. Before the first and after the last point it is level.
class Curve {
 public:
  // (places, strictly rising; values, as many, at least two). Anything else: InputError.
  Curve(Reals place, Reals value);

  double at(double x) const;
  double slope(double x) const;
  double bound() const;     // largest size of a value
  double steepest() const;  // largest size of a slope

 private:
  struct Piece {
    double width, left, right, rise_left, rise_right;  // values and slopes at the ends
    double at = 0;                                     // place within, 0 ... 1
  };
  struct Parabola {
    double a, b, c;
  };
  Piece piece_at(double x) const;
  Parabola slope_of(std::size_t piece) const;  // by the place within it

  Reals place_, value_, slope_;
};

}  // namespace rubble
