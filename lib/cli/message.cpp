#include "cli/message.hpp"

#include "base/printable.hpp"

#include <algorithm>
#include <cerrno>
#include <climits>

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

namespace rubble::cli {
namespace {

constexpr std::size_t kLongest = 2000;  // bytes of a line
constexpr int kReaderWait = 1000;       // longest wait for a reader that does not read [ms]

}  // namespace

void fill_standard_streams() {
  for (const int fd : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (::fcntl(fd, F_GETFD) != -1 || errno != EBADF) continue;
    // The system assigns the lowest free number. It is fd, because all lower descriptors are open at this point.
    const int how = fd == STDIN_FILENO ? O_WRONLY : fd == STDOUT_FILENO ? O_RDONLY : O_RDWR;
    if (::open("/dev/null", how) != fd) return;
  }
}

void write_message(std::string_view bytes) {
  static bool stuck = false;  // true after the reader has blocked once: later calls do not wait for it
  while (!bytes.empty()) {
    pollfd out{STDERR_FILENO, POLLOUT, 0};
    const int ready = ::poll(&out, 1, stuck ? 0 : kReaderWait);
    if (ready < 0 && errno == EINTR) continue;
    stuck = ready == 0;
    if (ready <= 0) return;
    // A pipe that is ready takes at least this many bytes without blocking.
    const ssize_t put = ::write(STDERR_FILENO, bytes.data(), std::min<std::size_t>(bytes.size(), PIPE_BUF));
    if (put < 0 && errno == EINTR) continue;
    if (put <= 0) return;
    bytes.remove_prefix(static_cast<std::size_t>(put));
  }
}

void say(const std::string& tool, std::string_view text) {
  write_message(tool + ": " + shortened(text, kLongest) + '\n');
}

}  // namespace rubble::cli
