#pragma once
// One writer for each output: a lock that the kernel takes away when its process ends, however it ends.
#include "store/descriptor.hpp"

#include <string>

namespace rubble::store {

class OutputLock {
 public:
  // (output) => its lock, in the file OUT.lock beside what a link leads to; held to the end of this object, which
  // removes that file. Nothing for "-", pipes and devices. InputError if somebody else holds it: it says who.
  // SystemError if the file cannot be made.
  explicit OutputLock(const std::string& output);
  OutputLock(OutputLock&&) noexcept = default;
  OutputLock& operator=(OutputLock&&) = delete;
  ~OutputLock();

  // False only where the file system knows no locks.
  bool good() const { return good_; }

 private:
  std::string path_;
  Descriptor file_{-1};
  bool good_ = true;
};

// OUT => OUT.lock
std::string lock_path(const std::string& output);

}  // namespace rubble::store
