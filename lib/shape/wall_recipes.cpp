#include "shape/wall_recipes.hpp"

#include <cmath>
#include <numbers>

namespace rubble::shape {

Polyhedron box_surface(const Vec3& sides) {
  Polyhedron box;
  for (int corner = 0; corner < 8; ++corner) {
    const auto side = [&](int axis) { return ((corner >> axis & 1) != 0 ? 0.5 : -0.5) * sides[axis]; };
    box.vertex.push_back({side(0), side(1), side(2)});
  }
  box.face = {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};
  return box;
}

Polyhedron cone_surface(double lower, double upper, double height, std::int64_t sides, Ends ends) {
  Polyhedron cone;
  const auto n = static_cast<Index>(sides);
  for (const bool at_top : {false, true})
    for (Index k = 0; k < n; ++k) {
      const double angle = 2 * std::numbers::pi * k / n, radius = at_top ? upper : lower;
      cone.vertex.push_back({radius * std::cos(angle), radius * std::sin(angle), (at_top ? 0.5 : -0.5) * height});
    }
  for (Index k = 0; k < n; ++k) {
    const Index next = (k + 1) % n;
    cone.face.push_back({k, next, n + next, n + k});
  }
  std::vector<Index> floor, lid;
  for (Index k = 0; k < n; ++k) {
    floor.push_back(n - 1 - k);
    lid.push_back(n + k);
  }
  if (ends != Ends::none) cone.face.push_back(floor);
  if (ends == Ends::both) cone.face.push_back(lid);
  return cone;
}

}  // namespace rubble::shape
