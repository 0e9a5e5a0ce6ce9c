#pragma once
// Implementation of the stepper of Contact Dynamics. A step (docs/theory.md 11.1) has these parts:
//   - drift              positions and orientations move by (1 - theta) h
//   - pull               gravity and external fields, and their kick of the velocities
//   - meet               pairs that meet on a long path move to their first touch
//   - narrow phase       points within the alert distance
//   - link               the friction problem: gaps, restitution, recovery                  docs/theory.md 11.2
//   - strike             impacts by Poisson's law, before all other impulses                docs/theory.md 11.8
//   - attract            cohesion                                                           docs/theory.md 11.3
//   - sweeps             impulses                                                           docs/theory.md 10.6
//   - settle_accounts    heat, work, impulses                                               docs/theory.md 11.4
//   - part               pairs that met move back by the time until they met
//   - require_no_passing  checks that no path that impulses changed, and that no prediction followed, leads through
//     another body
//   - drift              positions and orientations move by theta h
#include "detect/narrow.hpp"
#include "friction/sweeps.hpp"
#include "model/external.hpp"
#include "model/step_clock.hpp"
#include "model/stepper.hpp"
#include "nscd/cohesion.hpp"
#include "nscd/gravity_loads.hpp"
#include "nscd/parameters.hpp"
#include "nscd/rigid_bodies.hpp"

#include <optional>

namespace rubble::nscd {

// Impulses of the last step on b, in the order of their keys: the starting values of the next step.
struct Impulses {
  detect::Keys keys;
  Vec3s value;  // [N s]
};

// Points of near pairs, and the cohesive impulses that pull them together.
struct Attracting {
  friction::Links links;
  std::vector<std::size_t> point;  // index of each point in the results of the narrow phase
  Reals impulse;                   // cohesive impulse of each point [N s]
  double energy = 0;               // cohesive energy of all points [J]
};

// Wall time of the parts of all steps of this process [s]; not part of results.
struct Phases {
  double search = 0, touching = 0, gravity = 0, solver = 0, motion = 0;
};

class Engine {
 public:
  Engine(const Parameters& p, const Model& model, const State& state, const External& external);

  // Takes steps until state.time >= until [s], or until the end of a step in which a stop signal arrives. The first
  // call begins the run: it removes overlaps and lets bodies collide that touch and approach (docs/theory.md 11.7).
  // SanityError if numbers are not finite, if overlaps cannot be removed, or if the step is too long for a path.
  void advance(const Model& model, State& state, const External& external, double until);
  // Points that touch or attract at the state, with the mean force of the last step.
  Contacts contacts(const Model& model, const State& state, const External& external) const;

  // Computes the impulses that the first step starts from, using the forces of the contacts.
  void take_up(const Contacts& contacts);
  void archive(Archive& archive, const Model& model, std::size_t planes);
  // InputError for loaded values that no run can have at this state: the file is damaged.
  void require_sound(const State& state) const;

  // With `dump_problem`: the problem that needed the most iterations; nullptr if there is none.
  std::shared_ptr<const friction::Problem> hardest_problem() const;

  StepClock step_clock;
  Account account;
  Quality quality;
  MadeEnergy made{kHeatOfImpulses};
  std::size_t touching = 0;
  std::int64_t iterations = 0;  // iterations of the solver in all steps of this process
  std::int64_t list_builds = 0;
  Phases seconds;
  std::string started;  // description of the changes to the pile before the first step; empty if there are none

