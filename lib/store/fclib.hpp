#pragma once
// Friction problems in the HDF5 format of FCLIB, the library of frictional contact problems:
// https://frictionalcontactlibrary.github.io (Acary, Bremond, Koziara & Perignon 2014). The problems are
// three-dimensional, and local (W, q) or global (M, H, f, w). docs/formats.md describes the parts of the format that
// Rubble reads and writes.
#include "friction/problem.hpp"

#include <optional>
#include <string>

namespace rubble::store {

// (file, "-" for standard input) => its local problem. If it has none, the result is the local problem to which its
// global problem reduces. InputError for another kind of file, for two dimensions, for bilateral constraints, and for
// numbers that do not form a problem.
friction::Problem read_fclib(const std::string& path);

// One vector (normal, first tangent, second tangent) for each contact.
// Both are multiples of the problem's units.
struct FclibSolution {
  Vec3s impulse;   // r
  Vec3s velocity;  // u
};

// (problem, its solution or none) => the bytes of a file with /fclib_local, /units and, if there is a solution,
// /solution.
std::string fclib_image(const friction::Problem& problem, const std::optional<FclibSolution>& solution);

}  // namespace rubble::store
