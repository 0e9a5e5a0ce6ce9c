#include "ssdem/stepper.hpp"

#include "base/error.hpp"
#include "base/parallel.hpp"
#include "gravity/direct.hpp"
#include "ssdem/sweep.hpp"

#include <algorithm>
#include <cmath>

namespace rubble::ssdem {
namespace {

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
Reals flat(const Work& w) {
  return {w.normal,
          w.sliding,
          w.rolling,
          w.twisting,
          w.walls,
          w.impulse.x(),
          w.impulse.y(),
          w.impulse.z(),
          w.angular_impulse.x(),
          w.angular_impulse.y(),
          w.angular_impulse.z()};
}
Work raised_work(const Reals& v) {
  return {v[0], v[1], v[2], v[3], v[4], Vec3(v[5], v[6], v[7]), Vec3(v[8], v[9], v[10])};
}

std::vector<Wall> walls_at(const External& external, double time) {
  std::vector<Wall> walls;
  for (const Plane& plane : external.planes)
    walls.push_back({plane.point_at(time), plane.normal, plane.velocity_at(time)});
  return walls;
}

}  // namespace

struct Stepper::Impl {
  Parameters p;
  double dt = 0, skin = 0;
  double base_time = 0;  // time = base_time + (step - base_step) dt: no drift of the clock
  std::int64_t base_step = 0;

  contact::Candidates list;
  Memories memories;  // by candidate
  std::vector<char> touching;
  std::vector<ContactForce> forces;
  std::vector<Mover> movers;
  Vec3s gravity, contact_force, acceleration, angular_acceleration;

  Work work, power;  // since the start; rates at the present time
  double worst_overlap = 0;
  std::size_t contacts = 0;
  std::int64_t list_builds = 0;

  bool slides() const { return std::holds_alternative<laws::CoulombSliding>(p.sliding); }
  bool rolls() const { return std::holds_alternative<laws::SpringCouple>(p.couple); }
  bool jumps() const {
    return std::holds_alternative<laws::KineticSliding>(p.sliding) ||
           std::holds_alternative<laws::TorqueCouple>(p.couple);
  }

  void resize_memories(std::size_t n) {
    memories.previous.assign(n, 0.0);
    memories.sliding.assign(slides() ? n : 0, Vec3::Zero());
    memories.rolling.assign(rolls() ? n : 0, Vec3::Zero());
    memories.twisting.assign(rolls() ? n : 0, 0.0);
    touching.assign(n, 0);
    forces.resize(n);
  }

  // Pairs that remember something, in key order, and where they are.
  contact::Keys remembered(std::vector<std::size_t>& where) const {
    contact::Keys keys;
    where.clear();
    for (std::size_t a = 0; a + 1 < list.begin.size(); ++a)
      for (std::size_t c = list.begin[a]; c < list.begin[a + 1]; ++c)
        if (memories.previous[c] != 0) keys.push_back({static_cast<Index>(a), list.partner[c]}), where.push_back(c);
    return keys;
  }

  // New list at the present positions; memories move along with their pairs.
  void build_list(const Model& model, const Vec3s& position, const External& external, double time) {
    std::vector<std::size_t> from;
    const contact::Keys keys = remembered(from);
    const Memories old = std::move(memories);
    list = contact::find_candidates(model, position, external.planes, time, skin, keys);
    resize_memories(list.size());
    for (std::size_t k = 0; k < keys.size(); ++k) {
      const std::size_t to = contact::find(list, keys[k]);
      memories.previous[to] = old.previous[from[k]];
      if (slides()) memories.sliding[to] = old.sliding[from[k]];
      if (rolls()) memories.rolling[to] = old.rolling[from[k]], memories.twisting[to] = old.twisting[from[k]];
    }
    ++list_builds;
  }

