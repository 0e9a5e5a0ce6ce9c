#include "base/freed_memory.hpp"

#include <vector>

#include <gtest/gtest.h>
#include <malloc.h>

namespace rubble {
namespace {

// A large array comes from the heap, and the heap keeps its size when the array is freed.
TEST(FreedMemory, IsKept) {
  constexpr std::size_t kBytes = std::size_t{64} << 20;
  keep_freed_memory();
  const struct mallinfo2 before = mallinfo2();
  { const std::vector<char> array(kBytes, 1); }
  EXPECT_GE(mallinfo2().arena, before.arena + kBytes);
}

}  // namespace
}  // namespace rubble
