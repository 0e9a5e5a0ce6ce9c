#pragma once
// Wall time of a part of the program, added to a sum when the part ends [s].
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
