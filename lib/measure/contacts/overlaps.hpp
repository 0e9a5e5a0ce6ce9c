#pragma once
// Overlaps of grains with their neighbours, and the size classes with the largest overlaps. The collision study
// (doi:10.33232/001c.143461, section 4.1) calls a body's largest overlap its stress. docs/theory.md 5.6.
#include "measure/clusters/size_classes.hpp"
#include "model/pile.hpp"

#include <cstdint>

namespace rubble::measure {

// (pile with contacts) => each grain's largest overlap with another grain or a wall [m]; 0 without contacts.
Reals largest_overlaps(const Pile& pile);

// (pile with contacts, fraction) => 1 for each grain with an overlap above this fraction of the radius of the body in
// contact: the free sphere, the member of the grain, or the ball with a hull's volume; 0 for other grains.
std::vector<char> pressed_deep(const Pile& pile, double share);

struct ClassLoad {
  // Number of grains of the class in the top. If several grains have the smallest value in the top, and not all of them
  // fit into it, each counts as the same fraction of a grain.
  double in_top = 0;
  double load = 0;   // (in_top / grains of the class) / (top / all grains): 1 if sizes made no difference
  double error = 0;  // standard deviation of load over the resamples; 0 with fewer than two resamples
};

struct TopLoad {
  std::size_t grains = 0;  // number of grains in the fraction with the greatest values
  std::vector<ClassLoad> classes;
};

// (value of each of at least one grain, such as its largest overlap; size classes; fraction of the grains in the top;
// number of bootstrap resamples, 0 for none; seed; stream, different for each frame) => load of each class. The
// fraction is in (0, 1] and is rounded to at least one whole grain. The resamples draw each class's grains with
// replacement and keep their number, because sizes are given and not sampled. The error assumes independent grains. It
// is too small, because neighbours belong to the same force chains.
TopLoad top_load(const Reals& value, const SizeClasses& sizes, double fraction, int resamples, std::uint64_t seed,
                 std::uint64_t stream);

}  // namespace rubble::measure
