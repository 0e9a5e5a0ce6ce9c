#pragma once
// The interface of all kinds of shape: extent, surface, distance, volume, mass points. Other code calls these functions
// and does not distinguish kinds. Each kind defines them in one file, kind_<name>.cpp.
//
// Unless a unit is given, points and lengths are in the frame and unit of the shape (see Shape: principal axes, radius
// 1). The members of an aggregate are bodies of their own, so an aggregate has no surface: every function of a Shape
// throws InputError for it.
#include "shape/mass_points.hpp"
#include "shape/shape.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace rubble::shape {

// Range of the shape along each column of `axes`, from `low` to `high`.
struct Extents {
  Vec3 low, high;
};

// Properties and functions of one kind. The functions below call them.
struct KindFunctions {
  const char* name;         // in files and tables
  bool is_body = true;      // bodies can have this shape; if false, only `violation` is set
  bool is_oriented = true;  // bodies with this shape have an orientation, and refer to the shape by Model::shape
  double skin = 0;          // the shape consists of its core and all points within this distance of the core

  Vec3 (*core_support)(const Shape&, const Vec3& direction) = nullptr;
  Polyhedron (*core)(const Shape&) = nullptr;  // nullptr: the core has no vertices, and contacts do not support it
  Extents (*extents)(const Shape&, const Mat3& axes) = nullptr;
  double (*distance)(const Shape&, const Vec3& point) = nullptr;
  double (*reach_from)(const Shape&, const Placement& at, const Vec3& point) = nullptr;
  double (*volume_within)(const Shape&, const Placement& at, const Vec3& centre, double radius) = nullptr;
  Vec3s (*surface_points)(const Shape&, double spacing) = nullptr;
  Polyhedron (*mesh)(const Shape&, int corners) = nullptr;
  MassPoints (*mass_points)(const Shape&, int order) = nullptr;
  // The first fault of conditions that shapes of this kind alone must meet.
  std::optional<std::string> (*violation)(const Shape&) = nullptr;
};

const KindFunctions& functions_of(Kind kind);
// (name in files) => the kind, if there is one.
std::optional<Kind> kind_named(std::string_view name);
// => names of all kinds, as "sphere, aggregate or hull".
std::string kind_names();

// (shape, direction, not 0) => the point of the shape farthest along it.
Vec3 support(const Shape& shape, const Vec3& direction);

// (shape, columns: unit vectors) => its extents along them.
Extents extents(const Shape& shape, const Mat3& axes = Mat3::Identity());
// The extents by support(), for kinds without a better way.
Extents extents_by_support(const Shape& shape, const Mat3& axes);

// (shape, point) => distance of the point from the surface, negative inside.
double distance(const Shape& shape, const Vec3& point);

// (shape, its placement, point [m]) => distance of its farthest point from that point [m].
double reach_from(const Shape& shape, const Placement& at, const Vec3& point);

// (shape, its placement, centre [m] and radius >= 0 [m] of a ball) => volume of the part of the shape in the ball [m3].
double volume_within(const Shape& shape, const Placement& at, const Vec3& centre, double radius);

// (shape, spacing > 0) => points on its surface, such that no point of the surface is farther than `spacing` from one
// of them (shape/surface.hpp). InputError for a spacing that is not above 0 or needs more than 10^7 points.
Vec3s surface_points(const Shape& shape, double spacing);

// (shape, number of corners >= 4) => a convex polyhedron for pictures and files: a hull itself, otherwise the hull of
// so many points on the surface.
Polyhedron mesh(const Shape& shape, int corners);

// (shape, order from 0 to kHighestMultipole) => points with the multipoles of the shape up to that order.
MassPoints mass_points(const Shape& shape, int order);

// (shape, direction, not 0) => the point of the core farthest along it.
Vec3 core_support(const Shape& shape, const Vec3& direction);
// (shape) => thickness of the layer around the core: 1 for a sphere, whose core is its centre, and 0 for a hull.
double skin_of(const Shape& shape);
// (shape) => vertices and faces of the core. InputError also for a kind whose core has no vertices.
Polyhedron core_of(const Shape& shape);

// (hull, direction, not 0) => the vertex farthest along it; the first of several equally far ones. All vertices are
// tested. InputError for a shape without vertices.
Index farthest_vertex(const Shape& hull, const Vec3& direction);

}  // namespace rubble::shape
