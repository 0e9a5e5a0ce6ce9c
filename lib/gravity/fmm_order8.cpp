#include "gravity/fmm_passes.hpp"

namespace rubble::gravity {

const Passes kPasses8 = passes<8>;

}  // namespace rubble::gravity
