#pragma once
// Units that move freely between events: free spheres and aggregates of spheres, each with its own time.
#include "base/archive.hpp"
#include "hsdem/impact.hpp"
#include "model/grains.hpp"
#include "model/pile.hpp"

#include <optional>
#include <utility>
#include <vector>

namespace rubble::hsdem {

// A free sphere or an aggregate. Times are relative to the start of the step.
struct Mover : GrainMotion {                 // the orientation is that of the own frame
  double time = 0;                           // present time of the mover [s]
  Vec3 swept = Vec3::Zero();                 // integral of mass x position over the time in the step [kg m s]
  double mass = 0;                           // [kg]
  Vec3 moments = Vec3::Zero();               // principal moments of inertia [kg m2]
  Quaternion axes = Quaternion::Identity();  // principal frame => own frame; changes if spheres join or leave
  std::vector<Index> row;                    // its spheres; empty after it has merged into another mover
  Vec3s offset;                              // positions of the spheres in the own frame [m]
  Vec3 centre = Vec3::Zero();                // centre of mass in the own frame [m]
  double reach = 0;                          // no sphere's centre is farther from the centre of mass [m]
  bool remade = false;                       // new in this step, or spheres have joined or left it
  bool bound = false;                        // separates into its parts at the end of the step

  // Bounds within which predictions for an aggregate hold in this step: acceleration of its spheres [m s-2], spin
  // [rad s-1], and sum of its velocity jumps [m s-1]. `velocity_jumps` is the present sum.
  double velocity_jumps = 0, acceleration_bound = 0, spin_bound = 0, jump_bound = -1;

  bool is_free() const { return row.size() == 1; }
  // True if position, velocity, angular momentum and orientation are finite and usable in geometry.
  bool is_sound() const;
  // Updates the derived quantities after a change of momentum or orientation.
  void settle();
  Vec3 spin() const { return is_free() ? Vec3(momentum / moments.x()) : spin_; }  // [rad s-1]
  Mat3 inverse_inertia() const;                                                   // in inertial axes [kg-1 m-2]
  double kinetic() const;                                                         // [J]
  // The acceleration of a point at distance r from the centre is at most this times r until the next event [s-2].
  double turning() const { return is_free() ? 0 : turning_; }
  // (number of one of its spheres) => vector from the centre to the sphere [m].
  Vec3 arm(std::size_t k) const { return is_free() ? Vec3(Vec3::Zero()) : Vec3(orientation * (offset[k] - centre)); }
  double distance(std::size_t k) const { return (offset[k] - centre).norm(); }  // from the centre to the sphere [m]
  // Upper bound of the spin until the next event [rad s-1].
  double greatest_spin() const { return is_free() ? momentum.norm() / moments.x() : greatest_spin_; }
  void begin_step() {
    time = velocity_jumps = acceleration_bound = spin_bound = 0;
    jump_bound = -1;
  }
  // (time [s], constant acceleration [m s-2]) Moves it to that time.
  void move_to(double until, const Vec3& acceleration);

 private:
  Vec3 spin_ = Vec3::Zero();
  double greatest_spin_ = 0, turning_ = 0;
};

class Movers {
 public:
  // InputError for hulls.
  Movers(const Model& model, const State& state);

  std::size_t size() const { return mover_.size(); }
  Mover& operator[](std::size_t m) { return mover_[m]; }
  const Mover& operator[](std::size_t m) const { return mover_[m]; }
  std::size_t of_row(std::size_t row) const { return static_cast<std::size_t>(of_row_[row]); }
  const std::vector<Index>& of_rows() const { return of_row_; }
  // (mover, time [s], uniform gravity [m s-2]) Moves the mover to that time. The effect of uniform gravity is exact.
  void move_to(std::size_t m, double until, const Vec3& uniform);
  // Computes Mover::reach again, which is too large after spheres merged or left.
  void find_reach(std::size_t m);
  // => integral of mass x position over time of all movers since the last call [kg m s]. Its cross product with uniform
  // gravity is the angular momentum that gravity gave.
  Vec3 take_swept();

