#include "friction/sweeps.hpp"

#include "base/interrupt.hpp"
#include "friction/sweep_conversion.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <stdexcept>

namespace rubble::friction {
namespace {

constexpr std::size_t kFewContacts = 2048;  // below this number one thread is faster than several
constexpr std::size_t kHalves = Colours::kWidth / kLanes;

Vec3 lane_of(const Pack3& p, std::size_t lane) { return {p.x[lane], p.y[lane], p.z[lane]}; }
void put_lane(Pack3& p, std::size_t lane, const Vec3& v) {
  p.x[lane] = v.x();
  p.y[lane] = v.y();
  p.z[lane] = v.z();
}

// Step lengths 1 / W_nn and 1 / w_t.
struct Steps {
  double normal, sliding;
};
Steps steps_of(const BodyProblem& problem, std::size_t c, double reach_a, double reach_b) {
  if (problem.bodies.inverse_inertia.empty()) {
    const BodyVelocities& bodies = problem.bodies;
    const auto a = static_cast<std::size_t>(problem.links.a[c]);
    double normal = bodies.inverse_mass[a];
    double turning = reach_a * reach_a * bodies.inverse_moment[a];
    if (problem.links.b[c] >= 0) {
      const auto b = static_cast<std::size_t>(problem.links.b[c]);
      normal += bodies.inverse_mass[b];
      turning += reach_b * reach_b * bodies.inverse_moment[b];
    }
    return {1 / normal, 1 / (normal + turning)};
  }
  const Mat3 k = own_response(problem.bodies, problem.links, c);
  const ContactFrame frame = frame_of(problem.links.normal[c]);
  const double ss = frame.first.dot(k * frame.first);
  const double tt = frame.second.dot(k * frame.second);
  const double st = frame.first.dot(k * frame.second);
  const double largest = 0.5 * (ss + tt) + std::hypot(0.5 * (ss - tt), st);
  return {1 / frame.normal.dot(k * frame.normal), 1 / largest};
}

double sum_of(const Reals& values) { return std::accumulate(values.begin(), values.end(), 0.0); }

// (problem) => largest speed of a body or a shift [m s-1].
double greatest_speed(const BodyProblem& problem) {
  double square = 0;
  for (const Vec3& v : problem.bodies.velocity) square = std::max(square, v.squaredNorm());
  for (const Vec3& v : problem.links.shift) square = std::max(square, v.squaredNorm());
  return std::sqrt(square);
}

// (contacts, their relative velocities) => sum of u^2 / W_nn over contacts that press after an update [J].
double pressing_energy(const LinkPack<Pack>& p, const Pack3& u) {
  const Pack trial = fnma(dot(u, p.normal), p.normal_step, dot(p.impulse, p.normal));
  return sum(select(trial > 0, p.normal_step * dot(u, u), Pack{}));
}

}  // namespace

// Sizes all arrays for a problem, and writes the inertias of its bodies.
void Sweeps::resize(const BodyProblem& problem, bool smooth) {
  const std::size_t bodies = problem.bodies.size();
  const std::vector<Mat3>& inertia = problem.bodies.inverse_inertia;
  links_ = problem.links.size();
  colours_ = colours_of(problem.links, bodies);
  double_.resize(colours_.order.size() / kLanes, bodies, inertia.empty());
  if (smooth)
    smooth_.resize(colours_.order.size() / Colours::kWidth, bodies, inertia.empty());
  else
    single_.resize(colours_.order.size() / Colours::kWidth, bodies, inertia.empty());
  pressing_.assign(double_.pack.size(), 0);
  for (std::size_t i = 0; i < inertia.size(); ++i) {
    const Mat3& j = inertia[i];
    double_.inertia[i].diagonal.v = Pack{j(0, 0), j(1, 1), j(2, 2), 0};
    double_.inertia[i].mixed.v = Pack{j(1, 2), j(2, 0), j(0, 1), 0};
  }
}

// Puts contacts into the lanes of pack k. smooth: balls without friction, whose tangential impulses are ignored.
void Sweeps::fill(std::size_t k, bool wall, const BodyProblem& problem, const Vec3s& impulses, bool smooth) {
  const Links& links = problem.links;
  const auto nobody = static_cast<Index>(problem.bodies.size());
  LinkPack<Pack>& p = double_.pack[k];
  p = LinkPack<Pack>();
  for (std::size_t lane = 0; lane < kLanes; ++lane) {
    const Index link = colours_.order[kLanes * k + lane];
    p.link[lane] = link;
    p.a[lane] = wall ? nobody + 2 : nobody;
    p.b[lane] = nobody + 1;
    if (link < 0) continue;
    const auto c = static_cast<std::size_t>(link);
    p.a[lane] = links.a[c];
    if (!wall) p.b[lane] = links.b[c];
    put_lane(p.normal, lane, links.normal[c]);
    put_lane(p.shift, lane, links.shift[c]);
    put_lane(p.impulse, lane, smooth ? Vec3(impulses[c].dot(links.normal[c]) * links.normal[c]) : impulses[c]);
    put_lane(p.arm_a, lane, links.arm_a[c]);
    put_lane(p.arm_b, lane, links.arm_b[c]);
    p.reach_a[lane] = links.arm_a[c].dot(links.normal[c]);
    p.reach_b[lane] = -links.arm_b[c].dot(links.normal[c]);
    p.friction[lane] = links.friction[c];
    if (!problem.least.empty()) p.least[lane] = problem.least[c];
    const Steps steps = steps_of(problem, c, p.reach_a[lane], p.reach_b[lane]);
    p.normal_step[lane] = steps.normal;
    p.sliding_step[lane] = smooth ? steps.normal : steps.sliding;
  }
}

// Puts contacts into their lanes, and computes the unit of mass and the rounding error of velocities.
void Sweeps::load(const BodyProblem& problem, const Vec3s& impulses, bool smooth) {
  resize(problem, smooth);
#pragma omp parallel for schedule(static) if (links_ > kFewContacts)
  for (std::size_t g = 0; g < colours_.group.size(); ++g) {
    const Colours::Group& group = colours_.group[g];
    for (std::size_t k = kHalves * group.first; k < kHalves * group.last; ++k)
      fill(k, k >= kHalves * group.walls, problem, impulses, smooth);
  }
  mass_ = 0;
  double masses = 0;
  for (const LinkPack<Pack>& p : double_.pack) {
    mass_ = std::max(mass_, largest(p.normal_step));
    masses += sum(p.normal_step);
  }
  mass_ = std::exp2(std::round(std::log2(mass_)));
  noise_ = kDoubleRounding * greatest_speed(problem) * std::sqrt(masses / static_cast<double>(links_));
}

// Computes the velocities of the bodies with the impulses from those without.
template <Turning turning>
void Sweeps::apply(const ThreadGroup& threads, const BodyVelocities& bodies) {
  SweepLanes<LinkPack<Pack>>& lanes = double_;
  threads.share(0, bodies.size(), [&](std::size_t i) {
    const Vec3& v = bodies.velocity[i];
    const Vec3& w = bodies.spin[i];
    lanes.body[i].velocity.v = Pack{v.x(), v.y(), v.z(), bodies.inverse_mass[i]};
    lanes.body[i].spin.v = Pack{w.x(), w.y(), w.z(), turning == Turning::balls ? bodies.inverse_moment[i] : 0};
  });
  const auto apply_pack = [&](const LinkPack<Pack>& p, bool wall) {
    if (p.link[0] < 0) return;
    MovingBody<Pack>* body = lanes.body.data();
    const InverseInertia<Pack>* inertia = lanes.inertia.data();
    if (wall)
      push<true, turning>(body, inertia, p, ends_of<true, turning>(body, p), p.impulse);
    else
      push<false, turning>(body, inertia, p, ends_of<false, turning>(body, p), p.impulse);
  };
  for (const Colours::Group& group : colours_.group)
    threads.share(kHalves * group.first, kHalves * group.last,
                  [&](std::size_t k) { apply_pack(lanes.pack[k], k >= kHalves * group.walls); });
}

// Relative velocity u of a pack, from the present velocities of the bodies.
template <Turning turning>
Pack3 Sweeps::velocity_of(const LinkPack<Pack>& p, bool wall) const {
  const MovingBody<Pack>* body = double_.body.data();
  return wall ? relative<true, turning>(p, ends_of<true, turning>(body, p))
              : relative<false, turning>(p, ends_of<false, turning>(body, p));
}

// Converts contacts and bodies to single precision, with masses in units of mass_. Velocities are relative to the
// present ones, which become the shifts. All digits are therefore available for the remaining changes. The result in
// pressing_ is the sum of u^2 / W_nn over the pressing contacts of each pack, with the shifts u, in the same units of
// mass.
template <Turning turning, class Contacts>
void Sweeps::to_single(const ThreadGroup& threads, SweepLanes<Contacts>& single) {
  const auto convert = [&](std::size_t k, bool wall) {
    const LinkPack<Pack>& low = double_.pack[2 * k];
    const LinkPack<Pack>& high = double_.pack[2 * k + 1];
    const Pack3 u_low = velocity_of<turning>(low, wall);
    const Pack3 u_high = velocity_of<turning>(high, wall);
    single.pack[k] = joined_packs<Contacts>(low, high, u_low, u_high, mass_);
    pressing_[2 * k] = pressing_energy(low, u_low) / mass_;
    pressing_[2 * k + 1] = pressing_energy(high, u_high) / mass_;
  };
  for (const Colours::Group& group : colours_.group)
    threads.share(group.first, group.last, [&](std::size_t k) { convert(k, k >= group.walls); });
  threads.share(0, single.body.size(),
                [&](std::size_t i) { single.body[i] = at_rest<typename Contacts::Body>(double_.body[i], mass_); });
  threads.share(0, single.inertia.size(), [&](std::size_t i) {
    single.inertia[i] = {single_of(double_.inertia[i].diagonal, mass_), single_of(double_.inertia[i].mixed, mass_)};
  });
}

template <class Contacts>
void Sweeps::from_single(const ThreadGroup& threads, const SweepLanes<Contacts>& single) {
  const Pack mass = all(mass_);
  threads.share(0, single.pack.size(), [&](std::size_t k) {
    set_impulse(double_.pack[2 * k], low_of(single.pack[k].impulse) * mass);
    set_impulse(double_.pack[2 * k + 1], high_of(single.pack[k].impulse) * mass);
  });
}

// Solves in single precision in the given lanes, then in double precision.
template <Cone cone, Turning turning, class Contacts>
SweepReport Sweeps::run(const BodyVelocities& bodies, const SweepOptions& options, SweepLanes<Contacts>& fast) {
  std::optional<Convergence> single;
  std::optional<Convergence> precise;
#pragma omp parallel if (links_ > kFewContacts)
  {
    const ThreadGroup threads;
    apply<turning>(threads, bodies);
    to_single<turning>(threads, fast);
    threads.once([&] {
      const double noise = kSingleRounding * std::sqrt(sum_of(pressing_) / static_cast<double>(links_));
      single.emplace(options, kSingleRounding, noise, links_);
    });
    iterate<cone, turning>(threads, colours_, fast, *single);
    from_single(threads, fast);
    apply<turning>(threads, bodies);
    threads.once(
        [&] { precise.emplace(rest_of(options, single->report.iterations), kDoubleRounding, noise_, links_); });
    iterate<cone, turning>(threads, colours_, double_, *precise);
    // Recomputes the velocities from the start. Otherwise the rounding errors of many sweeps would add up to a spurious
    // momentum.
    apply<turning>(threads, bodies);
    const SweepSums errors = double_.template errors<cone, turning>(threads, colours_);
    threads.once([&] { precise->take_errors(errors); });
  }
  interrupt::check();  // an exception must not leave the parallel region, so a stop only ended the sweeps there
  SweepReport report = precise->report;
  report.iterations += single->report.iterations;
  return report;
}

SweepReport Sweeps::solve(BodyProblem& problem, const SweepOptions& options, Vec3s& impulses) {
  if (impulses.size() != problem.links.size())
    throw std::invalid_argument("expected one impulse for each contact, found another number of them");
  if (!problem.least.empty() && problem.least.size() != problem.links.size())
    throw std::invalid_argument("expected one least impulse for each contact or none, found another number of them");
  if (problem.links.size() == 0) return {0, 0, 0, true};
  const bool coulomb = options.cone == Cone::coulomb;
  const bool round = problem.bodies.inverse_inertia.empty();
  const Reals& friction = problem.links.friction;
  const bool smooth = round && std::all_of(friction.begin(), friction.end(), [](double mu) { return mu == 0; });
  load(problem, impulses, smooth);
  SweepReport report;
  if (smooth)
    report = run<Cone::coulomb, Turning::balls>(problem.bodies, options, smooth_);
  else if (coulomb)
    report = round ? run<Cone::coulomb, Turning::balls>(problem.bodies, options, single_)
                   : run<Cone::coulomb, Turning::any>(problem.bodies, options, single_);
  else
    report = round ? run<Cone::ccp, Turning::balls>(problem.bodies, options, single_)
                   : run<Cone::ccp, Turning::any>(problem.bodies, options, single_);
  for (const LinkPack<Pack>& p : double_.pack)
    for (std::size_t lane = 0; lane < kLanes; ++lane)
      if (p.link[lane] >= 0) impulses[static_cast<std::size_t>(p.link[lane])] = lane_of(p.impulse, lane);
  for (std::size_t i = 0; i < problem.bodies.size(); ++i) {
    const Pack v = double_.body[i].velocity.v;
    const Pack w = double_.body[i].spin.v;
    problem.bodies.velocity[i] = {v[0], v[1], v[2]};
    problem.bodies.spin[i] = {w[0], w[1], w[2]};
  }
  return report;
}

}  // namespace rubble::friction
