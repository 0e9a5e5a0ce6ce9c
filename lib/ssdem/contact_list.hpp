#pragma once
// Possible and actual contacts: the neighbour list, and the touching pairs of each chunk with their histories. A place
// is a position in the order of the spheres along the curve.
#include "model/external.hpp"
#include "ssdem/chunk.hpp"

namespace rubble::ssdem {

// Histories of touching pairs, by bodies, sorted, a < b.
struct PairHistories {
  contact::Keys keys;
  std::array<Reals, kHistoryParts> numbers;
};

class ContactList {
 public:
  const NeighbourList& list() const { return list_; }
  std::vector<Chunk>& chunks() { return chunks_; }
  const std::vector<Chunk>& chunks() const { return chunks_; }

  // Pairs that touched at the last sweep, by places.
  contact::Keys touching_keys() const;

  // (body at each place, parts in use) => the histories of all touching pairs, by bodies.
  PairHistories histories(const std::vector<Index>& order, std::span<const HistoryPart> parts) const;
  // Restores histories, possibly in a different order; the list must already be built. Returns the keys by places.
  contact::Keys take_up(const PairHistories& histories, const std::vector<Index>& order,
                        std::span<const HistoryPart> parts);

  // Builds a new list of the pairs that are nearer than the skin, or in `keep`. Contacts keep their histories and get
  // indices of the new list.
  void build(const contact::SearchSpace& space, double skin, const contact::Keys& keep);

 private:
  void find_contacts();

  NeighbourList list_;
  std::vector<Chunk> chunks_;
};

}  // namespace rubble::ssdem
