#pragma once
// Small scenes for tests of Contact Dynamics.
#include "nscd/stepper.hpp"
#include "physics/scene.hpp"

#include <cstring>

namespace rubble::test {

// Impulses exact up to rounding, without gravity: tests replace the values that they need.
inline nscd::Parameters impulses(double dt, double friction = 0, double restitution = 0) {
  nscd::Parameters p;
  p.gravity = {gravity::Summation::none, 0};
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
  ImpulseRun(const nscd::Parameters& p, Pile pile, External external = {}, Probes* probes = nullptr)
      : parameters_(p), pile_(std::move(pile)), external_(std::move(external)) {
    stepper_ = std::make_unique<nscd::Stepper>(p, pile_, external_, probes);
  }
  // Resumes from the state of another run.
  ImpulseRun(const ImpulseRun& from, const Resume& resume)
      : parameters_(from.parameters_), pile_(from.pile_), external_(from.external_) {
    stepper_ = std::make_unique<nscd::Stepper>(parameters_, pile_, external_, resume);
  }

  StepReport until(double time) { return stepper_->advance(pile_.model, pile_.state, external_, time); }
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

// All data that determine a run's future: positions, velocities, contacts, account.
inline Reals everything(const ImpulseRun& run) {
  Reals all;
  const auto add = [&](const Vec3& v) { all.insert(all.end(), v.begin(), v.end()); };
  for (std::size_t i = 0; i < run.pile().size(); ++i) {
    add(run.position(i));
    add(run.velocity(i));
    add(run.spin(i));
  }
  const Contacts contacts = run.contacts();
  for (std::size_t c = 0; c < contacts.size(); ++c) {
    add(contacts.point[c]);
    add(contacts.force[c]);
  }
  const Reals account = flat(run.account());
  all.insert(all.end(), account.begin(), account.end());
  return all;
}
inline bool same_bits(const Reals& a, const Reals& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(double)) == 0;
}

}  // namespace rubble::test
