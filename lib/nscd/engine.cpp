#include "nscd/engine.hpp"

#include "base/clock.hpp"
#include "base/error.hpp"
#include "base/stop.hpp"
#include "model/bodies.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include <fmt/format.h>

namespace rubble::nscd {
namespace {

constexpr double kAlert = 0.01;     // of the smallest radius
constexpr double kRecovery = 1e-3;  // of the smallest radius, in a step

Rotation rotation_of(const std::string& word) {
  if (word == "exponential") return Rotation::exponential;
  if (word == "hughes-winget") return Rotation::hughes_winget;
  if (word == "linearised") return Rotation::linearised;
  return Rotation::splitting;
}

// (three numbers per point, from a checkpoint; model; planes) => keys; InputError unless all are those of two rows or
// of a row and a plane, in rising order.
contact::Keys checked_keys(const std::vector<std::int64_t>& stored, const Model& model, std::size_t planes) {
  if (stored.size() % 3 != 0) throw InputError("expected three numbers per contact in nscd/keys, found a rest");
  const auto n = static_cast<std::int64_t>(model.size());
  const auto walls = static_cast<std::int64_t>(planes);
  contact::Keys keys;
  for (std::size_t k = 0; k < stored.size(); k += 3) {
    const std::int64_t a = stored[k];
    const std::int64_t b = stored[k + 1];
    const std::int64_t feature = stored[k + 2];
    const bool fits = 0 <= a && a < n && (b < 0 ? b >= -walls : a < b && b < n) && feature >= 0 &&
                      feature <= std::numeric_limits<Index>::max();
    const ContactKey key{static_cast<Index>(a), static_cast<Index>(b), static_cast<Index>(feature)};
    if (!fits || (!keys.empty() && !(keys.back() < key)))
      throw InputError(
          fmt::format("expected contacts of {} bodies and {} planes in rising order in nscd/keys, found {} {} {}", n,
                      planes, a, b, feature));
    keys.push_back(key);
  }
  return keys;
}

shape::Points points_of(const std::string& word) {
  if (word == "one") return shape::Points::one;
  return word == "four" ? shape::Points::four : shape::Points::three;
}

// Memory of the narrow phase as numbers: a, b and the cache of each pair.
constexpr std::size_t kPairNumbers = 4 + 2 * shape::SeparationCache::kCorners + 3 * shape::SeparationCache::kFacets;
std::vector<std::int64_t> numbers_of(const std::vector<contact::PairMemory>& memory) {
  std::vector<std::int64_t> numbers;
  for (const contact::PairMemory& pair : memory) {
    numbers.insert(numbers.end(), {pair.a, pair.b, pair.cache.corners, pair.cache.facets});
    numbers.insert(numbers.end(), pair.cache.a.begin(), pair.cache.a.end());
    numbers.insert(numbers.end(), pair.cache.b.begin(), pair.cache.b.end());
    for (const auto& facet : pair.cache.facet) numbers.insert(numbers.end(), facet.begin(), facet.end());
  }
  return numbers;
}
std::vector<contact::PairMemory> memory_of(const std::vector<std::int64_t>& numbers) {
  if (numbers.size() % kPairNumbers != 0)
    throw InputError(fmt::format("expected {} numbers per pair in nscd/pairs, found a rest", kPairNumbers));
  std::vector<contact::PairMemory> memory;
  for (std::size_t k = 0; k + kPairNumbers <= numbers.size(); k += kPairNumbers) {
    const std::int64_t* x = numbers.data() + k;
    contact::PairMemory pair{static_cast<Index>(x[0]), static_cast<Index>(x[1]), {}};
    pair.cache.corners = static_cast<std::uint8_t>(x[2]);
    pair.cache.facets = static_cast<std::uint8_t>(x[3]);
    x += 4;
    for (std::uint16_t& vertex : pair.cache.a) vertex = static_cast<std::uint16_t>(*x++);
    for (std::uint16_t& vertex : pair.cache.b) vertex = static_cast<std::uint16_t>(*x++);
    for (auto& facet : pair.cache.facet)
      for (std::uint8_t& corner : facet) corner = static_cast<std::uint8_t>(*x++);
    memory.push_back(pair);
  }
  return memory;
}

}  // namespace

Engine::Engine(const Parameters& p, const Model& model, const State& state, const External& external)
    : base_step(state.step),
      base_time(state.time),
      p_(p),
      external_(external),
      cone_(p.contact.cone == "ccp" ? friction::Cone::ccp : friction::Cone::coulomb),
      gravity_(p.gravity, model),
      movers_(model, state, rotation_of(p.step.rotation)) {
  for (std::size_t i = 0; i < model.size(); ++i) bound_.push_back(bounding_radius(model, i));
  std::vector<Index> solid_of_shape(model.shapes.size(), -1);
  for (std::size_t k = 0; k < model.shapes.size(); ++k) {
    if (model.shapes[k].kind != shape::Kind::hull) continue;
    solid_of_shape[k] = static_cast<Index>(solids_.size());
    solids_.emplace_back(model.shapes[k]);
  }
  if (has_hulls(model))
    for (const Index shape : model.shape)
      solid_.push_back(shape < 0 ? -1 : solid_of_shape[static_cast<std::size_t>(shape)]);
  smallest_ = *std::min_element(model.radius.begin(), model.radius.end());
  for (const double r : model.radius) mean_diameter_ += 2 * r / static_cast<double>(model.size());
}

double Engine::alert(double fastest) const {
  const double given = p_.contact.alert.value_or(kAlert * smallest_ + 2 * p_.step.dt * fastest);
  return std::max(given, p_.cohesion.distance);
}

contact::Candidates Engine::candidates(const Model& model, const State& state, const External& external,
                                       double skin) const {
  const std::vector<Index>* grain = model.grain.empty() ? nullptr : &model.grain;
  return contact::find_candidates({bound_, state.position, external.planes, external.period, state.time, grain}, skin,
                                  {});
}

std::vector<contact::Wall> Engine::walls_at(const External& external, double time) const {
  std::vector<contact::Wall> walls;
  for (const Plane& plane : external.planes) walls.push_back({plane.point_at(time), plane.normal});
  return walls;
}

// Frames of hulls.
std::vector<Quaternion> Engine::turns(const Model& model, const State& state) const {
  std::vector<Quaternion> turn(solid_.size(), Quaternion::Identity());
  parallel_for(turn.size(), [&](std::size_t i) {
    if (solid_[i] >= 0) turn[i] = turn_of(model, state, i);
  });
  return turn;
}

contact::Bodies Engine::bodies(const Model& model, const State& state, const External& external,
                               const std::vector<Quaternion>& turn) const {
  return {state.position, model.radius, solid_, turn, solids_, external.period};
}

void Engine::advance(const Model& model, State& state, const External& external, double until) {
  const auto goes_on = [&] { return state.time < until - 1e-6 * p_.step.dt; };
  if (!goes_on()) return;
  external_ = external;
  movers_.load(model, state);
  listed_ = false;
  predicted_ = state;
  while (goes_on() && !stop::requested()) {
    step(model, state);
    ++state.step;
    state.time = base_time + static_cast<double>(state.step - base_step) * p_.step.dt;
  }
  movers_.place_rows(model, state);
}

void Engine::step(const Model& model, State& state) {
  const double h = p_.step.dt;
  const double theta = p_.step.theta;
  {
    const Clock clock(seconds.motion);
    movers_.drift((1 - theta) * h);
    movers_.place_rows(model, predicted_);
    predicted_.time = state.time + (1 - theta) * h;
    fastest_ = movers_.fastest(model);
    travel_ += h * fastest_;
    movers_.give(before_);
  }
  turn_ = turns(model, predicted_);
  update_list(model, predicted_);
  {
    const Clock clock(seconds.touching);
    narrow_.find(bodies(model, predicted_, external_, turn_), walls_at(external_, predicted_.time), alert(fastest_),
                 points_of(p_.contact.points), found_);
  }
  pull(model, predicted_, predicted_.time);
  {
    const Clock clock(seconds.solver);
    link(predicted_);
    attract(predicted_);
    warm_start();
    solve();
  }
  const Clock clock(seconds.motion);
  movers_.take(free_, problem_.bodies);
  settle_accounts();
  movers_.drift(theta * h);
}

// Holds all pairs within the alert distance until bodies have moved by the rest of its skin.
void Engine::update_list(const Model& model, const State& state) {
  const double near = alert(fastest_);
  if (listed_ && near + 2 * travel_ <= skin_) return;
  const Clock clock(seconds.search);
  for (std::size_t i = 0; i < model.size(); ++i)
    if (!state.position[i].allFinite())
      throw SanityError(fmt::format("body {} has no finite position at t = {} s", i, state.time));
  const double moves = std::sqrt(20 * fastest_ * p_.step.dt / mean_diameter_);
  skin_ = near + p_.step.skin.value_or(std::clamp(moves, 0.02, 0.3) * mean_diameter_);
  narrow_.take(candidates(model, state, external_, skin_), bodies(model, state, external_, turn_));
  if (!given_memory_.empty()) narrow_.remember(given_memory_);
  given_memory_.clear();
  travel_ = 0;
  listed_ = true;
  ++list_builds;
}

// Forces on the movers, and what they do to velocities.
void Engine::pull(const Model& model, const State& state, double time) {
  const Clock clock(seconds.gravity);
  gravity_.find(model, state, external_.field_at(p_.gravity.constant, time));
  force_.assign(movers_.size(), Vec3::Zero());
  torque_.assign(movers_.size(), Vec3::Zero());
  field_force_.assign(movers_.size(), Vec3::Zero());
  field_torque_.assign(movers_.size(), Vec3::Zero());
  Account rate;
  for (std::size_t i = 0; i < model.size(); ++i) {
    const auto m = static_cast<std::size_t>(movers_.of_row(i));
    const Vec3& x = state.position[i];
    const Vec3 arm = x - movers_.position(m);
    const Vec3& outer = gravity_.outer.force[i];
    const Vec3& self = gravity_.self.force[i];
    const Vec3 outer_torque = gravity_.outer.torque_on(i);
    const Vec3 self_torque = gravity_.self.torque_on(i);
    force_[m] += outer + self;
    torque_[m] += arm.cross(outer + self) + outer_torque + self_torque;
    field_force_[m] += outer;
    field_torque_[m] += arm.cross(outer) + outer_torque;
    rate.impulse += outer;
    rate.angular_impulse += x.cross(outer) + outer_torque;
    rate.gravity_torque += x.cross(self) + self_torque;
    rate.exchanged += outer.norm() + self.norm();
    rate.exchanged_angular += (outer.norm() + self.norm()) * x.norm() + outer_torque.norm() + self_torque.norm();
  }
  account.add(rate, p_.step.dt);
  parallel_for(movers_.size(), [&](std::size_t m) { movers_.kick(m, force_[m], torque_[m], p_.step.dt); });
  movers_.give(free_);
}

// One point as a link: levers end midway between the surfaces; the shift is the velocity of a wall.
void Engine::append(friction::Links& links, std::size_t point, const State& state) const {
  const ContactKey& key = found_.key[point];
  const Vec3& normal = found_.normal[point];
  const Vec3 place = found_.point[point] + 0.5 * found_.gap[point] * normal;
  const Index a = movers_.of_row(static_cast<std::size_t>(key.a));
  Index b = -1;
  Vec3 arm_b = Vec3::Zero();
  Vec3 wall = Vec3::Zero();
  if (key.on_wall()) {
    wall = external_.planes[static_cast<std::size_t>(key.wall())].velocity_at(state.time);
  } else {
    b = movers_.of_row(static_cast<std::size_t>(key.b));
    arm_b = place - image_of(point) - movers_.position(static_cast<std::size_t>(b));
  }
  links.a.push_back(a);
  links.b.push_back(b);
  links.arm_a.push_back(place - movers_.position(static_cast<std::size_t>(a)));
  links.arm_b.push_back(arm_b);
  links.normal.push_back(normal);
  links.shift.push_back(wall);
  links.friction.push_back(p_.contact.friction);
}

void Engine::drop_last(friction::Links& links) {
  for (Vec3s* column : {&links.arm_a, &links.arm_b, &links.normal, &links.shift}) column->pop_back();
  links.a.pop_back();
  links.b.pop_back();
  links.friction.pop_back();
}

// What u_n of the last link must be increased by, and how much of that takes an overlap back; nothing if the point has
// to wait until it touches: what meets before would rebound from nothing.
std::optional<Engine::Demand> Engine::demand(double gap) const {
  const double h = p_.step.dt;
  const friction::Links& links = problem_.links;
  const std::size_t c = links.size() - 1;
  const double before = friction::relative_velocity(before_, links, c).dot(links.normal[c]);
  const double free = friction::relative_velocity(free_, links, c).dot(links.normal[c]);
  // What comes no faster than twice what a step's forces give rests; restitution would keep it shaking.
  if (p_.contact.restitution > 0 && before < -2 * std::abs(free - before)) {
    if (gap > 0) return {};
    return Demand{p_.contact.restitution * before, 0};
  }
  if (gap >= 0) return Demand{gap / h, 0};
  const double speed = p_.contact.recovery_speed.value_or(kRecovery * smallest_ / h);
  const double recovery = std::min(-p_.contact.recovery * gap / h, speed);
  return Demand{-recovery, recovery};
}

// The points that may get an impulse in this step, and what their velocities must fulfil.
void Engine::link(const State& state) {
  problem_.bodies = free_;
  problem_.links = {};
  touch_.clear();
  shift_.clear();
  recovery_.clear();
  friction::Links& links = problem_.links;
  for (std::size_t point = 0; point < found_.size(); ++point) {
    const ContactKey& key = found_.key[point];
    const double gap = found_.gap[point];
    append(links, point, state);
    const std::optional<Demand> demanded = demand(gap);
    if (!demanded) {
      drop_last(links);
      continue;
    }
    touch_.push_back(point);
    links.shift.back() += demanded->shift * links.normal.back();
    shift_.push_back(demanded->shift);
    recovery_.push_back(demanded->recovery);
    double smaller = bound_[static_cast<std::size_t>(key.a)];
    if (!key.on_wall()) smaller = std::min(smaller, bound_[static_cast<std::size_t>(key.b)]);
    quality.penetration = std::max(quality.penetration, -gap / smaller);
  }
}

// Pulls near pairs together, whether their points may get impulses or have to wait.
void Engine::attract(const State& state) {
  attracting_ = {};
  if (!(p_.cohesion.force > 0)) return;
  const std::vector<PointCohesion> cohesion = cohesion_of(found_, p_.cohesion);
  for (std::size_t point = 0; point < found_.size(); ++point) {
    if (!(cohesion[point].attraction > 0)) continue;
    append(attracting_.links, point, state);
    attracting_.point.push_back(point);
    attracting_.impulse.push_back(p_.step.dt * cohesion[point].attraction);
    attracting_.energy += cohesion[point].energy;
  }
  for (std::size_t k = 0; k < attracting_.impulse.size(); ++k)
    friction::push(problem_.bodies, attracting_.links, k, -attracting_.impulse[k] * attracting_.links.normal[k]);
}

// Impulses of points that were there in the last step; both lists are in the order of the keys.
void Engine::warm_start() {
  impulse_.assign(touch_.size(), Vec3::Zero());
  std::size_t k = 0;
  for (std::size_t c = 0; c < touch_.size(); ++c) {
    const ContactKey& key = found_.key[touch_[c]];
    while (k < last_.keys.size() && last_.keys[k] < key) ++k;
    if (k < last_.keys.size() && last_.keys[k] == key) impulse_[c] = last_.value[k];
  }
}

void Engine::solve() {
  const friction::SweepOptions options{cone_, p_.solver.tolerance, p_.solver.iterations, 5};
  if (p_.solver.dump_problem) given_ = problem_;
  const friction::SweepReport report = sweeps_.solve(problem_, options, impulse_);
  iterations += report.iterations;
  if (p_.solver.dump_problem && report.iterations > most_iterations_) {
    most_iterations_ = report.iterations;
    std::swap(hardest_, given_);
  }
  if (touch_.empty()) return;
  ++quality.steps;
  if (!report.converged) ++quality.unconverged;
  if (report.converged) quality.residual = std::max(quality.residual, report.residual);
}

std::shared_ptr<const friction::Problem> Engine::hardest_problem() const {
  if (most_iterations_ == 0) return nullptr;
  return std::make_shared<friction::Problem>(friction::delassus_of(hardest_));
}

// What an impulse on b at a link of a point gives to walls, images and rounding.
void Engine::book(const friction::Links& links, std::size_t c, std::size_t point, const Vec3& impulse) {
  const ContactKey& key = found_.key[point];
  const Vec3 place = links.arm_a[c] + movers_.position(static_cast<std::size_t>(links.a[c]));
  const double size = impulse.norm();
  const double reach = place.norm();
  if (key.on_wall()) {
    const Plane& plane = external_.planes[static_cast<std::size_t>(key.wall())];
    account.walls -= impulse.dot(plane.velocity_at(predicted_.time));
    account.impulse -= impulse;
    account.angular_impulse -= place.cross(impulse);
    account.exchanged += size;
    account.exchanged_angular += size * reach;
    return;
  }
  const Vec3 image = image_of(point);
  account.angular_impulse -= image.cross(impulse);
  account.exchanged += 2 * size;
  account.exchanged_angular += 2 * size * (reach + image.norm());
}

// Heat is what the impulses take from motion, exactly: -p . (u before + u after) / 2.
void Engine::settle_accounts() {
  const friction::Links& links = problem_.links;
  last_.keys.clear();
  last_.value.clear();
  touching = 0;
  for (std::size_t c = 0; c < links.size(); ++c) {
    const Vec3& n = links.normal[c];
    const Vec3& p = impulse_[c];
    const Vec3 off = shift_[c] * n;
    const Vec3 before = friction::relative_velocity(before_, links, c) - off;
    const Vec3 after = friction::relative_velocity(problem_.bodies, links, c) - off;
    const Vec3 mean = 0.5 * (before + after);
    const double p_n = p.dot(n);
    const Vec3 p_t = p - p_n * n;
    const double made = 0.5 * p_n * recovery_[c];
    account[Channel::impact] += -p_n * mean.dot(n) + made;
    account[Channel::correction] -= made;
    account[Channel::friction] -= p_t.dot(mean);
    book(links, c, touch_[c], p);
    if (p.isZero()) continue;
    ++touching;
    last_.keys.push_back(found_.key[touch_[c]]);
    last_.value.push_back(p);
  }
  settle_cohesion();
  settle_fields();
}

// The energy of near pairs follows what attraction does, but where points come and go, where a pair rocks and where a
// gap is curved: that is heat of either sign.
void Engine::settle_cohesion() {
  if (!(p_.cohesion.force > 0)) return;
  const friction::Links& links = attracting_.links;
  double before = 0;  // twice the work against attraction in the half steps before x* and after it
  double after = 0;
  for (std::size_t k = 0; k < links.size(); ++k) {
    const Vec3& n = links.normal[k];
    before += attracting_.impulse[k] * friction::relative_velocity(before_, links, k).dot(n);
    after += attracting_.impulse[k] * friction::relative_velocity(problem_.bodies, links, k).dot(n);
    book(links, k, attracting_.point[k], -attracting_.impulse[k] * n);
  }
  if (energy_ahead_) account[Channel::cohesion] -= attracting_.energy - (*energy_ahead_ + 0.5 * before);
  energy_ahead_ = attracting_.energy + 0.5 * after;
}

void Engine::settle_fields() {
  if (!external_.planet.pass) return;
  double work = 0;
  for (std::size_t m = 0; m < movers_.size(); ++m)
    work += field_force_[m].dot(before_.velocity[m] + problem_.bodies.velocity[m]) +
            field_torque_[m].dot(before_.spin[m] + problem_.bodies.spin[m]);
  account.driven += 0.5 * p_.step.dt * work;
}

Contacts Engine::contacts(const Model& model, const State& state, const External& external) const {
  const double near = std::max(p_.contact.alert.value_or(kAlert * smallest_), p_.cohesion.distance);
  const std::vector<Quaternion> turn = turns(model, state);
  const contact::Bodies rows = bodies(model, state, external, turn);
  contact::Narrow narrow;
  contact::Touching found;
  narrow.take(candidates(model, state, external, near), rows);
  narrow.find(rows, walls_at(external, state.time), near, points_of(p_.contact.points), found);

  const bool repeats = !external.period.isZero();
  Contacts contacts;
  if (repeats)
    contacts.columns.push_back({kImage, "m", "whole periods from b to the image of b that touches a", true, Vec3s{}});
  const std::vector<PointCohesion> cohesion = cohesion_of(found, p_.cohesion);
  std::size_t k = 0;
  for (std::size_t c = 0; c < found.size(); ++c) {
    while (k < last_.keys.size() && last_.keys[k] < found.key[c]) ++k;
    const bool pushed = k < last_.keys.size() && last_.keys[k] == found.key[c];
    if (!pushed && !(cohesion[c].attraction > 0) && found.gap[c] > 0) continue;
    Vec3 force = -cohesion[c].attraction * found.normal[c];  // on b
    if (pushed) force += last_.value[k] / p_.step.dt;
    contacts.key.push_back(found.key[c]);
    contacts.point.push_back(found.point[c]);
    contacts.normal.push_back(found.normal[c]);
    contacts.gap.push_back(found.gap[c]);
    contacts.force.push_back(-force);
    contacts.energy.push_back(cohesion[c].energy);
    if (repeats) std::get<Vec3s>(contacts.columns[0].value).push_back(found.image[c]);
  }
  return contacts;
}

void Engine::take_up(const Contacts& contacts) {
  last_ = {};
  for (std::size_t c = 0; c < contacts.size(); ++c) {
    last_.keys.push_back(contacts.key[c]);
    last_.value.push_back(-p_.step.dt * contacts.force[c]);
  }
}

void Engine::archive(Archive& archive, const Model& model, std::size_t planes) {
  archive.value("nscd/base_step", base_step);
  archive.value("nscd/base_time", base_time);
  archive.value("nscd/account", account);
  archive.value("nscd/penetration", quality.penetration);
  archive.value("nscd/residual", quality.residual);
  archive.value("nscd/steps", quality.steps);
  archive.value("nscd/unconverged", quality.unconverged);
  auto count = static_cast<std::int64_t>(touching);
  archive.value("nscd/touching", count);
  touching = static_cast<std::size_t>(count);
  movers_.archive(archive);
  Reals ahead;
  if (energy_ahead_) ahead.push_back(*energy_ahead_);
  archive.value("nscd/cohesion_energy", ahead);
  if (!ahead.empty()) energy_ahead_ = ahead.front();
  std::vector<std::int64_t> keys;
  for (const ContactKey& key : last_.keys) keys.insert(keys.end(), {key.a, key.b, key.feature});
  archive.value("nscd/keys", keys);
  archive.value("nscd/impulses", last_.value, keys.size() / 3);
  std::vector<std::int64_t> pairs = archive.loads() ? std::vector<std::int64_t>{} : numbers_of(pair_memory());
  archive.value("nscd/pairs", pairs);
  if (!archive.loads()) return;
  last_.keys = checked_keys(keys, model, planes);
  given_memory_ = memory_of(pairs);
  contact::require_whole(given_memory_);
}

}  // namespace rubble::nscd
