#include "base/words.hpp"

#include <gtest/gtest.h>

namespace rubble {
namespace {

// Known distances: the first two are the usual textbook examples.
TEST(Words, EditDistance) {
  EXPECT_EQ(edit_distance("kitten", "sitting"), 3u);
  EXPECT_EQ(edit_distance("saturday", "sunday"), 3u);
  EXPECT_EQ(edit_distance("", "abc"), 3u);
  EXPECT_EQ(edit_distance("abc", ""), 3u);
  EXPECT_EQ(edit_distance("radius", "radius"), 0u);
  EXPECT_EQ(edit_distance("density", "desnity"), 2u);
}

}  // namespace
}  // namespace rubble
