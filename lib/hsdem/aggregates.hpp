#pragma once
// All bodies of a run: free spheres and aggregates of spheres, each with its own time.
#include "base/archive.hpp"
#include "hsdem/rigid_body.hpp"
#include "model/pile.hpp"

#include <optional>
#include <utility>
#include <vector>

namespace rubble::hsdem {

// Stands for a wall instead of a body.
inline constexpr std::size_t kWall = ~std::size_t{0};

class Aggregates {
 public:
  // InputError for hulls.
  Aggregates(const Model& model, const State& state);

  std::size_t size() const { return body_.size(); }
  RigidBody& operator[](std::size_t m) { return body_[m]; }
  const RigidBody& operator[](std::size_t m) const { return body_[m]; }
  std::size_t of_row(std::size_t row) const { return at(of_row_[row]); }
  const std::vector<Index>& of_rows() const { return of_row_; }
  // (body or kWall, time [s], uniform gravity [m s-2]) Moves the body to that time.
  void move_to(std::size_t m, double until, const Vec3& uniform) {
    if (m != kWall) body_[m].move_to(until, uniform);
  }
  // => integral of mass x position over time of all bodies since the last call [kg m s]. Its cross product with uniform
  // gravity is the angular momentum that gravity gave.
  Vec3 take_swept();

  // Position [m], lever arm [m] and velocity [m s-1] of a sphere at the time of its body.
  Vec3 position(std::size_t row) const { return body_[of_row(row)].position + arm(row); }
  Vec3 arm(std::size_t row) const {  // from the centre of its body
    return body_[of_row(row)].arm(at(member_[row]));
  }
  double distance(std::size_t row) const {  // from the centre of its body
    return body_[of_row(row)].members.distance(at(member_[row]));
  }
  Vec3 velocity(std::size_t row) const {
    const RigidBody& body = body_[of_row(row)];
    return body.is_free() ? body.velocity : Vec3(body.velocity + body.spin().cross(arm(row)));
  }

  // (time [s], for the message) SanityError if the motion of a body is not finite.
  void require_sound(double time) const;

  // Takes a state that other code may have changed. Aggregates whose spheres are unchanged keep their bits.
  void load(const Model& model, const State& state);
  // Sets positions, velocities and spins of all spheres. All bodies must be at the same time.
  void place_spheres(State& state) const;
  // Sets positions, velocities and spins of all spheres, and the orientations of all grains. Each grain must be a
  // body.
  void place_rows(State& state) const;
  // Sets the orientation of each grain that is a body with the same spheres and has not changed in this step.
  void turn_grains(State& state) const;

  // (numbers of two bodies at the same time) Merges them into one body. Momentum and angular momentum are conserved,
  // energy is lost. => the larger body, number of the first sphere that joined it, and the lost energy [J]. The cost
  // is proportional to the number of spheres that join.
  struct Merged {
    std::size_t body, first;
    double lost;
  };
  Merged merge(std::size_t a, std::size_t b);
  // (rows) => body of the given spheres with their present motion.
  RigidBody made_of(const Model& model, const std::vector<Index>& rows) const;
  // (body, the bodies into which it separates) Replaces the body by the others.
  void replace(std::size_t m, std::vector<RigidBody> parts);
  // (model, body, rows in rising order) => remainder of an aggregate without these rows, with its present motion;
  // nothing if no sphere remains.
  std::optional<RigidBody> remainder(const Model& model, std::size_t m, const std::vector<Index>& rows) const;
  // (model, body, rows in rising order) Removes spheres from an aggregate. They become free spheres with their present
  // motion. => the remainder, if any.
  std::optional<std::size_t> detach(const Model& model, std::size_t m, const std::vector<Index>& rows);
  // Removes one sphere from an aggregate. The cost does not depend on the size of the aggregate, except for heavy
  // spheres. => the remainder
  std::size_t release(const Model& model, Index row);
  // True if spheres have changed bodies since the last call.
  bool take_regrouped() { return std::exchange(regrouped_, false); }
  // => for each sphere the number of its aggregate, or -1. Aggregates are numbered in the order of their first spheres.
  // groups_kept() includes only aggregates that have not changed since the start of the step.
  std::vector<Index> groups() const;
  std::vector<Index> groups_kept() const;

  // Archives the motion of all bodies, which cannot be restored from the spheres of the pile to the last bit.
  void archive(Archive& archive);

 private:
  Vec3 momentum_about(const Model& model, const std::vector<Index>& rows, const Vec3& point,
                      const Vec3& velocity) const;
  RigidBody free_of(const Model& model, Index row) const;
  RigidBody aggregate_of(const Model& model, const std::vector<Index>& rows) const;
  template <class Includes>
  std::vector<Index> groups_of(Includes&& includes) const;
  bool stands(const State& state, const RigidBody& body) const;
  std::vector<std::size_t> number_rows(const Grouping& grouping);
  std::size_t add(RigidBody body);
  void retire(std::size_t m);

  std::vector<RigidBody> body_;
  std::vector<Index> of_row_, member_;  // for each sphere: its body, and its number in the body
  Vec3 gone_ = Vec3::Zero();            // RigidBody::swept of bodies that no longer exist [kg m s]
  bool regrouped_ = false;
};

}  // namespace rubble::hsdem
