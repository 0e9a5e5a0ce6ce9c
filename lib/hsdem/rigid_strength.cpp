#include "hsdem/rigid_strength.hpp"

#include "base/union_find.hpp"
#include "hsdem/events.hpp"
#include "spatial/grid.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace rubble::hsdem {
namespace {

std::size_t at(Index i) { return static_cast<std::size_t>(i); }

// Effect of gravity on an aggregate as a whole.
struct Drive {
  Vec3 acceleration;  // of the centre of mass [m s-2]
  Vec3 torque;        // about the centre of mass [N m]
};

Drive drive_of(const Model& model, const Mover& mover, const Vec3s& gravity) {
  Vec3 force = Vec3::Zero(), torque = Vec3::Zero();
  for (std::size_t k = 0; k < mover.row.size(); ++k) {
    const std::size_t i = at(mover.row[k]);
    const Vec3 own = model.mass[i] * gravity[i];
    force += own;
    torque += mover.arm(k).cross(own);
  }
  return {force / mover.mass, torque};
}

// (sets, number of elements) => root of the largest set, of the one with the lowest root if several are equally large;
// -1 if all sets have one element.
Index root_of_most(UnionFind& sets, std::size_t n) {
  std::vector<std::size_t> count(n);
  for (std::size_t k = 0; k < n; ++k) ++count[at(sets.root(static_cast<Index>(k)))];
  const auto most = std::max_element(count.begin(), count.end());
  return *most > 1 ? static_cast<Index>(most - count.begin()) : -1;
}

}  // namespace

double effective_radius(const Model& model, const Mover& mover) {
  double cubes = 0;
  for (const Index row : mover.row) cubes += std::pow(model.radius[at(row)], 3);
  return std::cbrt(cubes);
}

StressLimits stress_limits(const RigidStrength& strength, double radius) {
  const double factor = std::pow(radius / strength.radius, strength.exponent);
  const double none = std::numeric_limits<double>::infinity();
  return {strength.tensile ? factor * *strength.tensile : none, strength.shear ? factor * *strength.shear : none};
}

std::vector<Stress> bond_stresses(const Model& model, const Mover& mover, const Vec3s& gravity) {
  const Drive drive = drive_of(model, mover, gravity);
  const Vec3 spin = mover.spin();
  const Vec3 change = mover.inverse_inertia() * (drive.torque - spin.cross(mover.momentum));
  const laws::RigidAcceleration motion{drive.acceleration, spin, change};
  std::vector<Stress> stress;
  for (std::size_t k = 0; k < mover.row.size(); ++k) {
    const std::size_t i = at(mover.row[k]);
    stress.push_back(laws::bond_stress(motion, model.mass[i], model.radius[i], mover.arm(k), gravity[i]));
  }
  return stress;
}

std::vector<Index> overloaded(const Model& model, const Mover& mover, const std::vector<Stress>& stress,
                              const RigidStrength& strength) {
  const StressLimits limits = stress_limits(strength, effective_radius(model, mover));
  std::vector<Index> rows;
  for (std::size_t k = 0; k < stress.size(); ++k)
    if (stress[k].tensile > limits.tensile || stress[k].shear > limits.shear) rows.push_back(mover.row[k]);
  return rows;
}

// Spheres stick at gaps of up to kTouching. Earlier versions glued them at gaps of up to 1e-6 radii.
std::vector<Touching> touching_members(const Model& model, const Mover& mover) {
  constexpr double kClose = 2e-6;  // gap / smaller radius
  Reals radius;
  for (const Index row : mover.row) radius.push_back(model.radius[at(row)]);
  const double largest = *std::max_element(radius.begin(), radius.end());
  const spatial::Pairs near = spatial::close_pairs(radius, mover.offset, kClose * largest);
  std::vector<Touching> found;
  for (std::size_t a = 0; a < radius.size(); ++a)
    for (std::size_t k = near.begin[a]; k < near.begin[a + 1]; ++k) {
      const std::size_t b = at(near.partner[k]);
      const Vec3 between = mover.offset[b] - mover.offset[a];
      const double distance = between.norm(), reach = radius[a] + radius[b];
      if (distance - reach < kClose * std::min(radius[a], radius[b])) found.push_back({a, b, between / distance});
    }
  return found;
}

Vec3s released_accelerations(const Mover& mover, const std::vector<Stress>& stress, const std::optional<Mover>& rest,
                             const std::vector<Stress>& rest_stress) {
  Vec3s released;
  std::size_t next = 0;  // index in the remainder, whose rows are in the same order
  for (std::size_t k = 0; k < mover.row.size(); ++k) {
    released.push_back(stress[k].acceleration);
    const bool stays = rest && next < rest->row.size() && rest->row[next] == mover.row[k];
    if (stays) released.back() -= rest_stress[next++].acceleration;
  }
  return released;
}

std::vector<Index> unsupported(const Mover& mover, const std::vector<Touching>& touching,
                               const std::vector<Index>& rows, const Vec3s& released) {
  const std::size_t members = mover.row.size();
  const auto staying = static_cast<Index>(members);  // one node for all members that do not fail
  std::vector<Index> node(members);
  for (std::size_t k = 0; k < members; ++k) {
    const bool fails = std::binary_search(rows.begin(), rows.end(), mover.row[k]);
    node[k] = fails ? static_cast<Index>(k) : staying;
  }
  UnionFind sets(members + 1);
  for (const auto& [a, b, normal] : touching)
    if (node[a] != node[b] && !are_pulled_apart(mover.orientation * normal, released[a], released[b]))
      sets.join(node[a], node[b]);
  const Index kept = rows.size() < members ? sets.root(staying) : root_of_most(sets, members);
  std::vector<Index> leaving;
  for (std::size_t k = 0; k < members; ++k)
    if (sets.root(node[k]) != kept) leaving.push_back(mover.row[k]);
  return leaving;
}

}  // namespace rubble::hsdem
