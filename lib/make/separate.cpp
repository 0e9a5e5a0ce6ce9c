#include "make/separate.hpp"

#include "base/parallel.hpp"

#include <algorithm>
#include <cmath>

namespace rubble::make {
namespace {

constexpr double kMargin = 1e-3;  // of the smaller radius, between what has been pushed apart
constexpr double kDeep = 0.25;    // of the smaller radius: beyond that, grains are pushed apart as a whole

// One grain as a rigid body of unit density.
struct Body {
  Vec3& position;
  Quaternion& orientation;
  double inverse_mass;
  Mat3 inverse_inertia;

  Body(const Grains& grains, Places& places, std::size_t i)
      : position(places.position[i]), orientation(places.orientation[i]) {
    const bool held = grains.fixed && i == 0;
    const double s = grains.scale[i];
    inverse_mass = held ? 0 : 1 / (s * s * s * grains.of(i).volume);
    inverse_inertia = Mat3::Zero();
    if (held || grains.round(i)) return;
    const Mat3 axes = orientation.toRotationMatrix();
    const Vec3 inverse = (std::pow(s, 5) * grains.of(i).moments).cwiseInverse();
    inverse_inertia = axes * inverse.asDiagonal() * axes.transpose();
  }

  // How far the point at `arm` gives way along n to a unit impulse there.
  double yields(const Vec3& arm, const Vec3& n) const {
    const Vec3 lever = arm.cross(n);
    return inverse_mass + lever.dot(inverse_inertia * lever);
  }

  void give_way(const Vec3& arm, const Vec3& impulse) {
    position += inverse_mass * impulse;
    const Vec3 angle = inverse_inertia * arm.cross(impulse);
    orientation.coeffs() += 0.5 * (Quaternion(0, angle.x(), angle.y(), angle.z()) * orientation).coeffs();
    orientation.normalize();
  }
};

// (members a, b of the grains `one` and `other`) => these moved until a and b are parted, if they overlap.
void push(const Members& members, std::size_t a, std::size_t b, Body one, Body other) {
  Vec3 arm_one = one.orientation * members.offset[a], arm_other = other.orientation * members.offset[b];
  const double smaller = std::min(members.radius[a], members.radius[b]);
  const Vec3 between = other.position + arm_other - one.position - arm_one;
  const double depth = members.radius[a] + members.radius[b] + kMargin * smaller - between.norm();
  if (depth <= 0) return;
  Vec3 line = between;
  if (depth > kDeep * smaller) {
    line = other.position - one.position;
    arm_one = arm_other = Vec3::Zero();
  }
  const Vec3 n = line.isZero(0) ? Vec3(Vec3::UnitX()) : line.normalized();
  const Vec3 impulse = depth / (one.yields(arm_one, n) + other.yields(arm_other, n)) * n;
  one.give_way(arm_one, -impulse);
  other.give_way(arm_other, impulse);
}

}  // namespace

Members::Members(const Grains& grains) {
  for (std::size_t i = 0; i < grains.size(); ++i)
    for (std::size_t k = 0; k < grains.of(i).size(); ++k) {
      grain.push_back(i);
      radius.push_back(grains.scale[i] * grains.of(i).radius[k]);
      offset.push_back(grains.scale[i] * grains.of(i).centre[k]);
    }
}

bool redraw(const Grains& spheres, Places& places, std::int64_t passes, std::int64_t& done,
            const std::function<void(std::size_t)>& draw) {
  const Reals radius = Members(spheres).radius;
  for (std::int64_t pass = 0;; ++pass) {
    const spatial::Pairs pairs = spatial::close_pairs(radius, places.position, 0);
    if (pairs.size() == 0) return true;
    if (pass == passes) return false;
    ++done;
    std::vector<bool> moved(radius.size(), false);
    for (std::size_t a = 0; a < radius.size(); ++a)
      for (std::size_t k = pairs.begin[a]; k < pairs.begin[a + 1]; ++k) {
        const auto b = static_cast<std::size_t>(pairs.partner[k]);
        if (moved[a] || moved[b]) continue;  // this pair is gone already
        const std::size_t mover = radius[a] < radius[b] && !(spheres.fixed && a == 0) ? a : b;
        draw(mover);
        moved[mover] = true;
      }
  }
}

bool push_apart(const Grains& grains, Places& places, std::int64_t passes, std::int64_t& done,
                const std::function<void(std::size_t)>& confine) {
  const Members members(grains);
  Vec3s position(members.size());
  for (std::int64_t pass = 0;; ++pass) {
    parallel_for(members.size(), [&](std::size_t m) {
      const std::size_t i = members.grain[m];
      position[m] = places.position[i] + places.orientation[i].toRotationMatrix() * members.offset[m];
    });
    const spatial::Pairs pairs = spatial::close_pairs(members.radius, position, 0);
    bool apart = true;
    for (std::size_t a = 0; a < members.size(); ++a)
      for (std::size_t k = pairs.begin[a]; k < pairs.begin[a + 1]; ++k) {
        const auto b = static_cast<std::size_t>(pairs.partner[k]);
        if (members.grain[a] == members.grain[b]) continue;
        apart = false;
        if (pass == passes) return false;
        push(members, a, b, {grains, places, members.grain[a]}, {grains, places, members.grain[b]});
      }
    if (apart) return true;
    ++done;
    for (std::size_t i = grains.fixed ? 1 : 0; i < grains.size(); ++i) confine(i);
  }
}

}  // namespace rubble::make
