#include "model/stepper.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace rubble {

double StepReport::remark(std::string_view name) const {
  const auto named = [&](const Remark& remark) { return remark.name == name; };
  const auto found = std::find_if(remarks.begin(), remarks.end(), named);
  if (found == remarks.end()) throw std::out_of_range("no remark '" + std::string(name) + "'");
  return found->value;
}

}  // namespace rubble
