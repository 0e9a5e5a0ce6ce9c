#pragma once
// How deep bodies are pressed into their neighbours, and which sizes carry the largest overlaps. The collision study
// calls a body's largest overlap its stress (its section 4.1).
#include "measure/size_classes.hpp"
#include "model/pile.hpp"

#include <cstdint>

namespace rubble::measure {

// (pile with contacts) => each body's largest overlap with a neighbour or wall [m], 0 for a body that touches nothing.
Reals largest_overlaps(const Pile& pile);

struct ClassLoad {
  double in_top = 0;  // bodies of the class among the top; bodies of equal value at its edge share what is left
  double load = 0;    // (in_top / bodies of the class) / (top / all bodies): 1 if sizes made no difference
  double error = 0;   // standard deviation of load over the resamples
};

struct TopLoad {
  std::size_t bodies = 0;  // in the top
  std::vector<ClassLoad> classes;
};

// (value of each body, such as its largest overlap; classes; fraction of the bodies that is the top, in (0, 1], rounded
// to whole bodies, at least one; bootstrap resamples, 0 for none; seed; stream: another one for each frame) => who is
// in the top. The resamples draw each class's bodies with replacement and keep its number, since sizes are given and
// not sampled. Neighbours carry the same force chains: the error takes bodies for independent and is too small by that.
TopLoad top_load(const Reals& value, const SizeClasses& sizes, double fraction, int resamples, std::uint64_t seed,
                 std::uint64_t stream);

}  // namespace rubble::measure
