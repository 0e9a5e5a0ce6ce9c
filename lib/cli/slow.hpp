#pragma once
// A message for operations that have no steps to count and may take long: reading shapes, making hulls.
#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

namespace rubble::cli {

inline constexpr double kSlow = 2;  // [s]

class Slow {
 public:
  // (tool, description of the operation, wall time [s]) Prints the description once if the object lives longer than
  // this time. An empty description is never printed.
  Slow(std::string tool, std::string text, double after = kSlow);
  ~Slow();
  Slow(const Slow&) = delete;
  Slow& operator=(const Slow&) = delete;

 private:
  void wait(double seconds);

  std::string tool_, text_;
  std::mutex mutex_;
  std::condition_variable changed_;
  bool done_ = false;
  std::thread watch_;
};

// (file or configuration with the shapes) => the description.
std::string slow_hulls(const std::string& source);

}  // namespace rubble::cli
