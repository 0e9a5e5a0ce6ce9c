#pragma once
// Progress messages on stderr during a run. They do not affect results.
#include "model/stepper.hpp"

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

namespace rubble::run {

// Wall time since construction [s].
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
    std::vector<Audit> audits;  // with energies relative to the energy scale of the ledger
    double energy_error = 0;
    double expected_end = 0;  // time at which the stop rule will be met [s]; infinity if unknown
  };

  // (tool, true to suppress all messages, number of bodies, latest end of the run as time [s] and as step)
  Progress(std::string tool, bool quiet, std::size_t bodies, double end_time, std::int64_t end_step);

  // (state at the first step of this process) Starts the clock of rate() and the count of steps().
  void start(const Now& now);
  // Shows the progress line if the last one is old enough: redrawn in place on a terminal, else as a new line every ten
  // seconds.
  void show(const Now& now);
  // Prints a line that is not overwritten.
  void say(const std::string& text);
  // Prints the last line: wall time and rate.
  void finish(const Now& now);

  double wall_time() const { return watch_.seconds(); }
  double rate(const Now& now) const;                                           // particle-steps per second of wall time
  std::int64_t steps(const Now& now) const { return now.step - first_step_; }  // steps of this process
  // Estimated wall time until the duration is over or the stop rule is met, whichever comes first [s].
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

}  // namespace rubble::run
