#pragma once
// Binary tree over bodies in Morton order. A cell is split at the highest bit in which the keys of its bodies differ,
// into halves of cubes, down to leaves of a few bodies.
#include "gravity/particles.hpp"
#include "spatial/morton.hpp"

namespace rubble::gravity {

// Cells are stored in preorder: the left child of cell c is c + 1, and the descendants of a cell are [c + 1, last).
struct Cell {
  std::int32_t right = 0;  // right child; 0 in a leaf
  std::int32_t last = 0;
  ParticleRange bodies;    // in the packed arrays; each leaf starts a new pack
  std::int32_t count = 0;  // number of bodies, without padding
  bool leaf() const { return right == 0; }
};

class Tree {
 public:
  // (mass and its scale, position, largest number of bodies in a leaf, Want bits) => cells. Positions are multiplied by
  // `scale`. `particles` gets the packed bodies, with sums of 0.
  void build(const Reals& mass, double weigh, const Vec3s& position, std::int32_t leaf, unsigned want,
             Particles& particles);

  const std::vector<Cell>& cells() const { return cells_; }
  const std::vector<std::int32_t>& leaves() const { return leaves_; }
  double scale() const { return scale_; }
  // Index in the caller's arrays of the k-th body of a leaf.
  Index body(const Cell& leaf, std::int32_t k) const {
    return places_[static_cast<std::size_t>(sorted_[&leaf - cells_.data()] + k)].body;
  }

 private:
  void grow(std::int32_t begin, std::int32_t end);
  std::int32_t cut(std::int32_t begin, std::int32_t end);

  const Vec3s* position_ = nullptr;
  std::int32_t leaf_ = 16, packed_ = 0;
  double scale_ = 1;
  std::vector<spatial::Place> places_, spare_;
  std::vector<Cell> cells_;
  std::vector<std::int32_t> leaves_;
  std::vector<std::int32_t> sorted_;  // first place of each cell
};

}  // namespace rubble::gravity
