#pragma once
// A typical value of a parameter. A number that is written without a unit is compared with it, because a forgotten unit
// is wrong by a large factor.
#include <limits>
#include <string>

namespace rubble {

struct TypicalValue {
  std::string path;  // of the key, such as "flyby.pericentre"
  std::string what;  // the typical value in words, for messages: "the escape speed of the two piles"
  double value = 0;  // in the SI unit of the key; no number is compared with a value that is not above 0 and finite
  // Range of the plausible ratios number / value.
  double least = 0, most = std::numeric_limits<double>::infinity();
};

}  // namespace rubble
