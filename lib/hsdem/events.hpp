#pragma once
// Predictions: pairs of spheres that may meet in a step, and the times of their tests. docs/theory.md 13.1.
#include "hsdem/aggregates.hpp"
#include "hsdem/contact_time.hpp"
#include "model/external.hpp"

#include <cstdint>
#include <vector>

namespace rubble::hsdem {

// Largest gap at which two spheres count as touching / smaller radius. It must be small compared with the distance that
// a resting body falls in a step: docs/theory.md 13.1.
inline constexpr double kTouching = 1e-8;

// Pairs of spheres a < b that may approach each other, in rising order. Pairs within one aggregate are included only in
// a list that was made because spheres had left their aggregates. Spheres near walls follow, with b = -1 - number of
// the wall.
struct Pairs {
  std::vector<Index> a, b;
  std::vector<std::uint32_t> begin;      // [N + 1] start of each sphere's pairs in `of_sphere`
  std::vector<std::uint32_t> of_sphere;  // pairs of each sphere, so that each pair is listed twice

  std::size_t size() const { return a.size(); }
};

// Data needed to test a pair.
struct Scene {
  const Movers& movers;
  const Pairs& pairs;
  const Reals& radius;       // [m]
  const External& external;  // walls, uniform gravity, periods of space
  double start;              // time at the start of the step [s]
  double step;               // length of the step [s]
};

// Speed of approach up to which touching spheres rest against each other, in smaller radii per step.
inline constexpr double kResting = 1e-9;

// Number of pairs above which a free sphere is treated as an aggregate, so that a hit does not repeat all of its
// predictions. Equal spheres at gaps of up to four radii lie within seven radii, at most 0.74 * 7^3 = 254 of them. Only
// a sphere much larger than its neighbours has more pairs than kCrowd.
inline constexpr std::uint32_t kCrowd = 1000;

// (scene, mover) => true if all pairs of the mover are predicted again whenever its motion changes. This holds for free
// spheres with few neighbours.
bool is_exact(const Scene& scene, const Mover& mover);
bool is_exact(const Scene& scene, Index i);  // for the mover of sphere i

// (scene, pair) => true if the next impact of the pair is known exactly: is_exact() holds for both spheres, or for one
// sphere and the wall is at rest.
bool both_exact(const Scene& scene, Index a, Index b);

// Prediction for a pair.
struct Outlook {
  double time = kNever;            // time of the next test in the step; kNever: no test in this step [s]
  double jump_allowance = kNever;  // sum of velocity jumps of both up to which the prediction holds [m s-1]
  bool apart = false;              // the pair does not touch now
};

// (scene, pair with exact predictions, present time [s], speed of approach at which it rests [m s-1]) => prediction,
// which holds until either body is hit. The two movers may be at different times.
Outlook outlook_of_free(const Scene& scene, Index a, Index b, double now, double resting);

// (scene, pair whose movers are at the same time, speed of approach at which it rests [m s-1]) => prediction for the
// pair. docs/theory.md 13.1.
Outlook outlook(const Scene& scene, Index a, Index b, double resting);

// Present state of a pair.
struct Meeting {
  Vec3 normal;  // unit vector from a to b
  double gap;   // [m]
  double rate;  // rate of change of the gap [m s-1]
};
Meeting meeting(const Scene& scene, Index a, Index b);

// (positions [m], period of space along each axis [m], 0: open) => vector of whole periods from b to its image nearest
// to a [m].
Vec3 image_across(const Vec3& a, const Vec3& b, const Vec3& period);

// (scene, pair) => smaller of the two radii [m].
double smaller_radius(const Scene& scene, Index a, Index b);

// InputError for walls whose largest acceleration is unknown.
void require_walls_suited(const External& external);

}  // namespace rubble::hsdem
