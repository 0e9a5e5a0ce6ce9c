#include "experiment/spin_up.hpp"

#include "base/keys_error.hpp"
#include "experiment/rigid_motion.hpp"
#include "measure/clusters/clusters.hpp"
#include "measure/extent/ellipsoid.hpp"
#include "measure/extent/envelope.hpp"
#include "measure/extent/volume.hpp"
#include "measure/ledger/masses.hpp"
#include "measure/scaling/limits.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>

namespace rubble::experiment {
namespace {

double period(double rate) { return rate > 0 ? 2 * std::numbers::pi / rate : std::numeric_limits<double>::infinity(); }

constexpr Word<SpinIncrement> kSpinIncrements[] = {{"angular_momentum", SpinIncrement::angular_momentum},
                                                   {"spin", SpinIncrement::spin}};
constexpr Word<SpunBodies> kSpunBodies[] = {{"all", SpunBodies::all}, {"largest", SpunBodies::largest}};

// => the bodies that the spin-up turns now, in ascending order; only whole grains.
std::vector<Index> spun_bodies(const Pile& pile, SpunBodies bodies) {
  if (bodies == SpunBodies::largest) return measure::heaviest_group(pile);
  std::vector<Index> all(pile.size());
  std::iota(all.begin(), all.end(), Index{0});
  return all;
}

// (pile, some of its bodies, axis) => the rotation of these bodies about this axis.
AboutAxis about_axis_of(const Pile& pile, const std::vector<Index>& bodies, const Vec3& axis) {
  if (bodies.size() == pile.size()) return about_axis(pile.model, pile.state, axis);
  const Pile spun = measure::part(pile, bodies);
  return about_axis(spun.model, spun.state, axis);
}

}  // namespace

std::vector<Field<SpinUpPlan>> fields(const SpinUpPlan*) {
  return {
      field("ramp", "s",
            "time in which a body with a constant moment of inertia reaches the final spin rate; no increments "
            "afterwards",
            &SpinUpPlan::ramp)
          .required()
          .range(kPositive),
      field("every", "s", "interval between spin increments, rounded to whole steps; 0: each step", &SpinUpPlan::every)
          .required()
          .range(kNotNegative),
      field("increment",
            "quantity that grows linearly in time: the angular momentum (increment of the spin: dL / current moment of "
            "inertia) or the spin",
            &SpinUpPlan::increment, kSpinIncrements)
          .required(),
      field("volume", "definition of the volume of the pile at the start, for its bulk density", &SpinUpPlan::volume,
            measure::kVolumes)
          .required(),
      field("axis", "1", "rotation axis, of any length; [0, 0, 0]: axis of the largest moment of inertia",
            &SpinUpPlan::axis),
      field("bodies",
            "bodies to spin up: all, or the heaviest group of neighbours (gaps below 0.1 mean diameters), found at the "
            "start and at each increment",
            &SpinUpPlan::bodies, kSpunBodies),
  };
}

void SpinUp::begin(Pile& pile, double gravitational_constant) {
  const std::vector<Index> bodies = spun_bodies(pile, plan_.bodies);
  const Pile spun = measure::part(pile, bodies);
  axis_ = plan_.axis.isZero(0) ? Vec3(measure::ellipsoid(spun).axes.col(2)) : plan_.axis.normalized();
  density_ = measure::total_mass(spun) / measure::volume(spun, plan_.volume, measure::default_alpha(spun));
  critical_ = measure::critical_rate(density_, gravitational_constant);
  if (!by_rate_) {
    if (!(critical_ > 0))
      throw KeysError({"start", "end", "gravity.constant"},
                      "the critical spin rate needs gravity: set gravity.constant, or give start_rate and end_rate");
    rates_ = {fractions_.start * critical_, fractions_.end * critical_};
  }
  const RigidMotion whole = rigid_motion(spun.model, spun.state);
  add_rotation(pile.model, pile.state, whole.centre, rates_.start_rate * axis_ - whole.spin, bodies);
  moment_ = about_axis(spun.model, spun.state, axis_).moment;
  fastest_ = rates_.start_rate;
}

void SpinUp::push(Pile& pile, double interval, Account& given) {
  if (pushes_ >= std::max<std::int64_t>(1, std::llround(plan_.ramp / interval))) return;
  ++pushes_;
  const std::vector<Index> bodies = spun_bodies(pile, plan_.bodies);
  const AboutAxis now = about_axis_of(pile, bodies, axis_);
  double faster = (rates_.end_rate - rates_.start_rate) / plan_.ramp * interval;
  if (plan_.increment == SpinIncrement::angular_momentum) faster *= moment_ / now.moment;
  given.add(add_rotation(pile.model, pile.state, now.centre, faster * axis_, bodies), 1);
  note(now.rate() + faster);
}

void SpinUp::note(double rate) { fastest_ = std::max(fastest_, rate); }

void SpinUp::observe(const Look& look) {
  const AboutAxis now = about_axis_of(look.pile, spun_bodies(look.pile, plan_.bodies), axis_);
  now_moment_ = now.moment, now_momentum_ = now.momentum;
  note(now.rate());
}

std::vector<Finding> SpinUp::findings() const {
  const double rate = now_moment_ > 0 ? now_momentum_ / now_moment_ : 0;
  return {{"bulk/density", "kg m-3", density_},        {"spin/angular_momentum", "kg m2 s-1", now_momentum_},
          {"spin/moment", "kg m2", now_moment_},       {"spin/rate", "rad s-1", rate},
          {"spin/period", "s", period(rate)},          {"spin/shortest_period", "s", period(fastest_)},
          {"spin/critical_rate", "rad s-1", critical_}};
}

std::vector<TypicalValue> SpinUp::typical_values() const {
  const char* const rate = "the critical spin rate of the pile";
  // A ramp is many dynamical times long; the dynamical time 1 / sqrt(G rho) is about twice 1 / critical rate.
  return {{.path = "spinup.ramp",
           .what = "the inverse critical spin rate of the pile",
           .value = 1 / critical_,
           .least = 0.1,
           .most = 1e8},
          {.path = "spinup.every", .what = "spinup.ramp", .value = plan_.ramp, .most = 1},
          {.path = "spinup.start_rate", .what = rate, .value = critical_, .least = 1e-4, .most = 1e3},
          {.path = "spinup.end_rate", .what = rate, .value = critical_, .least = 1e-4, .most = 1e3},
          {.path = "run.duration", .what = "spinup.ramp", .value = plan_.ramp, .least = 0.01}};
}

void SpinUp::archive(Archive& archive) {
  archive.value("drive/spin_up/fastest", fastest_);
  archive.value("drive/spin_up/pushes", pushes_);
}

}  // namespace rubble::experiment
