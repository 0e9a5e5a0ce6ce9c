#pragma once
// Gravity of a homogeneous polyhedron (Werner & Scheeres 1997, doi:10.1007/BF00053511).
#include "base/vec.hpp"
#include "shape/closed_surface.hpp"

#include <array>
#include <memory>
#include <vector>

namespace rubble {

class PolyhedronField {
 public:
  // (closed surface [m], faces counter-clockwise seen from outside) Its centre of mass is moved to the origin.
  explicit PolyhedronField(const shape::Polyhedron& surface);

  double volume() const { return volume_; }                          // [m3]
  double bounding_radius() const { return bounding_radius_; }        // of its vertices [m]
  const Vec3& centre() const { return centre_; }                     // of mass, in the coordinates of the surface [m]
  const shape::ClosedSurface& surface() const { return *surface_; }  // with the centre of mass at the origin [m]

  // (point [m]) => acceleration divided by G times the mass [m-2]
  Vec3 attraction(const Vec3& x) const;
  // (point [m]) => potential divided by -G times the mass [m-1] > 0
  double potential(const Vec3& x) const;
  // (point [m]) => sum of the signed solid angles of its faces [sr]: 4 pi inside, 0 outside. The Laplacian of the
  // potential is G times the density times this sum.
  double solid_angle(const Vec3& x) const;

 private:
  struct Edge {
    std::array<std::size_t, 2> end;
    double length;  // [m]
    Mat3 dyad;      // n_A n_A12^T + n_B n_B21^T
  };
  struct Face {
    std::array<std::size_t, 3> corner;
    Vec3 normal;  // unit vector, outwards
  };
  template <class OfEdge, class OfFace>
  void each_term(const Vec3& x, OfEdge&& of_edge, OfFace&& of_face) const;
  void add_faces(const shape::Polyhedron& surface);
  void add_edges();

  std::shared_ptr<const shape::ClosedSurface> surface_;
  std::vector<Edge> edges_;
  std::vector<Face> faces_;
  Vec3 centre_ = Vec3::Zero();
  double volume_ = 0, bounding_radius_ = 0;
};

}  // namespace rubble
