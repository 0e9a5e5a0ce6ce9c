#pragma once
// Pairs that pass through each other between two contact searches, because the step is so long that they meet and
// separate within it.
#include "detect/narrow.hpp"

#include <optional>
#include <string>

namespace rubble::detect {

// Motion of spheres along straight lines in a step.
struct Stride {
  const Reals& radius;                        // [m]
  const Vec3s& position;                      // at the end of the step [m], anywhere in space
  const Vec3s& way;                           // displacement in the step [m]
  double dt;                                  // [s]
  ImageLattice lattice = {};                  // images in the middle of the step
  const std::vector<Index>* grain = nullptr;  // grain of each sphere, or -1; members of a grain do not touch each other
};

struct Passing {
  Index a, b;        // a < b
  double approach;   // relative speed [m s-1]
  double thickness;  // thickness of the thinner body; the diameter of a sphere [m]
  double depth;      // largest overlap on the path [m]
  double step;       // longest step at which a contact of the pair is noticed [s]
};

// If no body moves by more than this [m], no pair can pass through. A cheap test to do first.
double harmless_way(double smallest_radius);

// (stride, overlap / smaller radius that a pair may reach on its path) => the first pair, in the order of its indices,
// that passes through within the step: it approaches, then separates. Pairs that are separate before and after the step
// are reported if their overlap on the path exceeds a hundredth of the smaller radius. Other pairs are reported if it
// exceeds the given share. SanityError if a body moves along an axis by more than an eighth of the period, or by more
// than a quarter of it less its radius.
std::optional<Passing> find_passing(const Stride& stride, double deepest);

// Motion of bodies of any shape in a step. Centres move along straight lines, and frames turn about fixed axes.
struct Course {
  const PlacedBodies& bodies;                 // at the beginning of the step
  const shape::Moves& move;                   // move of each body in the step
  const Reals& bound;                         // radius of the bounding ball of each body [m]
  const Reals& half;                          // half of each body's least thickness [m]
  const Reals& from;                          // fraction of each body's move done before this path begins
  const std::vector<char>& bent;              // true for a body whose path differs from the predicted one; pairs
                                              // without such a body are skipped
  const std::vector<ContactKey>& handled;     // in rising order; pairs of these keys are left out
  double dt;                                  // [s]
  const std::vector<Index>* grain = nullptr;  // as in Stride
};

// (course, allowed overlap / half the thickness of the thinner body) => the first pair, in the order of its indices,
// that is separate at first, meets, and moves apart again before the end of the step. Pairs that are separate at the
// end are reported if their overlap on the path exceeds a tenth of the allowed one, but at least 0.01 and at most 0.1
// of half the thickness. Other pairs are reported if it exceeds the allowed one. Pairs that still approach each other
// at the end of the step overlap at that time, so they are not reported. SanityError for a path that is too long for
// the period: the limits for a Stride, with the radius of the bounding ball.
std::optional<Passing> find_passing(const Course& course, double deepest);

// (relative speed [m s-1], step [s], thickness of the thinner body [m], sufficient step [s]) => the part that is common
// to all messages on steps that are too long.
std::string text_of_step(double approach, double dt, double thickness, double enough);

// (numbers of two bodies, or of a body and a wall) => text for messages: "bodies A and B", or "body A and wall W".
std::string text_of_pair(const ContactKey& key);

// (pair, step [s], time at the end of the step [s]) => the message.
std::string text_of(const Passing& passing, double dt, double time);

}  // namespace rubble::detect
