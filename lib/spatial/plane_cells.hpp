#pragma once
// Points of a plane, sorted into cells, so that the points near a place are found without a search through all.
#include "base/vec.hpp"

#include <array>
#include <span>

namespace rubble::spatial {

using PlanePoint = std::array<double, 2>;  // [m]

class PlaneCells {
 public:
  // (points, period along both axes, 0 for an open axis [m], least width of a cell > 0 [m]) There are at most about two
  // cells for each point.
  PlaneCells(const std::vector<PlanePoint>& points, const PlanePoint& period, double width);

  // (place, distance >= 0 [m]) Calls visit(index) once for each point whose distance from the place along each axis is
  // at most `reach`, and for other points of the same cells. The order is the same in each call with equal arguments.
  template <class Visit>
  void near(const PlanePoint& place, double reach, Visit&& visit) const {
    const Range rows = axis_[1].cells(place[1], reach), columns = axis_[0].cells(place[0], reach);
    for (std::size_t row = 0; row < rows.number; ++row)
      for (std::size_t column = 0; column < columns.number; ++column)
        for (const Index point : cell(axis_[0].wrapped(columns.first + column), axis_[1].wrapped(rows.first + row)))
          visit(point);
  }

 private:
  struct Range {
    std::size_t first, number;
  };
  // Cells along one axis.
  struct Axis {
    double low = 0, width = 1;  // place of the first cell and width of each [m]
    std::size_t number = 1;
    bool repeats = false;

    std::size_t cell_of(double place) const;
    // => the cells within `reach` of the place; beyond the last cell of a periodic axis they go on with the first
    Range cells(double place, double reach) const;
    std::size_t wrapped(std::size_t cell) const { return cell < number ? cell : cell - number; }
  };

  static Axis axis_of(const std::vector<PlanePoint>& points, std::size_t axis, double period, double width);
  std::span<const Index> cell(std::size_t column, std::size_t row) const {
    const std::size_t k = row * axis_[0].number + column;
    return std::span(order_).subspan(begin_[k], begin_[k + 1] - begin_[k]);
  }

  std::array<Axis, 2> axis_;
  std::vector<std::size_t> begin_;  // [cells + 1]
  std::vector<Index> order_;        // points, sorted by cell and index
};

}  // namespace rubble::spatial
