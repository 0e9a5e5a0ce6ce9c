// Points that may touch until the next evaluation of forces: neighbour list, predicted paths, and pairs that meet on
// them (docs/theory.md 11.2).
#include "base/clock.hpp"
#include "base/error.hpp"
#include "base/parallel.hpp"
#include "detect/list_margin.hpp"
#include "detect/passing.hpp"
#include "nscd/engine.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace rubble::nscd {
namespace {

constexpr Index kWall = -1;  // partner: a wall
constexpr Index kNone = -2;  // partner: none
constexpr Index kSeveral = -3;

// A path is long if it exceeds this part of half the thickness of the thinner body. On shorter paths, bodies without
// restitution stop where they touch. Bodies with restitution overlap before they rebound, so their limit is smaller.
constexpr double kLong = 0.5;
constexpr double kLongWithRestitution = 0.05;
// A run ends if a body moves farther than this part of half the thickness of the thinner body, and meets another body
// to which it cannot be followed.
constexpr double kTooLong = 1;

// List margin of a body beyond the skin, in multiples of its path beyond the alert distance.
constexpr double kMargin = 2;
}  // namespace

// Predicts the displacements of the rows until the next evaluation of forces, from the velocities at the start of the
// step. Where paths may be long, the displacement of a body without an impulse in the last step includes the kick of
// this step's forces.
void Engine::expect(const Model& model) {
  const auto set_ways = [&](shape::Moves& moves) {
    moves.resize(model.size());
    parallel_for(moves.size(), [&](std::size_t i) {
      moves[i] = {span_ * predicted_.velocity[i], span_ * predicted_.spin[i]};
    });
  };
  set_ways(move_);
  if (!long_ways()) return;
  std::vector<char> held(movers_.size(), 0);
  for (const ContactKey& key : last_.keys) {
    held[static_cast<std::size_t>(movers_.of_row(static_cast<std::size_t>(key.a)))] = 1;
    if (!key.on_wall()) held[static_cast<std::size_t>(movers_.of_row(static_cast<std::size_t>(key.b)))] = 1;
  }
  movers_.place_rows(model, predicted_);
  set_ways(kicked_);
  parallel_for(move_.size(), [&](std::size_t i) {
    if (held[static_cast<std::size_t>(movers_.of_row(i))] == 0) move_[i] = kicked_[i];
  });
}

// Length of a row's path beyond the distance that the alert distance allows for [m].
double Engine::way_beyond(std::size_t row) const {
  const double allowed = 0.5 * (alert(fastest_) - alert(0));
  return std::max(0.0, (move_[row].shift - common_).norm() - allowed);
}

// True if the list holds all pairs within the alert distance and all pairs that may meet on their paths. For this, no
// row may have moved, or be about to move, by more than half the rest of the skin plus its own margin.
bool Engine::list_holds(const State& state, double near) const {
  const std::size_t n = state.position.size();
  if (!listed_) return false;
  const Vec3 drift = fixed()
                         ? Vec3(Vec3::Zero())
                         : Vec3(blocked_sum(n, Vec3(Vec3::Zero()),
                                            [&](std::size_t i) { return Vec3(state.position[i] - listed_at_[i]); }) /
                                static_cast<double>(n));
  const double allowed = 0.5 * (skin_ - near);
  return allowed >= 0 && all_of(n, [&](std::size_t i) {
           const double moved = (state.position[i] - listed_at_[i] - drift).norm();
           return moved + way_beyond(i) - margin_[i] <= allowed;
         });
}

void Engine::update_list(const Model& model, const State& state) {
  const double near = alert(fastest_);
  if (list_holds(state, near)) return;
  const Clock clock(seconds.search);
  for (std::size_t i = 0; i < model.size(); ++i)
    if (!state.position[i].allFinite())
      throw SanityError(fmt::format("body {} has no finite position at t = {} s", i, state.time));
  const double mean_way =
      blocked_sum(model.size(), 0.0, [&](std::size_t i) { return (move_[i].shift - common_).norm(); }) /
      static_cast<double>(model.size());
  skin_ = near + p_.step.skin.value_or(detect::list_margin(mean_way, mean_diameter_));
  margin_.resize(model.size());
  Reals bounds = bound_;
  for (std::size_t i = 0; i < model.size(); ++i) {
    margin_[i] = kMargin * way_beyond(i);
    bounds[i] += margin_[i];
  }
  narrow_.take(candidates(model, state, external_, bounds, skin_), bodies(model, state, external_, turn_));
  if (!given_memory_.empty()) narrow_.remember(given_memory_);
  given_memory_.clear();
  listed_at_ = state.position;
  listed_ = true;
  ++list_builds;
}

