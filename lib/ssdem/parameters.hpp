#pragma once
// Parameters of a soft-sphere run. The laws are chosen once; the dispatch is outside the loops.
#include "gravity/parameters.hpp"
#include "model/made_energy.hpp"
#include "model/material_laws.hpp"
#include "simd/pack.hpp"
#include "ssdem/bond_parameters.hpp"
#include "ssdem/soft_laws.hpp"

#include <optional>

namespace rubble::ssdem {

// Integrator of the rotation of grains. docs/theory.md 3.3.
enum class Rotation { splitting, runge_kutta };
inline constexpr Word<Rotation> kRotations[] = {{"splitting", Rotation::splitting},
                                                {"runge-kutta", Rotation::runge_kutta}};

struct Step {
  Auto dt;  // [s]
  std::int64_t steps_per_contact = 50;
  Auto skin;  // [m]
  Rotation rotation = Rotation::splitting;
};

// Mass in the dashpots of grains: the reduced mass of both grains, or the effective mass at the contact point.
enum class ReducedMass { total, effective };
inline constexpr Word<ReducedMass> kReducedMasses[] = {{"total", ReducedMass::total},
                                                       {"effective", ReducedMass::effective}};

// [contact], for all laws of a contact. docs/theory.md 2.10.
struct ContactMass {
  ReducedMass reduced_mass = ReducedMass::total;
  bool effective() const { return reduced_mass == ReducedMass::effective; }
};

// [sanity], in addition to the limits of the ledger.
struct Limits {
  double overlap = 0.5;
  double energy_made = 0.01;
};

// The numbers of the laws of a pair of materials that the kernel reads (law_table.hpp).
struct alignas(64) LawNumbers {
  Xyzw normal, others;
};

// The laws of all pairs of materials, with their numbers for the kernel.
struct PairedLaws : PairLaws<SoftLaws> {
  std::vector<LawNumbers> numbers;
};

struct Parameters {
  gravity::Parameters gravity;
  bool contacts = true;  // false: there are no contact laws, and bodies must not touch
  NormalLaw normal;
  SlidingLaw sliding;
  CoupleLaw couple;
  laws::Cohesion cohesion;
  std::optional<BondParameters> bonds;  // nothing: a run without bonds
  Step step;
  ContactMass mass;
  Limits limits;
  MaterialLaws<SoftLaws> materials;
  PairedLaws pairs;  // set by resolve()

  // Laws of the materials that no table [[contact.material]] or [[contact.pair]] names.
  SoftLaws common() const { return {normal, sliding, couple, cohesion}; }
};

// Channels of heat that soft spheres use.
inline const std::vector<Channel> kSoftSphereChannels = {Channel::normal, Channel::sliding, Channel::rolling,
                                                         Channel::twisting};
// The bounds of these laws hold for one contact; at several contacts of a body they create energy in proportion to the
// step. docs/theory.md 2.5.
inline constexpr const char* kCureOfSliding =
    "reduce step.dt, or set contact.sliding.law = \"coulomb\" if it is \"kinetic\", whose friction creates energy in "
    "piles at rest";
inline constexpr const char* kCureOfCouples =
    "reduce step.dt, or set contact.rolling.law = \"spring\" if it is \"torque\", whose torques create energy in piles "
    "at rest";
// Dashpots, hysteresis and slips dissipate energy. The heat booked in a step has an error of second order and of either
// sign, so that only a lasting fall of the heat counts. The energy stored in the springs of a channel is subtracted
// from that fall. docs/theory.md 3.10.
inline const std::vector<HeatRule> kSoftSphereHeat = {
    {"energy_made/normal",
     "energy created by normal forces of contacts",
     {Channel::normal},
     true,
     "reduce step.dt, or raise step.steps_per_contact if dt = \"auto\""},
    {"energy_made/sliding", "energy created by sliding friction", {Channel::sliding}, true, kCureOfSliding},
    {"energy_made/rolling", "energy created by rolling friction", {Channel::rolling}, true, kCureOfCouples},
    {"energy_made/twisting", "energy created by twisting friction", {Channel::twisting}, true, kCureOfCouples}};
// The same rules, and that of runs with bonds. A bond that breaks within the step in which its force changes sign can
// give back a little heat.
inline const std::vector<HeatRule> kBondedSphereHeat = [] {
  std::vector<HeatRule> rules = kSoftSphereHeat;
  rules.push_back({"energy_made/bonds",
                   "energy created by elastic bonds",
                   {Channel::sticking, Channel::fracture},
                   false,
                   "reduce step.dt"});
  return rules;
}();
inline const std::vector<HeatRule>& soft_sphere_heat(const Parameters& p) {
  return p.bonds ? kBondedSphereHeat : kSoftSphereHeat;
}
// (parameters, true if an attraction sets in at the first touch) => channels of heat of a run.
inline std::vector<Channel> channels_of(const Parameters& p, bool attraction_sets_in) {
  std::vector<Channel> channels = kSoftSphereChannels;
  if (attraction_sets_in) channels.push_back(Channel::cohesion);
  if (p.bonds) channels.insert(channels.end(), {Channel::sticking, Channel::fracture});
  return channels;
}
// (parameters, largest overlap / smaller radius since the start, energy created by each rule of soft_sphere_heat() [J]
// or none) => the audits of a run.
inline std::vector<Audit> audits_of(const Parameters& p, double worst_overlap = 0, const Reals& made = {}) {
  std::vector<Audit> audits = {
      {"worst_overlap", "1", "largest overlap / smaller radius", "overlap", p.limits.overlap, worst_overlap}};
  audits.front().cure =
      "raise contact.normal.pair_stiffness (contact.normal.sphere_stiffness, contact.normal.young_modulus), or start "
      "from a pile without overlaps";
  const std::vector<Audit> heat = rubble::audits_of(soft_sphere_heat(p), p.limits.energy_made, made);
  audits.insert(audits.end(), heat.begin(), heat.end());
  return audits;
}

inline std::vector<Field<ContactMass>> fields(const ContactMass*) {
  return {
      field("reduced_mass",
            "mass in the dashpots of grains: total (reduced mass of both grains) or effective (at the contact point; "
            "keeps e_n off centre); docs/theory.md 2.10",
            &ContactMass::reduced_mass, kReducedMasses),
  };
}

inline std::vector<Field<Limits>> fields(const Limits*) {
  return {
      field("overlap", "1", "overlap / smaller radius beyond which the run ends", &Limits::overlap).range(kPositive),
      field("energy_made", "1",
            "limit of the energy created by a dissipation channel (fall below its maximum, less spring energy) / "
            "energy scale of docs/theory.md 3.6",
            &Limits::energy_made)
          .range(kPositive),
  };
}

inline std::vector<Field<Step>> fields(const Step*) {
  return {
      field("dt", "s", "time step", &Step::dt)
          .required()
          .range(kPositive)
          .computed("contact time of the lightest pair / steps_per_contact"),
      field("steps_per_contact", "",
            "number of time steps per contact with dt = \"auto\" (50: error of restitution within 0.01)",
            &Step::steps_per_contact)
          .range({10, 1e6}),
      field("skin", "m", "largest gap of pairs in the neighbour list (skin), without effect on results", &Step::skin)
          .range(kPositive)
          .computed("from the speeds of the bodies"),
      field("rotation",
            "integrator of grain rotation: splitting (bounded energy error; exact if two principal moments are equal) "
            "or runge-kutta (adaptive, order 5, error 1e-10 per step)",
            &Step::rotation, kRotations),
  };
}

}  // namespace rubble::ssdem
