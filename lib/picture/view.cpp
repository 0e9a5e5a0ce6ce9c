#include "picture/view.hpp"

#include <cmath>
#include <numbers>

namespace rubble::picture {

Vec3 View::place(const Vec3& x) const {
  const Vec3 from = scale * (axes * (x - centre));
  return {0.5 * width + from.x(), 0.5 * height - from.y(), from.z()};
}

Vec3 View::origin_of(const Vec3& pixels) const {
  const Vec3 from(pixels.x() - 0.5 * width, 0.5 * height - pixels.y(), pixels.z());
  return centre + axes.transpose() * (from / scale);
}

Vec3 View::turned(const Vec3& direction) const {
  const Vec3 along = axes * direction;
  return {along.x(), -along.y(), along.z()};
}

View view_from(const Vec3& out, const Vec3& centre, double across, int width, int height) {
  View view;
  const Vec3 towards = out.normalized();
  const Vec3 pole = towards.head<2>().norm() > 1e-6 ? Vec3::UnitZ() : Vec3::UnitY();
  const Vec3 right = pole.cross(towards).normalized();
  view.axes.row(0) = right.transpose();
  view.axes.row(1) = towards.cross(right).transpose();
  view.axes.row(2) = towards.transpose();
  view.centre = centre;
  view.scale = width / across;
  view.width = width;
  view.height = height;
  return view;
}

Vec3 direction_to(double azimuth, double elevation) {
  const double a = azimuth * std::numbers::pi / 180, e = elevation * std::numbers::pi / 180;
  const Vec3 exact(std::cos(e) * std::cos(a), std::cos(e) * std::sin(a), std::sin(e));
  return (1e9 * exact).array().round() / 1e9;
}

}  // namespace rubble::picture
