#pragma once
// Friction problems in the HDF5 format of FCLIB, the library of frictional contact problems (Acary, Bremond, Koziara &
// Perignon 2014, https://frictionalcontactlibrary.github.io): local (W, q) and global (M, H, f, w) ones in three
// dimensions. The parts of the format that Rubble reads and writes stand in docs/formats.md.
#include "friction/problem.hpp"

#include <optional>
#include <string>

namespace rubble::store {

// (file, "-" for standard input) => its local problem; if it has none, the one to which its global problem reduces.
// InputError for what is no such file, has two dimensions or bilateral constraints, and for numbers that make no
// problem.
friction::Problem read_fclib(const std::string& path);

struct FclibSolution {
  Vec3s impulse;   // r [N s]
  Vec3s velocity;  // u [m s-1]
};

// (problem, its solution if there is one) => a file with /fclib_local and /solution.
std::string fclib_image(const friction::Problem& problem, const std::optional<FclibSolution>& solution);

}  // namespace rubble::store
