#pragma once
// A smooth curve through the points of a table.
#include "base/vec.hpp"

namespace rubble {

// Piecewise cubic interpolation (Hermite) with continuous value and slope. Between two points the curve is monotone,
// and constant if their values are equal. The slope at a point is that of the parabola through the point and its
// neighbours, at most three times that of either chord. At extremes and at both ends it is 0. Source: Fritsch & Carlson
// 1980, doi:10.1137/0717021. Before the first and after the last point the curve is constant.
class Curve {
 public:
  // (places, strictly rising; equally many values, at least two). InputError for anything else.
  Curve(Reals place, Reals value);

  double at(double x) const;
  double slope(double x) const;
  double bound() const;     // largest absolute value
  double steepest() const;  // largest absolute slope

 private:
  struct Piece {
    double width, left, right, rise_left, rise_right;  // width of the piece, values and slopes at its ends
    double at = 0;                                     // position within the piece, from 0 to 1
  };
  struct Parabola {
    double a, b, c;
  };
  Piece piece_at(double x) const;
  Parabola slope_of(std::size_t piece) const;  // as a function of the position within the piece

  Reals place_, value_, slope_;
};

}  // namespace rubble