// Finds points that touch at the predicted positions, or may touch until the next evaluation of forces. Pairs that meet
// on long paths are first moved to their first touch.
void Engine::find_points(const Model& model) {
  common_ = fixed() ? Vec3(Vec3::Zero()) : Vec3(span_ * movers_.mean_velocity());
  expect(model);
  turn_ = turns(model, predicted_);
  update_list(model, predicted_);
  meet(model);
  const Clock clock(seconds.touching);
  const detect::Ahead ahead{move_, half_, kLong};
  narrow_.find(bodies(model, predicted_, external_, turn_), walls_at(external_, predicted_.time, span_),
               alert(fastest_), most_points_, found_, &ahead);
}

// True if any body may have a long path.
bool Engine::long_ways() const {
  const double share = p_.contact.restitution > 0 ? kLongWithRestitution : kLong;
  return 2 * span_ * fastest_ > share * thinnest_;
}

// For each mover: the mover or wall that gave it impulses in the last step, or that touches and approaches it. kNone,
// kWall and kSeveral stand for no partner, a wall, and more than one partner.
std::vector<Index> Engine::partners(const std::vector<detect::PathContact>& meetings) const {
  std::vector<Index> partner(movers_.size(), kNone);
  const auto note = [&](Index mover, Index other) {
    Index& mine = partner[static_cast<std::size_t>(mover)];
    mine = mine == kNone || mine == other ? other : kSeveral;
  };
  const auto note_pair = [&](const ContactKey& key) {
    const Index a = movers_.of_row(static_cast<std::size_t>(key.a));
    const Index b = key.on_wall() ? kWall : movers_.of_row(static_cast<std::size_t>(key.b));
    note(a, b);
    if (b >= 0) note(b, a);
  };
  for (const ContactKey& key : last_.keys) note_pair(key);
  for (const detect::PathContact& meeting : meetings)
    if (meeting.touches) note_pair(meeting.slot);
  return partner;
}

// True for two spheres. Their normal at the evaluation of forces differs from the normal at their first touch.
bool Engine::are_spheres(const ContactKey& key) const {
  if (key.on_wall()) return false;
  return solid_.empty() || (solid_[static_cast<std::size_t>(key.a)] < 0 && solid_[static_cast<std::size_t>(key.b)] < 0);
}

// SanityError for a pair whose bodies would have to pass through each other before they rebound, or would be stopped
// along a wrong normal. The message names a step that keeps the overlap within its limit.
void Engine::require_followed(const detect::PathContact& meeting) const {
  const ContactKey& key = meeting.slot;
  if (!(p_.contact.restitution > 0) && !are_spheres(key)) return;
  double half = half_[static_cast<std::size_t>(key.a)];
  if (!key.on_wall()) half = std::min(half, half_[static_cast<std::size_t>(key.b)]);
  if (!(meeting.way > kTooLong * half)) return;
  const double enough = p_.step.dt * std::min<double>(kTooLong, p_.limits.penetration) * half / meeting.way;
  throw SanityError(fmt::format("{} would pass through each other at t = {} s before they rebound: {}",
                                text_of_pair(key), predicted_.time,
                                detect::text_of_step(meeting.way / span_, p_.step.dt, 2 * half, enough)));
}

// Moves pairs that meet on a long path to their first touch, the earliest pairs first. Only movers without any other
// contact are moved. Both move relative to their common centre of mass, so that this centre and the angular momentum of
// the pair are unchanged.
void Engine::meet(const Model& model) {
  met_.clear();
  met_of_.clear();
  if (!long_ways()) return;
  const double share = p_.contact.restitution > 0 ? kLongWithRestitution : kLong;
  const detect::Ahead ahead{kicked_, half_, share};
  const std::vector<detect::Wall> walls = walls_at(external_, predicted_.time, span_);
  const std::vector<detect::PathContact> meetings =
      narrow_.path_contacts(bodies(model, predicted_, external_, turn_), walls, ahead);
  if (meetings.empty()) return;
  std::vector<Index> partner = partners(meetings);
  met_of_.assign(movers_.size(), -1);
  const auto is_met = [&](Index mover) { return mover >= 0 && met_of_[static_cast<std::size_t>(mover)] >= 0; };
  const auto is_free_for = [&](Index mover, Index other) {
    const Index mine = partner[static_cast<std::size_t>(mover)];
    return !is_met(mover) && (mine == kNone || mine == other);
  };
  for (const detect::PathContact& meeting : meetings) {
    if (meeting.touches) continue;
    const ContactKey& key = meeting.slot;
    const bool wall = key.on_wall();
    const Index a = movers_.of_row(static_cast<std::size_t>(key.a));
    const Index b = wall ? kWall : movers_.of_row(static_cast<std::size_t>(key.b));
    if (!is_free_for(a, b) || (b >= 0 && !is_free_for(b, a))) {
      if (!is_met(a) && !is_met(b)) require_followed(meeting);
      // Neither body goes on to a later meeting: its path ends here.
      partner[static_cast<std::size_t>(a)] = kSeveral;
      if (b >= 0) partner[static_cast<std::size_t>(b)] = kSeveral;
      continue;
    }
    for (const Index mover : {a, b})
      if (mover >= 0) met_of_[static_cast<std::size_t>(mover)] = static_cast<Index>(met_.size());
    const Vec3 frame = wall ? Vec3(walls[static_cast<std::size_t>(key.wall())].way / span_) : Vec3(Vec3::Zero());
    met_.push_back({a, b, meeting.part * span_, frame});
  }
  if (met_.empty()) return;
  for (const Met& pair : met_) movers_.advance(pair.a, pair.b, pair.time, pair.frame);
  give_velocities_there();
  movers_.place_rows(model, predicted_);
  turn_ = turns(model, predicted_);
  for (std::size_t i = 0; i < model.size(); ++i)
    if (is_met(movers_.of_row(i))) move_[i] = {};
}

