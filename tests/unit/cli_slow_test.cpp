// The message about work that takes long: printed once after the given time, never before it.
#include "cli/slow.hpp"

#include <chrono>
#include <string>
#include <thread>

#include <gtest/gtest.h>

namespace rubble::cli {
namespace {

std::string said(double after, double works, const std::string& text) {
  testing::internal::CaptureStderr();
  {
    const Slow slow("tool", text, after);
    std::this_thread::sleep_for(std::chrono::duration<double>(works));
  }
  return testing::internal::GetCapturedStderr();
}

TEST(Slow, SlowWorkIsReportedOnce) {
  EXPECT_EQ(said(0.01, 0.3, "works"), "tool: works\n");
  EXPECT_EQ(said(100, 0.01, "works"), "");
  EXPECT_EQ(said(0.01, 0.1, ""), "");
}

}  // namespace
}  // namespace rubble::cli
