#pragma once
// Units that move freely between events: free spheres and aggregates of spheres, each with its own time.
#include "hsdem/impact.hpp"
#include "model/archive.hpp"
#include "model/pile.hpp"

#include <optional>
#include <utility>
#include <vector>

namespace rubble::hsdem {

// A free sphere or an aggregate. Times are counted from the start of the step.
struct Mover {
  double time = 0;                                  // up to which it has moved [s]
  Vec3 swept = Vec3::Zero();                        // mass x place x time on the way there [kg m s]
  double mass = 0;                                  // [kg]
  Vec3 moments = Vec3::Zero();                      // principal [kg m2]
  Vec3 position = Vec3::Zero();                     // centre of mass [m]
  Vec3 velocity = Vec3::Zero();                     // [m s-1]
  Vec3 momentum = Vec3::Zero();                     // angular, about the centre of mass [kg m2 s-1]
  Quaternion orientation = Quaternion::Identity();  // its own frame => inertial
  Quaternion axes = Quaternion::Identity();         // principal frame => its own; alike until spheres come or go
  std::vector<Index> row;                           // its spheres; empty: it has gone into another
  Vec3s offset;                                     // their places in its own frame [m]
  Vec3 centre = Vec3::Zero();                       // of mass, there [m]
  double reach = 0;                                 // no sphere is farther from the centre of mass [m]
  bool remade = false;                              // within this step, of spheres that moved otherwise before
  bool bound = false;                               // it separates into its parts at the end of the step

  // Bounds within which predictions for an aggregate hold in this step: its spheres accelerate by at most
  // `acceleration_bound` [m s-2], it turns at most at `spin_bound` [rad s-1], and its velocity jumps add up to at most
  // `jump_bound` [m s-1]. `velocity_jumps` is their present sum.
  double velocity_jumps = 0, acceleration_bound = 0, spin_bound = 0, jump_bound = -1;

  bool is_free() const { return row.size() == 1; }
  // True if its position, velocity, angular momentum and orientation are finite and usable in geometry.
  bool is_sound() const;
  // Call this after a change of momentum or orientation: it updates the quantities derived from them.
  void settle();
  Vec3 spin() const { return is_free() ? Vec3(momentum / moments.x()) : spin_; }  // [rad s-1]
  Mat3 inverse_inertia() const;                                                   // along the inertial axes [kg-1 m-2]
  double kinetic() const;                                                         // [J]
  // A place at distance r from the centre is accelerated by no more than this times r until the next event [s-2].
  double turning() const { return is_free() ? 0 : turning_; }
  // (number of one of its spheres) => its place, seen from the centre [m].
  Vec3 arm(std::size_t k) const { return is_free() ? Vec3(Vec3::Zero()) : Vec3(orientation * (offset[k] - centre)); }
  double distance(std::size_t k) const { return (offset[k] - centre).norm(); }  // of that place from the centre [m]
  // No faster does it turn until the next event [rad s-1].
  double greatest_spin() const { return is_free() ? momentum.norm() / moments.x() : greatest_spin_; }
  void begin_step() {
    time = velocity_jumps = acceleration_bound = spin_bound = 0;
    jump_bound = -1;
  }
  // Moves it to that time under an even acceleration.
  void move_to(double until, const Vec3& acceleration);

 private:
  Vec3 spin_ = Vec3::Zero();
  double greatest_spin_ = 0, turning_ = 0;
};

class Movers {
 public:
  // InputError for hulls and for grains whose members overlap and count once.
  Movers(const Model& model, const State& state);

  std::size_t size() const { return mover_.size(); }
  Mover& operator[](std::size_t m) { return mover_[m]; }
  const Mover& operator[](std::size_t m) const { return mover_[m]; }
  std::size_t of_row(std::size_t row) const { return static_cast<std::size_t>(of_row_[row]); }
  const std::vector<Index>& of_rows() const { return of_row_; }
  // Moves one to that time; what uniform gravity [m s-2] does on the way is exact.
  void move_to(std::size_t m, double until, const Vec3& uniform);
  // Finds the radius again: merging and releasing leave it too large.
  void find_reach(std::size_t m);
  // => sum of mass x place x time that all have moved since the last call [kg m s]: times uniform gravity, the angular
  // momentum that it gave.
  Vec3 take_swept();

  // Of a sphere at the time of its mover.
  Vec3 place(std::size_t row) const { return mover_[of_row(row)].position + arm(row); }
  Vec3 arm(std::size_t row) const {  // from the centre of its mover
    return mover_[of_row(row)].arm(static_cast<std::size_t>(member_[row]));
  }
  double distance(std::size_t row) const {  // from that centre
    return mover_[of_row(row)].distance(static_cast<std::size_t>(member_[row]));
  }
  Vec3 velocity(std::size_t row) const {
    const Mover& mover = mover_[of_row(row)];
    return mover.is_free() ? mover.velocity : Vec3(mover.velocity + mover.spin().cross(arm(row)));
  }

  // Takes up a state that somebody else may have changed; what stands as it was placed keeps its bits.
  void load(const Model& model, const State& state);
  // Places, velocities and spins of all spheres. All movers are at one time.
  void place_spheres(State& state) const;
  // Also sets the orientations of the grains, each of which is a mover.
  void place_rows(const Model& model, State& state) const;
  // Orientations of the grains that all of a mover's spheres still are.
  void turn_grains(const Model& model, State& state) const;

  // Joins two movers at the same time into one body. Momentum and angular momentum are kept, energy is lost. (numbers
  // of both) => the larger mover, which the spheres of the other one have joined from number `first` on, and the energy
  // lost [J]. The cost grows as the number of these spheres.
  struct Merged {
    std::size_t mover, first;
    double lost;
  };
  Merged merge(std::size_t a, std::size_t b);
  // Part of a mover that separates again: its earlier state, and the rotation from its frame to that of the mover.
  struct Part {
    Mover before;
    Quaternion turn = Quaternion::Identity();
  };
  // Takes a mover apart, with the motion it has: its parts have the places in their frames that they had before.
  void take_apart(const Model& model, std::size_t m, const std::vector<Part>& parts);
  // (model, mover, rows, rising) => the remainder of an aggregate without these rows, with its present motion, if any
  // remains.
  std::optional<Mover> remainder(const Model& model, std::size_t m, const std::vector<Index>& rows) const;
  // Takes spheres out of an aggregate: they keep their motion and are free. (model, mover, their rows, rising) => its
  // remainder, if any.
  std::optional<std::size_t> detach(const Model& model, std::size_t m, const std::vector<Index>& rows);
  // Takes one sphere out of an aggregate, whatever its size, at one cost. => its remainder.
  std::size_t release(const Model& model, Index row);
  // True if spheres have changed movers since the last call.
  bool take_regrouped() { return std::exchange(regrouped_, false); }
  // => for each sphere the number of its aggregate, in the order of their first spheres, or -1; of all, or of those
  // alone that were there at the start of the step.
  std::vector<Index> groups() const;
  std::vector<Index> groups_kept() const;

  // State that the rows do not hold to the last bit.
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
  std::vector<Index> of_row_, member_;  // of each sphere: its mover, and its number there
  Vec3 gone_ = Vec3::Zero();            // `swept` of movers that are no more
  bool regrouped_ = false;
};

}  // namespace rubble::hsdem
