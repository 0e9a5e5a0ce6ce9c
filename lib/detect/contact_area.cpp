#include "detect/contact_area.hpp"

#include <algorithm>
#include <array>
#include <vector>

namespace rubble::detect {
namespace {

using Flat = std::array<double, 2>;

// Twice the signed area of a triangle.
double twice_area(const Flat& a, const Flat& b, const Flat& c) {
  return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}

// (points in rising order) => corners of one side of the hull, from the first point to the last one. The other side has
// the opposite sign.
std::vector<Flat> side_of(const std::vector<Flat>& points, double sign) {
  std::vector<Flat> side;
  for (const Flat& point : points) {
    while (side.size() > 1 && sign * twice_area(side[side.size() - 2], side.back(), point) <= 0) side.pop_back();
    side.push_back(point);
  }
  return side;
}

// Area between a side and the first axis.
double area_below(const std::vector<Flat>& side) {
  double sum = 0;
  for (std::size_t k = 0; k + 1 < side.size(); ++k)
    sum += 0.5 * (side[k][1] + side[k + 1][1]) * (side[k + 1][0] - side[k][0]);
  return sum;
}

}  // namespace

double hull_area(const Vec3s& points, const Vec3& normal) {
  if (points.size() < 3) return 0;
  const Vec3 first = normal.unitOrthogonal(), second = normal.cross(first);
  std::vector<Flat> flat;
  for (const Vec3& x : points) {
    const Vec3 way = x - points.front();
    flat.push_back({way.dot(first), way.dot(second)});
  }
  std::sort(flat.begin(), flat.end());
  return area_below(side_of(flat, -1)) - area_below(side_of(flat, 1));
}

}  // namespace rubble::detect
