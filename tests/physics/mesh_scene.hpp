#pragma once
// Triangulated walls for tests of all methods.
#include "base/random.hpp"
#include "model/external.hpp"
#include "shape/wall_recipes.hpp"

#include <memory>

namespace rubble::test {

inline MeshWall wall_of(const shape::Polyhedron& surface, const WallMotion& motion = {}) {
  MeshWall wall{std::make_shared<const WallSurface>(shape::triangle_mesh(surface)), motion};
  wall.motion.since = 0;
  return wall;
}

// The square [-size, size]^2 at z = 0 in 2 n^2 triangles, with inner vertices up to this part of a cell off a regular
// grid.
inline shape::Polyhedron flat(int n, double size = 1, double off = 0.3) {
  Random random(7, Purpose::kPlace);
  shape::Polyhedron out;
  for (int j = 0; j <= n; ++j)
    for (int i = 0; i <= n; ++i) {
      const auto place = [&](int k) {
        const bool inner = k > 0 && k < n;
        return size * (2 * (k + (inner ? 2 * off * (random.uniform() - 0.5) : 0)) / n - 1);
      };
      const double x = place(i), y = place(j);
      out.vertex.push_back({x, y, 0});
    }
  for (Index j = 0; j < n; ++j)
    for (Index i = 0; i < n; ++i) {
      const Index a = j * (n + 1) + i, b = a + 1, c = b + n + 1, d = a + n + 1;
      out.face.push_back({a, b, c});
      out.face.push_back({a, c, d});
    }
  return out;
}

inline shape::Polyhedron turned(shape::Polyhedron surface, const Mat3& turn) {
  for (Vec3& x : surface.vertex) x = turn * x;
  return surface;
}

inline shape::Polyhedron moved(shape::Polyhedron surface, const Vec3& by) {
  for (Vec3& x : surface.vertex) x += by;
  return surface;
}

inline Mat3 about(const Vec3& axis, double angle) { return Eigen::AngleAxisd(angle, axis).toRotationMatrix(); }

}  // namespace rubble::test
