#pragma once
// Error for a file of this project whose kind differs from the expected one.
#include "base/error.hpp"

#include <string>
#include <utility>

namespace rubble::store {

struct WrongContent : InputError {
  WrongContent(const std::string& message, std::string wanted_, std::string found_)
      : InputError(message), wanted(std::move(wanted_)), found(std::move(found_)) {}
  std::string wanted, found;  // "pile", "track", ...
};

}  // namespace rubble::store
