#pragma once
// One writer for each output: a lock that the kernel releases when the process ends for any reason.
#include "store/descriptor.hpp"

#include <string>

namespace rubble::store {

class OutputLock {
 public:
  // (output) => its lock, in the file OUT.lock; links are followed. The lock is held until this object is destroyed,
  // which removes the file. No lock is taken for "-", pipes and devices. InputError with the owner's name if another
  // process holds the lock. SystemError if the file cannot be created, or other processes remove it repeatedly.
  explicit OutputLock(const std::string& output);
  OutputLock(OutputLock&&) noexcept = default;
  OutputLock& operator=(OutputLock&&) = delete;
  ~OutputLock();

  // False only if the file system does not support locks.
  bool good() const { return good_; }

 private:
  std::string path_;
  Descriptor file_{-1};
  bool good_ = true;
};

// OUT => OUT.lock
std::string lock_path(const std::string& output);

}  // namespace rubble::store
