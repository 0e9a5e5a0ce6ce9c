#pragma once
// Momentum of iterations x -> G(x): docs/theory.md 10.3.
#include <algorithm>
#include <cstdint>

namespace rubble::friction {

// After each map, the next one starts from g + m (g - g before), where g is its result and m the momentum.
class Momentum {
 public:
  // (square of the length of G(x) - x) => momentum of the next map
  double after(double square) {
    ++count_;
    const bool grows = k_ > 0 && square > kGrowth * last_;
    last_ = square;
    k_ = grows ? k_ / 2 : k_ + 1;
    watch(square);
    if (count_ < resume_) k_ = 0;
    return grows ? 0 : static_cast<double>(k_) / static_cast<double>(k_ + 3);
  }

 private:
  // Begins maps without momentum if the least square has not fallen for long.
  void watch(double square) {
    if (count_ == 1 || square < kFall * least_) {
      least_ = square;
      fallen_ = std::max(fallen_, count_);
    }
    if (count_ - fallen_ < kStalled) return;
    least_ = square;
    resume_ = count_ + kStalled;
    fallen_ = resume_;
  }

  static constexpr double kGrowth = 1.02;        // growth of a square over the last one from which on m is 0
  static constexpr double kFall = 0.9;           // fall of the least square that counts as progress
  static constexpr std::int64_t kStalled = 200;  // maps without progress, and then without momentum

  std::int64_t count_ = 0;   // maps so far
  std::int64_t k_ = 0;       // k of the theory: maps since the momentum started
  double last_ = 0;          // square of the last map
  double least_ = 0;         // least square so far
  std::int64_t fallen_ = 0;  // map of the least square, or the first one with momentum again
  std::int64_t resume_ = 0;  // first map with momentum again
};

}  // namespace rubble::friction
