#pragma once
// Morton (Z) order: bodies that are near in space become near in memory.
#include "base/vec.hpp"

#include <cstdint>

namespace rubble::spatial {

// A body and its place along the curve. In each triple of bits of the key, from 21 bits for each axis, x is the lowest.
struct Place {
  std::uint64_t key = 0;
  Index body = 0;
};

// One pass of a radix sort: [from, from + n) goes to `to`, sorted by the 11 bits of its keys from `shift` on; stable.
void sort_digit(const Place* from, Place* to, std::size_t n, int shift);

// (places with their bodies set, [begin, end), all positions [m], working memory) Sets the keys of the range from a
// cube of 2^21 cells per axis around its bodies, and sorts the range by key, equal keys by body. If the bodies are at
// one point, or if a coordinate is not finite, all keys are 0 and the order stays.
void place(std::vector<Place>& places, std::size_t begin, std::size_t end, const Vec3s& position,
           std::vector<Place>& spare);

// (position [m] [N]) => permutation: order[k] is the index of the k-th body along the curve (2^21 cells per axis; ties
// by index).
std::vector<Index> morton_order(const Vec3s& position);

}  // namespace rubble::spatial
