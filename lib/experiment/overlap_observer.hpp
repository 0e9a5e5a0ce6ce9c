#pragma once
// Overlaps of grains, and the fractions of grains with a large overlap now and at any record so far. Only the records
// are evaluated, not the steps between them.
#include "base/field.hpp"
#include "experiment/observer.hpp"

namespace rubble::experiment {

// Parameters of the table [overlap].
struct OverlapRule {
  double deep = 0;
};

inline std::vector<Field<OverlapRule>> fields(const OverlapRule*) {
  return {
      field("deep", "1", "overlap / radius above which a grain counts in the series overlap/deep and overlap/ever_deep",
            &OverlapRule::deep)
          .required()
          .range(kPositive),
  };
}

class Overlaps final : public Observer {
 public:
  explicit Overlaps(const OverlapRule& rule) : rule_(rule) {}

  void observe(const Look& look) override;
  // - overlap/mean: mean of overlap / smaller radius over the contact points.
  // - overlap/deep: fraction of the grains with an overlap above `deep` radii; for glued grains, radii of the member at
  //   the contact.
  // - overlap/ever_deep: fraction of the grains with such an overlap at this or an earlier record.
  std::vector<Finding> findings() const override;
  void archive(Archive& archive) override;

 private:
  OverlapRule rule_;
  double mean_ = 0, deep_ = 0, ever_deep_ = 0;
  std::vector<std::int64_t> ever_;  // 1 for each body whose grain had a large overlap at any record so far, else 0
};

}  // namespace rubble::experiment
