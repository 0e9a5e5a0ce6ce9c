#pragma once
// Numbers of all frames of a page, in a form that compresses well.
#include <cstdint>
#include <string>
#include <vector>

namespace rubble::picture {

// Numbers of each frame, stored as differences from a linear extrapolation of the two previous frames.
class Predicted {
 public:
  void add(const std::vector<std::int32_t>& now);
  const std::string& bytes() const { return bytes_; }

 private:
  std::string bytes_;
  std::vector<std::int32_t> before_, earlier_;
};

}  // namespace rubble::picture
