#pragma once
// Stop rule of collisions: the largest remnant has settled.
#include "experiment/stop_rule.hpp"

namespace rubble::experiment {

// Parameters of the table [stop] of rubble-collide.
struct SettledRule {
  double kinetic_fraction = 0;
  double mass_fraction = 0;
  double hold = 0;  // [s]
};

inline std::vector<Field<SettledRule>> fields(const SettledRule*) {
  return {
      field("kinetic_fraction", "1",
            "internal kinetic energy of the largest remnant, without rotation / |gravitational energy between its "
            "grains| up to which the remnant is settled",
            &SettledRule::kinetic_fraction)
          .required()
          .range(kPositive),
      field("mass_fraction", "1",
            "change of the remnant's mass during hold / total mass up to which the remnant is steady",
            &SettledRule::mass_fraction)
          .required()
          .range(kNotNegative),
      field("hold", "s", "time for which the remnant must stay settled and steady", &SettledRule::hold)
          .required()
          .range(kNotNegative),
  };
}

// The largest remnant consists of the heaviest group and all groups bound to it. Grains whose gap is below a tenth of
// their mean diameter form one group. A group with mass m is bound if, as points, |v - V|^2 < 2 G (m + M) / |x - X|.
// Mass M, position X and velocity V of the remnant are recomputed after each pass over the other groups, until no group
// joins. docs/theory.md 6.4.
struct Remnant {
  std::vector<Index> members;  // bodies, in rising order; grains are included as a whole
  std::size_t grains = 0;      // number of free spheres and grains
  double mass = 0;             // [kg]
  double touching_mass = 0;    // mass of the heaviest group [kg]
  double kinetic = 0;          // internal energy, without bulk motion and rigid rotation [J]
  double gravitational = 0;    // energy of the pairs of its grains [J] <= 0
};

// (pile of at least one body, G) => its largest remnant.
Remnant largest_remnant(const Pile& pile, double gravitational_constant);
// (pile of at least one body, G) => mass of its largest remnant alone [kg], without the cost of its energies.
double remnant_mass(const Pile& pile, double gravitational_constant);

// The rule first waits for the impact: until the remnant is not settled, or until the mass of the heaviest group
// differs from that of the first record. docs/theory.md 6.4.
class Settled : public StopRule {
 public:
  explicit Settled(const SettledRule& rule) : rule_(rule) {}

  // InputError without self-gravity, because no groups are bound then.
  void observe(const Look& look) override;
  bool met() const override { return met_; }
  double expected_end() const override {
    return impact_ && quiet_ ? quiet_since_ + rule_.hold : StopRule::expected_end();
  }
  std::string state() const override;
  std::string awaited() const override;
  std::vector<Finding> findings() const override;
  void archive(Archive& archive) override;

 private:
  SettledRule rule_;
  double mass_ = 0, bodies_ = 0, kinetic_fraction_ = 0;  // remnant: share of all mass, of all bodies; kinetic fraction
  double first_touching_mass_ = 0;                       // mass of the heaviest group at the first record [kg]
  bool impact_ = false, quiet_ = false, met_ = false;
  double quiet_since_ = 0;  // [s]
  double time_ = 0;         // of the last record, for state(); not in checkpoints, which a record follows [s]
  double lightest_ = 0, heaviest_ = 0;  // extremes of the remnant's mass fraction since quiet_since_
};

}  // namespace rubble::experiment
