#pragma once
// Base of classes that cannot be copied, such as parts of an engine that refer to each other.

namespace rubble {

class NonCopyable {
 public:
  NonCopyable(const NonCopyable&) = delete;
  NonCopyable& operator=(const NonCopyable&) = delete;

 protected:
  NonCopyable() = default;
  ~NonCopyable() = default;
};

}  // namespace rubble