  // Position [m], lever arm [m] and velocity [m s-1] of a sphere at the time of its mover.
  Vec3 place(std::size_t row) const { return mover_[of_row(row)].position + arm(row); }
  Vec3 arm(std::size_t row) const {  // from the centre of its mover
    return mover_[of_row(row)].arm(static_cast<std::size_t>(member_[row]));
  }
  double distance(std::size_t row) const {  // from the centre of its mover
    return mover_[of_row(row)].distance(static_cast<std::size_t>(member_[row]));
  }
  Vec3 velocity(std::size_t row) const {
    const Mover& mover = mover_[of_row(row)];
    return mover.is_free() ? mover.velocity : Vec3(mover.velocity + mover.spin().cross(arm(row)));
  }

  // Takes a state that other code may have changed. Movers whose spheres are unchanged keep their bits.
  void load(const Model& model, const State& state);
  // Sets positions, velocities and spins of all spheres. All movers must be at the same time.
  void place_spheres(State& state) const;
  // Sets positions, velocities and spins of all spheres, and the orientations of all grains. Each grain must be a
  // mover.
  void place_rows(const Model& model, State& state) const;
  // Sets the orientation of each grain that is a mover with the same spheres and has not changed in this step.
  void turn_grains(const Model& model, State& state) const;

  // (numbers of two movers at the same time) Merges them into one body. Momentum and angular momentum are conserved,
  // energy is lost. => the larger mover, number of the first sphere that joined it, and the lost energy [J]. The cost
  // is proportional to the number of spheres that join.
  struct Merged {
    std::size_t mover, first;
    double lost;
  };
  Merged merge(std::size_t a, std::size_t b);
  // Part of a mover that will separate: its earlier state, and the rotation from its frame to that of the mover.
  struct Part {
    Mover before;
    Quaternion turn = Quaternion::Identity();
  };
  // Separates a mover into its parts with their present motion. The spheres of a part get their earlier positions in
  // its frame.
  void take_apart(const Model& model, std::size_t m, const std::vector<Part>& parts);
  // (model, mover, rows in rising order) => remainder of an aggregate without these rows, with its present motion;
  // nothing if no sphere remains.
  std::optional<Mover> remainder(const Model& model, std::size_t m, const std::vector<Index>& rows) const;
  // (model, mover, rows in rising order) Removes spheres from an aggregate. They become free spheres with their present
  // motion. => the remainder, if any.
  std::optional<std::size_t> detach(const Model& model, std::size_t m, const std::vector<Index>& rows);
  // Removes one sphere from an aggregate. The cost does not depend on the size of the aggregate, except for heavy
  // spheres. => the remainder
  std::size_t release(const Model& model, Index row);
  // True if spheres have changed movers since the last call.
  bool take_regrouped() { return std::exchange(regrouped_, false); }
  // => for each sphere the number of its aggregate, or -1. Aggregates are numbered in the order of their first spheres.
  // groups_kept() includes only aggregates that have not changed since the start of the step.
  std::vector<Index> groups() const;
  std::vector<Index> groups_kept() const;

  // Archives the motion of all movers, which cannot be restored from the spheres of the pile to the last bit.
  void archive(Archive& archive);

 private:
  Vec3 momentum_about(const Model& model, const std::vector<Index>& rows, const Vec3& point,
                      const Vec3& velocity) const;
  Mover made_of(const Model& model, const std::vector<Index>& rows) const;
  Mover free_of(const Model& model, Index row) const;
  Mover aggregate_of(const Model& model, const std::vector<Index>& rows) const;
  template <class Counts>
  std::vector<Index> groups_of(Counts&& counts) const;
  bool stands(const Model& model, const State& state, const Mover& mover) const;
  std::vector<std::size_t> number_rows(const Model& model);
  std::size_t add(Mover mover);
  void retire(std::size_t m);
  void take_out(const Model& model, Mover& mover, std::size_t k);

  std::vector<Mover> mover_;
  std::vector<Index> of_row_, member_;  // for each sphere: its mover, and its number in the mover
  Vec3 gone_ = Vec3::Zero();            // `swept` of retired movers
  bool regrouped_ = false;
};

}  // namespace rubble::hsdem
