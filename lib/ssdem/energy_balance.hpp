#pragma once
// Energy, momentum and angular momentum that contacts and fields exchange with the motion of the bodies.
// docs/theory.md 3.3, 3.6, 3.10.
#include "gravity/held.hpp"
#include "model/account.hpp"
#include "model/made_energy.hpp"
#include "ssdem/beam_bonds.hpp"
#include "ssdem/chunk.hpp"
#include "ssdem/contact_probes.hpp"
#include "ssdem/motion_sums.hpp"
#include "ssdem/parameters.hpp"

namespace rubble::ssdem {

class EnergyBalance {
 public:
  EnergyBalance(const Parameters& p, ContactProbes probes);

  const Account& account() const { return account_; }      // since the start of the run
  double worst_overlap() const { return worst_overlap_; }  // largest overlap / smaller radius so far
  ContactProbes& probes() { return probes_; }
  const Reals& energy_made() const { return made_.energy(); }  // by rule of soft_sphere_heat() [J]

  // Starts the account of a run: what was added before does not count.
  void begin_run();
  // Adds the first half of a step of length `dt` [s], at the present rates, and the impulse of a rotating frame in it.
  void open_step(double dt, const FrameImpulse& frame);
  // Adds energy that is made by holding gravity [J].
  void add_held(double energy) { account_.held += energy; }
  // Adds the work of the drives of walls [J].
  void add_drives(double work) { account_.walls += work; }
  // Adds the heat of a sweep, and sets the present rates and the stored energy.
  void add_contacts(const std::vector<Chunk>& chunks);
  // Adds the heat and the rates of the bonds of the same step, after add_contacts().
  void add_bonds(const BondTotals& bonds);
  // Adds the second half of a step, also the impulse of a rotating frame: a kick of length `kick` [s]. Arguments: sums
  // over the moving bodies; sizes of the forces within grains that are left out of gravity; true if the field varies
  // with time, so that its work counts.
  void finish_step(const MotionSums& sums, const gravity::Sizes& within, bool passes, double kick);

  void archive(Archive& archive);

 private:
  void add(const FrameImpulse& frame);

  Channel missed_;          // heat of forces that are discontinuous from step to step: see finish_step
  Account account_, rate_;  // since the start of the run; present rates
  // Rate of change of rate_.driven due to accelerations [W s-1]. The power is evaluated at velocities between two
  // kicks, so that the work of each kick differs by half the kick's length times this rate.
  double driven_rate_ = 0;
  Account stored_;  // energy in the springs of the contacts at the present time, by channel [J]
  double worst_overlap_ = 0;
  const std::vector<HeatRule>& rules_;
  MadeEnergy made_;
  ContactProbes probes_;
};

}  // namespace rubble::ssdem
