#pragma once
// Bodies that pass through each other between two looks at them: a step so long that a pair meets and parts within it.
#include "contact/narrow.hpp"

#include <optional>
#include <string>

namespace rubble::contact {

// Motion of bodies in a step, as balls: spheres themselves, hulls by the largest ball about their centres that they
// hold, so that no pair is named that only comes near.
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
  double thickness;  // of the thinner body; of a ball its diameter [m]
  double depth;      // of the overlap on the way [m]
  double step;       // longest at which a contact of the pair is seen [s]
};

// No pair is passed by if no body's way is longer [m]: a cheap bound, to ask first.
double harmless_way(double smallest_radius);

// (stride, overlap / smaller radius that a pair may reach on its path) => the first pair, in the order of its indices,
// that passes through within the step: it approaches, then separates. Pairs that are separate before and after the step
// are reported if their overlap on the path exceeds a hundredth of the smaller radius. Other pairs are reported if it
// exceeds the given share. Balls move along straight lines. SanityError if a body moves by more than an eighth of the
// period, or by more than a quarter of it less its radius.
std::optional<Passing> find_passing(const Stride& stride, double deepest);

// Motion of bodies of any form in a step: centres go along straight lines, frames turn about fixed axes.
struct Course {
  const Bodies& bodies;                    // at the beginning of the step
  const shape::Moves& move;                // of each body in the step
  const Reals& bound;                      // radius of the ball about each body [m]
  const Reals& half;                       // of each body: half its least thickness [m]
  const Reals& from;                       // of each body: the part of its move after which it took this path
  const std::vector<char>& bent;           // of each body: whether its path was not followed; other pairs are left out
  const std::vector<ContactKey>& handled;  // rising; pairs of these keys are left out
  double dt;                               // [s]
  const std::vector<Index>* grain = nullptr;  // as in Stride
};

// (course, overlap / half the thickness of the thinner body that a pair may reach) => the first pair, in the order of
// its indices, that is separate at first, meets, and separates within the step, with the limits of find_passing above.
// Pairs that still approach each other at the end of the step overlap there and are not reported.
std::optional<Passing> find_passing(const Course& course, double deepest);

// (approach [m s-1], step [s], thickness of the thinner body [m], step that would suffice [s]) => the common part of
// all messages on steps that are too long.
std::string text_of_step(double approach, double dt, double thickness, double enough);

// (pair, step [s], time at the end of the step [s]) => the message.
std::string text_of(const Passing& passing, double dt, double time);

}  // namespace rubble::contact
