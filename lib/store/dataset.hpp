#pragma once
// Declaration of a dataset of a pile, and what can be wrong with its values.
#include <string>

namespace rubble::store {

struct Dataset {
  std::string path;  // path in a pile; docs/formats.md lists the paths in frames
  std::string unit;  // SI, in the notation of H5MD's units module; "" for text
  std::string text;

  std::string name() const { return path.substr(path.rfind('/') + 1); }
};

struct Misfit {
  std::string dataset, expected, found;
};

}  // namespace rubble::store
