#pragma once
// Extent and shape of a body of any kind: the only source for measures, drives and files. Lengths [m].
#include "base/parallel.hpp"
#include "model/pile.hpp"
#include "shape/kind.hpp"

namespace rubble {

// (model, body) => index of its shape in Model::shapes; -1 for a sphere.
inline Index shape_index(const Model& model, std::size_t body) { return model.shape.empty() ? -1 : model.shape[body]; }
// (model, body) => true if it has an orientation: it is not a sphere.
inline bool is_oriented(const Model& model, std::size_t body) { return shape_index(model, body) >= 0; }
// True if some body has an orientation.
bool has_oriented_bodies(const Model& model);

// (model, body) => its shape in units of Model::radius, in the frame of the shape; the unit ball for a sphere.
const shape::Shape& shape_of(const Model& model, std::size_t body);

// A value of each shape that bodies have, such as its mass points, computed once for each shape.
template <class Value>
class ShapeValues {
 public:
  // (model, function: shape => its value)
  template <class ValueOf>
  ShapeValues(const Model& model, ValueOf&& value_of)
      : of_sphere_(value_of(shape::sphere())), of_shape_(model.shapes.size()) {
    for_chunks(of_shape_.size(), [&](std::size_t k) {
      const shape::Shape& shape = model.shapes[k];
      if (shape::functions_of(shape.kind).is_oriented) of_shape_[k] = value_of(shape);
    });
  }
  // (the model given to the constructor, body) => the value of its shape.
  const Value& of(const Model& model, std::size_t body) const {
    const Index shape = shape_index(model, body);
    return shape < 0 ? of_sphere_ : of_shape_[static_cast<std::size_t>(shape)];
  }

 private:
  Value of_sphere_;
  std::vector<Value> of_shape_;
};

// (model, body) => radius of the smallest ball about its centre of mass that contains it.
double bounding_radius(const Model& model, std::size_t body);

// (model, body) => volume of its shape [m3].
double shape_volume(const Model& model, std::size_t body);

// (model, state, body) => rotation from the frame of its shape to inertial axes; the identity for a sphere.
Quaternion turn_of(const Model& model, const State& state, std::size_t body);

// (model, state, body) => placement of its shape.
shape::Placement placement_of(const Model& model, const State& state, std::size_t body);

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

// (model, state, body, spacing > 0 in units of Model::radius) => points on its surface (shape/kind.hpp).
Vec3s surface_points(const Model& model, const State& state, std::size_t body, double spacing);

// (model, state, body) => the vertices of a hull, in the order of its shape; none for a sphere.
Vec3s vertices(const Model& model, const State& state, std::size_t body);

// (model, name of the feature that needs spheres, such as "soft spheres") => throws InputError if a body is not a
// sphere: "soft spheres cannot be hulls: body 7 is a hull ('cube')", 7 being its id.
void require_spheres(const Model& model, const std::string& what);
// (model, name of the feature that needs hulls) => throws InputError if a body is not a hull: "OBJ supports only hulls:
// body 3 is a sphere", 3 being its id.
void require_hulls(const Model& model, const std::string& what);

}  // namespace rubble
