#include "model/polyhedron_field.hpp"

#include "shape/mass_properties.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace rubble {
namespace {

// Signed solid angle of a triangle [sr], from the vectors to its corners and their lengths. Werner & Scheeres 1997,
// eq. 27; Van Oosterom & Strackee 1983, doi:10.1109/TBME.1983.325207.
double solid_angle_of(const std::array<Vec3, 3>& r, const std::array<double, 3>& d) {
  const double volume = r[0].dot(r[1].cross(r[2]));
  const double sum = d[0] * d[1] * d[2] + d[0] * r[1].dot(r[2]) + d[1] * r[2].dot(r[0]) + d[2] * r[0].dot(r[1]);
  return 2 * std::atan2(volume, sum);
}

}  // namespace

PolyhedronField::PolyhedronField(const shape::Polyhedron& surface) {
  const shape::MassProperties whole = shape::mass_properties(surface.vertex, surface.face);
  volume_ = whole.volume;
  centre_ = whole.centre;
  shape::Polyhedron centred = surface;
  for (Vec3& x : centred.vertex) {
    x -= centre_;
    bounding_radius_ = std::max(bounding_radius_, x.norm());
  }
  surface_ = std::make_shared<const shape::ClosedSurface>(std::move(centred));
  add_faces(surface_->polyhedron());
  add_edges();
}

// Faces with more than three corners become fans of triangles, as in shape::ClosedSurface. Triangles without area have
// no field.
void PolyhedronField::add_faces(const shape::Polyhedron& surface) {
  const auto at = [](Index corner) { return static_cast<std::size_t>(corner); };
  for (const std::vector<Index>& corner : surface.face)
    for (std::size_t k = 2; k < corner.size(); ++k) {
      const std::array<std::size_t, 3> triangle{at(corner[0]), at(corner[k - 1]), at(corner[k])};
      const Vec3& a = surface.vertex[triangle[0]];
      const Vec3 area = (surface.vertex[triangle[1]] - a).cross(surface.vertex[triangle[2]] - a);
      faces_.push_back({triangle, area.stableNormalized()});
    }
}

// The dyad of an edge is the sum of those of its two faces.
void PolyhedronField::add_edges() {
  const Vec3s& vertex = surface_->polyhedron().vertex;
  std::map<std::array<std::size_t, 2>, Mat3> dyads;
  for (const Face& face : faces_)
    for (std::size_t k = 0; k < 3; ++k) {
      const std::size_t from = face.corner[k], to = face.corner[(k + 1) % 3];
      const Vec3 outwards = (vertex[to] - vertex[from]).stableNormalized().cross(face.normal);
      Mat3& dyad = dyads.try_emplace({std::min(from, to), std::max(from, to)}, Mat3::Zero()).first->second;
      dyad += face.normal * outwards.transpose();
    }
  for (const auto& [end, dyad] : dyads) edges_.push_back({end, (vertex[end[1]] - vertex[end[0]]).norm(), dyad});
}

// Calls of_edge(edge, vector to the edge, potential of a uniform rod along it) and of_face(face, vector to the face,
// its solid angle). On the line of an edge the rod has no finite potential, but its term vanishes.
template <class OfEdge, class OfFace>
void PolyhedronField::each_term(const Vec3& x, OfEdge&& of_edge, OfFace&& of_face) const {
  const Vec3s& vertex = surface_->polyhedron().vertex;
  for (const Edge& edge : edges_) {
    const Vec3 a = vertex[edge.end[0]] - x, b = vertex[edge.end[1]] - x;
    const double ends = a.norm() + b.norm();
    if (ends > edge.length) of_edge(edge, a, 2 * std::atanh(edge.length / ends));
  }
  for (const Face& face : faces_) {
    std::array<Vec3, 3> r;
    std::array<double, 3> d;
    for (std::size_t k = 0; k < 3; ++k) {
      r[k] = vertex[face.corner[k]] - x;
      d[k] = r[k].norm();
    }
    of_face(face, r[0], solid_angle_of(r, d));
  }
}

Vec3 PolyhedronField::attraction(const Vec3& x) const {
  Vec3 sum = Vec3::Zero();
  each_term(
      x, [&](const Edge& edge, const Vec3& r, double rod) { sum -= rod * (edge.dyad * r); },
      [&](const Face& face, const Vec3& r, double angle) { sum += angle * face.normal.dot(r) * face.normal; });
  return sum / volume_;
}

double PolyhedronField::potential(const Vec3& x) const {
  double sum = 0;
  each_term(
      x, [&](const Edge& edge, const Vec3& r, double rod) { sum += rod * r.dot(edge.dyad * r); },
      [&](const Face& face, const Vec3& r, double angle) { sum -= angle * std::pow(face.normal.dot(r), 2); });
  return sum / (2 * volume_);
}

double PolyhedronField::solid_angle(const Vec3& x) const {
  double sum = 0;
  each_term(
      x, [](const Edge&, const Vec3&, double) {}, [&](const Face&, const Vec3&, double angle) { sum += angle; });
  return sum;
}

}  // namespace rubble
