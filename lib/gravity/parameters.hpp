#pragma once
#include "base/field.hpp"

namespace rubble::gravity {

struct Parameters {
  std::string method;           // "direct", "fmm" or "none"
  double constant = 0;          // G [m3 kg-1 s-2]
  double error = 1e-3;          // requested rms relative error of the accelerations (fmm)
  double hold = 0;              // requested error of forces held between evaluations; 0: none are held
  std::string torque = "none";  // largest multipole of hulls in forces and torques
};

inline const std::vector<std::string> kTorques = {"none", "quadrupole", "hexadecapole"};
// (value of torque) => order up to which the points that represent a hull have its multipoles. It is the odd order
// above the named one. The first wrong multipole is then even, like the first multipole of a symmetric body.
// docs/theory.md 4.9.
inline int multipoles_of(const std::string& torque) {
  if (torque == "quadrupole") return 3;
  return torque == "hexadecapole" ? 5 : 0;
}

inline std::vector<Field<Parameters>> fields(const Parameters*) {
  return {
      {"method",
       "",
       "summation of self-gravity: direct over all pairs, fast multipole method (fmm), or none",
       &Parameters::method,
       kAny,
       {"direct", "fmm", "none"}},
      {"constant", "m3 kg-1 s-2", "gravitational constant G (nature: 6.67430e-11)", &Parameters::constant,
       kNotNegative},
      {"error",
       "1",
       "target rms relative error of the accelerations with method = \"fmm\"",
       &Parameters::error,
       {1e-7, 0.05, true, true},
       {},
       false},
      {"hold",
       "1",
       "target rms relative error of accelerations that are extrapolated between evaluations, at least the value of "
       "'error'; 0: evaluation in each step",
       &Parameters::hold,
       {0, 0.01, true, true},
       {},
       false},
      {"torque", "",
       "highest multipole of hulls in forces and torques: none (point mass), quadrupole (up to 16 points per hull) or "
       "hexadecapole (up to 36 points)",
       &Parameters::torque, kAny, kTorques, false},
  };
}

}  // namespace rubble::gravity
