#include "shape/nearest_place.hpp"

namespace rubble::shape {

NearestPlace nearest_place(const Vec3& a, const Vec3& b, const Vec3& c) {
  using enum NearestPlace::Part;
  const Vec3 ab = b - a, ac = c - a;
  const double a1 = -ab.dot(a), a2 = -ac.dot(a);
  if (a1 <= 0 && a2 <= 0) return {a, vertex, 0};
  const double b1 = -ab.dot(b), b2 = -ac.dot(b);
  if (b1 >= 0 && b2 <= b1) return {b, vertex, 1};
  const double on_ab = a1 * b2 - b1 * a2;
  if (on_ab <= 0 && a1 >= 0 && b1 <= 0) return {a + a1 / (a1 - b1) * ab, edge, 0};
  const double c1 = -ab.dot(c), c2 = -ac.dot(c);
  if (c2 >= 0 && c1 <= c2) return {c, vertex, 2};
  const double on_ac = c1 * a2 - a1 * c2;
  if (on_ac <= 0 && a2 >= 0 && c2 <= 0) return {a + a2 / (a2 - c2) * ac, edge, 2};
  const double on_bc = b1 * c2 - c1 * b2;
  if (on_bc <= 0 && b2 - b1 >= 0 && c1 - c2 >= 0) return {b + (b2 - b1) / ((b2 - b1) + (c1 - c2)) * (c - b), edge, 1};
  const double whole = 1 / (on_bc + on_ac + on_ab);
  return {a + on_ac * whole * ab + on_ab * whole * ac, inside, 0};
}

}  // namespace rubble::shape
