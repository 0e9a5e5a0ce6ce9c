#pragma once
// Adds the wall time of a scope to a sum [s].
#include <chrono>

namespace rubble {

class Clock {
 public:
  explicit Clock(double& sum) : sum_(sum) {}
  Clock(const Clock&) = delete;
  Clock& operator=(const Clock&) = delete;
  ~Clock() { sum_ += std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count(); }

 private:
  double& sum_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

}  // namespace rubble
