#pragma once
// Probes: forces, torques and areas of the contacts on parts of a run, averaged over the intervals between records.
// Methods report each contact; docs/theory.md 5.18 defines the averages.
#include "base/archive.hpp"
#include "base/parallel.hpp"
#include "model/external.hpp"
#include "model/pile.hpp"

#include <bit>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace rubble {

// Part of a run that a probe watches: bodies that count as one, or a wall.
struct ProbeTarget {
  std::string name;
  std::vector<Index> bodies;       // rows in rising order; empty for a wall
  Index wall = -1;                 // number of the wall; -1 for bodies
  bool rigid = false;              // true if the bodies are one free body or members of one grain
  std::optional<Vec3> about = {};  // fixed point of the torques [m]; none: the target's centre
  bool body_force = false;         // true if the force apart from contacts is recorded, too
};

// Contacts of a target at one time: force on the target [N], torque about its point [N m], area [m2]. For impulses, and
// for sums over time: [N s], [N m s], [m2 s].
struct ProbeSums {
  Vec3 force = Vec3::Zero(), torque = Vec3::Zero();
  double area = 0;

  void add(const ProbeSums& other, double factor) {
    force += factor * other.force;
    torque += factor * other.torque;
    area += factor * other.area;
  }
};

// One contact as it acts on its first body: a force or an impulse at a point, and a couple. On the other side it acts
// at `other` with the opposite sign, and with the couple `other_couple`.
struct ProbedContact {
  Vec3 force, point, other;
  Vec3 couple = Vec3::Zero(), other_couple = Vec3::Zero();
  double area = 0;
};

// Numbers of a target at a record.
struct ProbeRecord {
  ProbeSums mean;                  // over the interval since the last record; 0 at the first record
  Vec3 impulse = Vec3::Zero();     // of the contacts since the start of the run [N s]
  Vec3 body_force = Vec3::Zero();  // mean of all other forces over the interval [N]; 0 unless it is recorded
};

class Probes {
 public:
  static constexpr std::size_t kMost = 64;  // number of targets

  // (targets, at most kMost; numbers of bodies and walls; true if contacts have areas)
  Probes(std::vector<ProbeTarget> targets, std::size_t bodies, std::size_t walls, bool areas);

  const std::vector<ProbeTarget>& targets() const { return targets_; }
  std::size_t size() const { return targets_.size(); }
  bool areas() const { return areas_; }

  // Targets of a body or a wall: bit k for target k. A contact acts on the targets of exactly one of its sides.
  std::uint64_t of_body(Index row) const { return of_body_[static_cast<std::size_t>(row)]; }
  std::uint64_t of_wall(Index wall) const { return of_wall_[static_cast<std::size_t>(wall)]; }
  const std::vector<std::uint64_t>& of_walls() const { return of_wall_; }
  // (side a: row; side b: row, or -1 - wall) => targets of exactly one of them
  std::uint64_t across(Index a, Index b) const { return of_body(a) ^ (b < 0 ? of_wall(-1 - b) : of_body(b)); }

  // (external action, time [s], mass [kg] and position [m] of a row, poses of driven walls) Sets the points of the
  // torques to the centres of the targets. These are the centre of mass of bodies, the point of a plane, and the centre
  // of motion of a triangulated wall.
  template <class Mass, class Position>
  void place(const External& external, double time, Mass&& mass, Position&& position, const DrivenPoses& driven = {});
  // (targets as bits, centre of a body [m]) Sets the points of the rigid ones among them.
  void place_rigid(std::uint64_t targets, const Vec3& centre);
  const Vec3s& points() const { return point_; }

  // Soft spheres: sets the present forces, and adds them for a time [s].
  void set_forces(const std::vector<ProbeSums>& forces) { force_ = forces; }
  void advance(double time);
  // Other methods: adds the impulse of a contact of two sides, which acts on a.
  void add_impulse(Index a, Index b, const ProbedContact& contact);
  // (target, area times time [m2 s])
  void add_area(std::size_t target, double area) { interval_[target].area += area; }

  // (model, state) => numbers of all targets for a record; a new interval begins.
  std::vector<ProbeRecord> take_record(const Model& model, const State& state);

  void archive(Archive& archive);

 private:
  Vec3 momentum(const ProbeTarget& target, const Model& model, const State& state) const;
  struct Moment {
    double mass = 0;            // [kg]
    Vec3 first = Vec3::Zero();  // [kg m]
    void operator+=(const Moment& other) {
      mass += other.mass;
      first += other.first;
    }
  };
  static Vec3 point_of_wall(const External& external, Index wall, double time, const DrivenPoses& driven);

  std::vector<ProbeTarget> targets_;
  std::vector<std::uint64_t> of_body_, of_wall_;
  Vec3s point_;                      // of the torques [m]
  std::vector<ProbeSums> force_;     // present forces
  std::vector<ProbeSums> interval_;  // sums since the last record
  Vec3s impulse_;                    // sums of all intervals before [N s]
  Vec3s momentum_;                   // at the last record; 0 unless the target needs it [kg m s-1]
  double since_ = 0;                 // time of the last record [s]
  bool areas_ = false;
  bool started_ = false;  // true after the first record
};

// (targets as bits, contact, points of the targets [m], sums of the targets) Adds a contact whose first body belongs to
// the targets `of_a`; all others are those of its other side.
inline void add_contact(std::uint64_t targets, std::uint64_t of_a, const ProbedContact& c, const Vec3s& points,
                        std::vector<ProbeSums>& sums) {
  for (std::uint64_t rest = targets; rest != 0; rest &= rest - 1) {
    const auto k = static_cast<std::size_t>(std::countr_zero(rest));
    ProbeSums& sum = sums[k];
    sum.area += c.area;
    if ((of_a >> k & 1) != 0) {
      sum.force += c.force;
      sum.torque += (c.point - points[k]).cross(c.force) + c.couple;
    } else {
      sum.force -= c.force;
      sum.torque += c.other_couple - (c.other - points[k]).cross(c.force);
    }
  }
}

template <class Mass, class Position>
void Probes::place(const External& external, double time, Mass&& mass, Position&& position, const DrivenPoses& driven) {
  for (std::size_t k = 0; k < targets_.size(); ++k) {
    const ProbeTarget& target = targets_[k];
    if (target.about) continue;
    if (target.bodies.empty()) {
      point_[k] = point_of_wall(external, target.wall, time, driven);
      continue;
    }
    const auto sum = blocked_fold(target.bodies.size(), Moment{}, [&](Moment& moment, std::size_t i) {
      const Index row = target.bodies[i];
      const double m = mass(row);
      moment += {m, m * position(row)};
    });
    point_[k] = sum.first / sum.mass;
  }
}

}  // namespace rubble
