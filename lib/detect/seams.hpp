#pragma once
// Contacts that only one part of a compound has, and the compound does not: those at faces that parts share.
#include "detect/narrow.hpp"

#include <optional>
#include <vector>

namespace rubble::detect {

// A part of a compound: its row, its shape (a hull), and its placement in the frame of the compound.
struct CompoundPart {
  Index body;
  const shape::Shape* form;
  shape::Placement place;
};

// A hull that slides across the seam between two flush parts meets the edge of the second part, whose side is inside
// the compound. The surface of the compound is flat there, so that the point has no side to push against.
// docs/theory.md 11.2.
class Seams {
 public:
  Seams() = default;
  // (number of bodies, parts of each compound) Finds the faces that parts share, up to shape::kPartsTouch.
  Seams(std::size_t bodies, const std::vector<std::vector<CompoundPart>>& compounds);

  bool empty() const { return neighbour_.empty(); }
  // (bodies, contact points) Removes points that the compound does not have. A point on a shared face of a part is kept
  // if its normal is nearer than kConeSine to the cone of the normals of the compound's outer faces at that point; its
  // normal becomes the nearest one of the cone. Points at flat walls are kept, and so is a point of a body that touches
  // no neighbouring part: no pair of bodies loses all points.
  void remove_inner(const PlacedBodies& bodies, ContactPoints& points) const;

 private:
  void note_shared_faces(std::size_t bodies, const CompoundPart& a, const CompoundPart& b);
  std::optional<Vec3> outer_normal(const PlacedBodies& bodies, Index body, const Vec3& point, const Vec3& normal,
                                   double sine) const;
  bool is_carried(const ContactPoints& points, const std::vector<char>& inner, std::size_t point) const;
  bool is_outer_face(const PlacedBodies& bodies, Index body, std::size_t face, const Vec3& point) const;
  bool is_covered(const PlacedBodies& bodies, Index body, const Vec3& point) const;

  std::vector<std::vector<Index>> neighbour_;  // of each body: parts of its compound that share a face with it; empty
                                               // if no body has any
  std::vector<std::vector<std::size_t>> face_of_;  // of each body: its faces of which a part is shared
};

// Sine of the largest angle between a normal and the cone of outer normals, for two hulls and for a sphere and a hull.
// Points of two hulls include those where their surfaces are nearly parallel.
inline constexpr double kConeSine = 0.02;
inline constexpr double kSphereSine = 1e-6;

// (unit vector, unit vectors) => the vector nearest to the first one in the cone that the others span: itself inside, 0
// if it points away from all of them or if there are none.
Vec3 nearest_in_cone(const Vec3& unit, const Vec3s& spanning);

}  // namespace rubble::detect
