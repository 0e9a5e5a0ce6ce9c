// Identification of the build of a program.
#include "base/build_id.hpp"

#include <gtest/gtest.h>

namespace rubble {
namespace {

// The linker's SHA-1 (requested in CMakeLists.txt) as hexadecimal digits, constant between calls.
TEST(BaseBuildId, IsThatOfTheLinker) {
  const std::string id = build_id();
  EXPECT_EQ(id.size(), 40u) << id;
  EXPECT_EQ(id.find_first_not_of("0123456789abcdef"), std::string::npos) << id;
  EXPECT_EQ(id, build_id());
}

}  // namespace
}  // namespace rubble
