#include "friction/sweeps.hpp"

#include "friction/cone.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <stdexcept>

namespace rubble::friction {
namespace {

constexpr std::size_t kBlock = 64;      // packs of a partial sum
constexpr std::size_t kFewPacks = 512;  // below, one thread is faster than several that wait for each other
constexpr double kGrowth = 1.02;        // of a step over the last: from there on momentum is reduced
constexpr std::size_t kColours = 64;    // bits of a word; contacts that find none of them free stand alone
constexpr std::size_t kNobodies = 3;    // bodies that empty lanes of pairs and of walls write to

Vec3 lane_of(const Pack3& p, std::size_t lane) { return {p.x[lane], p.y[lane], p.z[lane]}; }
void put_lane(Pack3& p, std::size_t lane, const Vec3& v) {
  p.x[lane] = v.x();
  p.y[lane] = v.y();
  p.z[lane] = v.z();
}

// Velocities of a contact's two bodies.
struct Ends {
  Gathered va, wa, vb, wb;
};

template <bool wall>
RUBBLE_INLINE Ends ends_of(const MovingBody* body, const LinkPack& p) {
  Ends e;
  e.va = gather(body, &MovingBody::velocity, p.a.data());
  e.wa = gather(body, &MovingBody::spin, p.a.data());
  if constexpr (!wall) {
    e.vb = gather(body, &MovingBody::velocity, p.b.data());
    e.wb = gather(body, &MovingBody::spin, p.b.data());
  }
  return e;
}

// u of bodies.hpp.
template <bool wall, bool round>
RUBBLE_INLINE Pack3 relative(const LinkPack& p, const Ends& e) {
  if constexpr (wall) return p.shift - e.va.v - cross(e.wa.v, round ? p.normal * p.reach_a : p.arm_a);
  const Pack3 apart = p.shift + (e.vb.v - e.va.v);
  if constexpr (round) return apart - cross(fma(p.reach_a, e.wa.v, e.wb.v * p.reach_b), p.normal);
  return apart + cross(e.wb.v, p.arm_b) - cross(e.wa.v, p.arm_a);
}

// (point, mu) => the part of it across the normal, cut to mu times `normal`.
RUBBLE_INLINE Pack3 cut(const Pack3& across, Pack limit) {
  const Pack square = dot(across, across);
  const Mask slides = square > limit * limit;
  if (!any(slides)) return across;
  return across * select(slides, limit / sqrt(select(slides, square, all(1))), all(1));
}

// The impulse that solves a contact in the diagonal form, from its impulse and velocity: docs/theory.md 10.2, 10.6.
template <Cone cone>
RUBBLE_INLINE Pack3 solved(const LinkPack& p, const Pack3& u) {
  const Pack u_n = dot(u, p.normal);
  const Pack p_n = dot(p.impulse, p.normal);
  if constexpr (cone == Cone::coulomb) {
    const Pack normal = max(fnma(u_n, p.normal_step, p_n), Pack{});
    const Pack3 trial = fnma(p.sliding_step, u, p.impulse);
    const Pack3 across = fnma(dot(trial, p.normal), p.normal, trial);
    return fma(normal, p.normal, cut(across, p.friction * normal));
  }
  // The nearest point of the cone |p_t| <= mu p_n.
  const Pack step = min(p.normal_step, p.sliding_step);
  const Pack3 trial = fnma(step, u, p.impulse);
  const Pack along = dot(trial, p.normal);
  const Pack3 across = fnma(along, p.normal, trial);
  const Pack size = sqrt(dot(across, across));
  const Pack foot = max((along + p.friction * size) / fma(p.friction, p.friction, all(1)), Pack{});
  const Pack normal = select(size <= p.friction * along, along, foot);
  return fma(normal, p.normal, cut(across, p.friction * normal));
}

RUBBLE_INLINE void scatter(MovingBody* body, Xyzw MovingBody::*member, const std::array<Index, kLanes>& index,
                           const Pack3& v, Pack w) {
  const Lanes4 lanes = lanes_of(v, w);
  for (std::size_t lane = 0; lane < kLanes; ++lane) (body[index[lane]].*member).v = lanes.lane[lane];
}

RUBBLE_INLINE Pack3 times(const InverseInertia* inertia, const std::array<Index, kLanes>& index, const Pack3& t) {
  const Gathered d = gather(inertia, &InverseInertia::diagonal, index.data());
  const Gathered m = gather(inertia, &InverseInertia::mixed, index.data());
  return {fma(d.v.x, t.x, fma(m.v.z, t.y, m.v.y * t.z)), fma(m.v.z, t.x, fma(d.v.y, t.y, m.v.x * t.z)),
          fma(m.v.y, t.x, fma(m.v.x, t.y, d.v.z * t.z))};
}

// Changes of the impulses on b => the bodies' velocities.
template <bool wall, bool round>
RUBBLE_INLINE void push(MovingBody* body, const InverseInertia* inertia, const LinkPack& p, Ends e,
                        const Pack3& change) {
  const Pack3 twist = cross(p.normal, change);
  Pack3 turn_a;
  if constexpr (round)
    turn_a = twist * (p.reach_a * e.wa.w);
  else
    turn_a = times(inertia, p.a, cross(p.arm_a, change));
  scatter(body, &MovingBody::velocity, p.a, fnma(e.va.w, change, e.va.v), e.va.w);
  scatter(body, &MovingBody::spin, p.a, e.wa.v - turn_a, e.wa.w);
  if constexpr (wall) return;
  Pack3 turn_b;
  if constexpr (round)
    turn_b = twist * (-p.reach_b * e.wb.w);
  else
    turn_b = times(inertia, p.b, cross(p.arm_b, change));
  scatter(body, &MovingBody::velocity, p.b, fma(e.vb.w, change, e.vb.v), e.vb.w);
  scatter(body, &MovingBody::spin, p.b, e.wb.v + turn_b, e.wb.w);
}

template <Cone cone, bool wall, bool round>
RUBBLE_INLINE void update(MovingBody* body, const InverseInertia* inertia, LinkPack& p) {
  const Ends e = ends_of<wall>(body, p);
  const Pack3 next = solved<cone>(p, relative<wall, round>(p, e));
  const Pack3 change = next - p.impulse;
  p.impulse = next;
  push<wall, round>(body, inertia, p, e, change);
}

// 1 / W_nn and 1 / w_t.
struct Steps {
  double normal, sliding;
};
Steps steps_of(const BodyProblem& problem, std::size_t c, double reach_a, double reach_b) {
  if (problem.bodies.inverse_inertia.empty()) {
    const Bodies& bodies = problem.bodies;
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
  const Frame frame = frame_of(problem.links.normal[c]);
  const double ss = frame.first.dot(k * frame.first);
  const double tt = frame.second.dot(k * frame.second);
  const double st = frame.first.dot(k * frame.second);
  const double largest = 0.5 * (ss + tt) + std::hypot(0.5 * (ss - tt), st);
  return {1 / frame.normal.dot(k * frame.normal), 1 / largest};
}

}  // namespace

void Sweeps::Sums::add(const Sums& other) {
  step += other.step;
  square += other.square;
  largest = std::max(largest, other.largest);
  impulses += other.impulses;
}

// Colours, one contact after the other: the lowest that neither body has yet.
void Sweeps::colour(const Links& links) {
  used_.assign(body_.size(), 0);
  colour_.resize(links.size());
  std::vector<std::size_t> pairs(kColours, 0), walls(kColours, 0);
  std::size_t alone = 0;
  for (std::size_t c = 0; c < links.size(); ++c) {
    std::uint64_t& a = used_[static_cast<std::size_t>(links.a[c])];
    std::uint64_t none = 0;
    const bool wall = links.b[c] < 0;
    std::uint64_t& b = wall ? none : used_[static_cast<std::size_t>(links.b[c])];
    const auto lowest = static_cast<std::size_t>(std::countr_one(a | b));
    colour_[c] = static_cast<Index>(lowest);
    if (lowest == kColours) {
      ++alone;
      continue;
    }
    a |= std::uint64_t{1} << lowest;
    b |= std::uint64_t{1} << lowest;
    ++(wall ? walls : pairs)[lowest];
  }
  // Packs of each colour, pairs before walls; then those that stand alone.
  group_.clear();
  std::vector<std::size_t> pair_place(kColours), wall_place(kColours);  // of the next contact, in lanes
  std::size_t packs = 0;
  for (std::size_t k = 0; k < kColours && pairs[k] + walls[k] > 0; ++k) {
    const std::size_t first_wall = packs + (pairs[k] + kLanes - 1) / kLanes;
    const std::size_t last = first_wall + (walls[k] + kLanes - 1) / kLanes;
    group_.push_back({packs, first_wall, last});
    pair_place[k] = kLanes * packs;
    wall_place[k] = kLanes * first_wall;
    packs = last;
  }
  order_.assign(kLanes * (packs + alone), -1);
  for (std::size_t c = 0; c < links.size(); ++c) {
    const auto k = static_cast<std::size_t>(colour_[c]);
    const bool wall = links.b[c] < 0;
    if (k == kColours) {
      order_[kLanes * packs] = static_cast<Index>(c);
      group_.push_back({packs, wall ? packs : packs + 1, packs + 1});
      ++packs;
    } else {
      order_[(wall ? wall_place : pair_place)[k]++] = static_cast<Index>(c);
    }
  }
}

// Contacts into their lanes.
void Sweeps::fill(const BodyProblem& problem, const Vec3s& impulses) {
  const Links& links = problem.links;
  const auto nobody = static_cast<Index>(problem.bodies.size());
  pack_.resize(order_.size() / kLanes);
  const auto fill_pack = [&](std::size_t k, bool wall) {
    LinkPack& p = pack_[k];
    p = LinkPack();
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      const Index link = order_[kLanes * k + lane];
      p.link[lane] = link;
      p.a[lane] = wall ? nobody + 2 : nobody;
      p.b[lane] = nobody + 1;
      if (link < 0) continue;
      const auto c = static_cast<std::size_t>(link);
      p.a[lane] = links.a[c];
      if (!wall) p.b[lane] = links.b[c];
      put_lane(p.normal, lane, links.normal[c]);
      put_lane(p.shift, lane, links.shift[c]);
      put_lane(p.impulse, lane, impulses[c]);
      put_lane(p.arm_a, lane, links.arm_a[c]);
      put_lane(p.arm_b, lane, links.arm_b[c]);
      p.reach_a[lane] = links.arm_a[c].dot(links.normal[c]);
      p.reach_b[lane] = -links.arm_b[c].dot(links.normal[c]);
      p.friction[lane] = links.friction[c];
      const Steps steps = steps_of(problem, c, p.reach_a[lane], p.reach_b[lane]);
      p.normal_step[lane] = steps.normal;
      p.sliding_step[lane] = steps.sliding;
    }
  };
#pragma omp parallel for schedule(static) if (pack_.size() > kFewPacks)
  for (std::size_t g = 0; g < group_.size(); ++g)
    for (std::size_t k = group_[g].first; k < group_[g].last; ++k) fill_pack(k, k >= group_[g].walls);
}

void Sweeps::load(const BodyProblem& problem, const Vec3s& impulses) {
  const Bodies& bodies = problem.bodies;
  round_ = bodies.inverse_inertia.empty();
  links_ = problem.links.size();
  body_.assign(bodies.size() + kNobodies, MovingBody{});
  inertia_.assign(round_ ? 0 : body_.size(), InverseInertia{});
  for (std::size_t i = 0; i < bodies.inverse_inertia.size(); ++i) {
    const Mat3& j = bodies.inverse_inertia[i];
    inertia_[i].diagonal.v = Pack{j(0, 0), j(1, 1), j(2, 2), 0};
    inertia_[i].mixed.v = Pack{j(1, 2), j(2, 0), j(0, 1), 0};
  }
  colour(problem.links);
  fill(problem, impulses);
}

// The bodies' velocities with the impulses, from those without.
template <bool round>
void Sweeps::apply(const Team& team, const Bodies& bodies) {
  team.share(0, bodies.size(), [&](std::size_t i) {
    const Vec3& v = bodies.velocity[i];
    const Vec3& w = bodies.spin[i];
    body_[i].velocity.v = Pack{v.x(), v.y(), v.z(), bodies.inverse_mass[i]};
    body_[i].spin.v = Pack{w.x(), w.y(), w.z(), round ? bodies.inverse_moment[i] : 0};
  });
  const auto apply_pack = [&](LinkPack& p, bool wall) {
    if (wall)
      push<true, round>(body_.data(), inertia_.data(), p, ends_of<true>(body_.data(), p), p.impulse);
    else
      push<false, round>(body_.data(), inertia_.data(), p, ends_of<false>(body_.data(), p), p.impulse);
  };
  for (const Group& group : group_)
    team.share(group.first, group.last, [&](std::size_t k) { apply_pack(pack_[k], k >= group.walls); });
}

template <Cone cone, bool round>
void Sweeps::sweep_group(const Team& team, const Group& group) {
  team.share(group.first, group.last, [&](std::size_t k) {
    if (k < group.walls)
      update<cone, false, round>(body_.data(), inertia_.data(), pack_[k]);
    else
      update<cone, true, round>(body_.data(), inertia_.data(), pack_[k]);
  });
}

// There and back. The last groups are the smallest: the way turns at the first, which has nothing to do at once again.
template <Cone cone, bool round>
void Sweeps::sweep(const Team& team) {
  for (std::size_t g = group_.size(); g-- > 0;) sweep_group<cone, round>(team, group_[g]);
  for (std::size_t g = 1; g < group_.size(); ++g) sweep_group<cone, round>(team, group_[g]);
}

// What the iteration changed, in blocks.
Sweeps::Sums Sweeps::compare(const Team& team) {
  team.share(0, block_.size(), [&](std::size_t b) {
    Sums sums;
    for (std::size_t k = b * kBlock; k < std::min(pack_.size(), (b + 1) * kBlock); ++k) {
      const LinkPack& p = pack_[k];
      const Pack3 change = p.impulse - start_[k];
      const Pack square = dot(change, change);
      const Pack weighted = square / select(p.normal_step > 0, p.normal_step, all(1));
      sums.add({sum(weighted), sum(square), largest(square), sum(dot(p.impulse, p.normal))});
    }
    block_[b] = sums;
  });
  Sums all_sums;
  for (const Sums& sums : block_) all_sums.add(sums);
  return all_sums;
}

// The next iteration's start, with momentum.
void Sweeps::keep_and_go_on(const Team& team, double momentum) {
  const Pack m = all(momentum);
  team.share(0, pack_.size(), [&](std::size_t k) {
    const Pack3 now = pack_[k].impulse;
    pack_[k].impulse = fma(m, now - before_[k], now);
    start_[k] = pack_[k].impulse;
    before_[k] = now;
  });
  team.share(0, body_.size(), [&](std::size_t i) {
    const MovingBody now = body_[i];
    body_[i].velocity.v = fma(m, now.velocity.v - body_before_[i].velocity.v, now.velocity.v);
    body_[i].spin.v = fma(m, now.spin.v - body_before_[i].spin.v, now.spin.v);
    body_before_[i] = now;
  });
}

template <Cone cone, bool round>
double Sweeps::residual() const {
  double error = 0;
  double impulses = 0;
  const auto of_lane = [&](const LinkPack& p, const Pack3& u, std::size_t lane) {
    if (p.link[lane] < 0) return;
    const Frame frame = frame_of(lane_of(p.normal, lane));
    const Vec3 impulse = frame.to_local(lane_of(p.impulse, lane));
    const double step = std::min(p.normal_step[lane], p.sliding_step[lane]);
    const Vec3 dual = dual_velocity(frame.to_local(lane_of(u, lane)), p.friction[lane], cone);
    error += (impulse - project(impulse - step * dual, p.friction[lane])).squaredNorm();
    impulses += impulse.norm();
  };
  for (const Group& group : group_) {
    for (std::size_t k = group.first; k < group.last; ++k) {
      const LinkPack& p = pack_[k];
      const Pack3 u = k < group.walls ? relative<false, round>(p, ends_of<false>(body_.data(), p))
                                      : relative<true, round>(p, ends_of<true>(body_.data(), p));
      for (std::size_t lane = 0; lane < kLanes; ++lane) of_lane(p, u, lane);
    }
  }
  if (error == 0) return 0;
  return std::sqrt(error * static_cast<double>(links_)) / impulses;
}

template <Cone cone, bool round>
SweepReport Sweeps::iterate(const Bodies& bodies, const SweepOptions& options) {
  start_.resize(pack_.size());
  before_.resize(pack_.size());
  for (std::size_t k = 0; k < pack_.size(); ++k) start_[k] = before_[k] = pack_[k].impulse;
  body_before_.resize(body_.size());
  block_.resize((pack_.size() + kBlock - 1) / kBlock);

  SweepReport report;
  bool done = false;
  std::int64_t maps = 0;  // since momentum began
  double last_step = 0;
  double momentum = 0;
  const auto n = static_cast<double>(links_);
  const auto judge = [&](const Sums& sums) {
    ++report.iterations;
    const double mean = sums.impulses / n;
    const double change = 0.5 * std::max(std::sqrt(sums.square / n), std::sqrt(sums.largest) / 16);  // of one sweep
    report.change = change == 0 ? 0 : change / mean;
    report.converged = change == 0 || (report.change <= options.tolerance && report.iterations >= options.least);
    done = report.converged || report.iterations == options.iterations;
    const bool grows = maps > 0 && sums.step > kGrowth * last_step;
    maps = grows ? maps / 2 : maps + 1;
    last_step = sums.step;
    momentum = grows ? 0 : static_cast<double>(maps) / static_cast<double>(maps + 3);
  };
#pragma omp parallel if (pack_.size() > kFewPacks)
  {
    const Team team;
    apply<round>(team, bodies);
    team.share(0, body_.size(), [&](std::size_t i) { body_before_[i] = body_[i]; });
    while (!done) {
      sweep<cone, round>(team);
      const Sums sums = compare(team);
      team.once([&] { judge(sums); });
      if (!done) keep_and_go_on(team, momentum);
    }
    // Once more from the start: the rounding of many sweeps would be momentum that nothing gave.
    apply<round>(team, bodies);
  }
  report.residual = residual<cone, round>();
  return report;
}

SweepReport Sweeps::solve(BodyProblem& problem, const SweepOptions& options, Vec3s& impulses) {
  if (impulses.size() != problem.links.size()) throw std::invalid_argument("one impulse for each contact is needed");
  if (problem.links.size() == 0) return {0, 0, 0, true};
  load(problem, impulses);
  const bool coulomb = options.cone == Cone::coulomb;
  SweepReport report;
  if (coulomb)
    report = round_ ? iterate<Cone::coulomb, true>(problem.bodies, options)
                    : iterate<Cone::coulomb, false>(problem.bodies, options);
  else
    report =
        round_ ? iterate<Cone::ccp, true>(problem.bodies, options) : iterate<Cone::ccp, false>(problem.bodies, options);
  for (const LinkPack& p : pack_)
    for (std::size_t lane = 0; lane < kLanes; ++lane)
      if (p.link[lane] >= 0) impulses[static_cast<std::size_t>(p.link[lane])] = lane_of(p.impulse, lane);
  for (std::size_t i = 0; i < problem.bodies.size(); ++i) {
    const Pack v = body_[i].velocity.v;
    const Pack w = body_[i].spin.v;
    problem.bodies.velocity[i] = {v[0], v[1], v[2]};
    problem.bodies.spin[i] = {w[0], w[1], w[2]};
  }
  return report;
}

}  // namespace rubble::friction
