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
  // Takes them up, in an order that may be another; the list must be built then. Returns the keys by places.
  contact::Keys take_up(const PairHistories& histories, const std::vector<Index>& order,
                        std::span<const HistoryPart> parts);

  // New list of the pairs that are nearer than the skin, or in `keep`; contacts keep their histories and get the
  // numbers of the new list.
  void build(const contact::SearchSpace& space, double skin, const contact::Keys& keep);

 private:
  void find_contacts();

  NeighbourList list_;
  std::vector<Chunk> chunks_;
};

}  // namespace rubble::ssdem
