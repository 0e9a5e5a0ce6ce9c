#include "friction/sweeps.hpp"

#include "base/interrupt.hpp"
#include "friction/cone.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <stdexcept>
#include <type_traits>

namespace rubble::friction {
namespace {

constexpr std::size_t kBlock = 64;          // packs in a partial sum
constexpr std::size_t kFewContacts = 2048;  // below this number one thread is faster than several
constexpr double kGrowth = 1.02;            // growth of a step over the last one from which on momentum is reduced
constexpr std::size_t kNobodies = 3;        // dummy bodies to which empty lanes of pairs and walls write
constexpr double kSingle = 6e-8;            // rounding of single precision
constexpr double kDouble = 1.1e-16;         // rounding of double precision
constexpr double kRoundings = 16;           // smallest meaningful change of an iteration / its rounding error
constexpr double kAtOnce = 0.01;            // change / tolerance up to which fewer than `least` iterations suffice
constexpr std::size_t kHalves = Colours::kWidth / kLanes;

template <class P>
constexpr std::size_t kPacks = Colours::kWidth / Lanes<P>::count;  // packs per width of a group

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

// W_nn, or 1 in empty lanes.
template <class Contacts>
auto weight_of(const Contacts& p) {
  const auto one = all_of<typename Contacts::Numbers>(1);
  return one / select(p.normal_step > 0, p.normal_step, one);
}

double sum_of(const Reals& values) { return std::accumulate(values.begin(), values.end(), 0.0); }

template <class P>
RUBBLE_INLINE P square(const Triple<P>& impulse) {
  return dot(impulse, impulse);
}
template <class P>
RUBBLE_INLINE P square(P impulse) {
  return impulse * impulse;
}

// (problem) => largest speed of a body or a shift [m s-1].
double greatest_speed(const BodyProblem& problem) {
  double square = 0;
  for (const Vec3& v : problem.bodies.velocity) square = std::max(square, v.squaredNorm());
  for (const Vec3& v : problem.links.shift) square = std::max(square, v.squaredNorm());
  return std::sqrt(square);
}

template <std::size_t n>
std::array<Index, 2 * n> joined_indices(const std::array<Index, n>& low, const std::array<Index, n>& high) {
  std::array<Index, 2 * n> out;
  std::copy(high.begin(), high.end(), std::copy(low.begin(), low.end(), out.begin()));
  return out;
}

// (two packs of four contacts, their velocities, unit of mass [kg]) => pack of eight, with these velocities as shifts.
template <class Contacts>
Contacts joined_packs(const LinkPack<Pack>& low, const LinkPack<Pack>& high, const Pack3& u_low, const Pack3& u_high,
                      double mass) {
  const Pack per_mass = all(1 / mass);
  Contacts p;
  p.a = joined_indices(low.a, high.a);
  p.b = joined_indices(low.b, high.b);
  p.link = joined_indices(low.link, high.link);
  p.normal = joined(low.normal, high.normal);
  p.normal_step = joined(low.normal_step * per_mass, high.normal_step * per_mass);
  p.least = joined(low.least * per_mass, high.least * per_mass);
  if constexpr (std::is_same_v<Contacts, SmoothPack<Pack8>>) {
    p.shift = joined(dot(u_low, low.normal), dot(u_high, high.normal));
    p.impulse = joined(dot(low.impulse, low.normal) * per_mass, dot(high.impulse, high.normal) * per_mass);
  } else {
    p.shift = joined(u_low, u_high);
    p.impulse = joined(low.impulse * per_mass, high.impulse * per_mass);
    p.arm_a = joined(low.arm_a, high.arm_a);
    p.arm_b = joined(low.arm_b, high.arm_b);
    p.reach_a = joined(low.reach_a, high.reach_a);
    p.reach_b = joined(low.reach_b, high.reach_b);
    p.sliding_step = joined(low.sliding_step * per_mass, high.sliding_step * per_mass);
    p.friction = joined(low.friction, high.friction);
  }
  return p;
}

// Body in single precision. Its velocity is 0, because velocities are relative to the present ones.
template <class Body>
Body at_rest(const MovingBody<Pack>& body, double mass) {
  const auto only_w = [&](const Xyzw& of) { return Xyzw8{{0, 0, 0, static_cast<float>(of.v[3] * mass)}}; };
  if constexpr (std::is_same_v<Body, SmoothBody<Pack8>>)
    return {only_w(body.velocity)};
  else
    return {only_w(body.velocity), only_w(body.spin)};
}

void set_impulse(LinkPack<Pack>& p, const Pack3& impulse) { p.impulse = impulse; }
void set_impulse(LinkPack<Pack>& p, Pack along) { p.impulse = p.normal * along; }

// Evaluates each iteration: decides on the end of the iterations and on the momentum of the next one.
class Convergence {
 public:
  // rounding: relative rounding error of an impulse; noise: rounding error of velocities, as the root mean square of
  // sqrt(W_nn) |p| over the contacts.
  Convergence(const SweepOptions& options, double rounding, double noise, std::size_t links)
      : options_(options), rounding_(rounding), noise_(noise), links_(static_cast<double>(links)) {}

