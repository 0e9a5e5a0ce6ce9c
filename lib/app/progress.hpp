#pragma once
// Progress messages on stderr during a run. Nothing of it enters a result.
#include "model/stepper.hpp"

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

namespace rubble::app {

// Seconds of wall time since it was made.
class Stopwatch {
 public:
  double seconds() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count(); }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

class Progress {
 public:
  struct Now {
    double time = 0;  // [s]
    std::int64_t step = 0;
    std::size_t contacts = 0;
    std::vector<Audit> audits;  // of the method
    double energy_error = 0;
    double expected_end = 0;  // by the stop rule [s]; infinity if it cannot tell
  };

  // bodies, and the time [s] and step at which the run ends at the latest
  Progress(std::string tool, bool quiet, std::size_t bodies, double end_time, std::int64_t end_step);

  // Where the clock of the rate starts: after a restart, not at the beginning.
  void start(const Now& now);
  // The progress line, if it is time for one: on a terminal redrawn in place, elsewhere a line each ten seconds.
  void show(const Now& now);
  // A line that stays.
  void say(const std::string& text);
  // The last line: wall time and rate.
  void finish(const Now& now);

  double wall_time() const { return watch_.seconds(); }
  double rate(const Now& now) const;                                           // particle-steps per second of wall time
  std::int64_t steps(const Now& now) const { return now.step - first_step_; }  // of this process
  // Wall time until the duration is over or the stop rule is met, whichever is expected first [s].
  double seconds_left(const Now& now) const;

 private:
  void clear();

  std::string tool_;
  bool quiet_, terminal_, drawn_ = false;
  std::size_t bodies_;
  double end_time_;
  std::int64_t end_step_, first_step_ = 0;
  double last_shown_ = 0;
  Stopwatch watch_;
};

// (seconds) => "0:12:03"
std::string clock_text(double seconds);

}  // namespace rubble::app
