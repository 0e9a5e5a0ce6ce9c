#pragma once
// Elastic bonds between spheres that remain movable: the strength study's elastic failure. docs/theory.md 13.5.
#include "hsdem/movers.hpp"
#include "hsdem/parameters.hpp"

namespace rubble::hsdem {

// The column of contacts that says between which bodies there is an elastic bond: 1, or 0.
inline constexpr const char* kBond = "bond";

// (contacts) => InputError unless that column, if they have it, is 0 or 1, and 1 at most once for a pair of bodies.
void require_bonds(const Contacts& contacts);

// Pulls of bonds, and which spheres have lost theirs for good.
class Bonds {
 public:
  // (strength, model, places [m], periods of space [m], contacts at that time) => bonds at the start of a run:
  // "initial", what the contacts' column kBond names, and new ones between bodies that are not in it and have not lost
  // theirs; "nearest", of the moment. InputError as of require_bonds().
  Bonds(const ElasticStrength& strength, const Model& model, const Vec3s& place, const Vec3& period,
        const Contacts& contacts);

  // (places) => energy that became heat as bonds broke [J]. Bonds that got their stress in another way than by motion
  // give it back: a negative energy. Breaks bonds that are strained too much, and finds the nearest ones again for
  // "nearest".
  double update(const Model& model, const Vec3s& place);

  struct Bond {
    Index a, b;
    double force;   // attraction [N] >= 0
    Vec3 normal;    // unit vector from a to b
    double gap;     // [m]
    double energy;  // [J]
  };
  const std::vector<Bond>& bonds() const { return bonds_; }
  // True if a run that resumes from a pile needs these bonds.
  bool lasting() const { return strength_.bonds == "initial"; }
  // (model) => the longest step that leapfrog follows the swing of two bonded bodies with, 2 / w [s]; infinite where
  // none can swing. Of a packing it is shorter.
  double longest_step(const Model& model) const;
  std::int64_t broken() const { return broken_; }
  std::int64_t liberated() const;
  // For each sphere: 1 if it has lost its bonds permanently, otherwise 0.
  const std::vector<char>& is_liberated() const { return liberated_; }

  void archive(Archive& archive);

 private:
  Bond stretched(const Model& model, const Vec3s& place, Index a, Index b) const;
  bool holds(const Model& model, const Bond& bond) const;
  double stiffness(const Model& model, Index a, Index b) const;
  void take_kept(const Model& model, const Vec3s& place, const Contacts& contacts);
  void add_within_reach(const Model& model, const Vec3s& place);
  std::vector<Bond> nearest(const Model& model, const Vec3s& place) const;
  void liberate(std::size_t bodies);

  ElasticStrength strength_;
  Vec3 period_;
  std::vector<Bond> bonds_;
  std::vector<char> liberated_;
  std::vector<char> bonded_;  // had a bond at some time
  std::int64_t broken_ = 0;
};

// (strength, radii of two spheres [m], distance of their centres [m]) => stress of a bond [Pa] >= 0:
// Y (D / (s_a + s_b) - 1), none where they touch.
double bond_stress(const ElasticStrength& strength, double radius_a, double radius_b, double distance);

}  // namespace rubble::hsdem
