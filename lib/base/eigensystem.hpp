#pragma once
// Eigenvalues and eigenvectors of symmetric tensors. Eigen's solver is compiled once, in eigensystem.cpp.
#include "base/vec.hpp"

namespace rubble {

struct Eigensystem {
  Vec3 values;   // ascending
  Mat3 vectors;  // columns, in the order of the values: unit vectors, each with any sign
};

// (symmetric 3x3) => its eigenvalues and eigenvectors; values in the tensor's unit.
Eigensystem eigensystem(const Mat3& symmetric);

}  // namespace rubble
