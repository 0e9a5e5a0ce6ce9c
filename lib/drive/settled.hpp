#pragma once
// The stop rule of collisions: the largest remnant has settled.
#include "drive/stop.hpp"

namespace rubble::drive {

// [stop] of rubble-collide.
struct SettledRule {
  double kinetic_fraction = 0;
  double mass_fraction = 0;
  double hold = 0;  // [s]
};

inline std::vector<Field<SettledRule>> fields(const SettledRule*) {
  return {
      {"kinetic_fraction", "1",
       "internal kinetic energy of the largest remnant, without rotation / |gravitational energy between its grains| "
       "up to which the remnant is settled",
       &SettledRule::kinetic_fraction, kPositive},
      {"mass_fraction", "1", "change of the remnant's mass during hold / total mass up to which the remnant is steady",
       &SettledRule::mass_fraction, kNotNegative},
      {"hold", "s", "time for which the remnant must stay settled and steady", &SettledRule::hold, kNotNegative},
  };
}

// The largest remnant. Grains whose gap is below a tenth of their mean diameter form one group. The remnant is the
// heaviest group and all groups bound to it, both as points: |v - V|^2 < 2 G (m + M) / |x - X|. M, X and V of the
// remnant are computed again after each pass over the other groups, until none joins. docs/theory.md 6.4.
struct Remnant {
  std::vector<Index> members;  // bodies, rising; grains whole
  std::size_t grains = 0;      // how many: free spheres, and glued grains as one each
  double mass = 0;             // [kg]
  double touching_mass = 0;    // of the heaviest group [kg]
  double kinetic = 0;          // within it: bulk motion and rigid rotation left out [J]
  double gravitational = 0;    // of the pairs between its grains [J] <= 0
};

// (pile of at least one body, G) => its largest remnant.
Remnant largest_remnant(const Pile& pile, double gravitational_constant);

// Waits for the impact first: until the remnant is not settled, or the mass of the heaviest group differs from that of
// the first record. docs/theory.md 6.4.
class Settled : public StopRule {
 public:
  explicit Settled(const SettledRule& rule) : rule_(rule) {}

  // InputError without self-gravity: nothing is bound then.
  void observe(const Look& look) override;
  bool met() const override { return met_; }
  double expected_end() const override {
    return impact_ && quiet_ ? quiet_since_ + rule_.hold : StopRule::expected_end();
  }
  std::vector<Finding> findings() const override;
  void archive(Archive& archive) override;

 private:
  SettledRule rule_;
  double mass_ = 0, bodies_ = 0, kinetic_fraction_ = 0;  // of the remnant; share of all mass and bodies
  double first_touching_mass_ = 0;                       // of the heaviest group at the first record [kg]
  bool impact_ = false, quiet_ = false, met_ = false;
  double quiet_since_ = 0;              // [s]
  double lightest_ = 0, heaviest_ = 0;  // mass shares of the remnant since then
};

}  // namespace rubble::drive
