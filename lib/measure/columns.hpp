#pragma once
// Quantities that colour the bodies of a pile, in pictures and pages alike: one value for each body.
#include "model/pile.hpp"

#include <string>
#include <vector>

namespace rubble::measure {

struct BodyColumn {
  std::string name;
  std::string unit;                // of the values, "1" for pure numbers
  bool groups = false;             // values are numbers of groups, from 0 on; -1: in none
  Reals value;                     // [N]
  std::vector<std::string> label;  // names of the groups, where they have names
};

// The columns that there are: numbers "radius", "mass", "x", "y", "z", "speed", "spin"; "pressure", from the contacts
// of the body's grain: the trace of its contact moment / (3 x its volume); "coordination", the grains and walls that
// touch its grain; groups "shape" (by its name), "material", "grain"; "lineage", the aggregate that it first stuck to;
// "liberated", whether it has lost its elastic bonds for good: 1; "cluster", of touching grains: 0 is the heaviest, a
// grain alone is in none; "birth", the cluster that the body was in at the beginning.
const std::vector<std::string>& column_names();
// Those of them whose values are numbers of groups.
const std::vector<std::string>& group_names();
// (one of these) => true if it has few groups, which a legend can show; not "grain" and "lineage", whose numbers only
// have to look different.
bool has_few_groups(const std::string& name);

// The columns of a pile, or of the frames of a track, whose bodies are the same.
class BodyColumns {
 public:
  // (pile, or the first frame) => reads nothing of it before it is asked for.
  explicit BodyColumns(Pile first);

  // (a frame with the bodies of the first; one of column_names()) => that column.
  BodyColumn of(const Pile& pile, const std::string& name);

 private:
  Pile first_;
  Reals birth_;  // empty until asked for
};

// (pile) => for each body the number of its cluster of touching grains (measure/clusters.hpp), the heaviest 0; -1 for
// a grain that touches none.
Reals cluster_numbers(const Pile& pile);

}  // namespace rubble::measure
