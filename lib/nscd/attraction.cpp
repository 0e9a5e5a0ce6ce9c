#include "nscd/attraction.hpp"

#include "nscd/impulse_account.hpp"
#include "nscd/point_cohesion.hpp"
#include "nscd/probe_impulses.hpp"
#include "nscd/require_count.hpp"

#include <algorithm>
#include <limits>

namespace rubble::nscd {
namespace {

// 1 - 1 / n of a pair's largest cohesive energy. Cohesion creates this energy when a pair with one point gets n = 4
// points, and removes it when the pair loses them.
constexpr double kLent = 0.75;

// (keys in rising order, indices of some of them) => number of pairs to which these belong.
std::int64_t pairs_of(const detect::Keys& keys, const std::vector<std::size_t>& points) {
  std::int64_t pairs = 0;
  const ContactKey* last = nullptr;
  for (const std::size_t point : points) {
    const ContactKey& key = keys[point];
    if (last == nullptr || last->a != key.a || last->b != key.b) ++pairs;
    last = &key;
  }
  return pairs;
}

}  // namespace

void Attraction::pull(const StepView& step, const friction::Links& near, friction::BodyVelocities& bodies) {
  if (!(law_.force > 0)) return;
  const std::vector<PointCohesion> cohesion = cohesion_of(step.found, step.p);
  point_.clear();
  impulse_.clear();
  energy_ = 0;
  for (std::size_t point = 0; point < cohesion.size(); ++point) {
    if (!(cohesion[point].attraction > 0)) continue;
    point_.push_back(point);
    impulse_.push_back(dt_ * cohesion[point].attraction);
    energy_ += cohesion[point].energy;
  }
  most_pairs_ = std::max(most_pairs_, pairs_of(step.found.key, point_));
  links_.assign(near, point_);
  for (std::size_t k = 0; k < impulse_.size(); ++k) friction::push(bodies, links_, k, -impulse_[k] * links_.normal[k]);
}

// The energy of near pairs changes by the work of the attraction, except where points appear or vanish, where a pair
// rocks, and where surfaces are curved. The difference is booked as heat of either sign.
void Attraction::book(const StepView& step, const friction::Links& near, const friction::BodyVelocities& before,
                      const friction::BodyVelocities& after, Account& account) {
  if (!(law_.force > 0)) return;
  // Twice the work against attraction in the half steps before and after the positions x* at which forces are evaluated
  // (docs/theory.md 11.1).
  double work_before = 0;
  double work_after = 0;
  for (std::size_t k = 0; k < links_.size(); ++k) {
    const Vec3& n = links_.normal[k];
    work_before += impulse_[k] * friction::relative_velocity(before, links_, k).dot(n);
    work_after += impulse_[k] * friction::relative_velocity(after, links_, k).dot(n);
    book_impulse(step, near, point_[k], -impulse_[k] * n, account);
  }
  if (energy_ahead_) account[Channel::cohesion] -= energy_ - (*energy_ahead_ + 0.5 * work_before);
  energy_ahead_ = energy_ + 0.5 * work_after;
}

// At the start of a run no attraction has been found yet.
void Attraction::add_to(Probes& probes, const StepView& step, const friction::Links& near) const {
  for (std::size_t k = 0; k < links_.size(); ++k)
    add_impulse(step, near, point_[k], -impulse_[k] * links_.normal[k], probes);
}

double Attraction::lent() const { return kLent * law_.force * law_.distance * static_cast<double>(most_pairs_); }

void Attraction::archive(Archive& archive) {
  Reals ahead;
  if (energy_ahead_) ahead.push_back(*energy_ahead_);
  archive.value("nscd/cohesion_energy", ahead);
  if (!ahead.empty()) energy_ahead_ = ahead.front();
  archive.value("nscd/most_pairs", most_pairs_);
}

void Attraction::require_sound() const {
  require_count(most_pairs_, "nscd/most_pairs", std::numeric_limits<std::int64_t>::max());
}

}  // namespace rubble::nscd
