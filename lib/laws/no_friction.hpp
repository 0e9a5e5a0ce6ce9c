#pragma once
// Contacts without sliding friction, and contacts without rolling and twisting resistance.
#include "base/field.hpp"

namespace rubble::laws {

struct NoSliding {
  double friction = 0;
  bool operator==(const NoSliding&) const = default;
};

struct NoCouple {
  bool operator==(const NoCouple&) const = default;
};

inline std::vector<Field<NoSliding>> fields(const NoSliding*) { return {}; }
inline std::vector<Field<NoCouple>> fields(const NoCouple*) { return {}; }

}  // namespace rubble::laws
