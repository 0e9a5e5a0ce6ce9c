#pragma once
// What a soft-sphere run needs to know. Which law: chosen once, dispatched outside the loop.
#include "gravity/parameters.hpp"
#include "laws/couple.hpp"
#include "laws/normal.hpp"
#include "laws/sliding.hpp"

#include <variant>

namespace rubble::ssdem {

struct Step {
  Auto dt;  // [s]
  std::int64_t steps_per_contact = 50;
  Auto skin;  // [m]
  std::string rotation = "splitting";
};

struct Parameters {
  gravity::Parameters gravity;
  std::variant<laws::LinearSpring, laws::HertzMindlin, laws::Hysteretic> normal;
  std::variant<laws::NoSliding, laws::CoulombSliding, laws::KineticSliding> sliding;
  std::variant<laws::NoCouple, laws::TorqueCouple, laws::SpringCouple> couple;
  laws::Cohesion cohesion;
  Step step;
};

inline std::vector<Field<Step>> fields(const Step*) {
  return {
      {"dt", "s", "time step; auto: contact time of the lightest pair / steps_per_contact", &Step::dt, kPositive},
      {"steps_per_contact",
       "",
       "for dt = auto (50: restitution within 0.01)",
       &Step::steps_per_contact,
       {10, 1e6},
       {},
       false},
      {"skin",
       "m",
       "neighbour lists hold pairs up to this gap; auto: from the motion. Results do not depend on it",
       &Step::skin,
       kPositive,
       {},
       false},
      {"rotation",
       "",
       "of grains: splitting keeps angular momentum to rounding and the energy's error bounded; runge-kutta is "
       "adaptive, "
       "of order 5, to 1e-10 per step",
       &Step::rotation,
       kAny,
       {"splitting", "runge-kutta"},
       false},
  };
}

}  // namespace rubble::ssdem
