#include "gravity/fmm_passes.hpp"

namespace rubble::gravity {

const Passes kPasses7 = passes<7>;

}  // namespace rubble::gravity