 private:
  // Two movers, or a mover and a wall (b < 0), that are moved to their first touch.
  struct Met {
    Index a, b;
    double time;  // time of the first touch, from the evaluation of forces [s]
    Vec3 frame;   // mean velocity of the wall until the next evaluation of forces [m s-1]
  };
  void step(const Model& model, State& state);
  void archive_quality(Archive& archive);
  void archive_hardest(Archive& archive);
  void archive_contacts(Archive& archive, const Model& model, std::size_t planes);
  void begin(const Model& model, State& state);
  void separate(const Model& model, const State& state);
  double move_apart();
  void note_touching();
  double deepest() const;
  double depth(std::size_t point) const;
  void find_points(const Model& model);
  bool violated() const;
  void update_list(const Model& model, const State& state);
  bool list_holds(const State& state, double near) const;
  void expect(const Model& model);
  double way_beyond(std::size_t row) const;
  void meet(const Model& model);
  bool long_ways() const;
  std::vector<Index> partners(const std::vector<detect::PathContact>& meetings) const;
  bool are_spheres(const ContactKey& key) const;
  void require_followed(const detect::PathContact& meeting) const;
  void require_no_passing(const Model& model, const friction::BodyVelocities& before, double time, bool solved);
  std::vector<char> bent_rows(const Model& model, const friction::BodyVelocities& before,
                              const friction::BodyVelocities& after) const;
  std::string text_of_pair(const ContactKey& key) const;
  std::string text_of_overlap(std::size_t point, double depth) const;
  void part();
  bool waits_for_others(std::size_t point) const;
  void give_velocities_there();
  const Met* met(std::size_t point) const;
  double time_left(std::size_t point) const;
  void find_velocities_at_impacts();
  Vec3 displacement(Index mover) const;
  double share_of_kick(std::size_t mover) const;
  double normal_speed(const friction::BodyVelocities& bodies, std::size_t point) const;
  double half_width(std::size_t row, const Vec3& normal) const;
  void sum_forces(const Model& model, const State& state, std::size_t m, Account& rate);
  void pull(const Model& model, const State& state);
  struct Demand {
    double shift, recovery;  // [m s-1]
  };
  void set_link(std::size_t point);
  Vec3 wall_velocity(std::size_t point) const;
  double carried(std::size_t point) const;
  bool is_apart(std::size_t point) const;
  double rebound(std::size_t point, double approach, double kick) const;
  double greatest_recovery(std::size_t point) const;
  std::optional<Demand> demand(std::size_t point) const;
  double penetration(std::size_t point) const;
  void find_last();
  void link();
  void attract();
  std::int64_t pairs_of(const std::vector<std::size_t>& points) const;
  bool rebounds(std::size_t c) const;
  void find_clusters();
  void strike();
  void solve_part(friction::BodyProblem& problem, Vec3s& impulses);
  void book_impacts(const friction::Links& links, const friction::BodyVelocities& before,
                    const friction::BodyVelocities& after, const Vec3s& impulses);
  void book_newtons_impacts();
  friction::BodyVelocities after_impacts() const;
  std::vector<std::size_t> points_of_clusters() const;
  friction::SweepOptions sweep_options() const { return {cone_, p_.solver.tolerance, p_.solver.iterations, 5}; }
  void warm_start();
  void solve();
  void settle_accounts();
  void settle_cohesion();
  void settle_fields();
  void book(const friction::Links& links, std::size_t c, std::size_t point, const Vec3& impulse, Account& sum) const;
  void book_heat(std::size_t c, Account& sum) const;
  Vec3 image_of(std::size_t point) const { return found_.image.empty() ? Vec3(Vec3::Zero()) : found_.image[point]; }
  // Memory of the narrow phase; before the first search, the memory that was loaded.
  std::vector<detect::PairMemory> pair_memory() const {
    return given_memory_.empty() ? narrow_.memory() : given_memory_;
  }
  double alert(double fastest) const;
  double fastest() const;
  double fastest_wall() const;
  bool fixed() const { return !external_.planes.empty(); }
  detect::Candidates candidates(const Model& model, const State& state, const External& external, const Reals& bounds,
                                double skin) const;
  std::vector<detect::Wall> walls_at(const External& external, double time, double ahead = 0) const;
  std::vector<Quaternion> turns(const Model& model, const State& state) const;
  detect::PlacedBodies bodies(const Model& model, const State& state, const External& external,
                              const std::vector<Quaternion>& turn) const;

