#pragma once
#include "base/field.hpp"

namespace rubble::gravity {

struct Parameters {
  std::string method;   // "direct", "fmm" or "none"
  double constant = 0;  // G [m3 kg-1 s-2]
  double error = 1e-3;  // wanted rms relative error of the accelerations (fmm)
};

inline std::vector<Field<Parameters>> fields(const Parameters*) {
  return {
      {"method", "", "how self-gravity is summed", &Parameters::method, kAny, {"direct", "fmm", "none"}},
      {"constant", "m3 kg-1 s-2", "gravitational constant G (nature: 6.67430e-11)", &Parameters::constant,
       kNotNegative},
      {"error",
       "1",
       "fmm: rms relative error of the accelerations that is wanted",
       &Parameters::error,
       {1e-7, 0.05, true, true},
       {},
       false},
  };
}

}  // namespace rubble::gravity
