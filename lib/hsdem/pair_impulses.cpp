#include "hsdem/pair_impulses.hpp"

#include "hsdem/pair_motion.hpp"

#include <algorithm>
#include <utility>

namespace rubble::hsdem {
namespace {

constexpr std::size_t kMostImpulses = 100000;  // largest number of impulses in a step that are stored individually

}  // namespace

void PairImpulses::clear() {
  all_.clear();
  most_ = kMostImpulses;
}

void PairImpulses::add(Index a, Index b, const Vec3& impulse) {
  all_.push_back({a, b, impulse});
  if (all_.size() >= most_) add_up();
}

// Replaces the impulses of each pair by their sum, in the order in which they were added.
void PairImpulses::add_up() {
  std::stable_sort(all_.begin(), all_.end(), [](const PairImpulse& x, const PairImpulse& y) {
    return std::pair(x.a, x.b) < std::pair(y.a, y.b);
  });
  std::size_t kept = 0;
  for (std::size_t k = 1; k < all_.size(); ++k) {
    const bool same = all_[k].a == all_[kept].a && all_[k].b == all_[kept].b;
    if (same)
      all_[kept].impulse += all_[k].impulse;
    else
      all_[++kept] = all_[k];
  }
  all_.resize(kept + 1);
  most_ = std::max(most_, 2 * all_.size());
}

void account_for_exchange(const Vec3& impulse, const Vec3& position, Account& account) {
  account.exchanged += impulse.norm();
  account.exchanged_angular += impulse.norm() * position.norm();
}

void account_for_image(const PairContext& context, Index a, Index b, const Vec3& impulse, Account& account) {
  if (context.external.period.isZero(0)) return;
  const auto [image, velocity] = image_of(context, a, b);
  if (image.isZero(0)) return;
  account.angular_impulse -= image.cross(impulse);
  account.exchanged_angular += image.norm() * impulse.norm();
  if (velocity.isZero(0)) return;
  // The work on an image is its velocity times the change of the momentum conjugate to y. The rest of the step adds the
  // Coriolis term of the change of v_x to this momentum: docs/theory.md 4.10.
  const double left = context.step - 2 * context.bodies[context.bodies.of_row(at(a))].time;
  account.walls -= velocity.y() * (impulse.y() + context.external.hill.rate * left * impulse.x());
}

}  // namespace rubble::hsdem
