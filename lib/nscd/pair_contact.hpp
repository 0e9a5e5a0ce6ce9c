#pragma once
// Values of the law of contact that may differ between pairs of materials.
#include "laws/mixing.hpp"

namespace rubble::nscd {

struct PairContact {
  double friction = 0, restitution = 0;
  double attraction = 0;  // cohesive force [N]

  bool operator==(const PairContact&) const = default;
};

// (values of two materials) => values of a contact between them. docs/theory.md 2.14.
inline PairContact mixed(const PairContact& a, const PairContact& b) {
  return {laws::geometric_mean(a.friction, b.friction), laws::geometric_mean(a.restitution, b.restitution),
          laws::geometric_mean(a.attraction, b.attraction)};
}

}  // namespace rubble::nscd
