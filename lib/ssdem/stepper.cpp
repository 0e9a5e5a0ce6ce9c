#include "ssdem/stepper.hpp"

#include "base/error.hpp"
#include "model/check.hpp"
#include "ssdem/engine.hpp"

#include <cmath>

#include <fmt/format.h>

namespace rubble::ssdem {
namespace {

// In checkpoints.
std::string path_of(Part part) { return std::string("ssdem/") + name_of(part); }

Reals flat(const Vec3s& v) {
  Reals out;
  out.reserve(3 * v.size());
  for (const Vec3& x : v) out.insert(out.end(), {x.x(), x.y(), x.z()});
  return out;
}
Vec3s raised(const Reals& v) {
  Vec3s out(v.size() / 3);
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = Vec3(v[3 * i], v[3 * i + 1], v[3 * i + 2]);
  return out;
}
// (bodies by place, from a checkpoint) => the same; InputError unless each body is there once.
std::vector<Index> checked_order(const std::vector<std::int64_t>& stored) {
  const auto n = static_cast<std::int64_t>(stored.size());
  std::vector<char> seen(stored.size(), 0);
  std::vector<Index> order;
  order.reserve(stored.size());
  for (const std::int64_t i : stored) {
    if (i < 0 || i >= n || seen[static_cast<std::size_t>(i)])
      throw InputError(fmt::format("expected each of {} bodies once in ssdem/order, found {} {}", n, i,
                                   i < 0 || i >= n ? "among them" : "twice"));
    seen[static_cast<std::size_t>(i)] = 1;
    order.push_back(static_cast<Index>(i));
  }
  return order;
}

// (two numbers per contact, from a checkpoint; bodies; planes) => keys; InputError unless all are those of two bodies
// or of a body and a plane, in rising order.
contact::Keys checked_pairs(const std::vector<std::int64_t>& stored, std::size_t bodies, std::size_t planes) {
  const auto n = static_cast<std::int64_t>(bodies), walls = static_cast<std::int64_t>(planes);
  if (stored.size() % 2 != 0) throw InputError("expected two numbers per pair in ssdem/pairs, found an odd one");
  contact::Keys keys;
  for (std::size_t k = 0; k < stored.size(); k += 2) {
    const std::int64_t a = stored[k], b = stored[k + 1];
    const bool fits = 0 <= a && a < n && (b < 0 ? b >= -walls : a < b && b < n);
    const ContactKey key{static_cast<Index>(a), static_cast<Index>(b)};
    if (!fits || (!keys.empty() && !(keys.back() < key)))
      throw InputError(
          fmt::format("expected pairs of {} bodies and {} planes in rising order in ssdem/pairs, found {} {}", bodies,
                      planes, a, b));
    keys.push_back(key);
  }
  return keys;
}

// (the run's first step, from a checkpoint; the state's step) => InputError unless it lies before.
void check_base_step(std::int64_t base, std::int64_t now) {
  if (base < 0 || base > now)
    throw InputError(fmt::format("expected a step from 0 to {} in ssdem/base_step, found {}", now, base));
}
// (gravity as it is held, from a checkpoint; the state's step) => InputError unless it was summed before and will be
// summed again.
void check_held(const gravity::Held& held, std::int64_t now) {
  if (held.at < 0 || held.at > now || held.interval < 1 || held.interval > gravity::kLongestHold)
    throw InputError(
        fmt::format("expected a step from 0 to {} and 1 to {} steps in ssdem/gravity_held, found {} and {}", now,
                    gravity::kLongestHold, held.at, held.interval));
}

}  // namespace

struct Stepper::Impl : Engine {
  Impl(const Parameters& p, const Model& model, const State& state, const External& external,
       std::vector<Index> order = {})
      : Engine(p, model, state, external, std::move(order)), limits(p.limits) {}
  const Limits limits;
  StepReport report(const State& state) const {
    return {state.step - base_step, audits_of(limits, worst_overlap), touching, list_builds, seconds};
  }
};

Stepper::Stepper(const Parameters& p, const Pile& pile, const External& external)
    : impl_((check(pile, "soft spheres"), std::make_unique<Impl>(p, pile.model, pile.state, external))) {
  // Histories that came with the pile; contacts with planes that are no more are forgotten.
  const Contacts& given = pile.contacts;
  Engine::Past past;
  for (std::size_t c = 0; c < given.size(); ++c) {
    const ContactKey& key = given.key[c];
    if (given.gap[c] >= 0 || (key.on_wall() && static_cast<std::size_t>(key.wall()) >= external.planes.size()))
      continue;
    past.keys.push_back(key);
    const Vec3 other = key.on_wall()
                           ? external.planes[static_cast<std::size_t>(key.wall())].velocity_at(pile.state.time)
                           : pile.state.velocity[static_cast<std::size_t>(key.b)];
    // The overlap as the sweep will find it, so that it counts as unchanged; its sign: whether the pair approaches.
    const Vec3 approach = pile.state.velocity[static_cast<std::size_t>(key.a)] - other;
    const double previous = std::copysign(-given.gap[c], approach.dot(given.normal[c]));
    std::array<double, kParts> memory = memory_of(given, c);
    memory[kPrevious] = previous;
    for (const Part part : parts_of(p)) past.memory[part].push_back(memory[part]);
  }
  impl_->remember(past, pile.state);
  impl_->start(pile.state);
  impl_->account = {};
}

Stepper::Stepper(const Parameters& p, const Pile& pile, const External& external, const Resume& resume) {
  check(pile, "soft spheres");
  const std::size_t n = pile.size();
  const auto reals = [&](const std::string& name, std::size_t size) -> const Reals& {
    const auto it = resume.reals.find(name);
    if (it == resume.reals.end() || it->second.size() != size) throw InputError("checkpoint does not fit: " + name);
    return it->second;
  };
  const auto integers = [&](const std::string& name, std::size_t size) -> const std::vector<std::int64_t>& {
    const auto it = resume.integers.find(name);
    if (it == resume.integers.end() || (size > 0 && it->second.size() != size))
      throw InputError("checkpoint does not fit: " + name);
    return it->second;
  };
  impl_ = std::make_unique<Impl>(p, pile.model, pile.state, external, checked_order(integers("ssdem/order", n)));
  Impl& s = *impl_;
  s.base_step = integers("ssdem/base_step", 1)[0];
  check_base_step(s.base_step, pile.state.step);
  s.base_time = reals("ssdem/base_time", 1)[0];
  s.put_accelerations(raised(reals("ssdem/acceleration", 3 * n)), raised(reals("ssdem/angular_acceleration", 3 * n)));
  if (!pile.model.grains.empty()) {
    constexpr std::size_t width = 13;
    const Reals& v = reals("ssdem/grains", width * pile.model.grains.size());
    std::vector<GrainMotion> motion;
    for (auto x = v.begin(); x != v.end(); x += width)
      motion.push_back({Vec3(x[0], x[1], x[2]), Vec3(x[3], x[4], x[5]), Vec3(x[6], x[7], x[8]),
                        Quaternion(x[9], x[10], x[11], x[12])});
    s.put_grains(motion);
  }
  s.account = account_of(reals("ssdem/account", kAccountNumbers));
  s.power = account_of(reals("ssdem/power", kAccountNumbers));
  s.driven_rate = reals("ssdem/driven_rate", 1)[0];
  s.worst_overlap = reals("ssdem/worst_overlap", 1)[0];
  if (p.gravity.method != "none") {
    gravity::Held held;
    held.value = raised(reals("ssdem/gravity", 3 * n)), held.slope = raised(reals("ssdem/gravity_slope", 3 * n));
    held.at = integers("ssdem/gravity_held", 2)[0], held.interval = integers("ssdem/gravity_held", 2)[1];
    check_held(held, pile.state.step);
    s.put_gravity(held);
  }

  Engine::Past past;
  past.keys = checked_pairs(integers("ssdem/pairs", 0), n, external.planes.size());
  for (const Part part : parts_of(p)) past.memory[part] = reals(path_of(part), past.keys.size());
  s.remember(past, pile.state);
}

Stepper::~Stepper() = default;

StepReport Stepper::advance(const Model& model, State& state, const External& external, double until) {
  impl_->advance(model, state, external, until);
  return impl_->report(state);
}

Contacts Stepper::contacts(const Model& model, const State& state, const External& external) const {
  return impl_->contacts(model, state, external);
}

std::vector<Channel> Stepper::channels() const { return kSoftSphereChannels; }

const Account& Stepper::account() const { return impl_->account; }

Resume Stepper::resume() const {
  const Impl& s = *impl_;
  Resume r;
  const Engine::Past past = s.past();
  std::vector<std::int64_t>& pairs = r.integers["ssdem/pairs"];
  for (const auto& key : past.keys) pairs.insert(pairs.end(), {key.a, key.b});
  r.integers["ssdem/order"].assign(s.order().begin(), s.order().end());
  r.integers["ssdem/base_step"] = {s.base_step};
  r.reals["ssdem/base_time"] = {s.base_time};
  Vec3s linear, angular;
  s.get_accelerations(linear, angular);
  r.reals["ssdem/acceleration"] = flat(linear);
  r.reals["ssdem/angular_acceleration"] = flat(angular);
  Reals& grains = r.reals["ssdem/grains"];
  for (const GrainMotion& m : s.get_grains()) {
    for (const Vec3& x : {m.position, m.velocity, m.momentum}) grains.insert(grains.end(), {x.x(), x.y(), x.z()});
    const Quaternion& q = m.orientation;
    grains.insert(grains.end(), {q.w(), q.x(), q.y(), q.z()});
  }
  const gravity::Held held = s.get_gravity();
  r.reals["ssdem/gravity"] = flat(held.value);
  r.reals["ssdem/gravity_slope"] = flat(held.slope);
  r.integers["ssdem/gravity_held"] = {held.at, held.interval};
  r.reals["ssdem/account"] = flat(s.account);
  r.reals["ssdem/power"] = flat(s.power);
  r.reals["ssdem/driven_rate"] = {s.driven_rate};
  r.reals["ssdem/worst_overlap"] = {s.worst_overlap};
  for (std::size_t part = 0; part < kParts; ++part) r.reals[path_of(static_cast<Part>(part))] = past.memory[part];
  return r;
}

}  // namespace rubble::ssdem
