#pragma once
// Check of a number that was read from a checkpoint.
#include "base/error.hpp"

#include <cstdint>

#include <fmt/format.h>

namespace rubble::nscd {

// (count from a checkpoint, its name, upper limit) InputError unless 0 <= count <= limit.
inline void require_count(std::int64_t count, const char* name, std::int64_t most) {
  if (count < 0 || count > most)
    throw InputError(fmt::format("expected a number from 0 to {} in {}, found {}", most, name, count));
}

}  // namespace rubble::nscd
