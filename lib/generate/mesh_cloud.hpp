#pragma once
// [cloud] form = "mesh": bodies inside a closed surface. docs/theory.md 9.8.
#include "base/field.hpp"
#include "base/random.hpp"
#include "generate/grain_plan.hpp"
#include "shape/closed_surface.hpp"

#include <cstdint>
#include <functional>
#include <string>

namespace rubble::generate {

// Overlaps of bodies that were placed at random.
enum class CloudOverlaps { remove, keep };
inline constexpr Word<CloudOverlaps> kCloudOverlaps[] = {{"remove", CloudOverlaps::remove},
                                                         {"keep", CloudOverlaps::keep}};
inline constexpr const char* kCloudOverlapsText =
    "random overlaps: remove (move bodies until none is left) or keep (bodies keep their first, independent places)";

// Bodies uniform inside a closed surface, convex or not. Two of these are given: the size of the surface (unit, volume
// or extent), the number of bodies, and the solid fraction. The third follows.
struct MeshCloud {
  std::string file;
  std::int64_t count = 0;  // 0: from the solid fraction
  double unit = 1;
  Auto volume;
  Auto extent;
  Auto solid_fraction;
  std::int64_t passes = 200;
  CloudOverlaps overlaps = CloudOverlaps::remove;
  shape::Polyhedron mesh = {};  // in the unit of the file, which setup reads

  // True if count and solid fraction give the size of the mesh.
  bool scaled_to_bodies() const { return count > 0 && solid_fraction.has_value(); }
};

inline std::vector<Field<MeshCloud>> fields(const MeshCloud*) {
  return {
      field("file", "", "path, relative to the working directory, of an OBJ, PLY or STL file with one closed surface",
            &MeshCloud::file)
          .required(),
      field("count", "", "number of bodies: free spheres, glued grains and hulls; 0: from solid_fraction",
            &MeshCloud::count)
          .range({0, 2147483647}),
      field("unit", "m", "length of one unit of the file", &MeshCloud::unit).range(kPositive),
      field("volume", "m^3", "volume to which the mesh is scaled", &MeshCloud::volume)
          .range(kPositive)
          .computed("from unit, or from another key of the size"),
      field("extent", "m", "largest extent along an axis of the file to which the mesh is scaled", &MeshCloud::extent)
          .range(kPositive)
          .computed("from unit, or from another key of the size"),
      field("solid_fraction", "1",
            "volume of the bodies / volume of the mesh: scales the mesh if count is given, and gives the number of "
            "bodies otherwise",
            &MeshCloud::solid_fraction)
          .range(kPositiveFraction)
          .computed("from count"),
      field("passes", "",
            "maximum number of passes that separate overlapping bodies before the mesh counts as too full",
            &MeshCloud::passes)
          .range(kNotNegative),
      field("overlaps", kCloudOverlapsText, &MeshCloud::overlaps, kCloudOverlaps),
  };
}

// (form, volume of the bodies [m3]) => the mesh in metres. Points are multiples of those of the file. The volume counts
// only if the form has a solid fraction and a number of bodies.
shape::Polyhedron mesh_in_metres(const MeshCloud& form, double volume_of_bodies);

// (form without a count, number => grains) => the largest number of grains whose volume does not exceed the solid
// fraction. KeysError if this is no grain, or more than 2^31 - 1.
std::size_t count_of(const MeshCloud& form, const std::function<Grains(std::size_t)>& grains_of);

// Places of grains inside a surface.
class InsideSurface {
 public:
  // (surface [m], grains)
  InsideSurface(const shape::ClosedSurface& surface, const Grains& grains) : surface_(surface), grains_(grains) {}

  // (grain, its place and orientation) => true if it lies wholly inside.
  bool holds(std::size_t i, const Vec3& position, const Quaternion& orientation) const;

  // (grain, random numbers) Draws place and orientation, until the grain lies wholly inside. InputError if it never
  // does.
  void draw(std::size_t i, Random& random, Vec3& position, Quaternion& orientation) const;

  // (grain, its place and orientation) Moves the grain by the shortest ways to the inside of the surface, if it does
  // not lie wholly inside. If a few steps do not suffice, place and orientation are drawn again.
  void confine(std::size_t i, Random& random, Vec3& position, Quaternion& orientation) const;

 private:
  // Balls, or points, whose places inside the surface are needed for the grain to lie inside.
  struct Balls {
    Vec3s centre;
    Reals radius;
  };
  Balls balls_of(std::size_t i, const Vec3& position, const Quaternion& orientation) const;
  Vec3s vertices_of(std::size_t i, const Vec3& position, const Quaternion& orientation) const;
  bool holds_ball(const Vec3& centre, double radius) const;
  // (ball) => the shortest displacement after which it lies inside; 0 if it does, or if it is not known.
  Vec3 way_inside(const Vec3& centre, double radius) const;

  const shape::ClosedSurface& surface_;
  const Grains& grains_;
};

}  // namespace rubble::generate
