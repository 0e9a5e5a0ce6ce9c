#include "measure/extent/surfaces.hpp"

#include "model/bodies.hpp"

namespace rubble::measure {
namespace {

constexpr int kCorners = 92;  // corners of the polyhedron that represents a curved body

}  // namespace

Surfaces surfaces(const Pile& pile) {
  const Model& model = pile.model;
  const auto mesh_of = [](const shape::Shape& shape) { return shape::mesh(shape, kCorners); };
  const ShapeValues<shape::Polyhedron> meshes(model, mesh_of);
  Surfaces out;
  for (std::size_t i = 0; i < pile.size(); ++i) {
    const auto first = static_cast<Index>(out.point.size());
    const shape::Polyhedron& mesh = meshes.of(model, i);
    const Mat3 turn = turn_of(model, pile.state, i).toRotationMatrix();
    for (const Vec3& x : mesh.vertex) out.point.emplace_back(pile.state.position[i] + model.radius[i] * (turn * x));
    for (const std::vector<Index>& face : mesh.face) {
      for (const Index corner : face) out.corner.push_back(first + corner);
      out.end.push_back(out.corner.size());
      out.body.push_back(static_cast<Index>(i));
    }
  }
  return out;
}

}  // namespace rubble::measure
