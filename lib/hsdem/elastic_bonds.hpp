#pragma once
// Elastic bonds between spheres that can move: the elastic failure of the strength study. docs/theory.md 13.5.
#include "hsdem/aggregates.hpp"
#include "hsdem/parameters.hpp"

namespace rubble::hsdem {

// Elastic bonds, their forces, and the spheres that have lost all of their bonds permanently.
class ElasticBonds {
 public:
  // (strength, pile, period of space [m]) => bonds at the start of a run. With bonds = "initial" these are the bonds of
  // the pile, and new bonds between bodies that have none and have not lost theirs. With "nearest" they are the bonds
  // between present neighbours.
  ElasticBonds(const ElasticStrength& strength, const Pile& pile, const Vec3& period);

  // (model, positions [m]) Breaks bonds that are strained too much, and for "nearest" finds the nearest neighbours
  // again. => energy that became heat as bonds broke [J]. It is negative if new bonds form in a stretched state.
  double update(const Model& model, const Vec3s& position);

  struct Bond {
    Index a, b;
    double force;   // attraction [N] >= 0
    Vec3 normal;    // unit vector from a to b
    double gap;     // [m]
    double energy;  // [J]
  };
  const std::vector<Bond>& bonds() const { return bonds_; }
  // True if a run that starts from the pile of this run needs these bonds.
  bool lasting() const { return strength_.bonds == BondRule::initial; }
  // The pairs of lasting bonds, ascending.
  Bonds pairs() const;
  // (model, grouping) => longest step with which leapfrog is stable for the vibration of two bonded bodies, 2 / w [s];
  // infinite if there are no vibrations. In a packing the limit is lower.
  double longest_step(const Model& model, const Grouping& grouping) const;
  std::int64_t broken() const { return broken_; }
  std::int64_t liberated() const;
  // 1 for each sphere that has lost its bonds permanently, otherwise 0.
  std::vector<std::int32_t> marks_of_liberated() const { return {liberated_.begin(), liberated_.end()}; }

  void archive(Archive& archive);

 private:
  Bond stretched(const Model& model, const Vec3s& position, Index a, Index b) const;
  bool holds(const Model& model, const Bond& bond) const;
  double stiffness(const Model& model, Index a, Index b) const;
  void take_kept(const Pile& pile);
  void add_within_reach(const Model& model, const Vec3s& position);
  std::vector<Bond> nearest(const Model& model, const Vec3s& position) const;
  void liberate(std::size_t bodies);

  ElasticStrength strength_;
  Vec3 period_;
  std::vector<Bond> bonds_;
  std::vector<char> liberated_;
  std::vector<char> bonded_;  // 1 for each sphere that has had a bond
  std::int64_t broken_ = 0;
};

// (strength, radii of two spheres [m], distance of their centres [m]) => stress of a bond [Pa]: Y (D / (s_a + s_b) -
// 1), or 0 if the spheres touch.
double bond_stress(const ElasticStrength& strength, double radius_a, double radius_b, double distance);

}  // namespace rubble::hsdem
