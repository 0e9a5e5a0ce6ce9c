#pragma once
// Impacts of two bodies, or of a body and a wall: restitution, impulses and account. docs/theory.md 13.2.
#include "base/non_copyable.hpp"
#include "hsdem/pair_motion.hpp"
#include "hsdem/records.hpp"
#include "laws/rigid_impact.hpp"

namespace rubble::hsdem {

// Relative speed that a kick may give two touching bodies [m s-1].
double speed_of_kicks(const PairContext& context);
// Normal speed below which impacts are elastic [m s-1].
double slow_speed(const ContactLaw& law, const PairContext& context);

// (context, pair, its motion) => its two bodies for an impact at the point midway between the surfaces. Both lever arms
// end there, so that any impulse conserves angular momentum.
Side side_a(const PairContext& context, std::uint32_t pair, const PairMotion& motion);
Side side_b(const PairContext& context, std::uint32_t pair, const PairMotion& motion);

class Bounces : NonCopyable {
 public:
  // The arguments must outlive the object.
  Bounces(const Parameters& p, const PairContext& context, Aggregates& bodies, Records& records);

  // (pair that touches and approaches, its motion, true for a plastic impact) Applies the impulses of an impact.
  void bounce(std::uint32_t pair, const PairMotion& motion, bool plastic);

 private:
  // Coefficient of restitution of an impact, and why it differs from that of the law.
  struct Restitution {
    double value;
    bool elastic, lifted;  // below the slow speed; with the least speed of separation from a wall
  };

  Restitution restitution_of(std::uint32_t pair, const PairMotion& motion, double of_law, bool plastic) const;
  double plastic_restitution(const PairMotion& motion) const;
  double least_restitution(std::uint32_t pair, const PairMotion& motion) const;
  void bounce_centrally(std::uint32_t pair, const PairMotion& motion, double restitution);
  void push(std::size_t m, const Side& side, const Vec3& impulse);

  const Parameters& p_;
  const PairContext& context_;
  Aggregates& bodies_;
  Records& records_;
};

}  // namespace rubble::hsdem
