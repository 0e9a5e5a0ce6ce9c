#pragma once
// How deep the grains are pressed into each other, as columns of a track; and which of them ever were, which a
// checkpoint keeps. Seen at the records only: the largest overlap of all steps is worst_overlap.
#include "model/pile.hpp"
#include "model/stepper.hpp"
#include "store/track.hpp"

#include <vector>

namespace rubble::app {

class OverlapSeries {
 public:
  // overlap/mean: of all contact points, overlap / smaller radius. overlap/deep: share of the grains whose overlap with
  // some neighbour exceeds a hundredth of their radius (of a glued grain's: its sphere's that is pressed in);
  // overlap/ever_deep: of those that did at this or an earlier record.
  static std::vector<store::Column> columns();

  // (pile with contacts) => one row of these columns.
  Reals row(const Pile& pile);

  void archive(Archive& archive);

 private:
  std::vector<std::int64_t> ever_;  // per grain, 0 or 1
};

}  // namespace rubble::app
