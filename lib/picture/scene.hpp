#pragma once
// Items of a picture: balls, convex hulls and rods, each in one colour, and translucent walls. Lengths [m].
#include "shape/polyhedron.hpp"

#include <array>
#include <optional>
#include <vector>

namespace rubble::picture {

// Corners of the polyhedron that represents a curved body other than a sphere.
inline constexpr int kMeshCorners = 500;

// Linear light, 0 to 1 (white).
struct Colour {
  float red = 0, green = 0, blue = 0;
};

struct Ball {
  Vec3 centre;
  double radius;
};

// A convex body: x = centre + size * (turn * y), y within the planes.
struct DrawnHull {
  const std::vector<shape::FacePlane>* plane;
  double reach;  // distance of its farthest point from the centre, in units of its size
  Vec3 centre;
  Quaternion turn;
  double size;
};

// A rod: all points within the radius of a line segment, that is, a cylinder with round ends.
struct Rod {
  Vec3 from, to;
  double radius;
};

// Corners of a triangle of a wall.
using DrawnTriangle = std::array<Vec3, 3>;

struct Scene {
  std::vector<Ball> ball;
  std::vector<DrawnHull> hull;
  std::vector<Rod> rod;
  std::vector<Colour> colour;           // colours of the items: balls, then hulls, then rods
  std::vector<DrawnTriangle> wall;      // translucent, without shadows
  std::optional<shape::FacePlane> cut;  // parts above this plane are cut away

  std::size_t size() const { return ball.size() + hull.size() + rod.size(); }
};

}  // namespace rubble::picture
