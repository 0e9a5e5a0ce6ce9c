#pragma once
// Packing of the bodies at each record: of all bodies, and of the largest group of neighbours.
#include "base/field.hpp"
#include "experiment/observer.hpp"
#include "measure/extent/packing.hpp"

#include <vector>

namespace rubble::experiment {

// [packing]
struct PackingRule {
  double link = 0;
  double weak = 0;
  std::int64_t core = 0;
};

std::vector<Field<PackingRule>> fields(const PackingRule*);

struct PackingNumbers {
  measure::Packing packing;
  double kinetic = 0;  // in the frame of the centre of mass [J]
  double spin = 0;     // magnitude of the spin of the rigid motion; NaN in periodic space [rad s-1]
};

class Packing final : public Observer {
 public:
  explicit Packing(const PackingRule& rule) : rule_(rule) {}

  void observe(const Look& look) override;
  // packing/all/... for all bodies, and packing/largest/... for the heaviest group of neighbours. docs/formats.md, Time
  // series, describes each column.
  std::vector<Finding> findings() const override;
  void archive(Archive&) override {}

 private:
  PackingRule rule_;
  PackingNumbers all_, largest_;
};

}  // namespace rubble::experiment
