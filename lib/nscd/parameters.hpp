#pragma once
// Parameters of a run by Contact Dynamics.
#include "friction/problem.hpp"
#include "gravity/parameters.hpp"
#include "model/made_energy.hpp"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

namespace rubble::nscd {

// [step]
struct Step {
  double dt = 0;       // [s]
  double theta = 0.5;  // share of a step that comes after the forces
  Auto skin;           // [m]
  std::string rotation = "splitting";
};

// [contact]
struct ContactLaw {
  double friction = 0;
  double restitution = 0;
  std::string impact = "poisson";
  std::string cone = "coulomb";
  double recovery = 0.1;  // share of an overlap that is taken back in a step
  Auto recovery_speed;    // [m s-1]
  Auto alert;             // [m]
  double start_overlap = 1e-3;
  std::string points = "four";
};

// [contact.cohesion]
struct Cohesion {
  double force = 0;     // [N]
  double distance = 0;  // [m]
};

// [solver]
struct Solver {
  double tolerance = 1e-4;
  std::int64_t iterations = 5000;
  bool dump_problem = false;
};

// [sanity], beside the limits of the ledger.
struct Limits {
  double penetration = 0.1;
  double unconverged = 0.1;
  double energy_made = 0.01;
};

struct Parameters {
  gravity::Parameters gravity;
  Step step;
  ContactLaw contact;
  Cohesion cohesion;
  Solver solver;
  Limits limits;
};

// Fewer unconverged steps than the limit allows of so many are no share: the first steps have no impulses to start from.
inline constexpr double kFewSteps = 20;

// Quality of the steps since the start, which has limits.
struct Quality {
  double penetration = 0;        // deepest overlap / half the thickness, along its normal, of the thinner body
  std::string deepest = {};      // of an overlap beyond the limit: which bodies, when, and which step would do
  std::int64_t steps = 0;        // with contacts
  std::int64_t unconverged = 0;  // of these
  double residual = 0;           // worst of the converged steps
  std::int64_t impacts = 0;       // of clusters of touching bodies, with restitution
  std::int64_t impacts_made = 0;  // of these, with more energy after than before

