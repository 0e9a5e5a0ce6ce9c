#pragma once
// The ways in which a tool may fail; app/main.hpp turns each into its exit code.
#include <stdexcept>
#include <string>

namespace rubble {

// Bad usage or bad input: the message names file, line or dataset, and key. Exit code 2.
struct InputError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// An InputError that begins with file, line and column.
struct PlacedError : InputError {
  using InputError::InputError;
};

// The system failed: disk full, no permission, out of memory. Exit code 1.
struct SystemError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Physics is broken: NaN, a ledger out of tolerance, bodies deep inside each other. Exit code 3.
struct SanityError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace rubble
