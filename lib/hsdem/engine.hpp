#pragma once
// Engine of hard spheres. A step (docs/theory.md 13) has these parts:
//   - fail              spheres leave rigid aggregates whose strength they exceed
//   - kick              half a step of gravity
//   - drift             free motion, with impacts and their outcomes in the order of time
//   - kick              half a step of gravity at the new positions
#include "gravity/gravity.hpp"
#include "hsdem/agenda.hpp"
#include "hsdem/bonds.hpp"
#include "hsdem/events.hpp"
#include "hsdem/lineage.hpp"
#include "hsdem/parameters.hpp"
#include "hsdem/resting.hpp"
#include "hsdem/rigid_strength.hpp"
#include "model/external.hpp"
#include "model/pile.hpp"
#include "model/step_clock.hpp"
#include "model/stepper.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace rubble::hsdem {

// Wall time of the parts of all steps of this process [s]. It is not part of results.
struct Phases {
  double search = 0, gravity = 0, prediction = 0, events = 0;
};

class Engine {
 public:
  // InputError for hulls, for walls that require_walls_suited() excludes, for sticking or fragmentation in periodic
  // boxes, and for an invalid column of bonds.
  Engine(const Parameters& p, const Pile& pile, const External& external);

  // (pile, external, time [s]) Makes steps until state.time reaches `until` within 1e-6 of a step, or until a stop is
  // requested. Bodies that stick or break change the grouping of the pile. SanityError if the motion of a body is not
  // finite, or if the step is too long for the period of space.
  void advance(Pile& pile, const External& external, double until);
  // Contacts of the last step. Impacts and contacts at rest have their mean force over that step. Elastic bonds are
  // included if they are stretched, and always with bonds = "initial".
  Contacts contacts() const;

  void archive(Archive& archive);

  StepClock step_clock;
  Account account;
  double first_half_heat = 0;  // heat of contacts at rest in the first half kick of the run [J]
  MadeEnergy made{kHeatOfEvents};
  Counts counts;
  std::int64_t looks = 0, predictions = 0, list_builds = 0, resting_sweeps = 0, resting_contacts = 0;
  Phases seconds;

 private:
  static constexpr std::size_t kWall = ~std::size_t{0};  // stands for a wall in place of a mover
  // Allowed increase of the rotation of an aggregate before all of its pairs are predicted again, in radii of the
  // smallest sphere per step.
  static constexpr double kLeastTurn = 1e-3;
  static constexpr double kDeep = 1e-3;  // overlap / smaller radius above which a pair is deep
  static constexpr double kReserve = 2;  // factor by which an impact may increase the speed of a sphere

  // One impact or contact at rest of a pair in the step, or the sum over several.
  struct Met {
    Index a, b;
    Vec3 impulse;  // on b [N s]
  };

  // Sphere of an aggregate that failed at the start of the step.
  struct Failed {
    Index aggregate = -1;              // former mover; -1 for spheres of aggregates that did not fail
    Vec3 acceleration = Vec3::Zero();  // acceleration by its bonds that it lost [m s-2]
  };

  // Force [N] and torque [N m] of a kick on a mover: in total, and the part by external fields.
  struct Push {
    Vec3 force = Vec3::Zero(), torque = Vec3::Zero();

    double power(const Mover& mover) const { return force.dot(mover.velocity) + torque.dot(mover.spin()); }
  };
  struct Kick {
    Push all, field;
  };

  // Half kicks of a step. Contacts at rest of the first one, before the drift, must suffice for the whole drift. Those
  // of the second one, after the drift, belong to a whole kick, which the next step completes.
  enum class Half { first, second };

  // Contact at rest, which balances kicks; b < 0 is a wall.
  struct Resting {
    Index a, b;
    double impulse;    // for a whole step [N s]
    bool was_at_rest;  // true if it was at rest in the previous kick
  };

