#pragma once
// Prefetches the data of the next chunk, a little with each pack of this chunk's contacts, so that no loop waits for
// memory. The processor cannot predict these reads: candidates point to bodies anywhere in memory, and the arrays of a
// chunk are too short.
#include "ssdem/contact_kernel.hpp"
#include "ssdem/sweep.hpp"

namespace rubble::ssdem {

template <class Laws>
class Prefetch {
 public:
  Prefetch(const NeighbourList& list, const Spheres& spheres, const Chunk& next)
      : state_(spheres.state.data()),
        at_(list.list.b.data() + next.pairs.first),
        end_(list.list.b.data() + next.pairs.last),
        contacts_(next.spheres) {}

  // Prefetches for contacts k..k+3; k rises by kLanes.
  RUBBLE_INLINE void fetch(std::size_t k) {
    if (static_cast<std::size_t>(end_ - at_) >= kLanes) fetch_spheres(kLanes);
    if (k >= contacts_.count) return;
    if (k % 16 == 0)
      for (const auto* column : {&contacts_.candidate, &contacts_.a, &contacts_.b, &contacts_.load})
        __builtin_prefetch(column->data() + k);
    if (k % 16 == 0 && !contacts_.law.empty()) __builtin_prefetch(contacts_.law.data() + k);
    each_part([&](auto part) __attribute__((always_inline)) {
      if constexpr (Laws::uses(part)) __builtin_prefetch(contacts_.history[part].data() + k);
    });
  }
  void rest() { fetch_spheres(static_cast<std::size_t>(end_ - at_)); }

 private:
  RUBBLE_INLINE void fetch_spheres(std::size_t count) {
    for (std::size_t k = 0; k < count; ++k) {
      const auto* sphere = reinterpret_cast<const char*>(state_ + at_[k]);
      __builtin_prefetch(sphere);
      __builtin_prefetch(sphere + 64);
    }
    at_ += count;
  }
  const SphereState* state_;
  const Index *at_, *end_;
  const ChunkContacts& contacts_;
};

}  // namespace rubble::ssdem
