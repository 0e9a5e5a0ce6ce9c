#include "ssdem/engine.hpp"

#include "base/error.hpp"
#include "base/parallel.hpp"
#include "base/stop.hpp"
#include "ssdem/exchange.hpp"
#include "ssdem/pair.hpp"
#include "ssdem/rows.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

namespace rubble::ssdem {
namespace {

// Bodies are put in order again after so many steps: seldom enough to cost nothing, and by count, never by a clock or
// by the lists, because the order of bodies is the order of sums.
constexpr std::int64_t kSortEvery = 1 << 14;

bool jumps(const Parameters& p) {
  return std::holds_alternative<laws::KineticSliding>(p.sliding) ||
         std::holds_alternative<laws::TorqueCouple>(p.couple);
}

// Adds the wall time of its life to a sum.
class Clock {
 public:
  explicit Clock(double& sum) : sum_(sum) {}
  Clock(const Clock&) = delete;
  Clock& operator=(const Clock&) = delete;
  ~Clock() { sum_ += std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count(); }

 private:
  double& sum_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

std::vector<Wall> walls_at(const External& external, double time) {
  std::vector<Wall> walls;
  for (const Plane& plane : external.planes)
    walls.push_back({plane.point_at(time), plane.normal, plane.velocity_at(time)});
  return walls;
}

// What the sweep reads of body i. A push moves the whole grain; rolling and twisting friction, which
// are for round bodies, know members by their moment of inertia.
Body body_of(const Model& model, const State& state, std::size_t i) {
  return {row(state.position[i], model.radius[i]), row(state.velocity[i], model.moving_mass(i)),
          row(state.spin[i], model.grain_of(i) < 0 ? model.inertia(i) : kMember)};
}

// Bodies in this order.
void put_bodies(const Parameters& p, const Model& model, const State& state, const std::vector<Index>& order,
                Bodies& bodies) {
  const bool rotates = p.mass.effective() && !model.grains.empty();
  bodies.body.resize(order.size());
  bodies.rotational_inverse_mass.resize(rotates ? order.size() : 0);
  parallel_for(order.size(), [&](std::size_t k) {
    const auto i = static_cast<std::size_t>(order[k]);
    bodies.body[k] = body_of(model, state, i);
    if (rotates) bodies.rotational_inverse_mass[k] = rotational_inverse_mass_of(model, state, i);
  });
}

}  // namespace

Engine::Engine(const Parameters& p, const Model& model, const State& state, const External& external,
               std::vector<Index> order)
    : base_step(state.step),
      base_time(state.time),
      p_(p),
      external_(external),
      dt_(*p.step.dt),
      order_(std::move(order)),
      solver_(p.gravity) {
  const std::size_t n = model.size();
  if (order_.empty()) order_ = places_in_order(model, state);
  half_velocity_.resize(n), half_spin_.resize(n), acceleration_.resize(n), angular_acceleration_.resize(n);
  gravity_.resize(n), gravity_slope_.resize(n), place_.resize(n);
  mass_.resize(n), radius_.resize(n);
  for (const double r : model.radius) mean_diameter_ += 2 * r / static_cast<double>(n);
  load(model, state);
}

void Engine::load(const Model& model, const State& state) {
  put_bodies(p_, model, state, order_, bodies_);
  parallel_for(order_.size(), [&](std::size_t k) {
    const auto i = static_cast<std::size_t>(order_[k]);
    half_velocity_[k] = row(state.velocity[i], 1 / model.mass[i]);
    half_spin_[k] = row(state.spin[i], 1 / model.inertia(i));
    mass_[k] = model.mass[i], radius_[k] = model.radius[i];
  });
  grains_.load(model, state, order_);
}

void Engine::save(const Model& model, State& state) const {
  parallel_for(order_.size(), [&](std::size_t k) {
    const auto i = static_cast<std::size_t>(order_[k]);
    state.position[i] = vec(bodies_.body[k].position);
    state.velocity[i] = vec(half_velocity_[k]), state.spin[i] = vec(half_spin_[k]);
  });
  grains_.save(model, state);
}

void Engine::put_accelerations(const Vec3s& linear, const Vec3s& angular) {
  for (std::size_t k = 0; k < order_.size(); ++k) {
    const auto i = static_cast<std::size_t>(order_[k]);
    acceleration_[k] = row(linear[i], 0), angular_acceleration_[k] = row(angular[i], 0);
  }
  grains_.put_accelerations(order_, linear, angular);
}
void Engine::get_accelerations(Vec3s& linear, Vec3s& angular) const {
  linear.resize(order_.size()), angular.resize(order_.size());
  for (std::size_t k = 0; k < order_.size(); ++k) {
    const auto i = static_cast<std::size_t>(order_[k]);
    linear[i] = vec(acceleration_[k]), angular[i] = vec(angular_acceleration_[k]);
  }
  grains_.get_accelerations(order_, linear, angular);
}

void Engine::archive_grains(Archive& archive) {
  constexpr std::size_t width = 13;
  std::vector<GrainMotion> motion = grains_.get();
  Reals numbers;
  for (const GrainMotion& m : motion) {
    for (const Vec3& x : {m.position, m.velocity, m.momentum}) numbers.insert(numbers.end(), x.begin(), x.end());
    const Quaternion& q = m.orientation;
    numbers.insert(numbers.end(), {q.w(), q.x(), q.y(), q.z()});
  }
  archive.value("ssdem/grains", numbers, width * motion.size());
  if (!archive.loads()) return;
  for (std::size_t g = 0; g < motion.size(); ++g) {
    const double* x = numbers.data() + width * g;
    motion[g] = {Vec3(x[0], x[1], x[2]), Vec3(x[3], x[4], x[5]), Vec3(x[6], x[7], x[8]),
                 Quaternion(x[9], x[10], x[11], x[12])};
  }
  grains_.put(motion);
}

void Engine::archive_motion(Archive& archive) {
  archive.value("ssdem/base_step", base_step);
  archive.value("ssdem/base_time", base_time);
  archive.value("ssdem/account", account);
  archive.value("ssdem/power", power);
  archive.value("ssdem/driven_rate", driven_rate);
  archive.value("ssdem/worst_overlap", worst_overlap);
  Vec3s linear, angular;
  get_accelerations(linear, angular);
  archive.value("ssdem/acceleration", linear, order_.size());
  archive.value("ssdem/angular_acceleration", angular, order_.size());
  if (archive.loads()) put_accelerations(linear, angular);
  archive_grains(archive);
  if (p_.gravity.method == "none") return;
  gravity::Held held = get_gravity();
  archive.value("ssdem/gravity", held.value, order_.size());
  archive.value("ssdem/gravity_slope", held.slope, order_.size());
  std::vector<std::int64_t> steps = {held.at, held.interval};
  archive.value("ssdem/gravity_held", steps, steps.size());
  if (!archive.loads()) return;
  held.at = steps[0], held.interval = steps[1];
  put_gravity(held);
}

// (values by place, the other way) => by body.
Vec3s by_body(const std::vector<Index>& order, const Vec3s& by_place) {
  Vec3s out(by_place.size());
  for (std::size_t k = 0; k < out.size(); ++k) out[static_cast<std::size_t>(order[k])] = by_place[k];
  return out;
}
Vec3s by_place(const std::vector<Index>& order, const Vec3s& by_body) {
  Vec3s out(by_body.size());
  for (std::size_t k = 0; k < out.size(); ++k) out[k] = by_body[static_cast<std::size_t>(order[k])];
  return out;
}

gravity::Held Engine::get_gravity() const {
  gravity::Held held = held_;
  held.value = by_body(order_, held_.value), held.slope = by_body(order_, held_.slope);
  return held;
}
void Engine::put_gravity(const gravity::Held& held) {
  held_ = held;
  held_.value = by_place(order_, held.value), held_.slope = by_place(order_, held.slope);
  for (std::size_t k = 0; k < held_.value.size(); ++k)
    gravity_[k] = row(held_.value[k], 0), gravity_slope_[k] = row(held_.slope[k], 0);
}

bool Engine::sort_due(const State& state) const {
  return state.step != base_step && (state.step - base_step) % kSortEvery == 0;
}

void Engine::sort(const Model& model, const State& state) {
  const Past before = past();
  Vec3s linear, angular;
  get_accelerations(linear, angular);
  const gravity::Held held = get_gravity();
  order_ = places_in_order(model, state);
  load(model, state);
  put_accelerations(linear, angular);
  put_gravity(held);
  remember(before, state);
}

// Pairs that touched at the last sweep, by places.
contact::Keys Engine::touching_keys() const {
  contact::Keys keys;
  for (const Chunk& chunk : chunks_) {
    const Touching &spheres = chunk.spheres, &walls = chunk.walls;
    for (std::size_t k = 0; k < spheres.count; ++k) keys.push_back({spheres.a[k], spheres.b[k]});
    for (std::size_t k = 0; k < walls.count; ++k) keys.push_back(ContactKey::of_wall(walls.a[k], walls.b[k]));
  }
  std::sort(keys.begin(), keys.end());
  return keys;
}

Engine::Past Engine::past() const {
  struct Entry {
    ContactKey key;
    const Touching* contacts;
    std::size_t k;
    double sign;
  };
  std::vector<Entry> entries;
  const auto take = [&](const Touching& contacts, bool walls) {
    for (std::size_t k = 0; k < contacts.count; ++k) {
      const Index a = order_[static_cast<std::size_t>(contacts.a[k])];
      if (walls) {
        entries.push_back({ContactKey::of_wall(a, contacts.b[k]), &contacts, k, 1.0});
        continue;
      }
      const Index b = order_[static_cast<std::size_t>(contacts.b[k])];
      entries.push_back({{std::min(a, b), std::max(a, b)}, &contacts, k, a < b ? 1.0 : -1.0});
    }
  };
  for (const Chunk& chunk : chunks_) take(chunk.spheres, false), take(chunk.walls, true);
  std::sort(entries.begin(), entries.end(), [](const Entry& x, const Entry& y) { return x.key < y.key; });
  Past past;
  for (const Entry& e : entries) {
    past.keys.push_back(e.key);
    for (const Part part : parts_of(p_)) {
      const double value = e.contacts->memory[part][e.k];
      past.memory[part].push_back(is_odd(part) ? e.sign * value : value);
    }
  }
  return past;
}

void Engine::remember(const Past& past, const State& state) {
  const auto n = static_cast<Index>(order_.size());
  std::vector<Index> place(order_.size());
  for (Index k = 0; k < n; ++k) place[static_cast<std::size_t>(order_[static_cast<std::size_t>(k)])] = k;
  struct Entry {
    ContactKey key;
    std::size_t from;
    double sign;
  };
  std::vector<Entry> entries;
  for (std::size_t k = 0; k < past.keys.size(); ++k) {
    const ContactKey& old = past.keys[k];
    const Index a = place[static_cast<std::size_t>(old.a)];
    if (old.on_wall()) {
      entries.push_back({ContactKey::of_wall(a, old.wall()), k, 1.0});
      continue;
    }
    const Index b = place[static_cast<std::size_t>(old.b)];
    entries.push_back({{std::min(a, b), std::max(a, b)}, k, a < b ? 1.0 : -1.0});
  }
  std::sort(entries.begin(), entries.end(), [](const Entry& x, const Entry& y) { return x.key < y.key; });

  chunks_.assign((order_.size() + kChunk - 1) / kChunk, Chunk{});
  contact::Keys keys;
  for (const Entry& e : entries) {
    keys.push_back(e.key);
    Chunk& chunk = chunks_[static_cast<std::size_t>(e.key.a) / kChunk];
    const bool wall = e.key.on_wall();
    Touching& contacts = wall ? chunk.walls : chunk.spheres;
    contacts.a.push_back(e.key.a), contacts.b.push_back(wall ? e.key.wall() : e.key.b);
    for (const Part part : parts_of(p_))
      contacts.memory[part].push_back(is_odd(part) ? e.sign * past.memory[part][e.from] : past.memory[part][e.from]);
    ++contacts.count;
  }
  for (Chunk& chunk : chunks_)
    for (Touching* contacts : {&chunk.spheres, &chunk.walls}) {
      contacts->resize();
      for (const Part part : parts_of(p_)) contacts->memory[part].resize(contacts->a.size());
    }
  build_list(state.time, keys);
  touching = keys.size();
}

// New list at the present places; contacts keep their memories and get the numbers of the new list.
void Engine::build_list(double time, const contact::Keys& keep) {
  const Clock clock(seconds.search);
  const std::size_t n = order_.size();
  parallel_for(n, [&](std::size_t k) { place_[k] = vec(bodies_.body[k].position); });
  require_finite_places(time);
  // A list lasts for skin / (2 v dt) steps, and its pairs grow with the skin: the cost is least where both cost the
  // same, with the measured cost of building one (about that of 20 sweeps per diameter of skin).
  skin_ =
      p_.step.skin.value_or(std::clamp(std::sqrt(20 * fastest_ * dt_ / mean_diameter_), 0.02, 0.3) * mean_diameter_);
  pairs_ = distribute(contact::find_candidates({radius_, place_, external_.planes, external_.period, time,
                                                grains_.empty() ? nullptr : &grains_.of_places()},
                                               skin_, keep),
                      n, chunks_);
  find_contacts();
  bodies_.crossing.assign(pairs_.crossing, Load{});
  moved_.assign(chunks_.size(), {});

  Vec3 mean = Vec3::Zero();
  if (external_.planes.empty())
    mean = blocked_sum(n, mean, [&](std::size_t k) { return vec(half_velocity_[k]); }) / static_cast<double>(n);
  frame_ = row(mean, 0);
  travel_ = 0;
  ++list_builds;
}

// No list can be made of bodies that are nowhere.
void Engine::require_finite_places(double time) const {
  const auto lost = std::find_if(place_.begin(), place_.end(), [](const Vec3& x) { return !x.allFinite(); });
  if (lost == place_.end()) return;
  const Index body = order_[static_cast<std::size_t>(lost - place_.begin())];
  throw SanityError(fmt::format("body {} has no finite position at t = {} s", body, time));
}

void Engine::find_contacts() {
  const contact::Candidates& list = pairs_.list;
  const auto find = [](const std::vector<std::size_t>& begin, const std::vector<Index>& b, Index first, Index second) {
    const auto row_begin = b.begin() + static_cast<std::ptrdiff_t>(begin[static_cast<std::size_t>(first)]);
    const auto row_end = b.begin() + static_cast<std::ptrdiff_t>(begin[static_cast<std::size_t>(first) + 1]);
    return static_cast<Index>(std::lower_bound(row_begin, row_end, second) - b.begin());
  };
  for_chunks(chunks_.size(), [&](std::size_t c) {
    Touching& spheres = chunks_[c].spheres;
    for (std::size_t k = 0; k < spheres.count; ++k) {
      spheres.candidate[k] = find(list.begin, list.b, spheres.a[k], spheres.b[k]);
      spheres.load[k] = pairs_.load[static_cast<std::size_t>(spheres.candidate[k])];
    }
    spheres.pad();
    Touching& walls = chunks_[c].walls;
    for (std::size_t k = 0; k < walls.count; ++k)
      walls.candidate[k] = find(list.wall_begin, list.wall, walls.a[k], walls.b[k]);
    walls.pad();
  });
}

// Self-gravity at `step`: summed anew, or what is held of the last sum.
void Engine::attract(std::int64_t step) {
  if (p_.gravity.method == "none") return;
  const Clock clock(seconds.gravity);
  since_ = static_cast<double>(step - held_.at);
  if (!held_.due(step)) return;
  const std::size_t n = order_.size();
  parallel_for(n, [&](std::size_t k) { place_[k] = vec(bodies_.body[k].position); });
  solver_.evaluate(mass_, place_, static_cast<unsigned>(gravity::Want::acceleration), pull_);
  const double held_for = held_.at < 0 ? 0 : since_ * dt_;
  gravity::renew(held_, step, pull_.acceleration, p_.gravity.hold, missed_);
  // Where the truth bends like a parabola, the line through two of its points a time T apart leaves it as t (t + T):
  // over the next T on average by 5/12 of what it misses at the end.
  account.held += 5.0 / 12 * held_for * blocked_sum(n, 0.0, [&](std::size_t k) {
                    return mass_[k] * missed_[k].dot(vec(bodies_.body[k].velocity));
                  });
  parallel_for(
      n, [&](std::size_t k) { gravity_[k] = row(held_.value[k], 0), gravity_slope_[k] = row(held_.slope[k], 0); });
  since_ = 0;
}

// finish: the second kick (of length `kick` [s]) of the step whose forces were just found. open: the first kick and the
// drift of the next.
template <bool finish, bool open>
Moved Engine::move_chunk(const Chunk& chunk, double kick) {
  Moved sums;
  const Pack half = all(0.5 * dt_), whole = all(dt_);
  const bool jumping = jumps(p_), planet = field_.strength > 0;
  const bool attracting = p_.gravity.method != "none";
  const bool outside = field_.any();
  if constexpr (finish)
    for (const Incoming& in : chunk.incoming) {
      Load& from = bodies_.crossing[static_cast<std::size_t>(in.crossing)];
      Load& to = chunk.load[in.body];
      to.force.v += from.force.v, to.torque.v += from.torque.v;
      from = {};
    }
  const Pack uniform = row(field_.uniform, 0).v, place_of_planet = row(field_.planet, 0).v;
  const Pack strength = all(field_.strength);
  Pack missed{}, fastest2{}, torque{}, impulse{}, angular_impulse{}, driven{}, raised{};
  Exchange exchange;
  const bool gluing = !grains_.empty();
  for (std::size_t k = chunk.first_body; k < chunk.last_body; ++k) {
    if (gluing && grains_.glued(k)) {  // its grain moves when all members' loads are known
      if constexpr (finish) grains_.keep(k, chunk.load[k - chunk.first_body]);
      continue;
    }
    Pack v = half_velocity_[k].v, w = half_spin_[k].v, a, alpha;
    if constexpr (finish) {
      Pack force{};  // of the field from outside
      const Pack x = bodies_.body[k].position.v;
      const Load& load = chunk.load[k - chunk.first_body];
      const Pack twist = with_fourth(load.torque.v, Pack{});
      exchange.touch(x, load.torque.v);
      a = load.force.v * v[3];
      if (attracting) {
        const Pack g = fma(all(since_), gravity_slope_[k].v, gravity_[k].v);
        a += g;
        const Pack mass = all(bodies_.body[k].velocity.v[3]);
        torque = fma(mass, cross_rows(x, g), torque);
        exchange.pull(x, mass * g);
      }
      alpha = twist * w[3];
      if (outside) {
        const Pack pull = pull_at(x, uniform, place_of_planet, strength, planet);
        a += pull;
        force = all(bodies_.body[k].velocity.v[3]) * pull;
        impulse += force, angular_impulse += cross_rows(x, force);
        exchange.pull(x, force);
      }
      v = fma(all(kick), a, v), w = fma(all(kick), alpha, w);
      driven = fma(force, v, driven), raised = fma(force, a, raised);
      if (jumping)
        missed = fma(load.force.v, v - bodies_.body[k].velocity.v, fma(twist, w - bodies_.body[k].spin.v, missed));
    } else {
      a = acceleration_[k].v, alpha = angular_acceleration_[k].v;
    }
    if constexpr (open) {
      v = fma(half, a, v), w = fma(half, alpha, w);
      const Pack x = bodies_.body[k].position.v;
      bodies_.body[k].position.v = with_fourth(fma(whole, v, x), x);
      // Contact laws see the velocities predicted for the end of the drift.
      bodies_.body[k].velocity.v = with_fourth(fma(half, a, v), bodies_.body[k].velocity.v);
      bodies_.body[k].spin.v = with_fourth(fma(half, alpha, w), bodies_.body[k].spin.v);
      const Pack relative = v - frame_.v;
      fastest2 = max(fastest2, first_three(relative * relative));
    } else {
      acceleration_[k].v = a, angular_acceleration_[k].v = alpha;
    }
    half_velocity_[k].v = v, half_spin_[k].v = w;
  }
  sums.impulse = vec({impulse}), sums.angular_impulse = vec({angular_impulse}), sums.gravity_torque = vec({torque});
  sums.exchanged = exchange.force(), sums.exchanged_angular = exchange.torque();
  sums.missed = sum(missed), sums.fastest2 = fastest2[0], sums.driven = driven[0] + driven[1] + driven[2];
  sums.driven_rate = raised[0] + raised[1] + raised[2];
  if (!gluing) return sums;
  const Clock clock(sums.seconds);
  grains_.move<finish, open>(chunk.first_body / kChunk, chunk.load, moment(kick), bodies_, sums);
  return sums;
}

Moment Engine::moment(double kick) const {
  const bool attracting = p_.gravity.method != "none";
  return {dt_,
          kick,
          field_,
          p_.step.rotation == "runge-kutta",
          jumps(p_),
          frame_,
          attracting ? &gravity_ : nullptr,
          &gravity_slope_,
          since_,
          &mass_};
}

// Those that two chunks share: few, so that one thread moves them.
template <bool finish, bool open>
void Engine::move_shared_grains(double kick) {
  if (grains_.empty()) return;
  Moved sums;
  {
    const Clock clock(sums.seconds);
    grains_.move_shared<finish, open>(moment(kick), bodies_, sums);
  }
  moved_.resize(chunks_.size() + 1);
  moved_.back() = sums;
  for (const Moved& m : moved_) seconds.grains += m.seconds / threads();
}

// Bodies that touch where no law says what they do then: an error, of the input if they did so from the start.
void Engine::require_apart(const State& state) const {
  const ContactKey first = touching_keys().front();
  const Index a = order_[static_cast<std::size_t>(first.a)];
  std::string who;
  if (first.on_wall()) {
    who = fmt::format("body {} and plane {}", a, first.wall());
  } else {
    const Index b = order_[static_cast<std::size_t>(first.b)];
    who = fmt::format("bodies {} and {}", std::min(a, b), std::max(a, b));
  }
  const std::string what =
      fmt::format("{} touch at t = {} s, and no [contact] says what happens then", who, state.time);
  if (state.step == base_step) throw InputError(what);
  throw SanityError(fmt::format("{} (step {})", what, state.step));
}

// Forces at the state's time; before, after: the halves of the step around this moment, which the springs are advanced
// by. Then the end of the step, with a kick of length `kick`, and, if goes_on, the beginning of the next.
template <bool goes_on>
void Engine::evaluate(const State& state, double before, double after, double kick) {
  attract(state.step);
  field_ = external_.field_at(p_.gravity.constant, state.time);
  const std::vector<Wall> walls = walls_at(external_, state.time);
  {
    const Clock clock(seconds.contacts);
    sweep({p_, pairs_, walls, external_.period, before, after, dt_}, bodies_, chunks_,
          [&](std::size_t c) { moved_[c] = move_chunk<true, goes_on>(chunks_[c], kick); });
  }
  move_shared_grains<true, goes_on>(kick);
  Totals totals;
  for (const Chunk& chunk : chunks_) totals.add(chunk.totals);
  power = totals.power;
  account.add(totals.heat, 1);
  worst_overlap = std::max(worst_overlap, totals.worst_overlap);
  touching = totals.touching;
  if (!p_.contacts && touching > 0) require_apart(state);

  const Moved sums = moved();
  power.impulse += sums.impulse, power.angular_impulse += sums.angular_impulse;
  power.gravity_torque = sums.gravity_torque;
  power.exchanged = sums.exchanged, power.exchanged_angular = sums.exchanged_angular;
  if (external_.planet.pass) power.driven += sums.driven, driven_rate = sums.driven_rate;
  // Forces without memory jump from step to step, and velocities with them: the heat is that of the velocities that
  // came out, not of those predicted. Springs need no such care: there the difference is of second order.
  const bool slides = std::holds_alternative<laws::KineticSliding>(p_.sliding);
  power[slides ? Channel::sliding : Channel::rolling] -= sums.missed;
  account.add(power, kick);
  account.driven -= 0.5 * kick * kick * driven_rate;
  if constexpr (goes_on) opened(sums);
}

// The beginning of a step whose forces are known.
void Engine::open() {
  for_chunks(chunks_.size(), [&](std::size_t c) { moved_[c] = move_chunk<false, true>(chunks_[c], 0); });
  move_shared_grains<false, true>(0);
  opened(moved());
}

void Engine::opened(const Moved& sums) {
  account.add(power, 0.5 * dt_);
  account.driven += 0.125 * dt_ * dt_ * driven_rate;
  fastest_ = std::sqrt(sums.fastest2);
  travel_ += dt_ * fastest_;
}

Moved Engine::moved() const {
  Moved sums;
  for (const Moved& m : moved_) sums.add(m);
  return sums;
}

void Engine::start(const State& state) {
  for (const Row& v : half_velocity_) fastest_ = std::max(fastest_, vec(v).norm());
  build_list(state.time, touching_keys());
  evaluate<false>(state, 0, 0.5 * dt_, 0);
}

void Engine::advance(const Model& model, State& state, const External& external, double until) {
  const auto goes_on = [&] { return state.time < until - 1e-6 * dt_; };
  if (!goes_on()) return;
  external_ = external;
  load(model, state);
  try {
    take_steps(model, state, goes_on);
  } catch (const SanityError&) {
    save(model, state);  // the state that broke
    throw;
  }
}

// A signal that asks to stop ends it at the end of a step.
template <class GoesOn>
void Engine::take_steps(const Model& model, State& state, GoesOn&& goes_on) {
  while (goes_on()) {
    if (sort_due(state)) sort(model, state);
    open();
    const double half = 0.5 * dt_;
    for (bool more = true; more;) {
      ++state.step;
      state.time = base_time + static_cast<double>(state.step - base_step) * dt_;
      // Two bodies may approach by twice the largest move. Of one that is no number nothing is known.
      if (!(2 * travel_ <= skin_)) build_list(state.time, touching_keys());
      more = goes_on() && !sort_due(state) && !stop::requested();
      if (more)
        evaluate<true>(state, half, half, half);
      else
        evaluate<false>(state, half, half, half);
    }
    save(model, state);
    if (stop::requested()) return;
  }
}

Contacts Engine::contacts(const Model& model, const State& state, const External& external) const {
  Bodies bodies;
  put_bodies(p_, model, state, order_, bodies);
  const Contacts by_place =
      snapshot({p_, pairs_, walls_at(external, state.time), external.period, -0.5 * dt_, 0, dt_}, bodies, chunks_);
  return renumbered(by_place, order_);
}

}  // namespace rubble::ssdem
