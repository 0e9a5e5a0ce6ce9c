#include "spatial/plane_cells.hpp"

#include <algorithm>
#include <cmath>

namespace rubble::spatial {

std::size_t PlaneCells::Axis::cell_of(double place) const {
  double way = place - low;
  const double length = width * static_cast<double>(number);
  if (repeats) way -= length * std::floor(way / length);
  const double cell = std::floor(way / width);
  return static_cast<std::size_t>(std::clamp(cell, 0.0, static_cast<double>(number - 1)));
}

PlaneCells::Range PlaneCells::Axis::cells(double place, double reach) const {
  // Rounding errors of the two ends must not exclude a cell.
  const double wide = (1 + 1e-9) * reach + 1e-12 * std::abs(place);
  if (!repeats) {
    const std::size_t first = cell_of(place - wide);
    return {first, cell_of(place + wide) + 1 - first};
  }
  if (2 * wide + width >= width * static_cast<double>(number)) return {0, number};
  const std::size_t first = cell_of(place - wide), last = cell_of(place + wide);
  return {first, (last >= first ? last : last + number) + 1 - first};
}

PlaneCells::Axis PlaneCells::axis_of(const std::vector<PlanePoint>& points, std::size_t axis, double period,
                                     double width) {
  Axis out;
  out.repeats = period > 0;
  double length = period;
  if (!out.repeats) {
    const auto [low, high] = std::minmax_element(points.begin(), points.end(),
                                                 [&](const auto& a, const auto& b) { return a[axis] < b[axis]; });
    out.low = points.empty() ? 0 : (*low)[axis];
    length = points.empty() ? 0 : (*high)[axis] - out.low;
  }
  const double most = std::ceil(std::sqrt(2 * static_cast<double>(points.size()) + 1));
  const double number = std::clamp(std::floor(length / width), 1.0, most);
  out.number = static_cast<std::size_t>(number);
  out.width = std::max(length / number, width / most);
  if (out.repeats) out.width = length / number;
  return out;
}

PlaneCells::PlaneCells(const std::vector<PlanePoint>& points, const PlanePoint& period, double width)
    : axis_{axis_of(points, 0, period[0], width), axis_of(points, 1, period[1], width)},
      begin_(axis_[0].number * axis_[1].number + 1, 0),
      order_(points.size()) {
  std::vector<std::size_t> cell_of_point;
  cell_of_point.reserve(points.size());
  for (const PlanePoint& x : points)
    cell_of_point.push_back(axis_[1].cell_of(x[1]) * axis_[0].number + axis_[0].cell_of(x[0]));
  for (const std::size_t cell : cell_of_point) ++begin_[cell + 1];
  for (std::size_t k = 1; k < begin_.size(); ++k) begin_[k] += begin_[k - 1];
  std::vector<std::size_t> next(begin_.begin(), begin_.end() - 1);
  for (std::size_t i = 0; i < points.size(); ++i) order_[next[cell_of_point[i]]++] = static_cast<Index>(i);
}

}  // namespace rubble::spatial
