#pragma once
// Bodies that pass through each other between two looks at them: a step so long that a pair meets and parts within it.
#include "contact/candidates.hpp"

#include <optional>
#include <string>

namespace rubble::contact {

// What bodies do in a step, as balls: spheres themselves, hulls by the largest ball about their centres that they hold,
// so that no pair is named that only comes near.
struct Stride {
  const Reals& radius;    // [m]
  const Vec3s& position;  // at the end of the step [m], anywhere in space
  const Vec3s& way;       // from the beginning of the step to its end [m]
  double dt;              // [s]
  Vec3 period = Vec3::Zero();
  const std::vector<Index>* grain = nullptr;  // of each, or -1: members of one grain do not touch each other
};

struct Passing {
  Index a, b;        // a < b
  double approach;   // relative speed [m s-1]
  double thickness;  // diameter of the smaller ball [m]
  double depth;      // of the overlap on the way [m]
  double step;       // longest at which a contact of the pair is seen [s]
};

// No pair is passed by if no body's way is longer [m]: a cheap bound, to ask first.
double harmless_way(double smallest_radius);

// (stride, overlap / smaller radius that a pair may reach on its way) => the first pair, by its rows, of those that move
// towards each other and away within the step: apart before and after it, and deeper than a hundredth of the smaller
// radius on the way; or deeper than the given share, wherever the step begins and ends. Balls move along straight lines.
// SanityError if a body moves by more than an eighth of the period.
std::optional<Passing> find_passing(const Stride& stride, double deepest);

// (pair, names of its bodies, time at the end of the step [s], step) => the message.
std::string text_of(const Passing& passing, const Stride& stride, double time);

}  // namespace rubble::contact
