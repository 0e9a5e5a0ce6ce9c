#include "base/words.hpp"

#include <string>

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

// Two words of a million letters would take an hour.
TEST(Words, EndlessWordsAreMeasuredByTheirBeginning) {
  EXPECT_EQ(edit_distance(std::string(1000000, 'a'), std::string(1000000, 'b')), 100u);
}

}  // namespace
}  // namespace rubble
