#pragma once
// The laws of a contact of soft spheres, one of each kind.
#include "laws/cohesion.hpp"
#include "laws/coulomb_sliding.hpp"
#include "laws/hertz_mindlin.hpp"
#include "laws/hysteretic.hpp"
#include "laws/jkr.hpp"
#include "laws/kinetic_sliding.hpp"
#include "laws/linear_spring.hpp"
#include "laws/no_friction.hpp"
#include "laws/spring_couple.hpp"
#include "laws/torque_couple.hpp"

#include <variant>

namespace rubble::ssdem {

// The laws from which a run chooses one of each kind.
using NormalLaw = std::variant<laws::LinearSpring, laws::HertzMindlin, laws::Hysteretic, laws::Jkr>;
using SlidingLaw = std::variant<laws::NoSliding, laws::CoulombSliding, laws::KineticSliding>;
using CoupleLaw = std::variant<laws::NoCouple, laws::TorqueCouple, laws::SpringCouple>;

// Laws of the contacts of two materials. All pairs of a run have the same kinds of laws.
struct SoftLaws {
  NormalLaw normal;
  SlidingLaw sliding;
  CoupleLaw couple;
  laws::Cohesion cohesion;

  bool operator==(const SoftLaws&) const = default;

  // => the greatest tension of a contact as a law of cohesion: that law, or the pull-off force of adhering spheres.
  laws::Cohesion greatest_pull() const;

  // (stiffness of a pair that keeps the overlap small [N m-1]) Sets a stiffness that is not given, and computes the
  // numbers that the kernel reads.
  void prepare(double stiffness);
};

// (laws of two materials, whose stiffnesses are set) => laws of contacts between them, not prepared. docs/theory.md
// 2.14.
SoftLaws mixed(const SoftLaws& a, const SoftLaws& b);

}  // namespace rubble::ssdem