  // Forces at state.position for the velocities in `movers`; before, after: the halves of the step around this moment.
  void evaluate(const Model& model, const State& state, const External& external, double before, double after) {
    const std::size_t n = model.size();
    const std::vector<Wall> walls = walls_at(external, state.time);
    Totals totals;
    sweep({p, movers, walls, list, before, after, dt}, memories, touching, forces, totals);
    if (p.gravity.method == "direct")
      gravity::direct_accelerations(model.mass, state.position, p.gravity.constant, gravity);

    const Planet& planet = external.planet;
    const bool outside = planet.mass > 0 || !external.uniform.isZero();
    const auto pull_of = [&](std::size_t i) -> Vec3 {
      Vec3 pull = external.uniform;
      if (planet.mass > 0) {
        const Vec3 d = planet.position - state.position[i];
        const double r2 = d.squaredNorm();
        pull += p.gravity.constant * planet.mass / (r2 * std::sqrt(r2)) * d;
      }
      return pull;
    };

    parallel_for(n, [&](std::size_t i) {
      Vec3 force = Vec3::Zero(), torque = Vec3::Zero();
      // In key order: first the contacts whose second body this is, then those whose first.
      for (std::size_t k = list.reverse_begin[i]; k < list.reverse_begin[i + 1]; ++k)
        if (const std::size_t c = list.reverse[k]; touching[c]) force -= forces[c].force, torque += forces[c].torque_b;
      for (std::size_t c = list.begin[i]; c < list.begin[i + 1]; ++c)
        if (touching[c]) force += forces[c].force, torque += forces[c].torque_a;
      contact_force[i] = force;
      acceleration[i] = force / model.mass[i] + gravity[i];
      if (outside) acceleration[i] += pull_of(i);
      angular_acceleration[i] = torque / model.inertia(i);
    });

    power = totals.power;
    if (outside) {
      power.impulse +=
          blocked_sum(n, Vec3(Vec3::Zero()), [&](std::size_t i) { return Vec3(model.mass[i] * pull_of(i)); });
      power.angular_impulse += blocked_sum(n, Vec3(Vec3::Zero()), [&](std::size_t i) {
        return Vec3(state.position[i].cross(model.mass[i] * pull_of(i)));
      });
    }
    work.add(totals.heat, 1);
    worst_overlap = std::max(worst_overlap, totals.worst_overlap);
    contacts = totals.touching;
  }

  void pack(const Model& model, const State& state) {
    parallel_for(model.size(), [&](std::size_t i) {
      movers[i] = {state.position[i], model.radius[i], state.velocity[i],
                   model.mass[i],     state.spin[i],   model.inertia(i)};
    });
  }