  double share_unconverged() const {
    return steps > 0 ? static_cast<double>(unconverged) / static_cast<double>(steps) : 0;
  }
  // NaN where no step converged.
  double worst_residual() const {
    return steps > unconverged ? residual : std::numeric_limits<double>::quiet_NaN();
  }
};

inline const std::vector<Channel> kChannelsOfImpulses = {Channel::impact, Channel::friction, Channel::cohesion,
                                                         Channel::correction};
// Impact and friction share the work of one impulse, and only their sum has a sign. Cohesion exchanges energy both
// ways: docs/theory.md 11.3. Recovery gives energy to an overlap that contacts and cohesion took as bodies sank in:
// only their sum shows the energy made.
inline const std::vector<HeatRule> kHeatOfImpulses = {
    {"energy_made/contacts", "energy made by impacts and friction", {Channel::impact, Channel::friction}},
    {"energy_made/cohesion", "energy made by cohesion", {Channel::cohesion}, true},
    {"energy_made/correction",
     "energy made by taking overlaps back",
     {Channel::impact, Channel::friction, Channel::cohesion, Channel::correction},
     true}};
inline std::vector<Audit> audits_of(const Limits& limits, const Quality& quality = {}, const Reals& made = {}) {
  std::vector<Audit> audits = {{"worst_penetration", "1", "deepest overlap / half the thickness of the thinner body", "penetration",
                                limits.penetration,
           quality.penetration},
          {"share_unconverged", "1", "share of the steps with contacts whose impulses did not converge", "unconverged",
           limits.unconverged, quality.share_unconverged(), true}};
  audits.front().detail = quality.deepest;
  audits.back().excused = static_cast<double>(quality.unconverged) <= limits.unconverged * kFewSteps;
  audits.back().detail = fmt::format("{} of {}", quality.unconverged, quality.steps);
  const std::vector<Audit> heat = rubble::audits_of(kHeatOfImpulses, limits.energy_made, made);
  audits.insert(audits.end(), heat.begin(), heat.end());
  return audits;
}

inline std::vector<Field<Step>> fields(const Step*) {
  return {
      {"dt", "s", "time step", &Step::dt, kPositive},
      {"theta",
       "1",
       "share of a step that bodies move after its forces are known; 0.5: of second order",
       &Step::theta,
       {0.5, 1},
       {},
       false},
      {"skin",
       "m",
       "neighbour lists hold pairs up to this gap beyond the alert distance; auto: from the motion. Results do not "
       "depend on it",
       &Step::skin,
       kPositive,
       {},
       false},
      {"rotation",
       "",
       "of grains: splitting keeps angular momentum to rounding and the energy's error bounded; exponential turns by "
       "the spin, hughes-winget by its Cayley transform, linearised by the frame's linear change, as published: these "
       "three are of first order",
       &Step::rotation,
       kAny,
       {"splitting", "exponential", "hughes-winget", "linearised"},
       false},
  };
}

inline std::vector<Field<ContactLaw>> fields(const ContactLaw*) {
  return {
      {"friction", "1", "coefficient of friction", &ContactLaw::friction, {0, friction::kMostFriction}},
      {"restitution", "1", "coefficient of restitution", &ContactLaw::restitution, kFraction},
      {"impact",
       "",
       "law of restitution: poisson, by the impulse of the compression, never makes energy; newton, by the speed of "
       "approach, makes energy where friction stops or turns the slip of bodies that are not balls",
       &ContactLaw::impact,
       kAny,
       {"poisson", "newton"},
       false},
      {"cone",
       "",
       "law of friction: coulomb, or ccp, its convex relaxation, in which what slides also lifts off",
       &ContactLaw::cone,
       kAny,
       {"coulomb", "ccp"},
       false},
      {"recovery",
       "1",
       "share of an overlap that is taken back in a step",
       &ContactLaw::recovery,
       kFraction,
       {},
       false},
      {"recovery_speed",
       "m s-1",
       "greatest speed at which overlaps are taken back; auto: a thousandth of the smallest radius in a step, but no "
       "more than the speeds that this step's forces and the last step's contact impulse give to the pair",
       &ContactLaw::recovery_speed,
       kPositive,
       {},
       false},
      {"alert",
       "m",
       "pairs nearer than this are part of the contact problem of a step; auto: a hundredth of the smallest radius and "
       "twice the way of the fastest body in a step, of which half the smallest radius counts at most. Bodies that "
       "would meet within a step are found at any distance",
       &ContactLaw::alert,
       kPositive,
       {},
       false},
      {"start_overlap",
       "1",
       "greatest overlap that a pile may start with, divided by half the thickness of the thinner body (of a sphere: by "
       "its radius). Where one is deeper, all are removed before the first step by moving bodies apart, which keeps their "
       "velocities; a large number keeps all overlaps",
       &ContactLaw::start_overlap,
       kPositive,
       {},
       false},
      {"points",
       "",
       "at most, of two bodies that touch with faces or edges; a face of four corners that stands on three of them may "
       "tip",
       &ContactLaw::points,
       kAny,
       {"one", "three", "four"},
       false},
  };
}

inline std::vector<Field<Cohesion>> fields(const Cohesion*) {
  return {
      {"force", "N",
       "attraction of two bodies (of glued grains: of two of their members) that are nearer than the distance",
       &Cohesion::force, kNotNegative},
      {"distance", "m", "gap up to which it acts", &Cohesion::distance, kNotNegative},
  };
}

inline std::vector<Field<Solver>> fields(const Solver*) {
  return {
      {"tolerance",
       "1",
       "change of the impulses in a sweep at which it ends: the larger of its quadratic mean and a sixteenth of its "
       "maximum, over their mean; all times the root of what an impulse does to the velocity there, so that contacts "
       "of "
       "light bodies count beside those of heavy ones",
       &Solver::tolerance,
       kPositive,
       {},
       false},
      {"iterations", "", "of two sweeps each, at most", &Solver::iterations, {1, 1e9}, {}, false},
      {"dump_problem",
       "",
       "keep the friction problem that took most iterations as OUTPUT.problem.hdf5, for rubble-solve",
       &Solver::dump_problem,
       kAny,
       {},
       false},
  };
}

inline std::vector<Field<Limits>> fields(const Limits*) {
  return {
      {"penetration",
       "1",
       "overlap that ends the run, divided by half the thickness of the thinner body along the normal (of a sphere: by "
       "its radius)",
       &Limits::penetration,
       kPositive,
       {},
       false},
      {"unconverged",
       "1",
       "share of the steps with contacts that may end without convergence; two unconverged steps with the default never end a run",
       &Limits::unconverged,
       kFraction,
       {},
       false},
      {"energy_made",
       "1",
       "energy that contacts, cohesion or the recovery of overlaps made, relative to the ledger's energy scale, that "
       "ends the run",
       &Limits::energy_made,
       kPositive,
       {},
       false},
  };
}

}  // namespace rubble::nscd
