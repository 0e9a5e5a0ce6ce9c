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
// (one of them) => the order up to which the points of a hull have its multipoles: the odd one above the order that the
// word names, so that the first wrong multipole is even, as the first one of a symmetric body is. docs/theory.md 4.9.
inline int multipoles_of(const std::string& torque) {
  if (torque == "quadrupole") return 3;
  return torque == "hexadecapole" ? 5 : 0;
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
       "multipoles of hulls, up to which they attract and are turned. none: a hull counts as one point at its centre, "
       "which nothing turns; quadrupole: as up to 16 points; hexadecapole: as up to 36 points",
       &Parameters::torque, kAny, kTorques, false},
  };
}

}  // namespace rubble::gravity
