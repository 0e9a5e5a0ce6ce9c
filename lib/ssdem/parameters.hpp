#pragma once
// Parameters of a soft-sphere run. The laws are chosen once; the dispatch is outside the loops.
#include "gravity/parameters.hpp"
#include "laws/couple.hpp"
#include "laws/normal.hpp"
#include "laws/sliding.hpp"
#include "model/made_energy.hpp"

#include <variant>

namespace rubble::ssdem {

struct Step {
  Auto dt;  // [s]
  std::int64_t steps_per_contact = 50;
  Auto skin;  // [m]
  std::string rotation = "splitting";
};

// [contact], for all laws of a contact. docs/theory.md 2.10.
struct ContactMass {
  std::string reduced_mass = "total";
  bool effective() const { return reduced_mass == "effective"; }
};

// [sanity], in addition to the limits of the ledger.
struct Limits {
  double overlap = 0.5;
  double energy_made = 0.01;
};

struct Parameters {
  gravity::Parameters gravity;
  bool contacts = true;  // false: there are no contact laws, and bodies must not touch
  std::variant<laws::LinearSpring, laws::HertzMindlin, laws::Hysteretic> normal;
  std::variant<laws::NoSliding, laws::CoulombSliding, laws::KineticSliding> sliding;
  std::variant<laws::NoCouple, laws::TorqueCouple, laws::SpringCouple> couple;
  laws::Cohesion cohesion;
  Step step;
  ContactMass mass;
  Limits limits;
};

// Channels of heat that soft spheres use.
inline const std::vector<Channel> kSoftSphereChannels = {Channel::normal, Channel::sliding, Channel::rolling,
                                                         Channel::twisting};
// Dashpots, hysteresis and slips dissipate energy. The heat booked in a step has an error of second order and of either
// sign, so that only a lasting fall of the heat counts. The energy stored in the springs of a channel is subtracted
// from that fall. docs/theory.md 3.10.
inline const std::vector<HeatRule> kSoftSphereHeat = {
    {"energy_made/normal", "energy created by normal forces of contacts", {Channel::normal}, true},
    {"energy_made/sliding", "energy created by sliding friction", {Channel::sliding}, true},
    {"energy_made/rolling", "energy created by rolling friction", {Channel::rolling}, true},
    {"energy_made/twisting", "energy created by twisting friction", {Channel::twisting}, true}};
// (limits, largest overlap / smaller radius since the start, energy created by each rule of kSoftSphereHeat [J] or
// none) => the audits of a run.
inline std::vector<Audit> audits_of(const Limits& limits, double worst_overlap = 0, const Reals& made = {}) {
  std::vector<Audit> audits = {
      {"worst_overlap", "1", "largest overlap / smaller radius", "overlap", limits.overlap, worst_overlap}};
  const std::vector<Audit> heat = rubble::audits_of(kSoftSphereHeat, limits.energy_made, made);
  audits.insert(audits.end(), heat.begin(), heat.end());
  return audits;
}

inline std::vector<Field<ContactMass>> fields(const ContactMass*) {
  return {{"reduced_mass",
           "",
           "mass in the dashpots of grains: total (reduced mass of both grains) or effective (at the contact point; "
           "keeps e_n off centre); docs/theory.md 2.10",
           &ContactMass::reduced_mass,
           kAny,
           {"total", "effective"},
           false}};
}

inline std::vector<Field<Limits>> fields(const Limits*) {
  return {
      {"overlap", "1", "overlap / smaller radius beyond which the run ends", &Limits::overlap, kPositive, {}, false},
      {"energy_made",
       "1",
       "limit of the energy created by a dissipation channel (fall below its maximum, less spring energy) / energy "
       "scale of docs/theory.md 3.6",
       &Limits::energy_made,
       kPositive,
       {},
       false},
  };
}

inline std::vector<Field<Step>> fields(const Step*) {
  return {
      {"dt", "s", "time step; auto: contact time of the lightest pair / steps_per_contact", &Step::dt, kPositive},
      {"steps_per_contact",
       "",
       "number of time steps per contact with dt = \"auto\" (50: error of restitution within 0.01)",
       &Step::steps_per_contact,
       {10, 1e6},
       {},
       false},
      {"skin",
       "m",
       "largest gap of pairs in the neighbour list (skin), without effect on results; auto: from the speeds of the "
       "bodies",
       &Step::skin,
       kPositive,
       {},
       false},
      {"rotation",
       "",
       "integrator of grain rotation: splitting (bounded energy error; exact if two principal moments are equal) or "
       "runge-kutta (adaptive, order 5, error 1e-10 per step)",
       &Step::rotation,
       kAny,
       {"splitting", "runge-kutta"},
       false},
  };
}

}  // namespace rubble::ssdem
