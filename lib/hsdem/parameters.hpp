#pragma once
// Parameters of a run with hard spheres.
#include "gravity/parameters.hpp"
#include "hsdem/pair_impact.hpp"
#include "model/made_energy.hpp"
#include "model/material_laws.hpp"

#include <variant>

namespace rubble::hsdem {

// [step]
struct Step {
  double dt = 0;  // [s]
};

// [contact]
struct ContactLaw {
  double restitution = 1;          // e_n
  double sliding_restitution = 1;  // e_t; 1: smooth
  Limit friction;                  // mu; none: no limit
  Auto slow;  // normal speed below which impacts are elastic [m s-1]; auto: 3 h times the largest acceleration of a
              // body
  std::int64_t plastic_after = 100;  // impacts of a pair in a step after which further ones are plastic
  // Impacts of a pair in a step, after which both move as one until its end, or ignore each other (walls, periodic
  // space).
  std::int64_t most_impacts = 1000;
};

// Speed of an impact: the relative velocity at the contact point, or its normal component.
enum class ImpactSpeed { relative, normal };
inline constexpr Word<ImpactSpeed> kImpactSpeeds[] = {{"relative", ImpactSpeed::relative},
                                                      {"normal", ImpactSpeed::normal}};

// [outcome]: limits of the speed of an impact / mutual escape speed sqrt(2 G (M_a + M_b) / distance of the centres).
struct Outcome {
  double stick = 0;  // below this both bodies move as one from now on; 0: never
  Limit fragment;    // above this both impacting spheres leave their aggregates
  ImpactSpeed speed = ImpactSpeed::relative;
};

// [strength] model = "rigid". For an aggregate of effective radius R, both limits are multiplied by (R /
// radius)^exponent.
struct RigidStrength {
  Limit tensile;      // [Pa]
  Limit shear;        // [Pa]
  double radius = 1;  // [m]
  double exponent = -0.5;
};

// Bonded pairs: neighbours at the start, or the present nearest neighbours.
enum class BondRule { initial, nearest };
inline constexpr Word<BondRule> kBondRules[] = {{"initial", BondRule::initial}, {"nearest", BondRule::nearest}};

// [strength] model = "elastic"
struct ElasticStrength {
  double young = 0;     // [Pa]
  double strength = 0;  // [Pa]
  BondRule bonds = BondRule::initial;
  double reach = 1.2;            // distance / sum of the radii up to which spheres are bonded initially
  std::int64_t neighbours = 16;  // largest number for bonds = "nearest"
};

using Strength = std::variant<std::monostate, RigidStrength, ElasticStrength>;  // none: cohesionless

// [sanity] limits in addition to those of the ledger.
struct Limits {
  double overlap = 0.01;      // largest overlap / smaller radius
  double passed_over = 0.01;  // largest (Counts::bound + Counts::passed_over) / ImpactCounts::all
  double energy_made = 0.01;
};

struct Parameters {
  gravity::Parameters gravity;
  Step step;
  ContactLaw contact;
  Outcome outcome;
  Strength strength;
  Limits limits;
  MaterialLaws<ImpactLaw> materials;
  PairLaws<ImpactLaw> pairs;  // set by resolve_materials()