  // Conditions for a contact at rest.
  struct Rate {
    double least;     // lower bound of the rate of the gap [m s-1]
    double recovery;  // part of this rate that removes an overlap [m s-1]
  };

  // Rows of the members that leave an aggregate. If bodies may stick, also the acceleration by its bonds that each
  // member of the aggregate loses [m s-2].
  struct Leaving {
    std::vector<Index> rows;
    Vec3s released;
  };

  void step(Pile& pile);
  void find_gravity(const Model& model, double time);
  void find_greatest_acceleration(const Model& model);
  void find_bonds(const Model& model);
  void fail(const Model& model);
  Leaving leaving_of(const Model& model, std::size_t m, std::vector<Index> rows, const std::vector<Stress>& stress,
                     const Vec3s& gravity);
  void part(const Model& model, std::size_t m, const Leaving& leaving);
  bool left_one_aggregate(std::uint32_t pair) const;
  bool pulled_apart(std::uint32_t pair, const Meeting& meeting) const;
  double kick(const Model& model, Half half);
  void audit(double half_heat);
  Kick kick_of(const Model& model, const Mover& mover) const;
  void account_for_kick(const Model& model, double h);
  void account_for_image(Index a, Index b, const Vec3& impulse);
  void take_places(double time);
  void settle_uniform(const Model& model, double h);
  void drift(const Pile& pile, double h);
  void update_list(const Model& model, double h);
  void make_list(const Model& model, double now, double h);
  bool is_old(double h) const;
  void set_margins(const Model& model, double h);
  void fit_margins_to_period(const Model& model, double h);
  void renew_list(const Model& model, double now, double h);
  void find_common_motion(const Model& model);
  Vec3 common_way(double time) const;
  double way(std::size_t row, double time) const;
  double margin_left(std::size_t row, double left) const;
  void find_events(double h);
  bool is_alone() const;
  void find_pairs(const Model& model);
  void index_pairs(std::size_t bodies);
  Scene scene() const { return {movers_, pairs_, radius_, external_, start_, p_.step.dt}; }
  // Movers of a pair; b is kWall for a wall.
  struct Sides {
    std::size_t a, b;
  };
  Sides sides(std::uint32_t pair) const;
  void move_to(std::size_t mover, double time);
  void look(const Model& model, const Event& event, double h);
  void collide(const Model& model, std::uint32_t pair, const Meeting& meeting, double h);
  double speed_over_escape(std::uint32_t pair, const Meeting& meeting) const;
  Vec3 contact_velocity(std::uint32_t pair, const Meeting& meeting) const;
  void stick(const Model& model, std::uint32_t pair, const Meeting& meeting, double h);
  void merge(std::uint32_t pair, Channel channel, double h);
  void bind(std::uint32_t pair, double h);
  std::vector<Movers::Part> parts_in(std::size_t mover);
  void unbind(const Model& model);
  bool is_bound(std::uint32_t pair) const;
  std::vector<std::size_t> break_off(const Model& model, std::uint32_t pair);
  Side side_a(std::uint32_t pair, const Meeting& meeting) const;
  Side side_b(std::uint32_t pair, const Meeting& meeting) const;
  double speed_of_kicks() const;
  double slow() const;
  double parting(const Meeting& meeting) const;
  double least_parting(std::uint32_t pair, const Meeting& meeting) const;
  void push_mover(std::size_t mover, const Side& side, const Vec3& impulse);
  void note_meeting(Index a, Index b, const Vec3& impulse);
  void bounce(std::uint32_t pair, const Meeting& meeting);
  void bounce_centrally(std::uint32_t pair, const Meeting& meeting, double restitution);
  double allow(std::size_t mover, double h);
  double limit_jumps(std::size_t mover, std::size_t first, double h);
  bool holds(const Mover& mover) const;
  // True after so many impacts of the pair in this step that further ones are plastic.
  bool is_plastic(std::uint32_t pair) const { return impacts_of_pair_[pair] > p_.contact.plastic_after; }
  // True if the overlap exceeds kDeep of the smaller radius. The wider rest speed of pairs with plastic impacts does
  // not apply then, because the overlap would become even deeper.
  static bool is_deep(const Meeting& now, double smaller) { return now.gap < -kDeep * smaller; }
  double resting(std::uint32_t pair) const;
  Outlook outlook_of(std::uint32_t pair, double now) const;
  void note(std::uint32_t pair, const Outlook& ahead);
  void predict(std::uint32_t pair, double now);
  void predict_spheres(std::size_t mover, std::size_t first, std::size_t done);
  void take_in(std::size_t mover, std::size_t first, double h);
  void predict_again(std::size_t mover, std::size_t done, double h);
  void find_overlaps();
  bool contacts_may_rest() const;
  void find_gaps(const Model& model, double time);
  double resting_speed(bool was_at_rest) const;
  bool may_rest(std::uint32_t pair, const Meeting& now, double smaller, Half half, bool was_at_rest) const;
  Rate resting_rate(std::uint32_t pair, const Meeting& now, double smaller) const;
  void find_resting(Half half);
  void solve_resting_contacts(Half half);
  std::size_t resting_body(std::size_t mover, double h);
  void push_resting();
  void archive_resting(Archive& archive);
  void account_for_resting(std::size_t k, double impulse);

