#pragma once
// Messages of a run: on the terminal and in the log beside the output.
#include "run/log.hpp"
#include "run/progress.hpp"
#include "run/request.hpp"
#include "run/scenario.hpp"

#include <memory>
#include <string>

namespace rubble::run {

// Wall times of the parts of a run [s], and of the whole.
struct WallTimes {
  double advancing = 0, looking = 0, writing = 0;
  Stopwatch since_start;
};

class RunMessages {
 public:
  // (request, scenario, number of bodies, latest end of the run [s]) Request and scenario must outlive the messages.
  RunMessages(const Request& request, const Scenario& scenario, std::size_t bodies, double end_time);

  // Opens the log with this path, "" for none. A resumed run appends to it; other runs start a new log.
  void open_log(const std::string& path, bool goes_on);
  // Prints a line on the terminal.
  void say(const std::string& text) { progress_.say(text); }
  // Prints a line on the terminal and writes it to the log under this name.
  void tell(const std::string& name, const std::string& text);
  // Writes a line to the log only.
  void log(const std::string& name, const std::string& text);
  // Prints what the run will do, and starts the progress line.
  void start(const Progress::Now& now);
  void show(const Progress::Now& now) { progress_.show(now); }
  // Prints the final messages: audits, relative errors of the ledger, wall times.
  void close(const std::string& how, const Progress::Now& now, const measure::Drift& drift, const StepReport& report,
             const WallTimes& times);
  // Prints the final messages of a run that reached its end, with the state of its stop rule, or with the impact that
  // ended it.
  void end(const Progress::Now& now, const measure::Drift& drift, const StepReport& report, const WallTimes& times);
  // Writes the end of the run to the log: cause, wall times and counts of steps.
  void log_end(const std::string& how, const Progress::Now& now, const StepReport& report, const WallTimes& times);

 private:
  void say_trouble();

  const Request& request_;
  const Scenario& scenario_;
  std::size_t bodies_;
  Progress progress_;
  std::unique_ptr<Log> log_;
  bool given_up_ = false;  // true if the failure of the log was reported
};

// (request, plan, true if its stop rule has observed the run to its end) => message of a run that used up its duration:
// the state of the stop rule, if it is known, and parameters that let a run meet it.
std::string out_of_time(const Request& request, const setup::RunPlan& plan, bool observed);
// (request) => advice on a new run from the output of this one; "" if such a run would start again from a first state
// of its own, or if the output is not a file.
std::string continuation(const Request& request);

}  // namespace rubble::run
