// Long work ends after a signal that requests a stop.
#include "base/interrupt.hpp"
#include "base/parallel.hpp"
#include "spatial/grid.hpp"

#include <stdexcept>

#include <gtest/gtest.h>

namespace rubble {
namespace {

class Stop : public testing::Test {
 protected:
  static void ask(std::int64_t patience) { interrupt::deadline = interrupt::now() + patience, interrupt::signal = 15; }
  void TearDown() override {
    interrupt::signal = 0, interrupt::deadline = std::numeric_limits<std::int64_t>::max();
    set_threads(before_);
  }
  const int before_ = threads();
};

TEST_F(Stop, NoSignalNoStop) {
  EXPECT_FALSE(interrupt::requested());
  EXPECT_NO_THROW(interrupt::check());
}

TEST_F(Stop, WorkContinuesUntilTheDeadline) {
  ask(3600 * 1000);
  EXPECT_TRUE(interrupt::requested());
  EXPECT_NO_THROW(interrupt::check());
  ask(0);
  EXPECT_THROW(interrupt::check(), Stopped);
}

TEST_F(Stop, ChunksAreSkippedAfterTheDeadline) {
  for (const int n_threads : {1, 3}) {
    set_threads(n_threads);
    int done = 0;
    ask(0);
    EXPECT_THROW(for_chunks(100, [&](std::size_t) { ++done; }), Stopped);
    EXPECT_EQ(done, 0);
    interrupt::signal = 0;
  }
}

// An exception must not leave a parallel region, because it would end the process.
TEST_F(Stop, ExceptionsOfChunksAreRethrown) {
  for (const int n_threads : {1, 3}) {
    set_threads(n_threads);
    EXPECT_THROW(for_chunks(10,
                            [](std::size_t c) {
                              if (c == 7) throw std::bad_alloc();
                            }),
                 std::bad_alloc);
  }
}

// Building neighbour lists is the longest work within a step.
TEST_F(Stop, NeighbourListsAreAbortedAfterTheDeadline) {
  const Reals radius(10, 1.0);
  const Vec3s position(10, Vec3::Zero());
  EXPECT_EQ(spatial::close_pairs(radius, position, 0).size(), 45u);
  ask(0);
  EXPECT_THROW(spatial::close_pairs(radius, position, 0), Stopped);
}

}  // namespace
}  // namespace rubble
