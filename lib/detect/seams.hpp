#pragma once
// Contacts that a part of a compound has, and the compound does not: those whose normals point into another part.
#include "detect/narrow.hpp"

#include <optional>
#include <vector>

namespace rubble::detect {

// A part of a compound: its row, its shape (a hull), and its placement in the frame of the compound.
struct CompoundPart {
  Index body;
  const shape::PreparedShape* form;
  shape::Placement place;
};

// A hull that slides across the seam between two flush parts meets the edge of the second part, whose side is inside
// the compound. The surface of the compound is flat there, so that the point must not push sideways. docs/theory.md
// 11.2.
class Seams {
 public:
  Seams() = default;
  // (number of bodies, parts of each compound) Finds the parts that touch each other.
  Seams(std::size_t bodies, const std::vector<std::vector<CompoundPart>>& compounds);

  bool empty() const { return neighbour_.empty(); }
  // (bodies, contact points) Turns normals that point into a neighbouring part. A point takes the normal of another
  // point of the same body, on a neighbour that stands out of its plane, if the plane of that point bounds both parts.
  // No point is removed, and points at flat walls are unchanged. Overlaps are projected on the new normal. A body that
  // is beside a part and does not touch it keeps its whole gap, so that this part carries nothing.
  void turn_inner(const PlacedBodies& bodies, ContactPoints& points) const;

 private:
  // One side of a contact point.
  struct Side {
    Index part, body;  // the part, and the body that touches it
    Vec3 normal;       // out of the part
  };
  // (bodies, points, 1 for each point that gives no normal, ...)
  std::optional<Vec3> outer_normal(const PlacedBodies& bodies, const ContactPoints& points,
                                   const std::vector<char>& inner, const Side& side) const;
  std::optional<Vec3> turned(const PlacedBodies& bodies, const ContactPoints& points, const std::vector<char>& inner,
                             std::size_t p) const;

  std::vector<std::vector<Index>> neighbour_;  // of each body: parts of its compound that touch it; empty if there are
                                               // no compounds
};

// A plane bounds a part that stands out of it by at most this / the radius of the smaller part.
inline constexpr double kBounded = 1e-3;

}  // namespace rubble::detect
