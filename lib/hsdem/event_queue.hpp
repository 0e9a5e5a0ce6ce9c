#pragma once
// Order in time of the pairs to test within a step, and validity of predictions. Each pair has one prediction at a
// time. Pairs of a free sphere are predicted again whenever it is hit. A hit changes the motion of an aggregate only a
// little. Predictions for an aggregate therefore allow for small changes of its motion, and expire after larger ones.
#include "model/pile.hpp"

#include <cstdint>
#include <vector>

namespace rubble::hsdem {

// A test of a pair, which touches or may soon touch.
struct Event {
  double time = 0;               // since the start of the step [s]
  std::uint32_t pair = 0;        // index in the list
  std::uint32_t prediction = 0;  // number of the prediction; only the pair's last one is valid

  // Order by time; events at the same time are ordered by pair.
  bool operator>(const Event& other) const { return time > other.time || (time == other.time && pair > other.pair); }
};

class EventQueue {
 public:
  // (numbers of pairs and of bodies, length of the step [s]) Removes all predictions.
  void clear(std::size_t pairs, std::size_t bodies, double step);
  // (pair, time since the start of the step [s]) Discards the earlier prediction of the pair and schedules a test at
  // that time if it is within the step. SanityError for NaN.
  void predict(std::uint32_t pair, double time);
  // (pair, body, sum of the body's velocity jumps [m s-1]) Limits the last prediction of the pair: it expires when
  // the jumps exceed this sum.
  void expires(std::uint32_t pair, std::size_t body, double jumps);
  // Removes the limits of all predictions for a body. Its pairs have to be predicted again.
  void forget(std::size_t body);
  // (event) => true if an event is left. It is removed from the queue and stored in `event`.
  bool next(Event& event);
  // Number of stored events, including void ones.
  std::size_t kept() const { return event_.size(); }
  // (body, sum of its velocity jumps [m s-1]) => pairs whose predictions have expired, in rising order.
  std::vector<std::uint32_t> expired(std::size_t body, double jumps);

 private:
  void drop_void_events();

  struct Expiry {
    double jumps;
    std::uint32_t pair, prediction;

    bool operator>(const Expiry& other) const { return jumps > other.jumps; }
  };

  double step_ = 0;
  std::vector<std::uint32_t> prediction_;  // last one of each pair
  std::vector<Event> event_;               // a heap; expiry_ has one for each body
  std::vector<std::vector<Expiry>> expiry_;
};

}  // namespace rubble::hsdem
