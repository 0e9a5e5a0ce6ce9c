#pragma once
// Extent and shape of a body, sphere or hull: the only source for measures, drives and files. Lengths [m].
#include "model/pile.hpp"
#include "shape/support.hpp"

namespace rubble {

// True if some body is a hull.
bool has_hulls(const Model& model);

// (model, body) => its shape in units of Model::radius, in the frame of the shape; the unit ball for a sphere.
const shape::Shape& shape_of(const Model& model, std::size_t body);

// (model, body) => radius of the smallest ball about its centre of mass that contains it.
double bounding_radius(const Model& model, std::size_t body);

// (model, body) => volume of its shape [m3].
double shape_volume(const Model& model, std::size_t body);

// (model, state, body) => rotation from the frame of its shape to inertial axes; the identity for a sphere.
Quaternion turn_of(const Model& model, const State& state, std::size_t body);

// (model, body) => its principal moments of inertia, in the frame of its shape [kg m2].
Vec3 body_moments(const Model& model, std::size_t body);

// (model, state, body) => its inertia about its centre of mass, along the inertial axes [kg m2].
Mat3 body_inertia(const Model& model, const State& state, std::size_t body);

// (model, state, body, direction, not 0) => its point farthest along the direction.
Vec3 support(const Model& model, const State& state, std::size_t body, const Vec3& direction);

// (model, state, body, point, columns: unit vectors) => range of the body along each vector, measured from the point.
shape::Extents extents(const Model& model, const State& state, std::size_t body, const Vec3& point,
                       const Mat3& axes = Mat3::Identity());

// (model, state, body, unit vector) => extent of the body along the vector from its centre of mass.
double reach_along(const Model& model, const State& state, std::size_t body, const Vec3& direction);

// (model, state, body, point) => distance of its farthest point from that point.
double farthest(const Model& model, const State& state, std::size_t body, const Vec3& point);

// (model, state, body, spacing > 0 in units of Model::radius) => points on its surface (shape/surface.hpp).
Vec3s surface_points(const Model& model, const State& state, std::size_t body, double spacing);

// (model, state, body) => the vertices of a hull, in the order of its shape; none for a sphere.
Vec3s vertices(const Model& model, const State& state, std::size_t body);

// (model, name of the feature that needs spheres, such as "soft spheres") => throws InputError if a body is a hull:
// "soft spheres cannot be hulls: body 7 is a hull ('cube')", 7 being its id.
void require_spheres(const Model& model, const std::string& what);
// (model, name of the feature that needs hulls) => throws InputError if a body is a sphere: "OBJ supports only hulls:
// body 3 is a sphere", 3 being its id.
void require_hulls(const Model& model, const std::string& what);

}  // namespace rubble
