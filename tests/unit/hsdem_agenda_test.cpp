#include "base/error.hpp"
#include "hsdem/agenda.hpp"

#include <cmath>

#include <gtest/gtest.h>

namespace rubble::test {
namespace {

using Pairs = std::vector<std::uint32_t>;

// => the pairs of all remaining events, in order.
Pairs drained(hsdem::Agenda& agenda) {
  Pairs seen;
  for (hsdem::Event event; agenda.next(event);) seen.push_back(event.pair);
  return seen;
}

TEST(Agenda, EventsComeInTheOrderOfTimeThenOfPairs) {
  hsdem::Agenda agenda;
  agenda.clear(5, 0, 10);
  agenda.predict(3, 2);
  agenda.predict(1, 2);
  agenda.predict(4, 1);
  agenda.predict(2, 10);  // the step has ended
  EXPECT_EQ(drained(agenda), (Pairs{4, 1, 3}));
}

TEST(Agenda, OnlyTheLastPredictionOfAPairCounts) {
  hsdem::Agenda agenda;
  agenda.clear(2, 0, 10);
  agenda.predict(0, 1);
  agenda.predict(0, 3);
  agenda.predict(1, 2);
  agenda.predict(1, 20);
  hsdem::Event event;
  ASSERT_TRUE(agenda.next(event));
  EXPECT_EQ(event.pair, 0U);
  EXPECT_EQ(event.time, 3);
  EXPECT_FALSE(agenda.next(event));
}

// Expired pairs are returned in the order of their numbers, each once, without pairs that have a newer prediction.
TEST(Agenda, PredictionsExpireWithVelocityJumps) {
  hsdem::Agenda agenda;
  agenda.clear(4, 2, 10);
  for (const std::uint32_t pair : {3U, 0U, 1U, 2U}) agenda.predict(pair, 5);
  agenda.expires(3, 1, 0.5);
  agenda.expires(0, 1, 0.7);
  agenda.expires(1, 1, 0.6);
  agenda.expires(2, 0, 0.1);
  EXPECT_EQ(agenda.expired(1, 0.5), Pairs{});
  agenda.predict(1, 6);
  EXPECT_EQ(agenda.expired(1, 0.8), (Pairs{0, 3}));
  EXPECT_EQ(agenda.expired(1, 0.8), Pairs{});
  EXPECT_EQ(agenda.expired(7, 1), Pairs{});  // a mover without predictions
  agenda.clear(4, 2, 10);
  EXPECT_EQ(agenda.expired(0, 1), Pairs{});
}

// Invalid events are removed when there are many; valid events are still returned.
TEST(Agenda, InvalidEventsAreRemoved) {
  hsdem::Agenda agenda;
  agenda.clear(3, 1, 10);
  for (int k = 0; k < 1000; ++k)
    for (const std::uint32_t pair : {0U, 1U, 2U}) agenda.predict(pair, 9 - 0.001 * k - 0.1 * pair);
  EXPECT_LE(agenda.kept(), 30u);
  EXPECT_EQ(drained(agenda), (Pairs{2, 1, 0}));
  agenda.expires(0, 0, 1);
  agenda.forget(0);
  EXPECT_EQ(agenda.expired(0, 2), Pairs{});
  EXPECT_THROW(agenda.predict(0, std::nan("")), SanityError);
}

}  // namespace
}  // namespace rubble::test
