#include "hsdem/sphere_forces.hpp"

#include "base/clock.hpp"
#include "base/parallel.hpp"

#include <algorithm>

namespace rubble::hsdem {
SphereForces::SphereForces(const Parameters& p, const Pile& pile, const PairContext& context, Aggregates& bodies,
                           Records& records)
    : context_(context), bodies_(bodies), records_(records), constant_(p.gravity.constant), solver_(p.gravity) {
  if (const auto* elastic = std::get_if<ElasticStrength>(&p.strength))
    bonds_.emplace(*elastic, pile, context.external.period);
}

Vec3s SphereForces::gravity() const {
  Vec3s sum(outer_.size());
  parallel_for(sum.size(), [&](std::size_t i) { sum[i] = pull_.acceleration[i] + outer_[i]; });
  return sum;
}

void SphereForces::take_positions() {
  parallel_for(position_.size(), [&](std::size_t i) { position_[i] = bodies_.position(i); });
}

void SphereForces::evaluate(const Model& model, double time) {
  const Clock clock(records_.work.gravity);
  solver_.evaluate(model.mass, position_, static_cast<unsigned>(gravity::Want::acceleration), pull_);
  const FieldAt field = context_.external.field_at(constant_, time);
  outer_.resize(model.size());
  parallel_for(model.size(), [&](std::size_t i) {
    const Vec3 frame = field.uniform - context_.external.uniform;  // acceleration of a falling frame
    outer_[i] = frame + field.pull(position_[i]);
  });
  find_bonds(model);
}

// Updates the bonds. The elastic energy of bonds that break becomes heat.
void SphereForces::find_bonds(const Model& model) {
  if (!bonds_) return;
  records_.account[Channel::fracture] += bonds_->update(model, position_);
  records_.counts.bonds.broken = bonds_->broken();
  records_.counts.bonds.liberated = bonds_->liberated();
  pull_of_bonds_.assign(model.size(), Vec3::Zero());
  for (const ElasticBonds::Bond& bond : bonds_->bonds()) {
    pull_of_bonds_[at(bond.a)] += bond.force * bond.normal;
    pull_of_bonds_[at(bond.b)] -= bond.force * bond.normal;
  }
}

double SphereForces::greatest_acceleration(const Model& model) const {
  const bool is_open = context_.external.period.isZero(0);
  const auto acceleration = [&](std::size_t i) {
    Vec3 all = pull_.acceleration[i] + outer_[i] + context_.external.uniform;
    if (bonds_) all += pull_of_bonds_[i] / model.mass[i];
    if (is_open) all += context_.external.hill.tide(position_[i]);
    return all;
  };
  Vec3 common = Vec3::Zero();
  if (context_.external.planes.empty() && model.size() > 0) {
    const auto pull = [&](std::size_t i) -> Vec3 { return model.mass[i] * acceleration(i); };
    const auto mass = [&](std::size_t i) { return model.mass[i]; };
    common = blocked_sum(model.size(), Vec3(Vec3::Zero()), pull) / blocked_sum(model.size(), 0.0, mass);
  }
  return greatest_of(model.size(), 0, [&](std::size_t i) { return (acceleration(i) - common).norm(); });
}

const std::vector<Kick>& SphereForces::find_kicks(const Model& model, Half half) {
  kick_.resize(bodies_.size());
  parallel_for(bodies_.size(), [&](std::size_t m) {
    kick_[m] = kick_of(model, bodies_[m]);
    if (context_.external.hill.turns()) add_frame(bodies_[m], half, kick_[m]);
  });
  return kick_;
}

// (free sphere, half of the kick, its loads by forces) Adds the loads that change velocity and spin as Hill's frame
// does.
void SphereForces::add_frame(const RigidBody& body, Half half, Kick& kick) const {
  const Hill& hill = context_.external.hill;
  const double h = half_step();
  const bool opens = half == Half::first;
  const Vec3 momentum = opens ? Vec3(body.momentum + h * kick.all.torque) : body.momentum;
  const Vec3 change = opens ? hill.opening(body.position, body.velocity, kick.all.force / body.mass, h)
                            : hill.closing(body.position, body.velocity, h);
  kick.frame = {body.mass / h * change, (hill.turned(momentum, h) - momentum) / h};
  kick.all.force += kick.frame.force;
  kick.all.torque += kick.frame.torque;
}

// Kick of a body at its present position. Only a field that changes with time needs an account of its work.
Kick SphereForces::kick_of(const Model& model, const RigidBody& body) const {
  Kick kick;
  for (std::size_t k = 0; k < body.members.size(); ++k) {
    const std::size_t i = at(body.members.row[k]);
    const Vec3 own = model.mass[i] * pull_.acceleration[i], outer = model.mass[i] * outer_[i], arm = body.arm(k);
    kick.all.force += own + outer;
    kick.all.torque += arm.cross(own + outer);
    kick.field.force += outer;
    kick.field.torque += arm.cross(outer);
    if (bonds_) {
      kick.all.force += pull_of_bonds_[i];
      kick.all.torque += arm.cross(pull_of_bonds_[i]);
    }
  }
  return kick;
}

void SphereForces::account_for_impulses(const Model& model) {
  const double h = half_step();
  records_.account += blocked_fold(model.size(), Account{}, [&](Account& sum, std::size_t i) {
    const Vec3 own = h * (model.mass[i] * pull_.acceleration[i]), outer = h * (model.mass[i] * outer_[i]);
    sum.gravity_torque += position_[i].cross(own);
    sum.impulse += outer;
    sum.angular_impulse += position_[i].cross(outer);
    if (bonds_) account_for_exchange(h * pull_of_bonds_[i], position_[i], sum);
    account_for_exchange(own, position_[i], sum);
    account_for_exchange(outer, position_[i], sum);
  });
  if (context_.external.hill.turns())
    records_.account += blocked_fold(bodies_.size(), Account{}, [&](Account& sum, std::size_t m) {
      const Vec3 impulse = h * kick_[m].frame.force;
      sum.impulse += impulse;
      sum.angular_impulse += bodies_[m].position.cross(impulse) + h * kick_[m].frame.torque;
    });
  if (!bonds_ || context_.external.period.isZero(0)) return;
  for (const ElasticBonds::Bond& bond : bonds_->bonds())
    account_for_image(context_, bond.a, bond.b, -h * bond.force * bond.normal, records_.account);
}

Reals SphereForces::powers() const {
  if (!context_.external.varies()) return {};
  Reals power(bodies_.size());
  parallel_for(bodies_.size(), [&](std::size_t m) { power[m] = kick_[m].field.power(bodies_[m]); });
  return power;
}

void SphereForces::push_bodies() {
  const double h = half_step();
  parallel_for(bodies_.size(), [&](std::size_t m) {
    RigidBody& body = bodies_[m];
    body.velocity += h / body.mass * kick_[m].all.force;
    body.momentum += h * kick_[m].all.torque;
    body.settle();
  });
}

// The work is summed in the order of bodies.
void SphereForces::account_for_work(const Reals& before) {
  const Reals after = powers();
  for (std::size_t m = 0; m < after.size(); ++m) records_.account.driven += half_step() / 2 * (before[m] + after[m]);
}

// The angular momentum depends on the positions during the drift.
void SphereForces::account_for_drift(const Model& model) {
  const Vec3& uniform = context_.external.uniform;
  if (uniform.isZero(0)) return;
  double mass = 0;
  for (const double m : model.mass) mass += m;
  records_.account.impulse += mass * context_.step * uniform;
  records_.account.angular_impulse += bodies_.take_swept().cross(uniform);
  records_.account.exchanged += mass * context_.step * uniform.norm();
}

void SphereForces::archive(Archive& archive) {
  if (bonds_) bonds_->archive(archive);
}

}  // namespace rubble::hsdem
