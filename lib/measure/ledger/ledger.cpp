#include "measure/ledger/ledger.hpp"

#include "base/parallel.hpp"
#include "gravity/gravity.hpp"
#include "measure/ledger/external_energy.hpp"
#include "measure/ledger/grain_sums.hpp"
#include "model/fixed.hpp"
#include "model/grains.hpp"

#include <algorithm>
#include <cmath>

namespace rubble::measure {
namespace {

// Above kManyBodies, the potential is computed by the fast multipole method. If mutual energy is below kRoughly of the
// total, it is summed directly.
constexpr std::size_t kManyBodies = 5000;
constexpr double kMostPotentialError = 1e-3;
constexpr double kRoughly = 1e-2;

// Part of two energies that counts in the scales: the external potential, whose origin may be far away, and gravity
// within grains. Their rounding, 1e-16 of them in each step, is then far below any limit.
constexpr double kDigits = 1e-10;

// Part of the angular momentum that gravity could cause, counted in the scale of its torque so that bodies at rest have
// a scale.
constexpr double kTurning = 1e-2;

// Part of the exchanged angular momentum that counts in the scale of gravity's torque. Its rounding, 1e-16 of it, is
// then far below any limit.
constexpr double kRounding = 1e-12;

// Part of m |v| that counts in the momentum scale. Each kick rounds the velocities of a moving pile by 1e-16 of its
// speed. After n steps the error of the momentum is sqrt(n) of that: 1e-12 of m |v| after 1e8 steps. Divided by this
// part of the scale, it equals the limit of 1e-9.
constexpr double kBulkMomentum = 1e-3;
// Part of m |x| |v| and of the exchanged angular momentum that counts in the scale of angular momentum about a distant
// origin, where the limit is 1e-6.
constexpr double kBulkAngular = 1e-6;
// Part of the work of drives and of a passing planet that counts in the energy scale. The planet moves the centre of
// mass, and the work is accounted for to 1e-16 of itself in each step, so that rounding is far below any limit.
constexpr double kDriven = 1e-5;
// Part of the kinetic energy of driven walls that counts in the energy scale. A heavy wall must not hide the errors of
// the bodies. Each kick rounds its speed by 1e-16, which after n steps is sqrt(n) of that: 1e-12 of the energy after
// 1e8 steps. Divided by this part, it is 1e-4, below any limit.
constexpr double kOfWalls = 1e-8;
// Velocities about the centre of mass below this part of the bulk speed are rounding.
constexpr double kBulkSpeed = 1e-10;

// (attracting masses, G, error of the accelerations) => sum over pairs -G m m / r [J].
double self_energy(const Attracting& all, double G, double error) {
  if (all.mass.size() <= kManyBodies) return gravity::direct_energy(all.mass, all.position, G);
  gravity::Pull pull;
  gravity::Solver({gravity::Summation::fmm, G, error}, all.rigid)
      .evaluate(all.mass, all.position, static_cast<unsigned>(gravity::Want::potential), pull);
  return 0.5 * blocked_sum(all.mass.size(), 0.0, [&](std::size_t i) { return all.mass[i] * pull.potential[i]; });
}

// (mass points of several bodies; index of each body's first point, then the number of all) => sum of m m / r over the
// pairs of points of different bodies [kg2 m-1]. Pairs at the same position are left out.
double pairs_of_bodies(const Attracting& all, const std::vector<std::size_t>& first) {
  double sum = 0;
  for (std::size_t body = 0; body + 1 < first.size(); ++body)
    for (std::size_t i = first[body]; i < first[body + 1]; ++i)
      for (std::size_t j = 0; j < first[body]; ++j) {
        const double distance = (all.position[i] - all.position[j]).norm();
        if (distance > 0) sum += all.mass[i] * all.mass[j] / distance;
      }
  return sum;
}

// (mass points, range of those of one body) => sum of m m / r over their pairs [kg2 m-1].
double pairs_within(const Attracting& all, std::size_t first, std::size_t last) {
  double sum = 0;
  for (std::size_t i = first; i < last; ++i)
    for (std::size_t j = first; j < i; ++j)
      sum += all.mass[i] * all.mass[j] / (all.position[i] - all.position[j]).norm();
  return sum;
}

// (model, attracting masses, points of hulls, G) => sum over the bodies of the energy of the pairs of points within a
// body [J]. It is constant and not part of the gravity between bodies.
double energy_of_bodies(const Model& model, const Attracting& all, const Points& points, double G) {
  if (!points) return 0;
  return -G * blocked_sum(model.size(), 0.0,
                          [&](std::size_t i) { return pairs_within(all, points->first(i), points->first(i + 1)); });
}

// (grouping, attracting masses, points of hulls, grain) => sum of m m / r over the pairs of its members [kg2 m-1].
double pairs_of_grain(const Grouping& grouping, const Attracting& all, const Points& points, std::size_t g) {
  Attracting part;
  std::vector<std::size_t> first{0};
  double within = 0;
  for (const Index member : grouping.members(g)) {
    const auto i = static_cast<std::size_t>(member);
    const std::size_t begin = points ? points->first(i) : i;
    const std::size_t end = points ? points->first(i + 1) : i + 1;
    part.mass.insert(part.mass.end(), all.mass.begin() + begin, all.mass.begin() + end);
    part.position.insert(part.position.end(), all.position.begin() + begin, all.position.begin() + end);
    within += pairs_within(all, begin, end);
    first.push_back(part.mass.size());
  }
  if (part.mass.size() > kManyBodies) return -self_energy(part, 1, kPotentialError) - within;
  return pairs_of_bodies(part, first);
}

// A free body or a glued grain as one rigid body.
struct Rigid {
  double mass = 0;
  Vec3 position = Vec3::Zero(), velocity = Vec3::Zero();
  Vec3 spin = Vec3::Zero(), momentum = Vec3::Zero();  // angular momentum about its centre of mass
};

// (model, state) => one entry for each body. The first member of a grain has the whole grain, its other members are
// empty.
std::vector<Rigid> rigid_bodies(const Model& model, const State& state) {
  std::vector<Rigid> out(model.size());
  parallel_for(model.size(), [&](std::size_t i) {
    const Index g = state.grouping.grain_of(i);
    if (g < 0) {
      out[i] = {model.mass[i], state.position[i], state.velocity[i], state.spin[i], model.inertia(i) * state.spin[i]};
    } else if (leads(state.grouping, i)) {
      const GrainMotion motion = motion_of(model, state, static_cast<std::size_t>(g));
      out[i] = {moving_mass(model, state.grouping, i), motion.position, motion.velocity, state.spin[i],
                motion.momentum};
    }
  });
  return out;
}

// (ledger) => magnitude of its gravitational energy for the scales [J].
double gravity_scale(const Ledger& now) {
  return std::abs(now.mutual) + kDigits * std::abs(now.gravitational - now.mutual);
}

// Sum of the absolute heats of all channels, so that gains in one channel do not hide losses in another.
double heat_size(const Account& account) {
  double sum = 0;
  for (const double heat : account.heat) sum += std::abs(heat);
  return sum;
}

double mass_of(const Model& model) {
  return blocked_sum(model.size(), 0.0, [&](std::size_t i) { return model.mass[i]; });
}

Vec3 centre_of_mass(const Model& model, const State& state) {
  const Vec3 zero = Vec3::Zero();
  const double mass = mass_of(model);
  return blocked_sum(model.size(), zero, [&](std::size_t i) -> Vec3 { return model.mass[i] * state.position[i]; }) /
         mass;
}

// (bodies, their centre of mass, their ledger) => kTurning of the angular momentum that their gravitational energy
// would give them as rotation of the whole [N m s].
double turning_of(const Model& model, const State& state, const Vec3& centre, const Ledger& now) {
  const double moment = blocked_sum(
      model.size(), 0.0, [&](std::size_t i) { return model.mass[i] * (state.position[i] - centre).squaredNorm(); });
  return kTurning * std::sqrt(2 * gravity_scale(now) * moment);
}

// (error, scale >= 0, same unit) => their ratio; 0 if the error is 0, even while the scale is still 0.
double relative(double error, double scale) { return error == 0 ? 0 : error / scale; }

}  // namespace

double glued_energy(const Pile& pile, double gravitational_constant, const Points& points) {
  const Grouping& grouping = pile.state.grouping;
  const Attracting all = attracting(pile.model, pile.state, points);
  const double pairs =
      blocked_sum(grouping.grains.size(), 0.0, [&](std::size_t g) { return pairs_of_grain(grouping, all, points, g); });
  return -gravitational_constant * pairs;
}

double mutual_energy(const Pile& pile, double all_pairs, double gravitational_constant, std::optional<double> glued,
                     const Points& points) {
  const Model& model = pile.model;
  if (pile.state.grouping.grains.empty()) return all_pairs;
  if (grains_of(pile).size() == 1) return 0;
  if (!glued) glued = glued_energy(pile, gravitational_constant, points);
  double mutual = all_pairs - *glued;
  const Attracting all = attracting(model, pile.state, points);
  if (all.mass.size() > kManyBodies && !(mutual < kRoughly * all_pairs))
    mutual = gravity::direct_energy(all.mass, all.position, gravitational_constant) -
             energy_of_bodies(model, all, points, gravitational_constant) - *glued;
  return std::min(mutual, 0.0);
}

double potential_error(const gravity::Parameters& gravity) {
  if (gravity.method != gravity::Summation::fmm) return kPotentialError;
  return std::clamp(gravity.error, kPotentialError, kMostPotentialError);
}

Ledger ledger(const Pile& pile, const External& external, double gravitational_constant, bool gravity_on,
              const Account& account, std::optional<double> glued, const Points& points, double error) {
  const std::size_t n = pile.size();
  const Vec3 zero = Vec3::Zero();
  const Model& model = pile.model;
  const State at_rest = external.frozen.empty() ? State{} : with_frozen_at_rest(pile.state, external.frozen);
  const State& state = external.frozen.empty() ? pile.state : at_rest;
  const Vec3s& v = state.velocity;
  const std::vector<Rigid> rigid = rigid_bodies(model, state);
  const Attracting all = attracting(model, pile.state, points);

  Ledger now;
  now.momentum = blocked_sum(n, zero, [&](std::size_t i) -> Vec3 { return model.mass[i] * v[i]; });
  now.angular_orbital = blocked_sum(
      n, zero, [&](std::size_t i) -> Vec3 { return rigid[i].mass * rigid[i].position.cross(rigid[i].velocity); });
  now.angular_spin = blocked_sum(n, zero, [&](std::size_t i) -> Vec3 { return rigid[i].momentum; });
  now.kinetic_translational =
      blocked_sum(n, 0.0, [&](std::size_t i) { return 0.5 * rigid[i].mass * rigid[i].velocity.squaredNorm(); });
  now.kinetic_rotational =
      blocked_sum(n, 0.0, [&](std::size_t i) { return 0.5 * rigid[i].spin.dot(rigid[i].momentum); });
  const Vec3 bulk = now.momentum / mass_of(model);
  now.kinetic_about_centre = blocked_sum(
      n, 0.0, [&](std::size_t i) { return 0.5 * rigid[i].mass * (rigid[i].velocity - bulk).squaredNorm(); });
  for (std::size_t k = 0; k < external.meshes.size(); ++k)
    if (const auto& drive = external.meshes[k].drive)
      now.kinetic_walls += drive->kinetic_energy(pose_of(pile.state.walls, k));
  now.frame = is_fixed(external) ? Frame::fixed : external.falls() ? Frame::passing : Frame::free;
  if (gravity_on) {
    // With pairs within bodies, the energy between bodies is a difference, and needs a more accurate potential.
    const bool is_difference = !state.grouping.grains.empty() || points.has_value();
    now.gravitational = self_energy(all, gravitational_constant, is_difference ? kPotentialError : error) -
                        energy_of_bodies(model, all, points, gravitational_constant);
    now.mutual = mutual_energy(pile, now.gravitational, gravitational_constant, glued, points);
  }
  const Reals free = free_masses(model, external);
  const Potential outside = external_energy(pile, free, all, points, external, gravitational_constant);
  now.external = outside.energy, now.external_size = outside.size;
  if (external.walls() > 0 || !external.frozen.empty())
    now.lift = external.uniform.norm() * blocked_sum(n, 0.0, [&](std::size_t i) { return free[i] * model.radius[i]; });
  now.elastic = blocked_sum(pile.contacts.size(), 0.0, [&](std::size_t c) { return pile.contacts.energy[c]; });
  now.account = account;
  return now;
}

Drift::Origin Drift::origin_of(const Ledger& now, const Model& model, const State& state) const {
  Origin origin;
  const bool fixed = now.frame == Frame::fixed;
  origin.mass = mass_of(model);
  origin.centre = centre_of_mass(model, state);
  origin.velocity = fixed ? Vec3(Vec3::Zero()) : Vec3(now.momentum / origin.mass);
  origin.place = fixed && started ? first_centre : origin.centre;
  return origin;
}

void Drift::grow_scales(const Ledger& now, const Model& model, const State& state, const Origin& origin) {
  const bool fixed = now.frame == Frame::fixed;
  const std::size_t n = model.size();
  const auto& m = model.mass;
  const Vec3s &x = state.position, &v = state.velocity;
  const auto grow = [&](double& scale, auto&& of_body) { scale = std::max(scale, blocked_sum(n, 0.0, of_body)); };
  grow(momentum_scale, [&](std::size_t i) { return m[i] * (v[i] - origin.velocity).norm(); });
  grow(angular_scale, [&](std::size_t i) {
    return m[i] * (x[i] - origin.place).norm() * (v[i] - origin.velocity).norm() +
           spin_momentum(model, state, i, state.spin[i]).norm();
  });
  if (!fixed) grow(bulk_momentum, [&](std::size_t i) { return m[i] * v[i].norm(); });
  grow(bulk_angular, [&](std::size_t i) { return m[i] * x[i].norm() * v[i].norm(); });

  const double moment = blocked_sum(n, 0.0, [&](std::size_t i) { return m[i] * (x[i] - origin.place).squaredNorm(); });
  const double largest = *std::max_element(model.radius.begin(), model.radius.end());
  extent = std::max(extent, std::sqrt(moment / origin.mass) + largest);

  const Vec3 own = blocked_sum(n, Vec3(Vec3::Zero()), [&](std::size_t i) -> Vec3 {
    return m[i] * (x[i] - origin.centre).cross(v[i] - now.momentum / origin.mass) +
           spin_momentum(model, state, i, state.spin[i]);
  });
  own_scale = std::max(own_scale, own.norm());

  const double kinetic = fixed ? now.kinetic_translational
                               : now.kinetic_about_centre + kBulkSpeed * kBulkSpeed * now.kinetic_translational;
  const double external = fixed ? std::abs(now.external - first.external) + kDigits * now.external_size + now.lift : 0;
  const double driven = kDriven * std::abs(now.account.driven - first.account.driven);
  const double of_bodies = kinetic + now.kinetic_rotational + gravity_scale(now) + std::abs(now.elastic);
  energy_scale =
      std::max(energy_scale, of_bodies + kOfWalls * now.kinetic_walls + heat_size(now.account) + external + driven);
}

// If nothing is fixed in space, the energy of the centre of mass is left out, because it is rounded to 1e-16 of M V^2
// and because a pile in uniform gravity falls without change of its internal energy. If the pile passes a planet, the
// energy of its centre of mass changes by the work of the recorded impulse J, P_0 . J / M + J^2 / (2 M).
double Drift::energy_change(const Ledger& now, double mass, bool regroups) const {
  if (now.frame == Frame::fixed) return regroups ? now.total() - first.total() : now.of_motion() - first.of_motion();
  const auto within = [&](const Ledger& l) {
    return l.kinetic_about_centre + l.kinetic_rotational + (regroups ? l.gravitational : l.mutual) + l.elastic +
           l.account.dissipated() - l.account.driven;
  };
  const double change = within(now) - within(first);
  if (now.frame == Frame::free) return change;
  const Vec3 impulse = now.account.impulse - first.account.impulse;
  return change + impulse.dot(2 * first.momentum + impulse) / (2 * mass);
}

void Drift::update(const Ledger& now, const Model& model, const State& state, bool regroups,
                   const std::vector<FrozenBodies>& frozen) {
  if (!frozen.empty()) return update(now, model, with_frozen_at_rest(state, frozen), regroups);
  const Origin origin = origin_of(now, model, state);
  if (!started) {
    first = now;
    first_centre = origin.centre;
    turning_scale = turning_of(model, state, origin.centre, now);
    started = true;
  }
  grow_scales(now, model, state, origin);

  const double exchanged = now.account.exchanged - first.account.exchanged;
  const double exchanged_angular = now.account.exchanged_angular - first.account.exchanged_angular;
  const Vec3 impulse = now.account.impulse - first.account.impulse;
  const Vec3 torque = now.account.gravity_torque - first.account.gravity_torque;
  const Vec3 angular_impulse = now.account.angular_impulse - first.account.angular_impulse + torque;
  const double of_momentum = momentum_scale + kBulkMomentum * bulk_momentum + exchanged;
  const double of_angular = angular_scale + std::min(exchanged_angular, exchanged * extent) +
                            kBulkAngular * (bulk_angular + exchanged_angular);
  const Vec3 missing = now.momentum - first.momentum - impulse;
  const Vec3 missing_angular = now.angular() - first.angular() - angular_impulse;
  momentum = relative(missing.norm(), of_momentum);
  angular = relative((missing_angular - origin.place.cross(missing)).norm(), of_angular);
  gravity_torque = relative(torque.norm(), own_scale + turning_scale + kRounding * exchanged_angular);
  energy = relative(std::abs(energy_change(now, origin.mass, regroups)), energy_scale);
}

}  // namespace rubble::measure
