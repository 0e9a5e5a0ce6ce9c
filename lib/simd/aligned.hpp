#pragma once
// Arrays that begin on a cache line, for packs that are loaded and stored whole.
#include <cstddef>
#include <new>
#include <vector>

namespace rubble {

template <class T>
struct CacheLineAllocator {
  using value_type = T;
  CacheLineAllocator() = default;
  template <class U>
  explicit CacheLineAllocator(const CacheLineAllocator<U>&) {}
  T* allocate(std::size_t n) { return static_cast<T*>(::operator new (n * sizeof(T), std::align_val_t{64})); }
  void deallocate(T* p, std::size_t) { ::operator delete (p, std::align_val_t{64}); }
  bool operator==(const CacheLineAllocator&) const { return true; }
};
using AlignedReals = std::vector<double, CacheLineAllocator<double>>;

}  // namespace rubble
