#include "hsdem/event_queue.hpp"

#include "base/error.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

namespace rubble::hsdem {
namespace {

constexpr std::size_t kVoid = 8;  // events per pair at which void events are dropped

}  // namespace

void EventQueue::clear(std::size_t pairs, std::size_t bodies, double step) {
  step_ = step;
  prediction_.assign(pairs, 0);
  event_.clear();
  for (std::vector<Expiry>& all : expiry_) all.clear();
  expiry_.resize(std::max(expiry_.size(), bodies));
}

void EventQueue::predict(std::uint32_t pair, double time) {
  if (std::isnan(time)) throw SanityError("the time of an impact is not a number");
  const std::uint32_t prediction = ++prediction_[pair];
  if (!(time < step_)) return;
  if (event_.size() > kVoid * prediction_.size()) drop_void_events();
  event_.push_back({time, pair, prediction});
  std::push_heap(event_.begin(), event_.end(), std::greater<>());
}

// The order of events in the heap does not matter, because they are taken out in the order of time and pairs.
void EventQueue::drop_void_events() {
  std::erase_if(event_, [&](const Event& event) { return event.prediction != prediction_[event.pair]; });
  std::make_heap(event_.begin(), event_.end(), std::greater<>());
}

void EventQueue::forget(std::size_t body) {
  if (body < expiry_.size()) expiry_[body].clear();
}

void EventQueue::expires(std::uint32_t pair, std::size_t body, double jumps) {
  if (body >= expiry_.size()) expiry_.resize(body + 1);
  std::vector<Expiry>& all = expiry_[body];
  all.push_back({jumps, pair, prediction_[pair]});
  std::push_heap(all.begin(), all.end(), std::greater<>());
}

bool EventQueue::next(Event& event) {
  while (!event_.empty()) {
    std::pop_heap(event_.begin(), event_.end(), std::greater<>());
    event = event_.back();
    event_.pop_back();
    if (event.prediction == prediction_[event.pair]) return true;
  }
  return false;
}

std::vector<std::uint32_t> EventQueue::expired(std::size_t body, double jumps) {
  std::vector<std::uint32_t> pairs;
  if (body >= expiry_.size()) return pairs;
  std::vector<Expiry>& all = expiry_[body];
  while (!all.empty() && all.front().jumps < jumps) {
    std::pop_heap(all.begin(), all.end(), std::greater<>());
    if (all.back().prediction == prediction_[all.back().pair]) pairs.push_back(all.back().pair);
    all.pop_back();
  }
  std::sort(pairs.begin(), pairs.end());
  return pairs;
}

}  // namespace rubble::hsdem
