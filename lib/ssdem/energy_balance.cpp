#include "ssdem/energy_balance.hpp"

#include <algorithm>
#include <utility>

namespace rubble::ssdem {

EnergyBalance::EnergyBalance(const Parameters& p, ContactProbes probes)
    : missed_(std::holds_alternative<laws::KineticSliding>(p.sliding) ? Channel::sliding : Channel::rolling),
      rules_(soft_sphere_heat(p)),
      made_(rules_),
      probes_(std::move(probes)) {}

void EnergyBalance::begin_run() {
  account_ = {};
  made_ = MadeEnergy(rules_);
}

void EnergyBalance::add(const FrameImpulse& frame) {
  account_.impulse += frame.linear;
  account_.angular_impulse += frame.angular;
}

void EnergyBalance::open_step(double dt, const FrameImpulse& frame) {
  account_.add(rate_, 0.5 * dt);
  add(frame);
  account_.driven += 0.125 * dt * dt * driven_rate_;
  probes_.advance(0.5 * dt);
}

void EnergyBalance::add_contacts(const std::vector<Chunk>& chunks) {
  SweepTotals totals;
  for (const Chunk& chunk : chunks) totals.add(chunk.totals);
  rate_ = totals.power;
  account_.add(totals.heat, 1);
  stored_ = totals.stored;
  account_[Channel::cohesion] = stored_[Channel::cohesion];  // repaid by the second half kick
  worst_overlap_ = std::max(worst_overlap_, totals.worst_overlap);
  probes_.take(chunks);
}

void EnergyBalance::add_bonds(const BondTotals& bonds) {
  rate_.add(bonds.power, 1);
  account_[Channel::fracture] += bonds.broken;
}

void EnergyBalance::finish_step(const MotionSums& sums, const gravity::Sizes& within, bool passes, double kick) {
  rate_.walls += sums.held;
  rate_.impulse += sums.impulse;
  rate_.angular_impulse += sums.angular_impulse;
  rate_.gravity_torque = sums.gravity_torque;
  rate_.exchanged = sums.exchanged + within.force;
  rate_.exchanged_angular = sums.exchanged_angular + within.torque;
  if (passes) {
    rate_.driven += sums.driven;
    driven_rate_ = sums.driven_rate;
  }
  // Forces without memory are discontinuous from step to step, and so are velocity changes. Their heat is computed with
  // the final velocities, not with the predicted ones; the whole difference is booked in one channel. Forces of springs
  // need no such correction: their difference is of second order.
  rate_[missed_] -= sums.missed;
  account_.add(rate_, kick);
  add(sums.frame.after);
  probes_.advance(kick);
  account_.driven -= 0.5 * kick * kick * driven_rate_;
  made_.look(account_, stored_);
}

void EnergyBalance::archive(Archive& archive) {
  archive_account(archive, "ssdem/account", account_);
  archive_account(archive, "ssdem/power", rate_);
  archive.value("ssdem/driven_rate", driven_rate_);
  archive.value("ssdem/worst_overlap", worst_overlap_);
  made_.archive(archive, "ssdem/energy_made");
}

}  // namespace rubble::ssdem
