#pragma once
// Which pairs of spheres may meet, and when: the future of a step. docs/theory.md 13.1.
#include "hsdem/contact_time.hpp"
#include "hsdem/movers.hpp"
#include "model/external.hpp"

#include <cstdint>
#include <vector>

namespace rubble::hsdem {

// No two spheres are told to touch at a gap larger than this, in radii of the smaller one. It has to be small against
// the way that gravity makes a resting body fall in a step: docs/theory.md 13.1.
inline constexpr double kTouching = 1e-8;

// Pairs of spheres a < b that may come near each other, in rising order; of one aggregate where it may part. Then
// spheres near walls: b = -1 - number of the wall.
struct Pairs {
  std::vector<Index> a, b;
  std::vector<std::uint32_t> begin;      // [N + 1] of each sphere's pairs in `of_sphere`
  std::vector<std::uint32_t> of_sphere;  // both ways

  std::size_t size() const { return a.size(); }
};

// Data needed to test a pair.
struct Scene {
  const Movers& movers;
  const Pairs& pairs;
  const Reals& radius;       // [m]
  const External& external;  // walls, uniform gravity, periods of space
  double start;              // of the step [s]
  double step;               // its length [s]
};

// Spheres that touch and approach each other at so many radii of the smaller one in a step, or slower, rest against
// each other.
inline constexpr double kResting = 1e-9;

// A free sphere with more pairs is treated as an aggregate, so that a hit does not repeat all of its predictions. Equal
// spheres at gaps of up to four radii lie within seven radii, at most 0.74 * 7^3 = 254 of them. Only a sphere much
// larger than its neighbours has more pairs.
inline constexpr std::uint32_t kCrowd = 1000;

// (scene, mover) => true if all pairs of the mover are predicted again when its motion changes: a free sphere with few
// neighbours.
bool is_exact(const Scene& scene, const Mover& mover);
bool is_exact(const Scene& scene, Index i);  // of the mover of sphere i

// (scene, pair) => true if both are such spheres, or one is and the other is a wall at rest: their next impact is known
// exactly.
bool both_exact(const Scene& scene, Index a, Index b);

// Prediction for a pair.
struct Outlook {
  double time = kNever;   // of the next test of the pair, since the start of the step; kNever: none within the step [s]
  double jump_allowance = kNever;  // it holds while the velocity jumps of both add up to no more than this [m s-1]
  bool apart = false;     // they do not touch now
};

// (scene, such a pair, each at a time of its own; now; speed of approach at which they rest [m s-1]) => prediction from
// now on, until either of them is hit.
Outlook outlook_of_free(const Scene& scene, Index a, Index b, double now, double resting);

// (scene, pair of which both stand at the same time; speed of approach at which they rest [m s-1]) => prediction for
// the pair. docs/theory.md 13.1.
Outlook outlook(const Scene& scene, Index a, Index b, double resting);

// Present state of the pair.
struct Meeting {
  Vec3 normal;  // unit vector from a to b
  double gap;   // [m]
  double rate;  // of the gap [m s-1]
};
Meeting meeting(const Scene& scene, Index a, Index b);

// (places [m], periods of space along each axis, 0: open [m]) => whole periods from b to its image that is nearest to a
// [m].
Vec3 image_across(const Vec3& a, const Vec3& b, const Vec3& period);

// (scene, pair) => radius of the smaller of both [m].
double smaller_radius(const Scene& scene, Index a, Index b);

// InputError for walls of which no greatest acceleration is known.
void require_walls_suited(const External& external);

}  // namespace rubble::hsdem
