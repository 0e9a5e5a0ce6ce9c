#include "store/lock.hpp"

#include "base/error.hpp"
#include "base/system.hpp"
#include "store/file_names.hpp"

#include <algorithm>
#include <array>
#include <cerrno>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>

namespace rubble::store {
namespace {

constexpr int kMostTries = 1000;

// Text that the owner of a lock wrote into it: "process 1234 on host".
std::string holder(const Descriptor& file) {
  std::array<char, 300> text{};
  const ssize_t got = ::pread(*file, text.data(), text.size(), 0);
  std::string name(text.data(), static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
  name = name.substr(0, name.find('\n'));
  const bool plain = std::all_of(name.begin(), name.end(), [](unsigned char c) { return c >= ' ' && c < 127; });
  return name.empty() || !plain ? "another process" : name;
}

void sign(const Descriptor& file) {
  std::array<char, 256> host{};
  ::gethostname(host.data(), host.size() - 1);
  const std::string text = fmt::format("process {} on {}\n", ::getpid(), host.data());
  // If the disk is full, the lock holds without its text.
  if (::ftruncate(*file, 0) != 0 || ::pwrite(*file, text.data(), text.size(), 0) < 0) return;
}

// True if the open file is still the file of that name. The owner of a lock removes the file before unlocking it, while
// others may wait for it.
bool is_current(const Descriptor& file, const std::string& path) {
  struct stat mine {
  }, current{};
  return ::fstat(*file, &mine) == 0 && ::stat(path.c_str(), &current) == 0 && mine.st_dev == current.st_dev &&
         mine.st_ino == current.st_ino;
}

}  // namespace

Locked lock(const Descriptor& file) {
  // Open-file-description locks work on NFS, and closing another descriptor of the file does not release them.
  struct flock whole {};
  whole.l_type = F_WRLCK;
  whole.l_whence = SEEK_SET;
  if (::fcntl(*file, F_OFD_SETLK, &whole) == 0) return Locked::yes;
  return errno == EAGAIN || errno == EACCES ? Locked::elsewhere : Locked::unknown;
}

std::string lock_path(const std::string& output) { return target_of(output) + ".lock"; }

OutputLock::OutputLock(const std::string& output) {
  if (!is_file(output)) return;
  path_ = lock_path(output);
  for (int tries = 0; tries < kMostTries; ++tries) {
    file_ = Descriptor(::open(path_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666));
    if (*file_ < 0) throw system_error(path_, "create", errno);
    const Locked locked = lock(file_);
    if (locked == Locked::elsewhere)
      throw InputError(fmt::format("{}: {} is writing this output and holds {}", output, holder(file_), path_));
    good_ = locked == Locked::yes;
    if (!is_current(file_, path_)) continue;
    sign(file_);
    return;
  }
  throw SystemError(fmt::format("{}: the lock {} is created and removed repeatedly by other processes", output, path_));
}

OutputLock::~OutputLock() {
  // The file is removed before it is closed, so that no process can lock a file that is about to be removed.
  if (*file_ >= 0 && is_current(file_, path_)) ::unlink(path_.c_str());
}

}  // namespace rubble::store
