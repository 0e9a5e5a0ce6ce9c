#include "store/table_hulls.hpp"

#include "base/error.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include <fmt/format.h>

namespace rubble::store {
namespace {

constexpr double kFits = 1e-6;    // largest difference of table and mesh / radius
constexpr double kTurned = 1e-9;  // part of the moments up to which products of inertia count as rounding

// True if two shapes are equal up to the rounding of a table.
bool alike(const shape::Shape& a, const shape::Shape& b) {
  const auto near = [&](const Vec3& x, const Vec3& y) { return (x - y).norm() <= kFits * a.reach; };
  return a.name == b.name && a.face == b.face &&
         std::equal(a.vertex.begin(), a.vertex.end(), b.vertex.begin(), b.vertex.end(), near);
}

// True if the axes of the frame are principal axes of the shape, up to rounding; of equal moments, any are.
bool is_principal(const shape::Shape& shape, const Quaternion& turn) {
  const Mat3 axes = turn.toRotationMatrix();
  const Mat3 own = shape.moments.asDiagonal();
  return (axes * own * axes.transpose() - own).norm() <= kTurned * shape.moments.maxCoeff();
}

// (surface, placement of its body in the table) => the shape, and its placement relative to that of the table: the
// identity up to rounding, or a rotation to other principal axes. A surface that rubble-export wrote keeps its vertices
// and faces in their order.
shape::PlacedShape in_frame(const Mesh& mesh, const shape::Placement& at) {
  Mesh own = mesh;
  for (Vec3& x : own.vertex) x = at.turn.conjugate() * ((x - at.centre) / at.radius);
  shape::PlacedShape found = convex_body(own, "--hulls", false);
  const bool same = own.vertex.size() == found.shape.vertex.size() && own.face.size() == found.shape.face.size();
  if (!same || !is_principal(found.shape, found.placement.turn)) return found;
  found.shape.vertex = own.vertex;
  found.shape.face = own.face;
  found.placement.turn = Quaternion::Identity();
  return found;
}

}  // namespace

bool HullRows::any() const {
  return std::any_of(shape.begin(), shape.end(), [](std::int64_t number) { return number >= 0; });
}

void take_hulls(TextReader table, HullRows& rows, const std::vector<Mesh>& meshes, Pile& pile) {
  Model& model = pile.model;
  std::map<std::int64_t, const Mesh*> of_id;
  for (const Mesh& mesh : meshes)
    if (mesh.body >= 0) of_id.emplace(mesh.body, &mesh);
  std::map<std::int64_t, Index> index;
  for (const std::int64_t number : rows.shape)
    if (number >= 0) index.emplace(number, 0);
  Index next = 0;
  for (auto& [number, own] : index) own = next++;
  model.shapes.resize(index.size());
  model.shape.assign(pile.size(), -1);
  std::vector<char> known(index.size(), 0);
  for (std::size_t i = 0; i < pile.size(); ++i) {
    if (rows.shape[i] < 0) continue;
    table.line = rows.line[i];
    const auto mesh = of_id.find(model.id[i]);
    if (mesh == of_id.end())
      table.fail(fmt::format(
          "the mesh of --hulls has no surface of body {0} (group body_{0} in OBJ, body = {0} in PLY)", model.id[i]));
    const shape::PlacedShape found = in_frame(*mesh->second, {pile.state.position[i], rows.turn[i], model.radius[i]});
    const shape::Placement& at = found.placement;
    if (at.centre.norm() > kFits || std::abs(at.radius - 1) > kFits)
      table.fail(
          fmt::format("the surface of body {} in --hulls has another centre or volume than the table", model.id[i]));
    if (at.turn.angularDistance(Quaternion::Identity()) > 0) rows.turn[i] = (rows.turn[i] * at.turn).normalized();
    const Index own = index.at(rows.shape[i]);
    const auto k = static_cast<std::size_t>(own);
    model.shape[i] = own;
    if (known[k] && !alike(model.shapes[k], found.shape))
      table.fail(fmt::format("the surface of body {} in --hulls is not that of other bodies with shape {}", model.id[i],
                             rows.shape[i]));
    if (!known[k]) model.shapes[k] = found.shape;
    known[k] = 1;
  }
}

}  // namespace rubble::store
