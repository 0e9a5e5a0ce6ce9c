#pragma once
// How deep grains are pressed into their neighbours, and which sizes carry the largest overlaps. The collision study
// calls a body's largest overlap its stress (its section 4.1).
#include "measure/size_classes.hpp"
#include "model/pile.hpp"

#include <cstdint>

namespace rubble::measure {

// (pile with contacts) => each grain's largest overlap with another or with a wall [m], 0 for one that touches nothing.
Reals largest_overlaps(const Pile& pile);

// (pile with contacts, share) => 1 for each grain with an overlap above this share of the radius of its sphere, member
// or free, that is pressed in; of a hull, of the ball of the same volume.
std::vector<char> pressed_deep(const Pile& pile, double share);

struct ClassLoad {
  double in_top = 0;  // grains of the class among the top; grains of equal value at its edge share the remaining places
  double load = 0;    // (in_top / grains of the class) / (top / all grains): 1 if sizes made no difference
  double error = 0;   // standard deviation of load over the resamples
};

struct TopLoad {
  std::size_t grains = 0;  // in the top
  std::vector<ClassLoad> classes;
};

// (value of each grain, such as its largest overlap; classes; fraction of the grains that is the top, in (0, 1],
// rounded to whole grains, at least one; bootstrap resamples, 0 for none; seed; stream: another one for each frame) =>
// who is in the top. The resamples draw each class's grains with replacement and keep its number, since sizes are given
// and not sampled. Neighbours carry the same force chains: the error takes grains for independent and is too small by
// that.
TopLoad top_load(const Reals& value, const SizeClasses& sizes, double fraction, int resamples, std::uint64_t seed,
                 std::uint64_t stream);

}  // namespace rubble::measure
