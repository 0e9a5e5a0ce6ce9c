#pragma once
// Implementation of the soft-sphere stepper: spheres packed in the order of a space-filling curve, contacts in chunks,
// one sweep over contacts and one over bodies in each step. The place of a sphere is its index in that order. A step
// (docs/theory.md 3.1) has these parts:
//   - begin_step        first kick and drift
//   - build_list        neighbour list, if bodies may have moved by more than the skin          docs/theory.md 3.4
//   - update_gravity    self-gravity, evaluated or held                                         docs/theory.md 4.8
//   - sweep             contacts: forces and torques, histories                                 docs/theory.md 2, 3.2
//   - move_chunk        gather of forces, second kick; first kick and drift of the next step    docs/theory.md 3.1, 8.4
//   - settle_accounts   heat, work, impulses                                                    docs/theory.md 3.3, 3.6
#include "gravity/held_solver.hpp"
#include "model/external.hpp"
#include "model/grains.hpp"
#include "model/pile.hpp"
#include "model/step_clock.hpp"
#include "model/stepper.hpp"
#include "ssdem/contact_list.hpp"
#include "ssdem/grain_quads.hpp"
#include "ssdem/sphere_motion.hpp"
#include "ssdem/sweep.hpp"

namespace rubble::ssdem {

// Wall time that went into the parts of all steps of this process [s]; not part of results.
struct Phases {
  double search = 0;    // neighbour lists
  double gravity = 0;   // self-gravity
  double contacts = 0;  // sweeps over contacts, and the motion of the bodies of each chunk directly after its sweep
  double grains = 0;    // motion of grains and their members: part of contacts, except for grains on the boundary of
                        // two chunks
};

class Engine {
 public:
  // Uses the given order of bodies (body at each place), or the order along the curve if it is empty.
  Engine(const Parameters& p, const Model& model, const State& state, const External& external,
         std::vector<Index> order = {});

  // Histories of the touching pairs, by bodies. take_up() restores them and builds a new neighbour list for the time of
  // the state.
  PairHistories histories() const { return contacts_.histories(order_, parts_of(p_)); }
  void take_up(const PairHistories& histories, const State& state);

  // Evaluates the forces at the state, as at the start of a run, without moving bodies.
  void start(const State& state);
  // Takes steps until state.time >= until [s], or until the end of a step in which a stop signal arrives. SanityError
  // if numbers are not finite, if bodies pass through each other in a step, or if bodies touch in a run without contact
  // laws; the state of that step is saved.
  void advance(const Model& model, State& state, const External& external, double until);
  // The pairs that touched at the last sweep, at the given state, by bodies. Springs are stored half a step ahead; the
  // result has them at the state's time.
  Contacts contacts(const Model& model, const State& state, const External& external) const;

  // State of the engine except the order and the histories, by bodies: clock, accelerations, exact motion of grains
  // (members determine it only up to rounding), held gravity, accounts.
  void archive_motion(Archive& archive);

  const std::vector<Index>& order() const { return order_; }
  const gravity::Held& held() const { return self_gravity_.held(); }  // by place
  const Parameters& parameters() const { return p_; }
  std::size_t planes() const { return external_.planes.size(); }

  StepClock step_clock;
  Account account, power;  // since the start of the run; present rates
  // Rate of change of power.driven due to accelerations [W s-1]. The power is evaluated at velocities between two
  // kicks, so that the work of each kick differs by half the kick's length times this rate.
  double driven_rate = 0;
  Account stored;  // energy in the springs of the contacts at the present time, by channel [J]
  double worst_overlap = 0;
  MadeEnergy made{kSoftSphereHeat};
  std::size_t touching = 0;
  std::int64_t list_builds = 0;
  Phases seconds;

 private:
  // In engine.cpp: loading and saving of states, and the loop over steps.
  void load(const Model& model, const State& state);
  void save(const Model& model, State& state) const;
  void sort(const Model& model, const State& state);
  bool sort_due(const State& state) const;
  template <class GoesOn>
  void take_steps(const Model& model, State& state, GoesOn&& goes_on);

  // In engine_archive.cpp: values by bodies [m s-2], [rad s-2]. For members of grains they are the grain's acceleration
  // [m s-2] and its torque [N m].
  void put_accelerations(const Vec3s& linear, const Vec3s& angular);
  void get_accelerations(Vec3s& linear, Vec3s& angular) const;
  void put_gravity(const gravity::Held& by_body);
  gravity::Held get_gravity() const;
  void archive_grains(Archive& archive);

  // In engine_step.cpp: the parts of a step.
  void begin_step();
  void build_list(double time, const detect::Keys& keep);
  void require_finite_places(double time) const;
  void require_finite(const MotionSums& sums, double time) const;
  void require_apart(const State& state) const;
  void require_no_passing(double time);
  void update_gravity(std::int64_t step);
  void spread_gravity();
  template <bool goes_on>
  void evaluate(const State& state, double before, double after, double kick);
  template <bool finish, bool open>
  MotionSums move_chunk(std::size_t chunk, double kick);
  template <bool finish, bool open>
  void move_shared_grains(double kick);
  MotionContext motion_context(double kick) const;
  MotionSums moved() const;
  void settle_contacts(const State& state);
  void settle_accounts(const MotionSums& sums, double kick);
  void open_accounts(const MotionSums& sums);

  Parameters p_;
  External external_;
  FieldAt field_;  // field at the last sweep
  double mean_diameter_ = 0;
  double harmless_speed_ = 0;  // below this speed, no pair can pass through each other in a step [m s-1]

  // Bodies, by place.
  std::vector<Index> order_;
  Spheres spheres_;      // input of the sweep
  SphereMotion motion_;  // motion of free spheres
  RigidGrains grains_;   // motion of all other bodies
  Reals mass_, radius_;
  Vec3s position_;  // positions as vectors, for functions that need them

  gravity::HeldSolver self_gravity_;
  std::vector<Xyzw> gravity_, gravity_slope_;  // acceleration at the last evaluation, and its change per step [m s-2]

  ContactList contacts_;
  std::vector<MotionSums> moved_;  // of each chunk, then of the grains shared by two chunks
  double skin_ = 0;                // [m]
  double travel_ = 0;              // upper bound of the displacements since the list was built, relative to the frame
                                   // [m]
  Xyzw frame_;                     // velocity of the frame of reference of the list [m s-1]
  double fastest_ = 0;             // greatest speed relative to the frame [m s-1]
};

// Writes the input of the sweep for all bodies, in the given order.
void put_spheres(const Parameters& p, const Model& model, const State& state, const std::vector<Index>& order,
                 Spheres& spheres);
std::vector<Wall> walls_at(const External& external, double time);

}  // namespace rubble::ssdem
