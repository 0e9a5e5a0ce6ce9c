#pragma once
// An open file descriptor, closed by the destructor, and the kernel's lock on the file.
#include <utility>

#include <unistd.h>

namespace rubble::store {

class Descriptor {
 public:
  explicit Descriptor(int fd) : fd_(fd) {}
  Descriptor(Descriptor&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(fd_, other.fd_);
    return *this;
  }
  ~Descriptor() {
    if (fd_ >= 0) ::close(fd_);
  }
  int operator*() const { return fd_; }
  bool closed() { return ::close(std::exchange(fd_, -1)) == 0; }  // => true if close(2) succeeded

 private:
  int fd_;
};

// Result of a request for a lock: the lock is held, another process holds it, or the file system has no locks.
enum class Locked { yes, elsewhere, unknown };

// Locks a file that is open for writing, until it is closed or its process ends for any reason.
Locked lock(const Descriptor& file);

}  // namespace rubble::store
