#include "detect/list_margin.hpp"

#include <algorithm>
#include <cmath>

namespace rubble::detect {

double list_margin(double path, double diameter) {
  return std::clamp(std::sqrt(20 * path / diameter), 0.02, 0.3) * diameter;
}

}  // namespace rubble::detect
