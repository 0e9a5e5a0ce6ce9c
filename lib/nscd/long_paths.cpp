#include "nscd/long_paths.hpp"

#include "base/error.hpp"
#include "base/parallel.hpp"
#include "detect/passing.hpp"
#include "nscd/advice.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace rubble::nscd {
namespace {

constexpr Index kWall = -1;  // partner: a wall
constexpr Index kNone = -2;  // partner: none
constexpr Index kSeveral = -3;

// A run ends if a body moves farther than this part of half the thickness of the thinner body, and meets another body
// to which it cannot be followed.
constexpr double kTooLong = 1;

// Least path that is long / half the thickness of the thinner body.
double long_share(const Parameters& p) { return p.greatest().restitution > 0 ? kLongWithRestitution : kLong; }

// (state, time [s]) => displacements of all particles by the velocities of the state.
shape::Moves moves_of(const State& state, double span) {
  shape::Moves moves(state.position.size());
  parallel_for(moves.size(), [&](std::size_t i) { moves[i] = {span * state.velocity[i], span * state.spin[i]}; });
  return moves;
}

// True for each rigid body that an impulse acted on in the last step.
std::vector<char> pushed_bodies(const StepView& step, const Impulses& last) {
  std::vector<char> pushed(step.bodies.size(), 0);
  for (const ContactKey& key : last.keys) {
    pushed[static_cast<std::size_t>(step.body_a(key))] = 1;
    if (!key.on_wall()) pushed[static_cast<std::size_t>(step.body_b(key))] = 1;
  }
  return pushed;
}

// (bodies, pair) => velocity of the centre of the frozen one [m s-1]; 0 if both are free.
Vec3 velocity_of_frozen(const RigidBodies& bodies, Index a, Index b) {
  for (const Index m : {a, b})
    if (bodies.frozen().is(static_cast<std::size_t>(m))) return bodies.velocity(static_cast<std::size_t>(m));
  return Vec3::Zero();
}

// Partners of each rigid body: the body or wall that gave it impulses in the last step, or that touches and approaches
// it. kNone, kWall and kSeveral stand for no partner, a wall, and more than one partner.
class Partners {
 public:
  Partners(const StepView& step, const Impulses& last, const std::vector<detect::PathContact>& contacts)
      : partner_(step.bodies.size(), kNone) {
    for (const ContactKey& key : last.keys) note(step.body_a(key), step.body_b(key));
    for (const detect::PathContact& contact : contacts)
      if (contact.touches) note(step.body_a(contact.slot), step.body_b(contact.slot));
  }

  // True if the body has no partner but `other`.
  bool is_free_for(Index body, Index other) const {
    const Index partner = partner_[static_cast<std::size_t>(body)];
    return partner == kNone || partner == other;
  }
  // Neither body goes on to a later contact: its path ends here.
  void stop(Index a, Index b) {
    partner_[static_cast<std::size_t>(a)] = kSeveral;
    if (b >= 0) partner_[static_cast<std::size_t>(b)] = kSeveral;
  }

 private:
  void note(Index a, Index b) {
    note_one(a, b);
    if (b >= 0) note_one(b, a);
  }
  void note_one(Index body, Index other) {
    Index& partner = partner_[static_cast<std::size_t>(body)];
    partner = partner == kNone || partner == other ? other : kSeveral;
  }

  std::vector<Index> partner_;
};

// SanityError for a pair whose bodies would pass through each other before they rebound. This includes two spheres
// without restitution: their normal at the evaluation of forces differs from the normal at their first touch. The
// message names a step that keeps the overlap within its limit.
void require_followed(const StepView& step, const detect::PathContact& contact) {
  const ContactKey& key = contact.slot;
  if (!(step.p.of(key).restitution > 0) && !step.sizes.are_spheres(key)) return;
  const double half = step.sizes.thinner(key);
  if (!(contact.way > kTooLong * half)) return;
  const double dt = step.p.step.dt;
  const double enough = dt * std::min<double>(kTooLong, step.p.limits.penetration) * half / contact.way;
  throw SanityError(fmt::format("{} would pass through each other at t = {} s before they rebound: {}{}",
                                detect::text_of_pair(key), step.predicted.state.time,
                                detect::text_of_step(contact.way / step.predicted.span, dt, 2 * half, enough),
                                advice_on_recovery(step.p.contact)));
}

}  // namespace

bool LongPaths::possible(const StepView& step) const {
  return 2 * step.predicted.span * step.predicted.fastest > long_share(step.p) * step.sizes.thinnest();
}

shape::Moves LongPaths::predict(const StepView& step, const Impulses& last) {
  shape::Moves moves = moves_of(step.predicted.state, step.predicted.span);
  if (!possible(step)) return moves;
  const std::vector<char> pushed = pushed_bodies(step, last);
  State kicked = step.predicted.state;
  step.bodies.place_rows(kicked);
  kicked_ = moves_of(kicked, step.predicted.span);
  parallel_for(moves.size(), [&](std::size_t i) {
    if (pushed[static_cast<std::size_t>(step.bodies.of_row(i))] == 0) moves[i] = kicked_[i];
  });
  return moves;
}

void LongPaths::select(const StepView& step, const NearPoints& near, const Impulses& last) {
  pairs_.clear(step.bodies.size());
  if (!possible(step)) return;
  const std::vector<detect::PathContact> contacts = near.path_contacts(step, kicked_, long_share(step.p));
  Partners partners(step, last, contacts);
  for (const detect::PathContact& contact : contacts) {
    if (contact.touches) continue;
    const ContactKey& key = contact.slot;
    const Index a = step.body_a(key);
    const Index b = step.body_b(key);
    const bool selected = pairs_.of_body(a) != nullptr || pairs_.of_body(b) != nullptr;
    if (selected || !partners.is_free_for(a, b) || (b >= 0 && !partners.is_free_for(b, a))) {
      if (!selected) require_followed(step, contact);
      partners.stop(a, b);
      continue;
    }
    const Vec3 frame =
        key.on_wall() ? Vec3(contact.wall_way / step.predicted.span) : velocity_of_frozen(step.bodies, a, b);
    pairs_.add({a, b, contact.part * step.predicted.span, frame});
  }
}

}  // namespace rubble::nscd
