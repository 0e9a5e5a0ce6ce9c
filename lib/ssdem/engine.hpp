#pragma once
// Implementation of the soft-sphere stepper: spheres in the order of a space-filling curve, contacts in chunks, one
// sweep over contacts and one over bodies in each step. A step (docs/theory.md 3.1) has these parts:
//   - first kick and drift                                                                    docs/theory.md 3.1
//   - neighbour list, if it is stale                                                          docs/theory.md 3.4
//   - self-gravity, evaluated or held, and external fields                                    docs/theory.md 4.8
//   - sweep: forces, torques and histories of contacts                                        docs/theory.md 2, 3.2
//   - second kick, also of driven walls                                                       docs/theory.md 3.1, 8.4
//   - balance: heat, work, impulses                                                           docs/theory.md 3.3, 3.6
// Between two steps without output, the second kick of one and the first kick and drift of the next are one pass over
// the bodies of a chunk, made directly after its sweep.
#include "model/external.hpp"
#include "model/pile.hpp"
#include "model/step_clock.hpp"
#include "ssdem/contact_list.hpp"
#include "ssdem/driven_walls.hpp"
#include "ssdem/energy_balance.hpp"
#include "ssdem/placed_gravity.hpp"
#include "ssdem/placed_spheres.hpp"
#include "ssdem/sweep.hpp"

#include <algorithm>

namespace rubble::ssdem {

// Wall time that went into the parts of all steps of this process [s]; not part of results.
struct Phases {
  double search = 0;    // neighbour lists
  double gravity = 0;   // self-gravity
  double contacts = 0;  // sweeps over contacts, and the motion of the bodies of each chunk directly after its sweep
  double grains = 0;    // motion of grains and their members: part of contacts, except for grains on the boundary of
                        // two chunks
};

// Motion of triangulated walls and frozen bodies.
struct MovingWalls {
  double fastest_given = 0;  // greatest speed of one in its given motion [m s-1]
  DrivenWalls driven;

  double fastest() const { return std::max(fastest_given, driven.greatest_speed()); }
};

class Engine {
 public:
  // Uses the given order of bodies (body at each place), or the order along the curve if it is empty. `probes` must
  // outlive the engine; nullptr: none.
  Engine(const Parameters& p, const Model& model, const State& state, const External& external, Probes* probes,
         std::vector<Index> order = {});

  // Histories of the touching pairs, by bodies. take_up() restores them and builds a new neighbour list for the time of
  // the state.
  PairHistories histories() const { return contacts_.histories(order(), parts_of(p_)); }
  void take_up(const PairHistories& histories, const State& state);

  // Takes up bonds; take_up() or start() must follow.
  void take_up(BeamBonds bonds);

  // Evaluates the forces at the state, without moving bodies, and starts the account of the run.
  void start(const State& state);
  // Takes steps until state.time >= until [s], or until the end of a step in which a stop signal arrives. SanityError
  // if numbers are not finite, if bodies pass through each other in a step, or if bodies touch in a run without contact
  // laws; the state of that step is saved.
  void advance(const Model& model, State& state, const External& external, double until);
  // The pairs that touched at the last sweep, at the given state, by bodies. Springs are stored half a step ahead; the
  // result has them at the state's time.
  Contacts contacts(const Model& model, const State& state, const External& external) const;
  // The bonds at the time of the last sweep; none if the run has no bonds.
  Bonds bonds() const;

  // State of the engine except the order and the histories, by bodies: clock, accelerations, exact motion of grains,
  // held gravity, account.
  void archive_motion(Archive& archive);
  void archive_bonds(Archive& archive);
  // InputError unless the loaded clock and gravity fit to the state.
  void require_sound(const State& state) const;

  const std::vector<Index>& order() const { return spheres_.order(); }
  const Parameters& parameters() const { return p_; }
  const External& external() const { return external_; }
  const StepClock& clock() const { return clock_; }
  const EnergyBalance& balance() const { return balance_; }
  const ContactList& contact_list() const { return contacts_; }
  const Phases& seconds() const { return seconds_; }

 private:
  bool sort_due(const State& state) const;
  void sort(const Model& model, const State& state);
  void build_list(double time, const detect::Keys& keep);

  template <class GoesOn>
  void take_steps(const Model& model, State& state, GoesOn&& goes_on);
  void save(State& state) const;
  void open_step(const State& state);
  void open_accounts(const MotionSums& sums);
  template <class GoesOn>
  bool finish_step(const Model& model, State& state, GoesOn&& goes_on);
  void find_fields(const State& state);
  template <bool goes_on>
  void sweep_and_move(const State& state, double kick);
  MotionContext motion_context(double kick) const;
  template <bool finish, bool open>
  void move_others(const State& state, double kick);
  MotionSums moved() const;

  void look_for_impact(const Model& model, double time);
  void require_no_passing(double time);
  void require_no_crossing(double time) const;
  void require_apart(const State& state) const;

  Parameters p_;
  External external_;
  MovingWalls moving_;
  FieldAt field_;  // field at the last sweep
  StepClock clock_;
  PlacedSpheres spheres_;
  PlacedGravity gravity_;
  ContactList contacts_;
  std::vector<MotionSums> moved_;  // of each chunk, then of shared grains and frozen bodies
  EnergyBalance balance_;
  Phases seconds_;
};

}  // namespace rubble::ssdem
