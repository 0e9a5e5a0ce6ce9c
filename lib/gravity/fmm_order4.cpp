#include "gravity/fmm_passes.hpp"

namespace rubble::gravity {

const Passes kPasses4 = passes<4>;

}  // namespace rubble::gravity
