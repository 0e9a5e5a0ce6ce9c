#pragma once
// Gravity of the other spheres, of planets and of a falling frame, and forces of elastic bonds: their kicks of all
// bodies, and the account of these kicks. docs/theory.md 13.
#include "base/non_copyable.hpp"
#include "gravity/gravity.hpp"
#include "hsdem/elastic_bonds.hpp"
#include "hsdem/records.hpp"

#include <optional>
#include <vector>

namespace rubble::hsdem {

// Half kicks of a step. Contacts at rest of the first one, before the drift, must suffice for the whole drift. Those of
// the second one, after the drift, belong to a whole kick, which the next step completes.
enum class Half { first, second };

// Force [N] and torque [N m] on a body.
struct Load {
  Vec3 force = Vec3::Zero(), torque = Vec3::Zero();

  double power(const RigidBody& body) const { return force.dot(body.velocity) + torque.dot(body.spin()); }  // [W]
};

// Load of a kick on a body: in total, the part by external fields, and the part by a rotating frame.
struct Kick {
  Load all, field, frame;
};

class SphereForces : NonCopyable {
 public:
  // (parameters, pile, context, its bodies, records) The last three must outlive the object.
  SphereForces(const Parameters& p, const Pile& pile, const PairContext& context, Aggregates& bodies, Records& records);

  const Vec3s& positions() const { return position_; }  // positions of all spheres at which the forces act [m]
  const std::optional<ElasticBonds>& bonds() const { return bonds_; }
  Vec3s gravity() const;  // accelerations of all spheres, without those by bonds and by uniform gravity [m s-2]

  // Takes the positions of all spheres from a state, or from the bodies.
  void take_positions(const State& state) { position_ = state.position; }
  void take_positions();
  // (time [s]) Computes accelerations by the other spheres, the planets and the bonds. Uniform gravity acts during the
  // drift.
  void evaluate(const Model& model, double time);
  // => greatest acceleration of a sphere by the evaluated forces and uniform gravity [m s-2]. A field that accelerates
  // all bodies equally does not press them together, so it counts only where walls hold bodies.
  double greatest_acceleration(const Model& model) const;

  // The parts of half a kick: loads at the present positions; their impulses in the account; the work of fields that
  // change with time; and the change of all motions.
  const std::vector<Kick>& find_kicks(const Model& model, Half half);
  void account_for_impulses(const Model& model);
  Reals powers() const;  // of such fields, for each body [W]; empty if there are none
  void push_bodies();
  // (powers() before the kick) Adds the work of the half kick to the account.
  void account_for_work(const Reals& before);
  // Adds the momentum and angular momentum that uniform gravity gave in a drift.
  void account_for_drift(const Model& model);

  void archive(Archive& archive);

 private:
  double half_step() const { return context_.step / 2; }  // [s]
  void find_bonds(const Model& model);
  Kick kick_of(const Model& model, const RigidBody& body) const;
  void add_frame(const RigidBody& body, Half half, Kick& kick) const;

  const PairContext& context_;
  Aggregates& bodies_;
  Records& records_;
  double constant_;  // of gravity [m3 kg-1 s-2]
  gravity::Solver solver_;
  gravity::Pull pull_;  // acceleration of each sphere by the others [m s-2]
  Vec3s position_;
  Vec3s outer_;  // acceleration of each sphere by the planets and a falling frame [m s-2]
  std::optional<ElasticBonds> bonds_;
  Vec3s pull_of_bonds_;  // force on each sphere [N]; empty without bonds
  std::vector<Kick> kick_;
};

}  // namespace rubble::hsdem