  Parameters p_;
  External external_;
  Reals radius_;
  double least_radius_ = 0;
  Movers movers_;
  gravity::Solver solver_;
  gravity::Pull pull_;
  Vec3s place_;         // position of each sphere at the end of the last step [m]
  Vec3s self_, outer_;  // accelerations there: by other spheres, by the planet and a falling frame [m s-2]
  Lineage lineage_;
  std::optional<Bonds> bonds_;
  Vec3s pull_of_bonds_;  // force on each sphere [N]; empty without bonds
  double greatest_acceleration_ = 0;
  double start_ = 0;  // time at the start of the step [s]

  std::map<std::size_t, std::vector<Movers::Part>> parts_;  // for each bound mover

  Pairs pairs_;
  Vec3s listed_at_;  // positions when the list was made [m]
  Vec3 mean_velocity_ = Vec3::Zero(), common_way_ = Vec3::Zero();
  double listed_time_ = 0;         // time in the step from which on common_way_ counts [s]
  bool renewal_needed_ = false;    // a sphere leaves its margin, or an aggregate whose inner pairs are not listed
  bool parted_ = false;            // spheres have left their aggregates since the list was made
  bool inner_ = false;             // the list has pairs within aggregates
  Reals margin_;                   // displacement of a sphere at which the list expires [m]
  double steps_ahead_ = kReserve;  // number of steps for which the list margins suffice
  std::vector<std::uint16_t> impacts_of_pair_;
  std::vector<char> apart_;  // for each pair: 1 if it was separate at its last prediction
  std::vector<char> deep_;   // for each pair: 1 if it was deep at its last test
  Agenda agenda_;
  std::map<std::size_t, std::vector<Touching>> touching_;  // of aggregates that failed; void when spheres change movers
  std::vector<Failed> failed_;                             // for each sphere; empty in a step without failures
  std::vector<Kick> kick_;                                 // for each mover
  Reals gap_;                                              // gap of each pair in the list, at the present positions [m]
  // Contacts at rest of the present kick, their linear complementarity problem, and the rates of their gaps before the
  // kick (rate_before_) [m s-1].
  std::vector<Resting> resting_;
  std::vector<RestingLink> link_;
  std::vector<RestingBody> resting_body_;
  std::vector<std::size_t> resting_mover_;  // mover of each body in the problem
  std::vector<Index> number_;               // for each mover: number of its body in the problem, or -1
  Reals rate_before_;
  std::vector<Met> met_;
  std::size_t most_met_ = 0;
};

}  // namespace rubble::hsdem