  // Coefficients of the materials that no table [[contact.material]] or [[contact.pair]] names.
  ImpactLaw common() const {
    return {contact.restitution, contact.sliding_restitution, contact.friction.value_or(ImpactLaw{}.friction)};
  }
  // (sphere, other sphere or -1 - number of a wall) => coefficients of their impact
  ImpactLaw of(Index a, Index b) const { return pairs.varies() ? pairs.of({a, b}) : common(); }
};

// (parameters, model, external) Sets the coefficients of all pairs of materials.
inline void resolve_materials(Parameters& p, const Model& model, const External& external) {
  p.pairs = pair_laws(p.materials, p.common(), mixed, model, external);
}

struct ImpactCounts {
  std::int64_t all = 0;
  std::int64_t elastic = 0;  // impacts below `slow`
  std::int64_t plastic = 0;  // impacts after `plastic_after` of their pair in the step
  std::int64_t smooth = 0;   // impacts in which friction was left out: laws::ImpactImpulse::smooth
  std::int64_t lifted = 0;   // impacts at walls that gravity presses bodies to, with the least speed of separation
};

struct BondCounts {
  std::int64_t broken = 0;     // elastic bonds; counted only for bonds = "initial"
  std::int64_t liberated = 0;  // spheres that have lost all elastic bonds
};

struct RestingCounts {
  std::int64_t kicks = 0;        // kicks with contacts at rest, two per step
  std::int64_t unconverged = 0;  // kicks whose remaining approaches are left to impacts
};

// Event counts since the start of the run.
struct Counts {
  ImpactCounts impacts;
  std::int64_t bound = 0;        // pairs that reached `most_impacts` and moved as one until the end of the step
  std::int64_t passed_over = 0;  // pairs that reached `most_impacts` and ignored each other until the end of the step
  std::int64_t missed = 0;       // pairs that were separate at their prediction and overlapped at its test
  std::int64_t sticks = 0, fragments = 0;
  std::int64_t failed = 0;     // spheres that left their aggregates by rigid failure
  std::int64_t supported = 0;  // failed spheres that stay because they press on other members; counted once per step
  BondCounts bonds;
  RestingCounts resting;
  double overlap = 0;  // largest overlap / smaller radius

