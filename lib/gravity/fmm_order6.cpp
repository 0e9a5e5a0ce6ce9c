#include "gravity/fmm_passes.hpp"

namespace rubble::gravity {

const Passes kPasses6 = passes<6>;

}  // namespace rubble::gravity