  void take(const SweepSums& sums) {
    ++report.iterations;
    // Change per sweep, weighted as for SweepOptions::tolerance. An iteration has two sweeps.
    const double change = 0.5 * std::max(std::sqrt(sums.step / links_), std::sqrt(sums.largest) / 16);
    const double mean = sums.size / links_;
    report.change = change == 0 ? 0 : change / mean;
    const double rounding = rounding_ * std::sqrt(sums.energy / links_) + noise_;
    const double tolerance = std::max(options_.tolerance, kRoundings * rounding / mean);
    const bool enough = report.iterations >= options_.least || report.change <= kAtOnce * options_.tolerance;
    report.converged = change == 0 || (report.change <= tolerance && enough);
    done = report.converged || report.iterations >= options_.iterations || interrupt::overdue();
    const bool grows = maps_ > 0 && sums.step > kGrowth * last_step_;
    maps_ = grows ? maps_ / 2 : maps_ + 1;
    last_step_ = sums.step;
    momentum = grows ? 0 : static_cast<double>(maps_) / static_cast<double>(maps_ + 3);
  }

  SweepReport report;
  bool done = false;
  double momentum = 0;

 private:
  SweepOptions options_;
  double rounding_, noise_, links_;
  std::int64_t maps_ = 0;  // maps since momentum started
  double last_step_ = 0;
};

template <Cone cone, Turning turning, class Contacts>
void iterate(const ThreadGroup& threads, const Colours& colours, SweepLanes<Contacts>& lanes,
             Convergence& convergence) {
  lanes.begin(threads);
  while (!convergence.done) {
    lanes.template sweep<cone, turning>(threads, colours);
    const SweepSums sums = lanes.compare(threads);
    threads.once([&] { convergence.take(sums); });
    if (!convergence.done) lanes.keep_and_go_on(threads, convergence.momentum);
  }
}

// Options for the iterations in double precision, after those in single precision. At least one iteration remains, so
// that convergence is always checked in double precision.
SweepOptions rest_of(SweepOptions options, std::int64_t iterations) {
  options.iterations = std::max<std::int64_t>(options.iterations - iterations, 1);
  options.least = std::max<std::int64_t>(options.least - iterations, 1);
  return options;
}

}  // namespace

void SweepSums::add(const SweepSums& other) {
  step += other.step;
  largest = std::max(largest, other.largest);
  size += other.size;
  energy += other.energy;
}

template <class Contacts>
void SweepLanes<Contacts>::resize(std::size_t packs, std::size_t bodies, bool round) {
  pack.resize(packs);
  start.resize(packs);
  before.resize(packs);
  block.resize((packs + kBlock - 1) / kBlock);
  body.assign(bodies + kNobodies, {});
  body_before.resize(body.size());
  inertia.assign(round ? 0 : body.size(), {});
}

template <class Contacts>
void SweepLanes<Contacts>::begin(const ThreadGroup& threads) {
  threads.share(0, pack.size(), [&](std::size_t k) { start[k] = before[k] = pack[k].impulse; });
  threads.share(0, body.size(), [&](std::size_t i) { body_before[i] = body[i]; });
}

template <class Contacts>
template <Cone cone, Turning turning>
void SweepLanes<Contacts>::sweep_group(const ThreadGroup& threads, const Colours::Group& group) {
  const std::size_t walls = group.walls * kPacks<P>;
  threads.share(group.first * kPacks<P>, group.last * kPacks<P>, [&](std::size_t k) {
    if (pack[k].link[0] < 0) return;  // two threads with empty packs would write to the same dummy bodies
    if (k < walls)
      update<cone, false, turning>(body.data(), inertia.data(), pack[k]);
    else
      update<cone, true, turning>(body.data(), inertia.data(), pack[k]);
  });
}

// Sweeps backwards, then forwards, and updates the first group only once: at the turn it needs no second update in
// succession. The order saves the most work, because the last groups are the smallest.
template <class Contacts>
template <Cone cone, Turning turning>
void SweepLanes<Contacts>::sweep(const ThreadGroup& threads, const Colours& colours) {
  const auto& group = colours.group;
  for (std::size_t g = group.size(); g-- > 0;) sweep_group<cone, turning>(threads, group[g]);
  for (std::size_t g = 1; g < group.size(); ++g) sweep_group<cone, turning>(threads, group[g]);
}

// Computes the change of the iteration, in blocks.
template <class Contacts>
SweepSums SweepLanes<Contacts>::compare(const ThreadGroup& threads) {
  threads.share(0, block.size(), [&](std::size_t b) {
    Pack step{}, size{}, energy{};
    P most{};
    for (std::size_t k = b * kBlock; k < std::min(pack.size(), (b + 1) * kBlock); ++k) {
      const Contacts& p = pack[k];
      const P weight = weight_of(p);
      const P change = weight * square(p.impulse - start[k]);
      const P now = weight * square(p.impulse);
      step += folded(change);
      most = max(most, change);
      size += folded(sqrt(now));
      energy += folded(now);
    }
    block[b] = {sum(step), largest(most), sum(size), sum(energy)};
  });
  SweepSums total;
  for (const SweepSums& sums : block) total.add(sums);
  return total;
}

// Prepares the start of the next iteration, with momentum.
template <class Contacts>
void SweepLanes<Contacts>::keep_and_go_on(const ThreadGroup& threads, double momentum) {
  const P m = all_of<P>(momentum);
  threads.share(0, pack.size(), [&](std::size_t k) {
    const Impulse now = pack[k].impulse;
    pack[k].impulse = fma(m, now - before[k], now);
    start[k] = pack[k].impulse;
    before[k] = now;
  });
  const auto row_momentum = static_cast<typename Lanes<P>::Number>(momentum);
  threads.share(0, body.size(), [&](std::size_t i) {
    const Body now = body[i];
    body[i].velocity.v += row_momentum * (now.velocity.v - body_before[i].velocity.v);
    if constexpr (std::is_same_v<Body, MovingBody<P>>)
      body[i].spin.v += row_momentum * (now.spin.v - body_before[i].spin.v);
    body_before[i] = now;
  });
}

// (contacts, their relative velocities) => sum of u^2 / W_nn over contacts that press after an update [J].
double pressing_energy(const LinkPack<Pack>& p, const Pack3& u) {
  const Pack trial = fnma(dot(u, p.normal), p.normal_step, dot(p.impulse, p.normal));
  return sum(select(trial > 0, p.normal_step * dot(u, u), Pack{}));
}

// Puts contacts into their lanes. smooth: balls without friction, whose tangential impulses are ignored.
void Sweeps::load(const BodyProblem& problem, const Vec3s& impulses, bool smooth) {
  const BodyVelocities& bodies = problem.bodies;
  const Links& links = problem.links;
  const bool round = bodies.inverse_inertia.empty();
  links_ = links.size();
  const auto nobody = static_cast<Index>(bodies.size());
  colours_ = colours_of(links, bodies.size());
  double_.resize(colours_.order.size() / kLanes, bodies.size(), round);
  if (smooth)
    smooth_.resize(colours_.order.size() / Colours::kWidth, bodies.size(), round);
  else
    single_.resize(colours_.order.size() / Colours::kWidth, bodies.size(), round);
  error_.resize(double_.pack.size());
  size_.resize(double_.pack.size());
  for (std::size_t i = 0; i < bodies.inverse_inertia.size(); ++i) {
    const Mat3& j = bodies.inverse_inertia[i];
    double_.inertia[i].diagonal.v = Pack{j(0, 0), j(1, 1), j(2, 2), 0};
    double_.inertia[i].mixed.v = Pack{j(1, 2), j(2, 0), j(0, 1), 0};
  }
  const auto fill = [&](std::size_t k, bool wall) {
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
      p.sliding_step[lane] = steps.sliding;
    }
  };
#pragma omp parallel for schedule(static) if (links.size() > kFewContacts)
  for (std::size_t g = 0; g < colours_.group.size(); ++g) {
    const Colours::Group& group = colours_.group[g];
    for (std::size_t k = kHalves * group.first; k < kHalves * group.last; ++k) fill(k, k >= kHalves * group.walls);
  }
  mass_ = 0;
  double masses = 0;
  for (const LinkPack<Pack>& p : double_.pack) {
    mass_ = std::max(mass_, largest(p.normal_step));
    masses += sum(p.normal_step);
  }
  mass_ = std::exp2(std::round(std::log2(mass_)));
  noise_ = kDouble * greatest_speed(problem) * std::sqrt(masses / static_cast<double>(links_));
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
// size_ is the sum of u^2 / W_nn over the pressing contacts of each pack, with the shifts u, in the same units of mass.
template <Turning turning, class Contacts>
void Sweeps::to_single(const ThreadGroup& threads, SweepLanes<Contacts>& single) {
  const auto convert = [&](std::size_t k, bool wall) {
    const LinkPack<Pack>& low = double_.pack[2 * k];
    const LinkPack<Pack>& high = double_.pack[2 * k + 1];
    const Pack3 u_low = velocity_of<turning>(low, wall);
    const Pack3 u_high = velocity_of<turning>(high, wall);
    single.pack[k] = joined_packs<Contacts>(low, high, u_low, u_high, mass_);
    size_[2 * k] = pressing_energy(low, u_low) / mass_;
    size_[2 * k + 1] = pressing_energy(high, u_high) / mass_;
  };
  for (const Colours::Group& group : colours_.group)
    threads.share(group.first, group.last, [&](std::size_t k) { convert(k, k >= group.walls); });
  threads.share(0, single.body.size(),
                [&](std::size_t i) { single.body[i] = at_rest<typename Contacts::Body>(double_.body[i], mass_); });
  const auto row = [&](const Xyzw& of) { return Xyzw8{__builtin_convertvector(of.v * mass_, Quad)}; };
  threads.share(0, single.inertia.size(), [&](std::size_t i) {
    single.inertia[i] = {row(double_.inertia[i].diagonal), row(double_.inertia[i].mixed)};
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

// Computes the sums for the residual, for each pack. For the relaxed law, the impulse for a given dual velocity is the
// nearest point of the cone.
template <Cone cone, Turning turning>
void Sweeps::find_errors(const ThreadGroup& threads) {
  const auto of_pack = [&](std::size_t k, bool wall) {
    const LinkPack<Pack>& p = double_.pack[k];
    Pack3 u = velocity_of<turning>(p, wall);
    if constexpr (cone == Cone::coulomb) {
      const Pack3 across = fnma(dot(u, p.normal), p.normal, u);
      u = fma(p.friction * sqrt(dot(across, across)), p.normal, u);
    }
    const Pack3 error = p.impulse - solved<Cone::ccp>(p, u);
    const Pack3 response = u * min(p.normal_step, p.sliding_step);
    const Pack weight = weight_of(p);
    error_[k] = sum(weight * dot(error, error));
    size_[k] = sum(sqrt(weight * max(dot(p.impulse, p.impulse), dot(response, response))));
  };
  for (const Colours::Group& group : colours_.group)
    threads.share(kHalves * group.first, kHalves * group.last,
                  [&](std::size_t k) { of_pack(k, k >= kHalves * group.walls); });
}

double Sweeps::residual() const {
  const double error = sum_of(error_);
  const double size = sum_of(size_);
  if (error == 0) return 0;
  return std::sqrt(error * static_cast<double>(links_)) / size;
}

// Solves in single precision in the given lanes, then in double precision.
template <Cone cone, Turning turning, class Contacts>
SweepReport Sweeps::run(const BodyVelocities& bodies, const SweepOptions& options, SweepLanes<Contacts>& fast) {
  std::fill(size_.begin(), size_.end(), 0);
  std::optional<Convergence> single;
  std::optional<Convergence> precise;
#pragma omp parallel if (links_ > kFewContacts)
  {
    const ThreadGroup threads;
    apply<turning>(threads, bodies);
    to_single<turning>(threads, fast);
    threads.once([&] {
      const double noise = kSingle * std::sqrt(sum_of(size_) / static_cast<double>(links_));
      single.emplace(options, kSingle, noise, links_);
    });
    iterate<cone, turning>(threads, colours_, fast, *single);
    from_single(threads, fast);
    apply<turning>(threads, bodies);
    threads.once([&] { precise.emplace(rest_of(options, single->report.iterations), kDouble, noise_, links_); });
    iterate<cone, turning>(threads, colours_, double_, *precise);
    // Recomputes the velocities from the start. Otherwise the rounding errors of many sweeps would add up to a spurious
    // momentum.
    apply<turning>(threads, bodies);
    find_errors<cone, turning>(threads);
  }
  interrupt::check();  // an exception must not leave the parallel region, so a stop only ended the sweeps there
  SweepReport report = precise->report;
  report.iterations += single->report.iterations;
  report.residual = residual();
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
