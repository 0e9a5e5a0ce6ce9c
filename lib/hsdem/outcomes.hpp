#pragma once
// Outcomes of tests of pairs: bodies miss each other, bounce, stick, lose spheres, or move as one until the end of the
// step. docs/theory.md 13.3.
#include "base/non_copyable.hpp"
#include "hsdem/bounces.hpp"
#include "hsdem/bound_groups.hpp"
#include "hsdem/lineage.hpp"
#include "hsdem/predictions.hpp"
#include "hsdem/rigid_failure.hpp"

namespace rubble::hsdem {

// (parameters, context, pair, its motion) => speed of an impact / mutual escape speed of the two bodies as points.
double speed_over_escape(const Parameters& p, const PairContext& context, std::uint32_t pair, const PairMotion& motion);

class Outcomes : NonCopyable {
 public:
  // The arguments must outlive the object.
  Outcomes(const Parameters& p, const PairContext& context, Aggregates& bodies, const RigidFailure& failure,
           Records& records);

  // Takes the lineage of a state at the start of a call of Engine::advance().
  void load(const Model& model, const State& state) { lineage_ = lineage_of(model, state); }
  const Lineage& lineage() const { return lineage_; }
  // (model, event, predictions of the step) Tests the pair at the time of its event. If it touches and approaches
  // faster than a pair at rest, it collides, or it is bound or passed over after too many impacts. => the change of the
  // bodies
  Change test(const Model& model, const Event& event, Predictions& predictions);
  // Separates the bodies that were bound in the drift. => true if there were any
  bool release_bound(const Model& model) { return groups_.release(model, bodies_); }

 private:
  bool is_bound(std::uint32_t pair) const;
  Change collide(const Model& model, std::uint32_t pair, const PairMotion& motion, bool plastic);
  Change stick(const Model& model, std::uint32_t pair, const PairMotion& motion);
  Change bind(std::uint32_t pair);
  std::vector<std::size_t> break_off(const Model& model, std::uint32_t pair);

  const Parameters& p_;
  const PairContext& context_;
  Aggregates& bodies_;
  const RigidFailure& failure_;
  Records& records_;
  Bounces bounces_;
  BoundGroups groups_;
  Lineage lineage_;
};

}  // namespace rubble::hsdem
