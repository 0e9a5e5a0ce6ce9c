#pragma once
// Principal values and directions of a symmetric tensor, in a fixed order and with fixed signs.
#include "base/vec.hpp"

namespace rubble::measure {

struct Principal {
  Vec3 values;      // descending
  Mat3 directions;  // columns: unit vectors, right-handed; the component of largest magnitude of each of the first two
                    // is positive
};

// (symmetric 3x3) => its eigenvalues and eigenvectors; values in the tensor's unit.
Principal principal(const Mat3& symmetric);

}  // namespace rubble::measure
