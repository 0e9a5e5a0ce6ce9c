#pragma once
// The stop rule of spin-ups and flybys: a pile has grown, or fallen apart.
#include "drive/stop.hpp"
#include "measure/bulk_radii.hpp"

namespace rubble::drive {

// [stop] of rubble-spinup and rubble-flyby.
struct ExpansionRule {
  std::string radius;
  double threshold = 0;
  double mean = 0;  // [s]
  double least_mass = 0;
};

inline std::vector<Field<ExpansionRule>> fields(const ExpansionRule*) {
  return {
      {"radius",
       "",
       "which bulk radius counts: of the extents, greatest distance, semi-axis of the inertia ellipsoid, 95 % of the "
       "mass; the first or the last of the four; none of them",
       &ExpansionRule::radius,
       kAny,
       {"ellipsoid", "distance", "semi_axis", "mass95", "any", "all", "none"}},
      {"threshold", "1", "grown: the radius exceeds its first value by more than this share", &ExpansionRule::threshold,
       kNotNegative},
      {"mean", "s", "running mean of the radius that is compared; 0: none", &ExpansionRule::mean, kNotNegative},
      {"least_mass", "1",
       "fallen apart: the heaviest group of neighbours (gaps below a tenth of the mean diameter) has less than this "
       "share of the mass; 0: does not count",
       &ExpansionRule::least_mass, kFraction},
  };
}

class Expansion : public StopRule {
 public:
  explicit Expansion(const ExpansionRule& rule) : rule_(rule) {}

  void observe(const Look& look) override;
  bool met() const override { return met_; }
  // bulk/...: the four radii as they are, and the heaviest group's share of the mass.
  std::vector<Finding> findings() const override;
  void archive(Archive& archive) override;

 private:
  using Radii = std::array<double, measure::kBulkRadii>;

  ExpansionRule rule_;
  Radii first_{}, now_{};
  std::array<bool, measure::kBulkRadii> grown_{};  // at this or an earlier look
  double largest_ = 0;
  bool met_ = false;
  Reals time_;                                     // of the looks within a window
  std::array<Reals, measure::kBulkRadii> recent_;  // radii then
};

}  // namespace rubble::drive
