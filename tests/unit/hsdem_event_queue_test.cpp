#include "base/error.hpp"
#include "hsdem/event_queue.hpp"

#include <cmath>

#include <gtest/gtest.h>

namespace rubble::test {
namespace {

using PairList = std::vector<std::uint32_t>;

// => the pairs of all remaining events, in order.
PairList drained(hsdem::EventQueue& queue) {
  PairList seen;
  for (hsdem::Event event; queue.next(event);) seen.push_back(event.pair);
  return seen;
}

TEST(EventQueue, EventsComeInTheOrderOfTimeThenOfPairs) {
  hsdem::EventQueue queue;
  queue.clear(5, 0, 10);
  queue.predict(3, 2);
  queue.predict(1, 2);
  queue.predict(4, 1);
  queue.predict(2, 10);  // the step has ended
  EXPECT_EQ(drained(queue), (PairList{4, 1, 3}));
}

TEST(EventQueue, OnlyTheLastPredictionOfAPairCounts) {
  hsdem::EventQueue queue;
  queue.clear(2, 0, 10);
  queue.predict(0, 1);
  queue.predict(0, 3);
  queue.predict(1, 2);
  queue.predict(1, 20);
  hsdem::Event event;
  ASSERT_TRUE(queue.next(event));
  EXPECT_EQ(event.pair, 0U);
  EXPECT_EQ(event.time, 3);
  EXPECT_FALSE(queue.next(event));
}

// Expired pairs are returned in the order of their numbers, each once, without pairs that have a newer prediction.
TEST(EventQueue, PredictionsExpireWithVelocityJumps) {
  hsdem::EventQueue queue;
  queue.clear(4, 2, 10);
  for (const std::uint32_t pair : {3U, 0U, 1U, 2U}) queue.predict(pair, 5);
  queue.expires(3, 1, 0.5);
  queue.expires(0, 1, 0.7);
  queue.expires(1, 1, 0.6);
  queue.expires(2, 0, 0.1);
  EXPECT_EQ(queue.expired(1, 0.5), PairList{});
  queue.predict(1, 6);
  EXPECT_EQ(queue.expired(1, 0.8), (PairList{0, 3}));
  EXPECT_EQ(queue.expired(1, 0.8), PairList{});
  EXPECT_EQ(queue.expired(7, 1), PairList{});  // a body without predictions
  queue.clear(4, 2, 10);
  EXPECT_EQ(queue.expired(0, 1), PairList{});
}

// Invalid events are removed when there are many; valid events are still returned.
TEST(EventQueue, InvalidEventsAreRemoved) {
  hsdem::EventQueue queue;
  queue.clear(3, 1, 10);
  for (int k = 0; k < 1000; ++k)
    for (const std::uint32_t pair : {0U, 1U, 2U}) queue.predict(pair, 9 - 0.001 * k - 0.1 * pair);
  EXPECT_LE(queue.kept(), 30u);
  EXPECT_EQ(drained(queue), (PairList{2, 1, 0}));
  queue.expires(0, 0, 1);
  queue.forget(0);
  EXPECT_EQ(queue.expired(0, 2), PairList{});
  EXPECT_THROW(queue.predict(0, std::nan("")), SanityError);
}

}  // namespace
}  // namespace rubble::test