// Sets the spins of the moved bodies for their new inertia: the free spins, and those without this step's torque.
void Engine::give_velocities_there() {
  movers_.give(free_);
  before_.inverse_inertia = free_.inverse_inertia;
  if (free_.inverse_inertia.empty()) return;
  for (std::size_t m = 0; m < movers_.size(); ++m)
    if (met_of_[m] >= 0) before_.spin[m] = free_.spin[m] - p_.step.dt * free_.inverse_inertia[m] * torque_[m];
}

// Moves the pairs back by the time until they met, with the velocities after the impact: each pair has then moved as if
// it had met on its path.
void Engine::part() {
  for (const Met& pair : met_) movers_.advance(pair.a, pair.b, -pair.time, pair.frame);
}

// The pair that contains the point, if that pair was moved to its first touch; otherwise nullptr.
const Engine::Met* Engine::met(std::size_t point) const {
  if (met_.empty()) return nullptr;
  const Index k = met_of_[static_cast<std::size_t>(near_.a[point])];
  if (k < 0) return nullptr;
  const Met& pair = met_[static_cast<std::size_t>(k)];
  const Index a = near_.a[point];
  const Index b = near_.b[point] < 0 ? kWall : near_.b[point];
  const bool same = (pair.a == a && pair.b == b) || (pair.a == b && pair.b == a);
  return same ? &pair : nullptr;
}

// Time from the current positions of the point's bodies to the next evaluation of forces [s].
double Engine::time_left(std::size_t point) const {
  const Met* pair = met(point);
  return pair == nullptr ? span_ : span_ - pair->time;
}

// True if a body of the point was moved to meet a different body: the pair has to wait for the next step.
bool Engine::waits_for_others(std::size_t point) const {
  if (met_.empty() || met(point) != nullptr) return false;
  const Index b = near_.b[point];
  return met_of_[static_cast<std::size_t>(near_.a[point])] >= 0 ||
         (b >= 0 && met_of_[static_cast<std::size_t>(b)] >= 0);
}

// Displacement of the wall from the evaluation of forces until the mover's first touch [m]; 0 if the mover was not
// moved to a wall. A mover is moved relative to its wall, so that the true place of the impact is displaced by this
// vector.
Vec3 Engine::displacement(Index mover) const {
  if (mover < 0 || met_.empty()) return Vec3::Zero();
  const Index k = met_of_[static_cast<std::size_t>(mover)];
  if (k < 0) return Vec3::Zero();
  const Met& pair = met_[static_cast<std::size_t>(k)];
  return pair.time * pair.frame;
}

// Fraction of this step's kick that a mover has at the time of its impact: docs/theory.md 11.8.
double Engine::share_of_kick(std::size_t mover) const {
  const Index k = met_.empty() ? -1 : met_of_[mover];
  return k < 0 ? 0.5 : 0.5 + met_[static_cast<std::size_t>(k)].time / p_.step.dt;
}

void Engine::find_velocities_at_impacts() {
  struck_from_ = before_;
  parallel_for(movers_.size(), [&](std::size_t m) {
    const double share = share_of_kick(m);
    struck_from_.velocity[m] += share * (free_.velocity[m] - before_.velocity[m]);
    struck_from_.spin[m] += share * (free_.spin[m] - before_.spin[m]);
  });
}

}  // namespace rubble::nscd
