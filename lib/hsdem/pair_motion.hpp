#pragma once
// Gap of a pair of spheres, its rate, and the time at which the pair has to be tested. docs/theory.md 13.1.
#include "hsdem/contact_time.hpp"
#include "hsdem/pair_context.hpp"

namespace rubble::hsdem {

// Largest gap at which two spheres count as touching / smaller radius. It must be small compared with the distance that
// a resting body falls in a step: docs/theory.md 13.1.
inline constexpr double kTouching = 1e-8;

// Speed of approach up to which touching spheres rest against each other, in smaller radii per step.
inline constexpr double kResting = 1e-9;

// Number of pairs above which a free sphere is treated as an aggregate, so that a hit does not repeat all of its
// predictions. Equal spheres at gaps of up to four radii lie within seven radii, at most 0.74 * 7^3 = 254 of them. Only
// a sphere much larger than its neighbours has more pairs than kCrowd.
inline constexpr std::uint32_t kCrowd = 1000;

// (context, body) => true if all pairs of the body are predicted again whenever its motion changes. This holds for free
// spheres with few neighbours.
bool is_exact(const PairContext& context, const RigidBody& body);
bool is_exact(const PairContext& context, Index i);  // for the body of sphere i

// (context, pair) => true if the next impact of the pair is known exactly: is_exact() holds for both spheres, or for
// one sphere and the wall is at rest.
bool both_exact(const PairContext& context, Index a, Index b);

// Prediction for a pair.
struct Prediction {
  double time = kNever;            // time of the next test in the step; kNever: no test in this step [s]
  double jump_allowance = kNever;  // sum of velocity jumps of both up to which the prediction holds [m s-1]
  bool apart = false;              // the pair does not touch now
};

// (context, pair with exact predictions, present time [s], speed of approach at which it rests [m s-1]) => prediction,
// which holds until either body is hit. The two bodies may be at different times.
Prediction predict_free(const PairContext& context, Index a, Index b, double now, double resting);

// (context, pair whose bodies are at the same time, speed of approach at which it rests [m s-1]) => prediction for the
// pair. docs/theory.md 13.1.
Prediction predict_pair(const PairContext& context, Index a, Index b, double resting);

// Present state of a pair.
struct PairMotion {
  Vec3 normal;  // unit vector from a to b
  double gap;   // [m]
  double rate;  // rate of change of the gap [m s-1]
};
PairMotion pair_motion(const PairContext& context, Index a, Index b);

// The image of sphere b that is nearest to sphere a: its place [m] and its velocity [m s-1], both relative to b.
struct Image {
  Vec3 place, velocity;
};
// (context, pair whose spheres are at the same time)
Image image_of(const PairContext& context, Index a, Index b);

// (context, pair) => smaller of the two radii [m].
double smaller_radius(const PairContext& context, Index a, Index b);

// Overlap / smaller radius above which a pair is deep. The wider rest speed of pairs with plastic impacts does not
// apply then, because the overlap would become even deeper.
inline constexpr double kDeep = 1e-3;
inline bool is_deep(const PairMotion& now, double smaller) { return now.gap < -kDeep * smaller; }

// (context, pair) => true if the pair may move as one body after too many impacts: not at walls and in periodic space.
inline bool may_bind(const PairContext& context, Index b) { return b >= 0 && context.external.period.isZero(0); }

// InputError for walls whose largest acceleration is unknown.
void require_walls_suited(const External& external);

}  // namespace rubble::hsdem
