#pragma once
// The message with which a call refuses its input or its state.
#include "base/error.hpp"

#include <functional>
#include <string>

namespace rubble::test {

// => the message of the error of this kind that the call throws; "" if it throws none.
template <class Error = InputError>
std::string refusal(const std::function<void()>& call) {
  try {
    call();
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

}  // namespace rubble::test
