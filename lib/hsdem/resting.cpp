#include "hsdem/resting.hpp"

#include <algorithm>
#include <cmath>

namespace rubble::hsdem {
namespace {

// Quantities of a link needed in each sweep: the torque of a unit impulse on both sides, the spins that it gives, and
// the resulting change of the rate of the gap.
struct Lever {
  Vec3 torque_a = Vec3::Zero(), torque_b = Vec3::Zero();
  Vec3 spin_a = Vec3::Zero(), spin_b = Vec3::Zero();
  double yields = 0;  // [kg-1]
};

Lever lever_of(const std::vector<RestingBody>& bodies, const RestingLink& link) {
  Lever out;
  const RestingBody& a = bodies[link.a];
  out.yields = a.inverse_mass;
  if (a.turns) {
    out.torque_a = link.arm_a.cross(link.normal);
    out.spin_a = a.inverse_inertia * out.torque_a;
    out.yields += out.torque_a.dot(out.spin_a);
  }
  if (link.b == kNoBody) return out;
  const RestingBody& b = bodies[link.b];
  out.yields += b.inverse_mass;
  if (b.turns) {
    out.torque_b = link.arm_b.cross(link.normal);
    out.spin_b = b.inverse_inertia * out.torque_b;
    out.yields += out.torque_b.dot(out.spin_b);
  }
  return out;
}

double rate(const std::vector<RestingBody>& bodies, const RestingLink& link, const Lever& lever) {
  const RestingBody& a = bodies[link.a];
  double out = -link.normal.dot(a.velocity);
  if (a.turns) out -= lever.torque_a.dot(a.spin);
  if (link.b == kNoBody) return out;
  const RestingBody& b = bodies[link.b];
  out += link.normal.dot(b.velocity);
  if (b.turns) out += lever.torque_b.dot(b.spin);
  return out;
}

void push(std::vector<RestingBody>& bodies, const RestingLink& link, const Lever& lever, double impulse) {
  RestingBody& a = bodies[link.a];
  a.velocity -= impulse * a.inverse_mass * link.normal;
  if (a.turns) a.spin -= impulse * lever.spin_a;
  if (link.b == kNoBody) return;
  RestingBody& b = bodies[link.b];
  b.velocity += impulse * b.inverse_mass * link.normal;
  if (b.turns) b.spin += impulse * lever.spin_b;
}

class Sweeps {
 public:
  Sweeps(std::vector<RestingBody>& bodies, std::vector<RestingLink>& links)
      : bodies_(bodies), links_(links), change_(links.size(), 0), direction_(links.size(), 0) {
    for (const RestingLink& link : links) {
      lever_.push_back(lever_of(bodies, link));
      push(bodies, link, lever_.back(), link.impulse);
    }
  }

  // One sweep. => whether no rate has changed by more than its tolerance.
  bool sweep() {
    bool settled = true;
    for (std::size_t k = 0; k < links_.size(); ++k) settled = relax(k) && settled;
    return settled;
  }

  // Goes on in the direction of the last sweeps.
  void accelerate() {
    double square = 0;
    for (std::size_t k = 0; k < links_.size(); ++k) square += lever_[k].yields * change_[k] * change_[k];
    const double share = last_square_ > 0 ? square / last_square_ : 0;
    last_square_ = square;
    if (share > 1) {
      std::fill(direction_.begin(), direction_.end(), 0.0);
      return;
    }
    for (std::size_t k = 0; k < links_.size(); ++k) {
      const double step = share * direction_[k];
      direction_[k] = step + change_[k];
      const double before = links_[k].impulse;
      links_[k].impulse = std::max(0.0, before + step);
      push(bodies_, links_[k], lever_[k], links_[k].impulse - before);
    }
  }

 private:
  bool relax(std::size_t k) {
    RestingLink& link = links_[k];
    const double before = link.impulse;
    link.impulse = std::max(0.0, before + (link.least - rate(bodies_, link, lever_[k])) / lever_[k].yields);
    change_[k] = link.impulse - before;
    push(bodies_, link, lever_[k], change_[k]);
    return std::abs(change_[k]) * lever_[k].yields <= link.tolerance;
  }

  std::vector<RestingBody>& bodies_;
  std::vector<RestingLink>& links_;
  std::vector<Lever> lever_;
  Reals change_, direction_;
  double last_square_ = 0;
};

}  // namespace

RestingReport solve_resting(std::vector<RestingBody>& bodies, std::vector<RestingLink>& links, std::size_t most) {
  if (links.empty()) return {};
  Sweeps sweeps(bodies, links);
  for (std::size_t n = 1; n <= most; ++n) {
    if (sweeps.sweep()) return {n, true};
    if (n < most) sweeps.accelerate();
  }
  return {most, false};
}

}  // namespace rubble::hsdem
