#include "gravity/fmm_passes.hpp"

namespace rubble::gravity {

const Passes kPasses3 = passes<3>;

}  // namespace rubble::gravity
