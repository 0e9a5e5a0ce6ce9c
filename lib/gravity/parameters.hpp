#pragma once
#include "base/field.hpp"

namespace rubble::gravity {

// Summation of self-gravity over all pairs, by the fast multipole method, or not at all.
enum class Summation { none, direct, fmm };
inline constexpr Word<Summation> kSummations[] = {
    {"direct", Summation::direct}, {"fmm", Summation::fmm}, {"none", Summation::none}};

// Largest multipole of hulls in forces and torques; none: point masses.
enum class Multipoles { none, quadrupole, hexadecapole };
inline constexpr Word<Multipoles> kMultipoles[] = {
    {"none", Multipoles::none}, {"quadrupole", Multipoles::quadrupole}, {"hexadecapole", Multipoles::hexadecapole}};

struct Parameters {
  Summation method = Summation::none;
  double constant = 0;  // G [m3 kg-1 s-2]
  double error = 1e-3;  // requested rms relative error of the accelerations (fmm)
  double hold = 0;      // requested error of forces held between evaluations; 0: none are held
  Multipoles torque = Multipoles::none;
};

// (largest multipole) => order up to which the points that represent a hull have its multipoles. It is the odd order
// above the named one. The first wrong multipole is then even, like the first multipole of a symmetric body.
// docs/theory.md 4.9.
inline int multipoles_of(Multipoles largest) {
  switch (largest) {
    case Multipoles::quadrupole:
      return 3;
    case Multipoles::hexadecapole:
      return 5;
    default:
      return 0;
  }
}

inline std::vector<Field<Parameters>> fields(const Parameters*) {
  return {
      field("method", "summation of self-gravity: direct over all pairs, fast multipole method (fmm), or none",
            &Parameters::method, kSummations)
          .required(),
      field("constant", "m3 kg-1 s-2", "gravitational constant G (nature: 6.67430e-11)", &Parameters::constant)
          .required()
          .range(kNotNegative),
      field("error", "1", "target rms relative error of the accelerations with method = \"fmm\"", &Parameters::error)
          .range({1e-7, 0.05, true, true}),
      field("hold", "1",
            "target rms relative error of accelerations that are extrapolated between evaluations, at least the value "
            "of 'error'; 0: evaluation in each step",
            &Parameters::hold)
          .range({0, 0.01, true, true}),
      field("torque",
            "highest multipole of hulls in forces and torques: none (point mass), quadrupole (up to 16 points per "
            "hull) or hexadecapole (up to 36 points)",
            &Parameters::torque, kMultipoles),
  };
}

}  // namespace rubble::gravity
