#pragma once
// Possible and actual contacts, and bonds: the neighbour list, and the touching pairs of each chunk with their
// histories. The place of a sphere is its index in the order along the space-filling curve. The list holds until bodies
// may have moved by more than half its margin, relative to the frame of the list (docs/theory.md 3.4).
#include "detect/list_margin.hpp"
#include "model/hill.hpp"
#include "simd/xyzw.hpp"
#include "ssdem/beam_bonds.hpp"
#include "ssdem/chunk.hpp"

#include <optional>

namespace rubble::ssdem {

// Histories of touching pairs. Keys name bodies of the model, not places; they are sorted, and a < b. Numbers are given
// by HistoryPart, then by pair; parts that the laws do not use are empty.
struct PairHistories {
  detect::Keys keys;
  std::array<Reals, kHistoryParts> numbers;
};

class ContactList {
 public:
  const NeighbourList& list() const { return list_; }
  std::vector<Chunk>& chunks() { return chunks_; }
  const std::vector<Chunk>& chunks() const { return chunks_; }

  // => pairs that touched at the last sweep, and their number. Keys name places.
  detect::Keys touching_keys() const;
  std::size_t touching() const;

  // (body at each place, parts in use) => the histories of all touching pairs. Keys name bodies.
  PairHistories histories(const std::vector<Index>& order, std::span<const HistoryPart> parts) const;
  // (histories, body at each place, parts in use, number of planes) Replaces all touching pairs by these. The order of
  // the bodies may have changed since histories(). Returns the pairs' keys, which name places; build() must follow,
  // with these as `keep`.
  detect::Keys take_up(const PairHistories& histories, const std::vector<Index>& order,
                       std::span<const HistoryPart> parts, std::size_t planes);

  // Builds a new list of the pairs whose gap is below the range of attraction [m] plus the margin [m], or whose keys
  // (by places) are in `keep`. Contacts keep their histories and get indices of the new list. `frame`: velocity of the
  // list's frame [m s-1].
  void build(const detect::SearchSpace& space, const std::vector<detect::PlacedSurface>& surfaces, double range,
             double margin, const Vec3& frame, const detect::Keys& keep);
  // False if a pair that is not listed may be within the range. Two bodies may approach by twice the largest move.
  bool list_holds() const { return detect::list_holds(travel_, 0.5 * margin_); }
  // (greatest speed of a body [m s-1] relative to the frame, for a time [s]) Updates the bound of displacements.
  void add_travel(double speed, double time) {
    fastest_ = speed;
    travel_ += time * speed;
  }

  // (frame, largest radius [m]) => speed that the shear flow of Hill's frame adds to the displacements of add_travel()
  // [m s-1]. At the distance d, two bodies approach each other in a flow of rate s by at most s d / 2, a half for each.
  // Pairs that are not listed come to the greatest distance of listed pairs before they touch.
  double speed_of_shear(const Hill& hill, double radius) const {
    return 0.25 * std::abs(hill.shear()) * (2 * radius + margin_);
  }

  // The bonds; nothing in a run without bonds.
  std::optional<BeamBonds>& bonds() { return bonds_; }
  const std::optional<BeamBonds>& bonds() const { return bonds_; }

  double fastest() const { return fastest_; }      // greatest speed relative to the frame, at the last add_travel()
  const Xyzw& frame() const { return frame_; }     // velocity of the frame [m s-1]
  std::int64_t builds() const { return builds_; }  // number of lists built

 private:
  void find_contacts();

  NeighbourList list_;
  std::vector<Chunk> chunks_;
  double margin_ = 0;   // [m]
  double travel_ = 0;   // upper bound of displacements since the list was built, relative to the frame [m]
  double fastest_ = 0;  // [m s-1]
  Xyzw frame_;
  std::optional<BeamBonds> bonds_;
  std::int64_t builds_ = 0;
};

}  // namespace rubble::ssdem