  double share_too_often() const {
    return impacts.all > 0 ? static_cast<double>(bound + passed_over) / static_cast<double>(impacts.all) : 0;
  }
};

inline const std::vector<Channel> kChannelsOfEvents = {Channel::impact,   Channel::friction,   Channel::sticking,
                                                       Channel::fracture, Channel::correction, Channel::resting};
// Two rules allow heat of either sign. New bonds between present nearest neighbours may form in a stretched state.
// Their energy is taken from the heat of Channel::fracture. Contacts at rest of rotating bodies exchange energy both
// ways: docs/theory.md 13.6.
inline const std::vector<HeatRule> kHeatOfEvents = {
    {"energy_made/impacts", "energy created by impacts", {Channel::impact, Channel::friction}, false, "reduce step.dt"},
    {"energy_made/sticking", "energy created by sticking", {Channel::sticking}, false, "reduce step.dt"},
    {"energy_made/bonds",
     "energy created by elastic bonds",
     {Channel::fracture},
     true,
     "reduce step.dt, or set strength.bonds = \"initial\" if it is \"nearest\", whose new bonds are stretched"},
    {"energy_made/correction",
     "energy created by the correction of overlaps and by the parting from walls",
     {Channel::correction},
     false,
     "start from a pile without overlaps, or reduce step.dt"},
    {"energy_made/resting", "energy created by contacts at rest", {Channel::resting}, true, "reduce step.dt"}};
inline std::vector<Audit> audits_of(const Limits& limits, const Counts& counts = {}, const Reals& made = {}) {
  std::vector<Audit> audits = {
      {"worst_overlap", "1", "largest overlap / smaller radius", "overlap", limits.overlap, counts.overlap},
      {"share_passed_over", "1", "fraction of the impacts at which a pair exceeded contact.most_impacts", "passed_over",
       limits.passed_over, counts.share_too_often(), true}};
  audits.front().cure = "start from a pile without overlaps, or reduce step.dt";
  audits.back().cure = "reduce step.dt, or raise contact.most_impacts";
  const std::vector<Audit> heat = rubble::audits_of(kHeatOfEvents, limits.energy_made, made);
  audits.insert(audits.end(), heat.begin(), heat.end());
  return audits;
}

inline std::vector<Field<Step>> fields(const Step*) {
  return {
      field("dt", "s", "time step of gravity; impacts within a step are resolved at their own times", &Step::dt)
          .required()
          .range(kPositive),
  };
}

inline std::vector<Field<ContactLaw>> fields(const ContactLaw*) {
  return {
      field("restitution", "1", "normal coefficient of restitution e_n", &ContactLaw::restitution)
          .required()
          .range(kFraction),
      field("sliding_restitution", "1",
            "tangential coefficient of restitution e_t: sliding velocity after / before an impact; 1: smooth spheres",
            &ContactLaw::sliding_restitution)
          .range({-1, 1}),
      field("friction", "1", "Coulomb friction coefficient, which limits the tangential impulse of sliding_restitution",
            &ContactLaw::friction)
          .range(kNotNegative)
          .off("infinite"),
      field("slow", "m s-1",
            "normal speed below which impacts are elastic, so that bodies at rest do not bounce without end",
            &ContactLaw::slow)
          .range(kNotNegative)
          .computed("3 x dt x largest acceleration"),
      field("plastic_after", "",
            "number of impacts of a pair per step after which its impacts are plastic, so that a sphere between two "
            "others comes to rest",
            &ContactLaw::plastic_after)
          .range({1, 65535}),
      field("most_impacts", "",
            "maximum number of impacts of a pair per step; afterwards both bodies move as one or, at walls and in "
            "periodic boxes, ignore each other",
            &ContactLaw::most_impacts)
          .range({1, 65535}),
  };
}

inline std::vector<Field<Outcome>> fields(const Outcome*) {
  return {
      field("stick", "1",
            "impact speed / mutual escape speed below which two bodies stick and move as one; 0: no sticking",
            &Outcome::stick)
          .range(kNotNegative),
      field("fragment", "1",
            "impact speed / mutual escape speed above which both impacting spheres leave their aggregates",
            &Outcome::fragment)
          .range(kNotNegative)
          .off("no fragmentation"),
      field("speed",
            "definition of the impact speed: relative velocity at the contact point (relative) or its normal component "
            "(normal)",
            &Outcome::speed, kImpactSpeeds),
  };
}

inline std::vector<Field<RigidStrength>> fields(const RigidStrength*) {
  return {
      field("tensile_strength", "Pa", "tensile stress at which a sphere leaves an aggregate of the reference radius",
            &RigidStrength::tensile)
          .also("tensile")
          .range(kNotNegative)
          .off("no tensile failure"),
      field("shear_strength", "Pa", "shear stress at which a sphere leaves an aggregate of the reference radius",
            &RigidStrength::shear)
          .also("shear")
          .range(kNotNegative)
          .off("no shear failure"),
      field("reference_radius", "m", "reference radius: effective radius of an aggregate with exactly these strengths",
            &RigidStrength::radius)
          .also("radius")
          .range(kPositive),
      field("exponent", "1", "exponent of the power law of the strengths in the effective radius of the aggregate",
            &RigidStrength::exponent)
          .range({-10, 10}),
  };
}

inline std::vector<Field<ElasticStrength>> fields(const ElasticStrength*) {
  return {
      field("young_modulus", "Pa", "Young's modulus of a bond: stress / strain", &ElasticStrength::young)
          .also("young")
          .required()
          .range(kPositive),
      field("tensile_strength", "Pa", "stress at which a bond breaks", &ElasticStrength::strength)
          .also("strength")
          .required()
          .range(kPositive),
      field("bonds",
            "bonded pairs: neighbours at the start of the run or of an earlier run (initial), or the current nearest "
            "neighbours (nearest)",
            &ElasticStrength::bonds, kBondRules),
      field("initial_range", "1", "distance / sum of the radii up to which two spheres are bonded at the start",
            &ElasticStrength::reach)
          .also("reach")
          .range({1, 10}),
      field("neighbours", "", "maximum number of bonds per sphere with bonds = \"nearest\"",
            &ElasticStrength::neighbours)
          .range({1, 1000}),
  };
}

inline std::vector<Field<Limits>> fields(const Limits*) {
  return {
      field("overlap", "1", "overlap / smaller radius beyond which the run ends", &Limits::overlap).range(kPositive),
      field("passed_over", "1",
            "fraction of the impacts at which a pair exceeded contact.most_impacts, beyond which the run ends",
            &Limits::passed_over)
          .range(kFraction),
      field("energy_made", "1",
            "energy created by one group of dissipation channels / ledger's energy scale, beyond which the run ends",
            &Limits::energy_made)
          .range(kPositive),
  };
}

}  // namespace rubble::hsdem
