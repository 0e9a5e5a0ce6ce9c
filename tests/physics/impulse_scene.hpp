#pragma once
// Small scenes for tests of Contact Dynamics.
#include "nscd/stepper.hpp"
#include "physics/scene.hpp"

namespace rubble::test {

// Impulses to rounding, no gravity: tests replace what they need.
inline nscd::Parameters impulses(double dt, double friction = 0, double restitution = 0) {
  nscd::Parameters p;
  p.gravity = {"none", 0};
  p.step.dt = dt;
  p.contact.friction = friction;
  p.contact.restitution = restitution;
  p.solver.tolerance = 1e-13;
  p.solver.iterations = 100000;
  return p;
}

// A floor at z = 0.
inline External floor_under(const Vec3& gravity) {
  External external;
  external.planes = {Plane{}};
  external.uniform = gravity;
  return external;
}

// A run: pile and stepper together.
class ImpulseRun {
 public:
  ImpulseRun(const nscd::Parameters& p, Pile pile, External external = {})
      : parameters_(p), pile_(std::move(pile)), external_(std::move(external)) {
    stepper_ = std::make_unique<nscd::Stepper>(p, pile_, external_);
  }
  // Goes on from what another one left.
  ImpulseRun(const ImpulseRun& from, const Resume& resume)
      : parameters_(from.parameters_), pile_(from.pile_), external_(from.external_) {
    stepper_ = std::make_unique<nscd::Stepper>(parameters_, pile_, external_, resume);
  }

  StepReport until(double time) { return stepper_->advance(pile_, external_, time); }
  StepReport steps(int count) { return until(pile_.state.time + count * parameters_.step.dt); }
  Contacts contacts() const { return stepper_->contacts(pile_, external_); }
  const Account& account() const { return stepper_->account(); }
  Stepper& stepper() { return *stepper_; }
  Pile& pile() { return pile_; }
  const Pile& pile() const { return pile_; }
  const Vec3& position(std::size_t i) const { return pile_.state.position[i]; }
  const Vec3& velocity(std::size_t i) const { return pile_.state.velocity[i]; }
  const Vec3& spin(std::size_t i) const { return pile_.state.spin[i]; }

 private:
  nscd::Parameters parameters_;
  Pile pile_;
  External external_;
  std::unique_ptr<nscd::Stepper> stepper_;
};

}  // namespace rubble::test
