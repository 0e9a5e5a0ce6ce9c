#pragma once
// What a run by Contact Dynamics needs to know.
#include "friction/problem.hpp"
#include "gravity/parameters.hpp"
#include "model/stepper.hpp"

#include <algorithm>

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
  std::string cone = "coulomb";
  double recovery = 0.1;  // share of an overlap that is taken back in a step
  Auto recovery_speed;    // [m s-1]
  Auto alert;             // [m]
  double start_overlap = 0.01;
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
};

struct Parameters {
  gravity::Parameters gravity;
  Step step;
  ContactLaw contact;
  Cohesion cohesion;
  Solver solver;
  Limits limits;
};

inline constexpr std::int64_t kFewSteps = 1000;

// What the steps were held to since the start.
struct Quality {
  double penetration = 0;        // deepest overlap / half the thickness, along its normal, of the thinner body
  std::int64_t steps = 0;        // with contacts
  std::int64_t unconverged = 0;  // of these
  double residual = 0;           // worst of the converged steps

  // A few bad ones at the start are not a share.
  double share_unconverged() const {
    return static_cast<double>(unconverged) / static_cast<double>(std::max<std::int64_t>(steps, kFewSteps));
  }
};

inline const std::vector<Channel> kChannelsOfImpulses = {Channel::impact, Channel::friction, Channel::cohesion,
                                                         Channel::correction};
inline std::vector<Audit> audits_of(const Limits& limits, const Quality& quality = {}) {
  return {{"worst_penetration", "1", "deepest overlap / half the thickness of the thinner body", "penetration", limits.penetration,
           quality.penetration},
          {"share_unconverged", "1",
           "share of the steps with contacts, of a thousand at least, whose impulses did not converge", "unconverged",
           limits.unconverged, quality.share_unconverged(), true}};
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
      {"restitution", "1", "Newton's coefficient of restitution", &ContactLaw::restitution, kFraction},
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
       "greatest speed at which overlaps are taken back; auto: a thousandth of the smallest radius in a step",
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
       "share of the steps with contacts, of a thousand at least, that may end without convergence",
       &Limits::unconverged,
       kFraction,
       {},
       false},
  };
}

}  // namespace rubble::nscd
