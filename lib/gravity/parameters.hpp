#pragma once
#include "base/field.hpp"

namespace rubble::gravity {

struct Parameters {
  std::string method;   // "direct" or "none"
  double constant = 0;  // G [m3 kg-1 s-2]
};

inline std::vector<Field<Parameters>> fields(const Parameters*) {
  return {
      {"method", "", "how self-gravity is summed", &Parameters::method, kAny, {"direct", "none"}},
      {"constant", "m3 kg-1 s-2", "gravitational constant G (nature: 6.67430e-11)", &Parameters::constant,
       kNotNegative},
  };
}

}  // namespace rubble::gravity
