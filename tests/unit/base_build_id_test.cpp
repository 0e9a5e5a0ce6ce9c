// Which build a program is.
#include "base/build_id.hpp"

#include <gtest/gtest.h>

namespace rubble {
namespace {

// The linker's SHA-1 (CMakeLists.txt asks for it) as digits, and the same each time.
TEST(BaseBuildId, IsThatOfTheLinker) {
  const std::string id = build_id();
  EXPECT_EQ(id.size(), 40u) << id;
  EXPECT_EQ(id.find_first_not_of("0123456789abcdef"), std::string::npos) << id;
  EXPECT_EQ(id, build_id());
}

}  // namespace
}  // namespace rubble
