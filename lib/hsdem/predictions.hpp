#pragma once
// Predictions of pairs in a step, and their validity. docs/theory.md 13.1.
#include "base/non_copyable.hpp"
#include "hsdem/event_queue.hpp"
#include "hsdem/neighbour_list.hpp"
#include "hsdem/pair_motion.hpp"

#include <vector>

namespace rubble::hsdem {

// State of a pair in a step.
struct PairState {
  std::uint16_t impacts = 0;  // since the start of the step
  bool apart = false;         // true if the pair was separate at its last prediction
  bool deep = false;          // is_deep() at the last test
};

// Change of the bodies by the test of a pair.
struct Change {
  enum class Kind {
    none,    // the pair ignores each other until the end of the step
    apart,   // the pair does not collide
    joined,  // two bodies move as one from now on
    pushed   // both bodies received an impulse
  };
  Kind kind = Kind::none;
  std::size_t body = 0, first = 0;           // joined: body of both, number of the first sphere that joined it
  std::vector<std::size_t> remainders = {};  // pushed: aggregates that one of the two spheres has left
};

class Predictions : NonCopyable {
 public:
  // (context, its bodies and list, number of impacts after which a pair is plastic, counters) The arguments must
  // outlive the predictions.
  Predictions(const PairContext& context, Aggregates& bodies, const NeighbourList& list, std::int64_t plastic_after,
              Work& work);

  // Predicts all pairs for the step. All bodies are at its start.
  void start();
  // (pairs of the last list) Predicts all pairs of a new list for the rest of the step. Pairs of the last list keep
  // their numbers of impacts. All bodies are at the same time.
  void renew(const PairList& before);
  // (event) => true if an event is left. It is removed and stored in `event`.
  bool next(Event& event);
  // (event, its change) Predicts all pairs again whose predictions are void. => false if a sphere may leave its list
  // margin or lacks pairs, so that a new list is needed
  bool update(const Event& event, const Change& change);

  PairState& state(std::uint32_t pair) { return state_[pair]; }
  // True after so many impacts of the pair in this step that further ones are plastic.
  bool is_plastic(std::uint32_t pair) const { return state_[pair].impacts > plastic_after_; }
  // (pair) => speed of approach below which it rests if it touches [m s-1].
  double resting_speed(std::uint32_t pair) const;
  // Sets the numbers of impacts of all pairs of both spheres to 0.
  void forget_impacts(std::uint32_t pair);

 private:
  void predict_all();
  bool update_pushed(std::uint32_t pair, const std::vector<std::size_t>& remainders);
  double set_bounds(std::size_t m);
  double limit_jumps(std::size_t m, std::size_t first);
  bool holds(const RigidBody& body) const;
  Prediction prediction_of(std::uint32_t pair, double now) const;
  void store(std::uint32_t pair, const Prediction& ahead);
  void predict(std::uint32_t pair, double now);
  void predict_spheres(std::size_t m, std::size_t first, std::size_t done);
  bool take_in(std::size_t m, std::size_t first);
  bool predict_again(std::size_t m, std::size_t done);

  const PairContext& context_;
  Aggregates& bodies_;
  const NeighbourList& list_;
  Work& work_;
  std::int64_t plastic_after_;
  double least_radius_;  // [m]
  EventQueue queue_;
  std::vector<PairState> state_;  // of each pair in the list
};

}  // namespace rubble::hsdem
