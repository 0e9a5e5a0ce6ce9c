#include "base/words.hpp"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace rubble {
namespace {

// Known distances: the first two are textbook examples.
TEST(Words, EditDistance) {
  EXPECT_EQ(edit_distance("kitten", "sitting"), 3u);
  EXPECT_EQ(edit_distance("saturday", "sunday"), 3u);
  EXPECT_EQ(edit_distance("", "abc"), 3u);
  EXPECT_EQ(edit_distance("abc", ""), 3u);
  EXPECT_EQ(edit_distance("radius", "radius"), 0u);
  EXPECT_EQ(edit_distance("density", "desnity"), 2u);
}

// The edit distance of two words of a million letters would take an hour.
TEST(Words, OnlyTheBeginningOfLongWordsIsCompared) {
  EXPECT_EQ(edit_distance(std::string(1000000, 'a'), std::string(1000000, 'b')), 100u);
}

const std::vector<std::string> kKnown = {"mass", "radius", "restitution"};

TEST(Words, ClosestKnownWord) {
  EXPECT_EQ(meant("raduis", kKnown), "radius");
  EXPECT_EQ(meant("mas", kKnown), "mass");
  // Up to half of the letters of a word may be wrong, two letters for a short word.
  EXPECT_EQ(meant("massives", kKnown), "mass");
  EXPECT_EQ(meant("massively", kKnown), "");
  EXPECT_EQ(meant("ms", kKnown), "mass");
  EXPECT_EQ(meant("m", kKnown), "");
  EXPECT_EQ(meant("colour", std::vector<std::string>{}), "");
}

TEST(Words, HintsNameTheClosestOrAllWords) {
  EXPECT_EQ(hint("raduis", kKnown, "keys"), "; did you mean 'radius'?");
  EXPECT_EQ(hint("x", kKnown, "keys"), "; valid keys: mass, radius, restitution");
}

}  // namespace
}  // namespace rubble
