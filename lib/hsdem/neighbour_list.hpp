#pragma once
// Neighbour list: pairs of spheres that may approach each other. docs/theory.md 13.1.
#include "base/non_copyable.hpp"
#include "hsdem/pair_context.hpp"
#include "hsdem/records.hpp"

namespace rubble::hsdem {

// Allowed increase of the rotation of an aggregate before all of its pairs are predicted again, in radii of the
// smallest sphere per step.
inline constexpr double kLeastTurn = 1e-3;

// Each sphere may move within its list margin. The list has all pairs whose margins touch, except pairs within one
// aggregate, and all spheres whose margins touch a wall anywhere on its path. The list expires when a sphere leaves its
// margin, or when it leaves an aggregate whose inner pairs are not listed. The next list has these pairs.
class NeighbourList : NonCopyable {
 public:
  // (context of this list's pairs, counters) Both must outlive the list.
  NeighbourList(const PairContext& context, Work& work);

  const PairList& pairs() const { return pairs_; }
  // (positions of the spheres at the start of the step [m]) Makes a new list if the present one may expire in the step.
  // SanityError if the step is too long for the period of space.
  void update(const Vec3s& position);
  // (the same) Makes a list if there is none.
  void make_if_none(const Vec3s& position);
  // (time to which all bodies have moved [s]) Makes a list for the rest of the step. => the pairs of the last list
  PairList renew(double now);
  // Spheres have left their aggregates.
  void note_departures() { departed_ = true; }
  // True if spheres have left aggregates whose inner pairs are not listed.
  bool lacks_inner_pairs() const { return departed_ && !has_inner_pairs_; }
  // (sphere, time left in the step [s]) => its list margin less the present displacement and the largest one within
  // that time [m].
  double margin_left(std::size_t row, double left) const;

  void archive(Archive& archive);

 private:
  // Without walls, the common motion of all spheres does not matter.
  struct CommonMotion {
    Vec3 velocity = Vec3::Zero();      // mean velocity [m s-1]
    Vec3 displacement = Vec3::Zero();  // of the mean position since the list was made [m]
    double since = 0;                  // time in the step at which `displacement` is counted [s]
  };

  bool holds(const Vec3s& position) const;
  bool resists_shear() const;
  Vec3 flown(std::size_t row, double time) const;
  double shrinking() const;
  void set_margins();
  void fit_margins_to_period();
  double margin_needed(std::size_t row) const;
  void require_fit(const Reals& reach, double half) const;
  void find_common_motion(const Vec3s& position);
  Vec3 common_displacement(double time) const;
  double travel_bound(std::size_t row, double time) const;
  bool is_alone() const;
  void find_pairs();
  void add_walls(const Reals& reach);

  const PairContext& context_;
  Work& work_;
  PairList pairs_;
  Vec3s listed_at_;         // positions when the list was made [m]
  double listed_time_ = 0;  // [s]
  Reals margin_;            // displacement of a sphere at which the list expires [m]
  CommonMotion common_;
  double steps_ahead_;            // number of steps for which the list margins suffice
  bool has_inner_pairs_ = false;  // true if the list has pairs within aggregates
  bool departed_ = false;         // true if spheres have left their aggregates since the list was made
};

}  // namespace rubble::hsdem
