#pragma once
#include "base/field.hpp"

namespace rubble::gravity {

struct Parameters {
  std::string method;           // "direct", "fmm" or "none"
  double constant = 0;          // G [m3 kg-1 s-2]
  double error = 1e-3;          // wanted rms relative error of the accelerations (fmm)
  double hold = 0;              // wanted error of holding them between evaluations; 0: evaluated at each step
  std::string torque = "none";  // multipoles of hulls that count
};

inline const std::vector<std::string> kTorques = {"none", "quadrupole", "hexadecapole"};
// (one of them) => the order up to which multipoles of hulls count.
inline int multipoles_of(const std::string& torque) {
  if (torque == "quadrupole") return 2;
  return torque == "hexadecapole" ? 4 : 0;
}

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
      {"hold",
       "1",
       "rms relative error up to which accelerations are extrapolated instead of summed anew, not below error; 0: at "
       "each step",
       &Parameters::hold,
       {0, 0.01, true, true},
       {},
       false},
      {"torque", "",
       "multipoles of hulls, up to which they attract and are turned; none: as points, which nothing turns. A hull "
       "then "
       "counts as up to 9 or 25 points",
       &Parameters::torque, kAny, kTorques, false},
  };
}

}  // namespace rubble::gravity
