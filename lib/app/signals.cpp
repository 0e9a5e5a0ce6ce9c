#include "app/signals.hpp"

#include <atomic>
#include <csignal>
#include <ctime>

namespace rubble::app {
namespace {

std::atomic<int> noted{0};
std::atomic<long> noted_at{0};  // [ms]
static_assert(std::atomic<int>::is_always_lock_free && std::atomic<long>::is_always_lock_free);

// Launchers such as timeout signal the process and its group, so that one request arrives twice.
constexpr long kSameRequest = 500;  // [ms]

long milliseconds() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

void on_signal(int number) {
  int none = 0;
  if (noted.compare_exchange_strong(none, number)) {
    noted_at = milliseconds();
  } else if (milliseconds() - noted_at > kSameRequest) {
    std::signal(number, SIG_DFL);
    std::raise(number);  // takes effect when this handler returns
  }
}

}  // namespace

void watch_stop_signals() {
  struct sigaction action {};
  action.sa_handler = on_signal;
  action.sa_flags = SA_RESTART;
  sigemptyset(&action.sa_mask);
  sigaction(SIGTERM, &action, nullptr);
  sigaction(SIGINT, &action, nullptr);
}

int stop_signal() { return noted; }

}  // namespace rubble::app