  Parameters p_;
  External external_;
  friction::Cone cone_;
  shape::Points most_points_;
  GravityLoads gravity_;
  double smallest_ = 0, mean_diameter_ = 0;  // [m]
  Reals bound_;                              // bounding radius of each row [m]

  RigidBodies movers_;
  State predicted_;  // rows at the positions at which forces and contacts are evaluated
  std::vector<shape::PreparedShape> solids_;
  std::vector<Index> solid_;  // index of each row's hull, or -1 for a sphere; empty without hulls
  std::vector<Quaternion> turn_;
  detect::Narrow narrow_;
  detect::ContactPoints found_;
  std::vector<detect::PairMemory> given_memory_;  // from a checkpoint; used until a list exists
  double skin_ = 0, fastest_ = 0;
  bool listed_ = false;
  Vec3s listed_at_;  // positions of the rows when the list was made [m]
  Reals margin_;     // margin of each row in the list, in addition to the skin [m]

  Vec3 common_ = Vec3::Zero();  // displacement common to all bodies in a step: that of the mean velocity; 0 if anything
                                // is fixed in space [m]
  double span_ = 0;             // time until the next evaluation of forces [s]
  shape::Moves move_;           // displacement of each row in that time, without impulses
  shape::Moves kicked_;         // these displacements with this step's kick included, where paths may be long
  Reals radius_;                // radius of the ball of equal volume, for each row [m]
  Reals half_;                  // half the least thickness of each row [m]
  double thinnest_ = 0;         // minimum of half_ [m]
  friction::BodyVelocities left_;  // state of the movers at the end of the last step, or at the start
  std::vector<Met> met_;           // pairs moved to their first touch in this step
  std::vector<Index> met_of_;      // index in met_ for each mover, or -1; empty if met_ is empty
  bool begun_ = false;

  friction::Links near_;                       // links of all points of found_
  std::vector<std::optional<Demand>> demand_;  // demand at each point of found_; none if the point has to wait
  std::vector<Index> last_of_;                 // index in last_ for each point of found_, or -1
  std::vector<std::size_t> touch_;             // indices in found_ of the points of the problem
  friction::BodyProblem problem_;
  friction::BodyVelocities before_, free_;  // velocities at the start of the step; velocities after its kick, without
                                            // impulses
  friction::BodyVelocities struck_from_;    // velocities at the time of impacts; used with restitution only
  Vec3s force_, torque_;                    // on each mover, from everything but contacts [N], [N m]
  Vec3s field_force_, field_torque_;        // part of force_ and torque_ due to external fields
  Vec3s impulse_;                           // impulse on b of each contact, without cohesion [N s]
  Attracting attracting_;
  std::optional<double> energy_ahead_;  // cohesive energy expected at the end of the step [J]
  std::int64_t most_pairs_ = 0;         // largest number of pairs that attracted each other in one step
  Reals shift_, recovery_;  // for each contact: s in the condition u_n + s >= 0; the part of -s that removes an overlap
                            // [m s-1]
  // In this step: contacts of the clusters in which an impact takes place, the cluster of each contact, impulses on b
  // by impacts (empty if no impact follows Poisson's law), and energy created by impacts [J].
  std::vector<std::size_t> clustered_;
  std::vector<Index> cluster_;
  Vec3s struck_;
  double made_by_impacts_ = 0;
  bool all_converged_ = true;   // true if all problems of this step converged
  double solved_residual_ = 0;  // largest residual of this step's problems
  friction::Sweeps sweeps_;
  friction::BodyProblem given_, hardest_;  // problem of this step, and the one with the most iterations so far, both
                                           // before they were solved
  std::int64_t most_iterations_ = 0;
  Impulses last_;
};

}  // namespace rubble::nscd
