#include "gravity/fmm_passes.hpp"

namespace rubble::gravity {

const Passes kPasses5 = passes<5>;

}  // namespace rubble::gravity
