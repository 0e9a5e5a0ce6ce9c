#pragma once
// Errors of tools. cli/tool.cpp maps each type to an exit code.
#include <stdexcept>
#include <string>

namespace rubble {

// Invalid usage or invalid input. The message names file, line or dataset, and key. Exit code 2.
struct InputError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// An InputError about one key of a table. The caller, which knows the table, adds the place of the key.
struct KeyError : InputError {
  KeyError(const std::string& key_, const std::string& message) : InputError(message), key(key_) {}
  std::string key;
};

// An InputError whose message begins with file, line and column.
struct PlacedError : InputError {
  using InputError::InputError;
};

// Failure of the system: disk full, no permission, out of memory. Exit code 1.
struct SystemError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Result that cannot be physical: NaN, a ledger out of tolerance, excessive overlaps. Exit code 3.
struct SanityError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace rubble
