#pragma once
// Parameters of a run by Contact Dynamics.
#include "base/no_limit.hpp"
#include "detect/narrow.hpp"
#include "friction/problem.hpp"
#include "gravity/parameters.hpp"
#include "laws/cohesion.hpp"
#include "model/made_energy.hpp"
#include "model/material_laws.hpp"
#include "nscd/pair_contact.hpp"

#include <algorithm>
#include <limits>
#include <string>

#include <fmt/format.h>

namespace rubble::nscd {

// Integrator of the rotation of grains. docs/theory.md 11.5.
enum class Rotation { splitting, exponential, hughes_winget, linearised };
inline constexpr Word<Rotation> kRotations[] = {{"splitting", Rotation::splitting},
                                                {"exponential", Rotation::exponential},
                                                {"hughes-winget", Rotation::hughes_winget},
                                                {"linearised", Rotation::linearised}};

// [step]
struct Step {
  double dt = 0;       // [s]
  double theta = 0.5;  // fraction of a step that follows the evaluation of forces
  Auto skin;           // [m]
  Rotation rotation = Rotation::splitting;
};

// Law of restitution: ratio of impulses, or ratio of velocities.
enum class ImpactLaw { poisson, newton };
inline constexpr Word<ImpactLaw> kImpactLaws[] = {{"poisson", ImpactLaw::poisson}, {"newton", ImpactLaw::newton}};
inline constexpr Word<friction::Cone> kCones[] = {{"coulomb", friction::Cone::coulomb}, {"ccp", friction::Cone::ccp}};
inline constexpr Word<shape::Points> kPoints[] = {
    {"one", shape::Points::one}, {"three", shape::Points::three}, {"four", shape::Points::four}};

// [contact]
struct ContactLaw {
  double friction = 0;
  double restitution = 0;
  ImpactLaw impact = ImpactLaw::poisson;
  friction::Cone cone = friction::Cone::coulomb;
  double recovery = 0.1;  // fraction of an overlap that is corrected per step
  Auto recovery_speed;    // [m s-1]; infinite: no limit
  Auto alert;             // [m]
  Limit start_overlap = 1e-3;
  shape::Points points = shape::Points::four;
};

// [solver]
struct SolverOptions {
  double tolerance = 1e-4;
  std::int64_t iterations = 5000;
  bool dump_problem = false;
};

// [sanity], in addition to the limits of the ledger.
struct Limits {
  double penetration = 0.1;
  double unconverged = 0.1;
  double energy_made = 0.01;
};

struct Parameters {
  gravity::Parameters gravity;
  Step step;
  ContactLaw contact;
  laws::RangeCohesion cohesion;
  SolverOptions solver;
  Limits limits;
  MaterialLaws<PairContact> materials;
  PairLaws<PairContact> pairs;  // set by resolve_materials()

  // Values of the materials that no table [[contact.material]] or [[contact.pair]] names.
  PairContact common() const { return {contact.friction, contact.restitution, cohesion.force}; }
  PairContact of(const ContactKey& key) const { return pairs.varies() ? pairs.of(key) : common(); }
  // The greatest of each value, over all pairs.
  PairContact greatest() const {
    PairContact most = pairs.varies() ? pairs.law.front() : common();
    for (const PairContact& pair : pairs.law) {
      most.friction = std::max(most.friction, pair.friction);
      most.restitution = std::max(most.restitution, pair.restitution);
      most.attraction = std::max(most.attraction, pair.attraction);
    }
    return most;
  }
};

// (parameters, model, external) Sets the values of all pairs of materials.
inline void resolve_materials(Parameters& p, const Model& model, const External& external) {
  p.pairs = pair_laws(p.materials, p.common(), mixed, model, external);
}

// The limit of the share of unconverged steps does not apply until their number exceeds the limit times this number of
// steps, because the first steps have no previous impulses to start from.
inline constexpr double kFewSteps = 20;

// Quality of the steps since the start, for comparison with the limits.
struct Quality {
  double penetration = 0;         // largest overlap / half the thickness of the thinner body along the normal
  std::string deepest = {};       // text on an overlap beyond the limit: the bodies, the time, and a sufficient step
  std::int64_t steps = 0;         // number of steps with contacts
  std::int64_t unconverged = 0;   // number of steps that did not converge
  double residual = 0;            // largest residual of the converged steps
  std::int64_t impacts = 0;       // number of impacts of clusters of touching bodies, with restitution
  std::int64_t impacts_made = 0;  // number of impacts with more energy after than before

