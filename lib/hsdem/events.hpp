#pragma once
// Which pairs of spheres may meet, and when: the future of a step. docs/theory.md 13.1.
#include "hsdem/movers.hpp"
#include "model/external.hpp"

#include <cstdint>
#include <vector>

namespace rubble::hsdem {

// None of two spheres is told to touch at a gap larger than this, in radii of the smaller one.
inline constexpr double kTouching = 1e-6;

// A moment at which a pair has to be looked at: it touches, or it may come to touch soon.
struct Event {
  double time = 0;              // since the start of the step [s]
  std::uint32_t pair = 0;       // in the list
  std::uint64_t version_a = 0;  // of both movers when it was predicted
  std::uint64_t version_b = 0;

  // Of events at one time that of the first pair is the first.
  bool operator>(const Event& other) const { return time > other.time || (time == other.time && pair > other.pair); }
};

// Pairs of spheres a < b of different movers that may come near each other, in rising order. Then spheres near walls:
// b = -1 - number of the wall.
struct Pairs {
  std::vector<Index> a, b;
  std::vector<std::uint32_t> begin;      // [N + 1] of each sphere's pairs in `of_sphere`
  std::vector<std::uint32_t> of_sphere;  // both ways

  std::size_t size() const { return a.size(); }
};

// What a pair is looked at in.
struct Scene {
  const Movers& movers;
  const Reals& radius;       // [m]
  const External& external;  // walls, uniform gravity, how far space repeats itself
  double start;              // of the step [s]
  double step;               // its length [s]
};

// (scene, radius of the smaller of two spheres [m]) => speed of approach up to which spheres that touch rest against
// each other: in a whole step they come nearer by a thousandth of what counts as touching [m s-1].
inline double resting_speed(const Scene& scene, double smaller) { return 1e-3 * kTouching * smaller / scene.step; }

// (scene, pair) => the time of its next event since the start of the step, kNever if none. Both movers stand at the
// same time, which is where the search begins.
double next_event(const Scene& scene, Index a, Index b);

// Likewise of two free spheres, each at a time of its own, from `now` on: what most predictions are.
double next_event_of_free(const Scene& scene, Index a, Index b, double now);

// What the pair is like now.
struct Meeting {
  Vec3 normal;  // unit vector from a to b
  double gap;   // [m]
  double rate;  // of the gap [m s-1]
};
Meeting meeting(const Scene& scene, Index a, Index b);

// (scene, pair) => radius of the smaller of both [m].
double smaller_radius(const Scene& scene, Index a, Index b);

// InputError for walls of which no greatest acceleration is known.
void require_walls_suited(const External& external);

}  // namespace rubble::hsdem
