#include "run/progress.hpp"

#include "cli/message.hpp"
#include "run/sanity.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <unistd.h>

namespace rubble::run {
namespace {

constexpr double kRedraw = 0.2, kLine = 10;  // [s] of wall time

}  // namespace

std::string clock_text(double seconds) {
  if (!(seconds < 3600.0 * 24 * 365 * 100)) return "?";
  const auto s = static_cast<std::int64_t>(std::llround(std::max(seconds, 0.0)));
  return fmt::format("{}:{:02}:{:02}", s / 3600, s / 60 % 60, s % 60);
}

Progress::Progress(std::string tool, bool quiet, std::size_t bodies, double end_time, std::int64_t end_step)
    : tool_(std::move(tool)),
      quiet_(quiet),
      terminal_(isatty(STDERR_FILENO) != 0),
      bodies_(bodies),
      end_time_(end_time),
      end_step_(end_step) {}

void Progress::start(const Now& now) {
  first_step_ = now.step;
  watch_ = {};
  last_shown_ = 0;
}

double Progress::rate(const Now& now) const {
  const double seconds = watch_.seconds();
  return seconds > 0 ? static_cast<double>(now.step - first_step_) * static_cast<double>(bodies_) / seconds : 0;
}

double Progress::seconds_left(const Now& now) const {
  const double steps = static_cast<double>(end_step_ - now.step);
  const double seconds = steps * static_cast<double>(bodies_) / rate(now);
  const double share = (now.expected_end - now.time) / (end_time_ - now.time);  // fraction of the remaining duration
  return seconds * std::clamp(share, 0.0, 1.0);
}

void Progress::clear() {
  if (drawn_) cli::write_message("\r\x1b[K");
  drawn_ = false;
}

void Progress::show(const Now& now) {
  const double wall = watch_.seconds();
  if (quiet_ || wall - last_shown_ < (terminal_ ? kRedraw : kLine)) return;
  last_shown_ = wall;
  const double speed = rate(now);
  std::string audits;
  for (const Audit& audit : now.audits)
    if (is_told(audit)) audits += fmt::format(" | {} {:.2g}", audit.text, audit.worst);
  clear();
  cli::write_message(
      fmt::format("{}: {:.6g} of {:.6g} s | {:.3g} particle-steps/s | ETA {} | {} contacts{} | "
                  "energy error {:.1e}{}",
                  tool_, now.time, end_time_, speed, clock_text(seconds_left(now)), now.contacts, audits,
                  now.energy_error, terminal_ ? "" : "\n"));
  drawn_ = terminal_;
}

void Progress::say(const std::string& text) {
  if (quiet_) return;
  clear();
  cli::say(tool_, text);
}

void Progress::finish(const Now& now) {
  say(fmt::format("{} steps to {:.6g} s in {:.2f} s of wall time, {:.3g} particle-steps/s", now.step - first_step_,
                  now.time, watch_.seconds(), rate(now)));
}

}  // namespace rubble::run
