#include "hsdem/rigid_failure.hpp"

#include "base/parallel.hpp"
#include "base/union_find.hpp"
#include "spatial/grid.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace rubble::hsdem {
namespace {

// Effect of gravity on an aggregate as a whole.
struct Drive {
  Vec3 acceleration;  // of the centre of mass [m s-2]
  Vec3 torque;        // about the centre of mass [N m]
};

Drive drive_of(const Model& model, const RigidBody& body, const Vec3s& gravity) {
  Vec3 force = Vec3::Zero(), torque = Vec3::Zero();
  for (std::size_t k = 0; k < body.members.row.size(); ++k) {
    const std::size_t i = at(body.members.row[k]);
    const Vec3 own = model.mass[i] * gravity[i];
    force += own;
    torque += body.arm(k).cross(own);
  }
  return {force / body.mass, torque};
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

double effective_radius(const Model& model, const RigidBody& body) {
  double cubes = 0;
  for (const Index row : body.members.row) cubes += std::pow(model.radius[at(row)], 3);
  return std::cbrt(cubes);
}

StressLimits stress_limits(const RigidStrength& strength, double radius) {
  const double factor = std::pow(radius / strength.radius, strength.exponent);
  const double none = std::numeric_limits<double>::infinity();
  return {strength.tensile ? factor * *strength.tensile : none, strength.shear ? factor * *strength.shear : none};
}

std::vector<Stress> bond_stresses(const Model& model, const RigidBody& body, const Vec3s& gravity) {
  const Drive drive = drive_of(model, body, gravity);
  const Vec3 spin = body.spin();
  const Vec3 change = body.inverse_inertia() * (drive.torque - spin.cross(body.momentum));
  const laws::RigidAcceleration motion{drive.acceleration, spin, change};
  std::vector<Stress> stress;
  for (std::size_t k = 0; k < body.members.row.size(); ++k) {
    const std::size_t i = at(body.members.row[k]);
    stress.push_back(laws::bond_stress(motion, model.mass[i], model.radius[i], body.arm(k), gravity[i]));
  }
  return stress;
}

std::vector<Index> overloaded(const Model& model, const RigidBody& body, const std::vector<Stress>& stress,
                              const RigidStrength& strength) {
  const StressLimits limits = stress_limits(strength, effective_radius(model, body));
  std::vector<Index> rows;
  for (std::size_t k = 0; k < stress.size(); ++k)
    if (stress[k].tensile > limits.tensile || stress[k].shear > limits.shear) rows.push_back(body.members.row[k]);
  return rows;
}

// Spheres stick at gaps of up to kTouching. Earlier versions glued them at gaps of up to 1e-6 radii.
std::vector<TouchingMembers> touching_members(const Model& model, const RigidBody& body) {
  constexpr double kClose = 2e-6;  // gap / smaller radius
  Reals radius;
  for (const Index row : body.members.row) radius.push_back(model.radius[at(row)]);
  const double largest = *std::max_element(radius.begin(), radius.end());
  const spatial::Pairs near = spatial::close_pairs(radius, body.members.offset, kClose * largest);
  std::vector<TouchingMembers> found;
  for (std::size_t a = 0; a < radius.size(); ++a)
    for (std::size_t k = near.begin[a]; k < near.begin[a + 1]; ++k) {
      const std::size_t b = at(near.partner[k]);
      const Vec3 between = body.members.offset[b] - body.members.offset[a];
      const double distance = between.norm(), reach = radius[a] + radius[b];
      if (distance - reach < kClose * std::min(radius[a], radius[b])) found.push_back({a, b, between / distance});
    }
  return found;
}

Vec3s released_accelerations(const RigidBody& body, const std::vector<Stress>& stress,
                             const std::optional<RigidBody>& rest, const std::vector<Stress>& rest_stress) {
  Vec3s released;
  std::size_t next = 0;  // index in the remainder, whose rows are in the same order
  for (std::size_t k = 0; k < body.members.row.size(); ++k) {
    released.push_back(stress[k].acceleration);
    const bool stays = rest && next < rest->members.row.size() && rest->members.row[next] == body.members.row[k];
    if (stays) released.back() -= rest_stress[next++].acceleration;
  }
  return released;
}

std::vector<Index> unsupported(const RigidBody& body, const std::vector<TouchingMembers>& touching,
                               const std::vector<Index>& rows, const Vec3s& released) {
  const std::size_t members = body.members.row.size();
  const auto staying = static_cast<Index>(members);  // one node for all members that do not fail
  std::vector<Index> node(members);
  for (std::size_t k = 0; k < members; ++k) {
    const bool fails = std::binary_search(rows.begin(), rows.end(), body.members.row[k]);
    node[k] = fails ? static_cast<Index>(k) : staying;
  }
  UnionFind sets(members + 1);
  for (const auto& [a, b, normal] : touching)
    if (node[a] != node[b] && !are_pulled_apart(body.orientation * normal, released[a], released[b]))
      sets.join(node[a], node[b]);
  const Index kept = rows.size() < members ? sets.root(staying) : root_of_most(sets, members);
  std::vector<Index> leaving;
  for (std::size_t k = 0; k < members; ++k)
    if (sets.root(node[k]) != kept) leaving.push_back(body.members.row[k]);
  return leaving;
}

RigidFailure::RigidFailure(const Parameters& p, Aggregates& bodies)
    : bodies_(bodies), bodies_may_stick_(p.outcome.stick > 0) {
  if (const auto* rigid = std::get_if<RigidStrength>(&p.strength)) strength_ = *rigid;
}

// Bodies that form here are tested in the next step.
bool RigidFailure::release(const Model& model, const Vec3s& gravity, Counts& counts) {
  failed_.clear();
  bool any = false;
  const std::vector<Overload> overloads = overloads_of(model, gravity);
  for (std::size_t m = 0; m < overloads.size(); ++m) {
    const std::vector<Index>& rows = overloads[m].rows;
    if (rows.empty()) continue;
    const Leaving leaving = bodies_may_stick_ ? leaving_of(model, m, overloads[m], gravity) : Leaving{rows, {}};
    counts.failed += static_cast<std::int64_t>(leaving.rows.size());
    counts.supported += static_cast<std::int64_t>(rows.size() - leaving.rows.size());
    if (leaving.rows.empty()) continue;
    detach(model, m, leaving);
    any = true;
  }
  return any;
}

// => for each body its overload; without rows if its strength suffices.
std::vector<RigidFailure::Overload> RigidFailure::overloads_of(const Model& model, const Vec3s& gravity) const {
  std::vector<Overload> overloads(bodies_.size());
  parallel_for(bodies_.size(), [&](std::size_t m) {
    if (bodies_[m].members.size() < 2) return;
    std::vector<Stress> stress = bond_stresses(model, bodies_[m], gravity);
    std::vector<Index> rows = overloaded(model, bodies_[m], stress, *strength_);
    if (!rows.empty()) overloads[m] = {std::move(stress), std::move(rows)};
  });
  return overloads;
}

// A sphere that presses on its aggregate and would stick to it again at once does not leave. Removing and adding it
// would round its position and velocity in each step. The motion of the remainder depends on the members that stay. The
// test is therefore repeated with each new remainder until it keeps no more members. Members that stay are not tested
// again.
RigidFailure::Leaving RigidFailure::leaving_of(const Model& model, std::size_t m, const Overload& overload,
                                               const Vec3s& gravity) {
  const RigidBody& body = bodies_[m];
  auto touching = touching_.find(m);
  if (touching == touching_.end()) touching = touching_.emplace(m, touching_members(model, body)).first;
  std::vector<Index> rows = overload.rows;
  while (true) {
    const std::optional<RigidBody> rest = bodies_.remainder(model, m, rows);
    const std::vector<Stress> left = rest ? bond_stresses(model, *rest, gravity) : std::vector<Stress>{};
    const Vec3s released = released_accelerations(body, overload.stress, rest, left);
    std::vector<Index> unheld = unsupported(body, touching->second, rows, released);
    if (unheld.empty() || unheld.size() == rows.size()) return {std::move(unheld), released};
    rows = std::move(unheld);
  }
}

void RigidFailure::detach(const Model& model, std::size_t m, const Leaving& leaving) {
  failed_.resize(model.size());
  for (std::size_t k = 0; k < leaving.released.size(); ++k)
    failed_[at(bodies_[m].members.row[k])] = {static_cast<Index>(m), leaving.released[k]};
  bodies_.detach(model, m, leaving.rows);
}

bool RigidFailure::left_one_aggregate(Index a, Index b) const {
  if (failed_.empty()) return false;
  return failed_[at(a)].aggregate >= 0 && failed_[at(a)].aggregate == failed_[at(b)].aggregate;
}

bool RigidFailure::pulled_apart(Index a, Index b, const Vec3& normal) const {
  if (!left_one_aggregate(a, b)) return false;
  return are_pulled_apart(normal, failed_[at(a)].acceleration, failed_[at(b)].acceleration);
}

}  // namespace rubble::hsdem
