#include "cli/signals.hpp"

#include "base/interrupt.hpp"

#include <csignal>

#include <unistd.h>

namespace rubble::cli {
namespace {

// Launchers such as timeout signal both the process and its group, so that one request arrives twice.
constexpr std::int64_t kSameRequest = 500;  // [ms]

// A step that takes longer than this after the signal is abandoned. Clusters kill a job 30 s after the request, and
// saving a checkpoint takes time too.
constexpr std::int64_t kLongestStep = 15000;  // [ms]

std::atomic<std::int64_t> noted_at{0};  // time of the first signal [ms]; 0: none

// True for signals whose repetition means that a person or launcher insists. Others may arrive repeatedly for one
// request: SIGXCPU each second, SIGHUP together with SIGTERM.
bool insists(int number) { return number == SIGTERM || number == SIGINT || number == SIGQUIT; }

void on_signal(int number) {
  std::int64_t never = 0;
  const std::int64_t now = interrupt::now();
  if (noted_at.compare_exchange_strong(never, now)) {
    interrupt::deadline = now + kLongestStep;
    interrupt::signal = number;
  } else if (insists(number) && now - noted_at > kSameRequest) {
    std::signal(number, SIG_DFL);
    std::raise(number);  // takes effect when this handler returns
  }
}

void watch(int number) {
  struct sigaction action {};
  // Signals that were ignored (nohup) stay ignored. Signals with a handler, such as that of a profiler, keep it.
  if (sigaction(number, nullptr, &action) == 0 && action.sa_handler != SIG_DFL) return;
  action = {};
  action.sa_handler = on_signal;
  action.sa_flags = SA_RESTART;
  sigemptyset(&action.sa_mask);
  sigaction(number, &action, nullptr);
}

}  // namespace

void ignore_write_signals() {
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
}

void watch_stop_signals() {
  for (const int number :
       {SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2, SIGXCPU, SIGALRM, SIGVTALRM, SIGPROF, SIGPWR, SIGIO})
    watch(number);
}

void end_by_stop_signal() {
  const int number = interrupt::signal;
  std::signal(number, SIG_DFL);
  std::raise(number);
  _exit(128 + number);
}

}  // namespace rubble::cli
