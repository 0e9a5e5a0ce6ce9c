#include "shape/flat_triangle.hpp"

#include <algorithm>

namespace rubble::shape {
namespace {

// Any triangle: its faces are its two sides.
Shape triangle() {
  Shape shape;
  shape.name = "triangle";
  shape.kind = Kind::hull;
  shape.vertex = {{1, 0, 0}, {0, 1, 0}, {-1, -1, 0}};
  shape.face = {{0, 1, 2}, {0, 2, 1}};
  return shape;
}

// Replaces entry k, and the copies of the first one that fill up the pack.
void put(LaneTable& table, std::size_t k, std::size_t count, const Vec3& value) {
  const auto at = [&](std::size_t place) {
    table.x[place] = value.x();
    table.y[place] = value.y();
    table.z[place] = value.z();
  };
  at(k);
  for (std::size_t copy = count; k == 0 && copy < table.x.size(); ++copy) at(copy);
}

}  // namespace

FlatTriangle::FlatTriangle() : solid_(triangle()), at_{Vec3::Zero(), Quaternion::Identity(), 1} {}

void FlatTriangle::set(const std::array<Vec3, 3>& corner, double unit) {
  at_.centre = (corner[0] + corner[1] + corner[2]) / 3;
  at_.radius = unit;
  solid_.reach = 0;
  for (std::size_t k = 0; k < 3; ++k) {
    solid_.vertex[k] = (corner[k] - at_.centre) / unit;
    put(solid_.vertices, k, 3, solid_.vertex[k]);
    solid_.reach = std::max(solid_.reach, solid_.vertex[k].norm());
  }
  const Vec3s& vertex = solid_.vertex;
  const Vec3 normal = (vertex[1] - vertex[0]).cross(vertex[2] - vertex[0]).normalized();
  for (std::size_t k = 0; k < 2; ++k) {
    const Vec3 outwards = k == 0 ? normal : Vec3(-normal);
    solid_.plane[k] = {outwards, outwards.dot(vertex[0])};
    put(solid_.normals, k, 2, outwards);
  }
  for (std::size_t place = 0; place < solid_.offset.size(); ++place)
    solid_.offset[place] = solid_.plane[place == 1 ? 1 : 0].offset;
  std::size_t way = 0;
  for (Index v = 0; v < 3; ++v)
    for (const Index to : solid_.neighbours.of(v)) solid_.way[way++] = vertex[to] - vertex[v];
}

}  // namespace rubble::shape
