#pragma once
// Quantities by which bodies can be coloured, in pictures and pages: one value for each body.
#include "model/pile.hpp"

#include <string>
#include <vector>

namespace rubble::measure {

struct ColourColumn {
  std::string name;
  std::string unit;                // unit of the values, "1" for pure numbers
  bool groups = false;             // true if values are group numbers from 0, or -1 for bodies in no group
  bool few = false;                // true if there are few groups, which a legend can show
  Reals value;                     // one for each body
  std::vector<std::string> label;  // names of the groups, if they have names
};

// Names of the columns that every pile has. Numbers:
// - "radius", "mass", "x", "y", "z", "speed", "spin".
// - "pressure": the trace of the contact moment of the body's grain / (3 x its volume).
// - "coordination": the number of grains and walls that touch the body's grain.
//
// Groups:
// - "shape" and "material" (both labelled by name), "grain". The shape is that from which the grain was made. Free
//   spheres, and members of grains that formed by sticking, are "sphere".
// - "cluster": the cluster of touching grains; 0 is the heaviest. A grain that touches none belongs to no cluster.
// - "birth": the cluster to which the body belonged in the first frame.
const std::vector<std::string>& column_names();
// Names of the columns whose values are group numbers.
const std::vector<std::string>& group_names();

// The columns of a pile, or of the frames of a track, which all have the same bodies.
class ColourColumns {
 public:
  // (pile, or the first frame). Columns that depend on it are computed when they are first used.
  explicit ColourColumns(Pile first);

  // (a frame with the bodies of the first; one of column_names() or of the frame's body columns) => that column.
  // InputError for other names.
  ColourColumn of(const Pile& pile, const std::string& name);

 private:
  Pile first_;
  Reals birth_;  // empty until first used
};

// (pile) => for each body the number of its cluster of touching grains (measure/clusters/clusters.hpp), 0 for the
// heaviest; -1 for a grain that touches none.
Reals cluster_numbers(const Pile& pile);

}  // namespace rubble::measure
