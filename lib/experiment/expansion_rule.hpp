#pragma once
// Stop rule of spin-ups and flybys: the pile has expanded or broken up.
#include "experiment/stop_rule.hpp"
#include "measure/extent/bulk_radii.hpp"

namespace rubble::experiment {

// Bulk radius that is compared: one of measure::bulk_radii(), in its order, the first to grow, the last, or none.
enum class BulkRadius { ellipsoid, distance, semi_axis, mass95, any, all, none };
inline constexpr Word<BulkRadius> kBulkRadiusWords[] = {{"ellipsoid", BulkRadius::ellipsoid},
                                                        {"distance", BulkRadius::distance},
                                                        {"semi_axis", BulkRadius::semi_axis},
                                                        {"mass95", BulkRadius::mass95},
                                                        {"any", BulkRadius::any},
                                                        {"all", BulkRadius::all},
                                                        {"none", BulkRadius::none}};

// [stop] of rubble-spinup and rubble-flyby.
struct ExpansionRule {
  BulkRadius radius = BulkRadius::none;
  double threshold = 0;
  double mean = 0;  // [s]
  double least_mass = 0;
  double least_bound_mass = 0;
};

inline std::vector<Field<ExpansionRule>> fields(const ExpansionRule*) {
  return {
      field("radius",
            "bulk radius that the rule compares: one of four definitions (docs/theory.md 7.1), the first of them to "
            "grow (any), the last (all), or none",
            &ExpansionRule::radius, kBulkRadiusWords)
          .required(),
      field("threshold", "1", "relative growth of the bulk radius beyond which the body has failed",
            &ExpansionRule::threshold)
          .required()
          .range(kNotNegative),
      field("mean", "s", "window of the running mean of the bulk radius; 0: no mean", &ExpansionRule::mean)
          .required()
          .range(kNotNegative),
      field("least_mass", "1",
            "mass fraction of the heaviest group of neighbours (gaps below 0.1 mean diameters) below which the body "
            "has failed; 0: disabled",
            &ExpansionRule::least_mass)
          .required()
          .range(kFraction),
      field("least_bound_mass", "1",
            "mass fraction of the heaviest group and all groups bound to it by gravity (docs/theory.md 6.4) below "
            "which the body has failed; 0: disabled",
            &ExpansionRule::least_bound_mass)
          .range(kFraction),
  };
}

class Expansion : public StopRule {
 public:
  explicit Expansion(const ExpansionRule& rule) : rule_(rule) {}

  // InputError if the first pile has broken up already.
  void observe(const Look& look) override;
  bool met() const override { return met_; }
  bool enabled() const override {
    return rule_.radius != BulkRadius::none || rule_.least_mass > 0 || rule_.least_bound_mass > 0;
  }
  std::string state() const override;
  // bulk/...: the four radii without averaging [m], the mass fraction of the heaviest group, and that of the largest
  // remnant (settled.hpp), which includes the groups bound to it. Without self-gravity no group is bound to another.
  std::vector<Finding> findings() const override;
  void archive(Archive& archive) override;

 private:
  bool has_grown() const;
  std::size_t decisive_radius() const;

  using Radii = std::array<double, measure::kBulkRadii>;

  ExpansionRule rule_;
  Radii first_{}, now_{};
  std::array<bool, measure::kBulkRadii> grown_{};  // at this record or an earlier one
  Radii growth_{};                                 // relative growth of the means at the last record
  double largest_ = 0, bound_ = 0;                 // mass fractions of the heaviest group and of the remnant
  bool met_ = false;
  Reals time_;                                     // times of the records within the averaging window
  std::array<Reals, measure::kBulkRadii> recent_;  // radii at these times
};

}  // namespace rubble::experiment
