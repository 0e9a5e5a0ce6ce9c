#pragma once
// Possible and actual contacts: the neighbour list, and the touching pairs of each chunk with their histories. The
// place of a sphere is its index in the order along the space-filling curve.
#include "model/external.hpp"
#include "ssdem/chunk.hpp"

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

  // => pairs that touched at the last sweep. Keys name places.
  detect::Keys touching_keys() const;

  // (body at each place, parts in use) => the histories of all touching pairs. Keys name bodies.
  PairHistories histories(const std::vector<Index>& order, std::span<const HistoryPart> parts) const;
  // (histories, body at each place, parts in use) Replaces all touching pairs by these. The order of the bodies may
  // have changed since histories(). Returns the pairs' keys, which name places; build() must follow, with these as
  // `keep`.
  detect::Keys take_up(const PairHistories& histories, const std::vector<Index>& order,
                       std::span<const HistoryPart> parts);

  // Builds a new list of the pairs whose gap is below the skin [m] or whose keys (by places) are in `keep`. Contacts
  // keep their histories and get indices of the new list.
  void build(const detect::SearchSpace& space, double skin, const detect::Keys& keep);

 private:
  void find_contacts();

  NeighbourList list_;
  std::vector<Chunk> chunks_;
};

}  // namespace rubble::ssdem