  double share_unconverged() const {
    return steps > 0 ? static_cast<double>(unconverged) / static_cast<double>(steps) : 0;
  }
  // NaN if no step converged.
  double worst_residual() const { return steps > unconverged ? residual : std::numeric_limits<double>::quiet_NaN(); }
};

inline const std::vector<Channel> kChannelsOfImpulses = {Channel::impact, Channel::friction, Channel::cohesion,
                                                         Channel::correction};
inline const std::string kCureOfCorrection = fmt::format(
    "if bodies overlap at the start, set contact.start_overlap = {:g}, which removes overlaps before the run, or raise "
    "sanity.energy_made if the overlaps are meant; otherwise reduce step.dt",
    *ContactLaw{}.start_overlap);
// Impact and friction share the work of one impulse, and only their sum has a sign. Cohesion exchanges energy both
// ways: docs/theory.md 11.3. Recovery returns the energy that contacts and cohesion took while an overlap grew: only
// their sum shows the energy created.
inline const std::vector<HeatRule> kHeatOfImpulses = {
    {"energy_made/contacts",
     "energy created by impacts and friction",
     {Channel::impact, Channel::friction},
     false,
     "set contact.impact = \"poisson\" if it is \"newton\", or reduce step.dt or solver.tolerance"},
    {"energy_made/cohesion", "energy created by cohesion", {Channel::cohesion}, true, "reduce step.dt"},
    {"energy_made/correction",
     "energy created by the correction of overlaps",
     {Channel::impact, Channel::friction, Channel::cohesion, Channel::correction},
     true,
     kCureOfCorrection.c_str()}};
inline std::vector<Audit> audits_of(const Limits& limits, const Quality& quality = {}, const Reals& made = {}) {
  std::vector<Audit> audits = {
      {"worst_penetration", "1", "largest overlap / half the thickness of the thinner body", "penetration",
       limits.penetration, quality.penetration},
      {"share_unconverged", "1", "fraction of the steps with contacts whose impulses did not converge", "unconverged",
       limits.unconverged, quality.share_unconverged(), true}};
  audits.front().detail = quality.deepest;  // ends with the cure
  audits.back().excused = static_cast<double>(quality.unconverged) <= limits.unconverged * kFewSteps;
  audits.back().detail = fmt::format("{} of {}", quality.unconverged, quality.steps);
  audits.back().cure = "raise solver.iterations, or reduce step.dt";
  const std::vector<Audit> heat = rubble::audits_of(kHeatOfImpulses, limits.energy_made, made);
  audits.insert(audits.end(), heat.begin(), heat.end());
  return audits;
}

inline std::vector<Field<Step>> fields(const Step*) {
  return {
      field("dt", "s", "time step", &Step::dt).required().range(kPositive),
      field("theta", "1",
            "fraction of each step that bodies move after its forces are evaluated (theta method); second order only "
            "at 0.5",
            &Step::theta)
          .range({0.5, 1}),
      field("skin", "m", "margin of the neighbour list beyond the alert distance (skin), without effect on results",
            &Step::skin)
          .range(kPositive)
          .computed("from the speeds of the bodies"),
      field("rotation",
            "integrator of grain rotation: splitting (bounded energy error), or the first-order schemes exponential, "
            "hughes-winget and linearised (as published); docs/theory.md 11.5",
            &Step::rotation, kRotations),
  };
}

inline std::vector<Field<ContactLaw>> fields(const ContactLaw*) {
  return {
      field("friction", "1", "Coulomb friction coefficient", &ContactLaw::friction)
          .required()
          .range({0, friction::kMostFriction}),
      field("restitution", "1", "normal coefficient of restitution", &ContactLaw::restitution)
          .required()
          .range(kFraction),
      field("impact",
            "law of restitution: poisson (ratio of impulses; never creates energy) or newton (ratio of velocities; can "
            "create energy with friction on non-spherical bodies)",
            &ContactLaw::impact, kImpactLaws),
      field("cone", "friction law: coulomb, or its convex relaxation ccp, in which sliding contacts also separate",
            &ContactLaw::cone, kCones),
      field("recovery", "1", "fraction of an overlap that is corrected per step", &ContactLaw::recovery)
          .range(kFraction),
      or_none(
          field("recovery_speed", "m s-1", "largest speed of correcting overlaps", &ContactLaw::recovery_speed)
              .range(kPositive)
              .computed("0.001 x smallest radius per step, limited by forces and last impulse; docs/theory.md 11.2"),
          "no limit"),
      field("alert", "m", "gap up to which a pair enters the contact problem", &ContactLaw::alert)
          .range(kPositive)
          .computed("0.01 r + min(2 v dt, 0.5 r), smallest radius r, largest speed v"),
      field("start_overlap", "1",
            "largest initial overlap / half the thickness of the thinner body; beyond it all overlaps are removed "
            "before the run; docs/theory.md 11.7",
            &ContactLaw::start_overlap)
          .range(kPositive)
          .off("left to recovery"),
      field("points",
            "maximum number of contact points between faces or edges of two bodies; with three, a face with four "
            "corners can tip",
            &ContactLaw::points, kPoints),
  };
}

inline std::vector<Field<SolverOptions>> fields(const SolverOptions*) {
  return {
      field("tolerance", "1",
            "relative error of the impulses, weighted by their energies, below which the iteration has converged; "
            "docs/theory.md 10.6",
            &SolverOptions::tolerance)
          .range(kPositive),
      field("iterations", "", "maximum number of iterations, each a sweep through all contacts",
            &SolverOptions::iterations)
          .range({1, 1e9}),
      field("dump_problem", "",
            "output of the friction problem with the most iterations as OUTPUT.problem.hdf5, for rubble-solve",
            &SolverOptions::dump_problem),
  };
}

inline std::vector<Field<Limits>> fields(const Limits*) {
  return {
      field("penetration", "1",
            "overlap / half the thickness of the thinner body along the normal (radius of a sphere) beyond which the "
            "run ends",
            &Limits::penetration)
          .range(kPositive),
      field("unconverged", "1",
            "fraction of the steps with contacts without convergence beyond which the run ends; 20 times this number "
            "of steps are always accepted",
            &Limits::unconverged)
          .range(kFraction),
      field("energy_made", "1",
            "limit of the energy created by contacts, cohesion or overlap correction / energy scale of "
            "docs/theory.md 3.6; the run ends beyond the limit",
            &Limits::energy_made)
          .range(kPositive),
  };
}

}  // namespace rubble::nscd