  void step(const Model& model, State& state, const External& external) {
    const double half = 0.5 * dt;
    work.add(power, half);
    parallel_for(model.size(), [&](std::size_t i) {
      const Vec3 kick = half * acceleration[i], twist = half * angular_acceleration[i];
      state.velocity[i] += kick, state.spin[i] += twist;
      state.position[i] += dt * state.velocity[i];
      // Contact laws see the velocities predicted for the end of the drift.
      movers[i] = {state.position[i], model.radius[i],       state.velocity[i] + kick,
                   model.mass[i],     state.spin[i] + twist, model.inertia(i)};
    });
    ++state.step;
    state.time = base_time + static_cast<double>(state.step - base_step) * dt;

    // Two bodies may approach by twice the largest move.
    if (4 * contact::largest_move_squared(list, state.position) > skin * skin)
      build_list(model, state.position, external, state.time);
    evaluate(model, state, external, half, half);
    parallel_for(model.size(), [&](std::size_t i) {
      state.velocity[i] += half * acceleration[i], state.spin[i] += half * angular_acceleration[i];
    });
    if (jumps()) {
      // Forces without memory jump from step to step, and velocities with them: the heat is that of the velocities that
      // came out, not of those predicted. Springs need no such care: there the difference is of second order.
      const double missed = blocked_sum(model.size(), 0.0, [&](std::size_t i) {
        return contact_force[i].dot(state.velocity[i] - movers[i].velocity) +
               model.inertia(i) * angular_acceleration[i].dot(state.spin[i] - movers[i].spin);
      });
      (std::holds_alternative<laws::KineticSliding>(p.sliding) ? power.sliding : power.rolling) -= missed;
    }
    work.add(power, half);
  }
};

Stepper::Stepper(const Parameters& p, const Pile& pile, const External& external) : impl_(std::make_unique<Impl>()) {
  Impl& s = *impl_;
  const std::size_t n = pile.size();
  s.p = p, s.dt = *p.step.dt, s.skin = *p.step.skin;
  s.base_time = pile.state.time, s.base_step = pile.state.step;
  s.movers.resize(n);
  s.gravity.assign(n, Vec3::Zero()), s.contact_force.resize(n);
  s.acceleration.resize(n), s.angular_acceleration.resize(n);
  s.pack(pile.model, pile.state);

  // Histories that came with the pile; contacts with planes that are no more are forgotten.
  const Contacts& given = pile.contacts;
  contact::Keys keys;
  std::vector<std::size_t> from;
  for (std::size_t c = 0; c < given.size(); ++c)
    if (static_cast<std::size_t>(given.pair[c][1]) < n + external.planes.size())
      keys.push_back(given.pair[c]), from.push_back(c);
  s.list = contact::find_candidates(pile.model, pile.state.position, external.planes, pile.state.time, s.skin, keys);
  s.resize_memories(s.list.size());
  for (std::size_t k = 0; k < keys.size(); ++k) {
    const std::size_t to = contact::find(s.list, keys[k]), c = from[k];
    const auto a = static_cast<std::size_t>(keys[k][0]), b = static_cast<std::size_t>(keys[k][1]);
    const Vec3 other = b < n ? pile.state.velocity[b] : external.planes[b - n].velocity_at(pile.state.time);
    // The overlap as the sweep will find it, so that it counts as unchanged; its sign: whether the pair approaches.
    const double overlap =
        b < n ? pile.model.radius[a] + pile.model.radius[b] -
                    std::sqrt((pile.state.position[b] - pile.state.position[a]).squaredNorm())
              : pile.model.radius[a] - (pile.state.position[a] - external.planes[b - n].point_at(pile.state.time))
                                           .dot(external.planes[b - n].normal);
    s.memories.previous[to] = std::copysign(overlap, (pile.state.velocity[a] - other).dot(given.normal[c]));
    if (s.slides()) s.memories.sliding[to] = given.sliding[c];
    if (s.rolls()) s.memories.rolling[to] = given.rolling[c], s.memories.twisting[to] = given.twisting[c];
  }
  s.evaluate(pile.model, pile.state, external, 0, 0.5 * s.dt);
  s.work = {};
}

Stepper::Stepper(const Parameters& p, const Pile& pile, const External& external, const Resume& resume)
    : impl_(std::make_unique<Impl>()) {
  Impl& s = *impl_;
  const std::size_t n = pile.size();
  s.p = p, s.dt = *p.step.dt, s.skin = *p.step.skin;
  s.movers.resize(n);
  s.gravity.assign(n, Vec3::Zero()), s.contact_force.resize(n);
  const auto reals = [&](const char* name, std::size_t size) -> const Reals& {
    const auto it = resume.reals.find(name);
    if (it == resume.reals.end() || it->second.size() != size)
      throw InputError(std::string("checkpoint does not fit: ssdem/") + name);
    return it->second;
  };
  const auto found = resume.integers.find("ssdem/pairs");
  const auto base = resume.integers.find("ssdem/base_step");
  if (found == resume.integers.end() || base == resume.integers.end() || base->second.size() != 1)
    throw InputError("checkpoint does not fit: no soft-sphere memory");
  const std::vector<std::int64_t>& pairs = found->second;
  const std::size_t m = pairs.size() / 2;
  s.base_step = base->second[0], s.base_time = reals("ssdem/base_time", 1)[0];
  s.acceleration = raised(reals("ssdem/acceleration", 3 * n));
  s.angular_acceleration = raised(reals("ssdem/angular_acceleration", 3 * n));
  s.work = raised_work(reals("ssdem/work", 11));
  s.power = raised_work(reals("ssdem/power", 11));
  s.worst_overlap = reals("ssdem/worst_overlap", 1)[0];

  contact::Keys keys(m);
  for (std::size_t k = 0; k < m; ++k)
    keys[k] = {static_cast<Index>(pairs[2 * k]), static_cast<Index>(pairs[2 * k + 1])};
  s.list = contact::find_candidates(pile.model, pile.state.position, external.planes, pile.state.time, s.skin, keys);
  s.resize_memories(s.list.size());
  const Reals& previous = reals("ssdem/previous", m);
  const Vec3s sliding = raised(reals("ssdem/sliding", s.slides() ? 3 * m : 0));
  const Vec3s rolling = raised(reals("ssdem/rolling", s.rolls() ? 3 * m : 0));
  const Reals& twisting = reals("ssdem/twisting", s.rolls() ? m : 0);
  for (std::size_t k = 0; k < m; ++k) {
    const std::size_t to = contact::find(s.list, keys[k]);
    s.memories.previous[to] = previous[k];
    if (s.slides()) s.memories.sliding[to] = sliding[k];
    if (s.rolls()) s.memories.rolling[to] = rolling[k], s.memories.twisting[to] = twisting[k];
  }
  s.contacts = m;
}

Stepper::~Stepper() = default;

StepReport Stepper::advance(const Model& model, State& state, const External& external, double until) {
  Impl& s = *impl_;
  while (state.time < until - 1e-6 * s.dt) s.step(model, state, external);
  return {state.step - s.base_step, s.worst_overlap, s.contacts, s.list_builds};
}

Contacts Stepper::contacts(const Model& model, const State& state, const External& external) const {
  const Impl& s = *impl_;
  std::vector<Mover> movers(model.size());
  parallel_for(model.size(), [&](std::size_t i) {
    movers[i] = {state.position[i], model.radius[i], state.velocity[i], model.mass[i], state.spin[i], model.inertia(i)};
  });
  // Springs go back by the half step that they are ahead.
  return snapshot({s.p, movers, walls_at(external, state.time), s.list, -0.5 * s.dt, 0, s.dt}, s.memories);
}

const Work& Stepper::work() const { return impl_->work; }

Resume Stepper::resume() const {
  const Impl& s = *impl_;
  Resume r;
  std::vector<std::size_t> where;
  const contact::Keys keys = s.remembered(where);
  std::vector<std::int64_t>& pairs = r.integers["ssdem/pairs"];
  for (const auto& key : keys) pairs.insert(pairs.end(), {key[0], key[1]});
  r.integers["ssdem/base_step"] = {s.base_step};
  r.reals["ssdem/base_time"] = {s.base_time};
  r.reals["ssdem/acceleration"] = flat(s.acceleration);
  r.reals["ssdem/angular_acceleration"] = flat(s.angular_acceleration);
  r.reals["ssdem/work"] = flat(s.work);
  r.reals["ssdem/power"] = flat(s.power);
  r.reals["ssdem/worst_overlap"] = {s.worst_overlap};
  Reals& previous = r.reals["ssdem/previous"];
  Vec3s sliding, rolling;
  Reals& twisting = r.reals["ssdem/twisting"];
  for (const std::size_t c : where) {
    previous.push_back(s.memories.previous[c]);
    if (s.slides()) sliding.push_back(s.memories.sliding[c]);
    if (s.rolls()) rolling.push_back(s.memories.rolling[c]), twisting.push_back(s.memories.twisting[c]);
  }
  r.reals["ssdem/sliding"] = flat(sliding);
  r.reals["ssdem/rolling"] = flat(rolling);
  return r;
}

}  // namespace rubble::ssdem
