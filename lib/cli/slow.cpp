#include "cli/slow.hpp"

#include "cli/message.hpp"

#include <chrono>
#include <csignal>

#include <fmt/format.h>

namespace rubble::cli {

// The watching thread blocks all signals, so that the working thread receives them.
Slow::Slow(std::string tool, std::string text, double after) : tool_(std::move(tool)), text_(std::move(text)) {
  if (text_.empty()) return;
  sigset_t all;
  sigset_t before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  watch_ = std::thread([this, after] { wait(after); });
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

Slow::~Slow() {
  if (!watch_.joinable()) return;
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    done_ = true;
  }
  changed_.notify_all();
  watch_.join();
}

void Slow::wait(double seconds) {
  std::unique_lock<std::mutex> lock(mutex_);
  if (!changed_.wait_for(lock, std::chrono::duration<double>(seconds), [this] { return done_; })) say(tool_, text_);
}

std::string slow_hulls(const std::string& source) {
  return fmt::format("{}: still preparing hulls; one of 100000 vertices takes about 10 s", source);
}

}  // namespace rubble::cli
