#include "picture/predicted.hpp"

#include <utility>

namespace rubble::picture {
namespace {

// Writes integers as four planes of bytes, the lowest first. The zigzag code maps small numbers of either sign to small
// codes.
void put_planes(std::string& out, const std::vector<std::int32_t>& values) {
  for (int plane = 0; plane < 4; ++plane) {
    for (const std::int32_t value : values) {
      const auto code = (static_cast<std::uint32_t>(value) << 1) ^ static_cast<std::uint32_t>(value >> 31);
      out.push_back(static_cast<char>(code >> (8 * plane) & 0xFF));
    }
  }
}

}  // namespace

void Predicted::add(const std::vector<std::int32_t>& now) {
  std::vector<std::int32_t> difference(now.size());
  for (std::size_t k = 0; k < now.size(); ++k) {
    const std::int64_t expected = before_.empty()    ? 0
                                  : earlier_.empty() ? before_[k]
                                                     : 2 * std::int64_t{before_[k]} - earlier_[k];
    difference[k] = static_cast<std::int32_t>(static_cast<std::uint32_t>(now[k] - expected));
  }
  put_planes(bytes_, difference);
  earlier_ = std::move(before_);
  before_ = now;
}

}  // namespace rubble::picture
