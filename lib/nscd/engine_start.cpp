// Start of a run: overlaps from another method are removed, and bodies that touch and approach collide (docs/theory.md
// 11.7).
#include "base/error.hpp"
#include "base/parallel.hpp"
#include "nscd/engine.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace rubble::nscd {
namespace {

// A pair violates the conditions of a start if its overlap at the first evaluation of forces exceeds this part of the
// smallest radius.
constexpr double kViolated = 1e-6;
// A pair touches at the start if its gap is below this part of the smallest radius. Piles that came to rest with the
// default tolerance of the solver have such gaps.
constexpr double kTouching = 1e-4;

// Overlaps are removed in at most kMostMoves moves. Each move removes the share kShare of each overlap, with
// displacements of at most kMostMove times the least half-thickness. The moves end when overlaps are at most kLeft
// times the limit; recovery of the rest creates almost no speed.
constexpr double kShare = 0.8;
constexpr double kMostMove = 0.1;
constexpr double kLeft = 1e-4;
constexpr int kMostMoves = 1000;
constexpr friction::SweepOptions kSolver{friction::Cone::coulomb, 1e-3, 500, 5};

}  // namespace

// Deepest overlap of the points found, in units of half the thickness of the thinner body.
double Engine::deepest() const {
  double deepest = 0;
  for (std::size_t point = 0; point < found_.size(); ++point)
    if (found_.gap[point] < 0) deepest = std::max(deepest, depth(point));
  return deepest;
}

// Moves all bodies once, so that a share of each overlap is removed and no gap becomes an overlap. The displacement is
// the least one, weighted by masses and inertias, without friction. => the largest displacement of a centre [m].
double Engine::move_apart() {
  const std::size_t points = found_.size();
  near_.resize(points);
  touch_.resize(points);
  for (std::size_t point = 0; point < points; ++point) {
    set_link(point);
    const double gap = found_.gap[point];
    near_.friction[point] = 0;
    near_.shift[point] = (gap < 0 ? kShare * gap : gap) * near_.normal[point];
    touch_[point] = point;
  }
  problem_.bodies = before_;
  for (Vec3& velocity : problem_.bodies.velocity) velocity.setZero();
  for (Vec3& spin : problem_.bodies.spin) spin.setZero();
  problem_.links.assign(near_, touch_);
  impulse_.assign(points, Vec3::Zero());
  sweeps_.solve(problem_, kSolver, impulse_);
  double longest = 0;
  for (const Vec3& way : problem_.bodies.velocity) longest = std::max(longest, way.norm());
  const double most = kMostMove * *std::min_element(half_.begin(), half_.end());
  const double part = longest > most ? most / longest : 1;
  movers_.displace(problem_.bodies, part);
  return part * longest;
}

// Removes overlaps beyond the limit before the first step by moving bodies apart. The bodies keep their velocities and
// angular momenta, and their centre of mass does not move unless walls push them.
void Engine::separate(const Model& model, const State& state) {
  predicted_ = state;
  std::vector<detect::Wall> walls = walls_at(external_, state.time);
  double first = 0;
  double left = 0;
  for (int move = 0; move <= kMostMoves; ++move) {
    turn_ = turns(model, predicted_);
    detect::Narrow narrow;
    const detect::PlacedBodies rows = bodies(model, predicted_, external_, turn_);
    narrow.take(candidates(model, predicted_, external_, bound_, alert(0)), rows);
    narrow.find(rows, walls, alert(0), most_points_, found_);
    left = deepest();
    if (move == 0) first = left;
    if (move == 0 && left <= p_.contact.start_overlap) return;
    if (left <= kLeft * p_.contact.start_overlap) break;
    if (move == kMostMoves) break;
    movers_.give(before_);
    move_apart();
    movers_.place_rows(model, predicted_);
  }
  double longest = 0;
  for (std::size_t i = 0; i < state.position.size(); ++i)
    longest = std::max(longest, (predicted_.position[i] - state.position[i]).norm());
  if (left > p_.contact.start_overlap)
    throw SanityError(
        fmt::format("the pile starts with overlaps of {:.3g} of the bodies' half-thickness, and overlaps of {:.3g} of "
                    "it remain after {} moves apart: raise contact.start_overlap, which is the limit",
                    first, left, kMostMoves));
  started = fmt::format(
      "overlaps of up to {:.3g} of the bodies' half-thickness were removed before the first step: bodies moved by up "
      "to {:.3g} m, velocities are unchanged; contact.start_overlap = {} is the limit",
      first, longest, p_.contact.start_overlap);
}

// Points that touch at the start count as points of a previous step with zero impulse. Their bodies then support each
// other when a third body meets them in the first step.
void Engine::note_touching() {
  if (!last_.keys.empty()) return;
  for (std::size_t point = 0; point < found_.size(); ++point) {
    if (found_.gap[point] > kTouching * smallest_) continue;
    last_.keys.push_back(found_.key[point]);
    last_.value.push_back(Vec3::Zero());
  }
}

// True if a point would overlap at the first forces.
bool Engine::violated() const {
  for (std::size_t point = 0; point < found_.size(); ++point) {
    if (!demand_[point]) continue;
    const double speed = friction::relative_velocity(before_, near_, point).dot(near_.normal[point]);
    if ((speed + demand_[point]->shift) * span_ < -kViolated * smallest_) return true;
  }
  return false;
}

// Bodies that touch at the start and approach would overlap at the first evaluation of forces, (1 - theta) h later:
// they collide where they start. The final state of an earlier run is not changed (docs/theory.md 11.7).
void Engine::begin(const Model& model, State& state) {
  begun_ = true;
  separate(model, state);
  note_touching();
  span_ = (1 - p_.step.theta) * p_.step.dt;
  if (!(span_ > 0)) {
    movers_.place_rows(model, state);
    return;
  }
  predicted_ = state;
  movers_.place_rows(model, predicted_);
  fastest_ = fastest();
  if (!std::isfinite(fastest_))
    throw SanityError(fmt::format("{} at t = {} s: reduce step.dt", movers_.unsound(), state.time));
  movers_.give(before_);
  free_ = before_;
  force_.assign(movers_.size(), Vec3::Zero());
  torque_.assign(movers_.size(), Vec3::Zero());
  find_points(model);
  const Quality kept = quality;
  link();
  if (violated()) {
    strike();
    impulse_.assign(touch_.size(), Vec3::Zero());
    solve();
    movers_.take(free_, problem_.bodies);
    account += blocked_fold(touch_.size(), Account{}, [&](Account& sum, std::size_t c) {
      book_heat(c, sum);
      book(problem_.links, c, touch_[c], struck_.empty() ? impulse_[c] : Vec3(impulse_[c] + struck_[c]), sum);
    });
  }
  part();
  require_no_passing(model, before_, state.time + span_, true);
  movers_.place_rows(model, state);
  quality = kept;
  span_ = p_.step.dt;
  narrow_ = {};
  listed_ = false;
}

}  // namespace rubble::nscd
