#include "bounce/bounce.hpp"

#include "base/error.hpp"
#include "measure/ledger/ledger.hpp"

#include <cmath>
#include <limits>

namespace rubble::tools {
namespace {

constexpr double kPatience = 100;  // in expected contact times

double angular_momentum(const Pile& pair) { return measure::ledger(pair, {}, 0, false, {}).angular().z(); }

// Speed of approach along the line of centres [m s-1].
double approach(const State& state) {
  const Vec3 n = (state.position[1] - state.position[0]).normalized();
  return -(state.velocity[1] - state.velocity[0]).dot(n);
}

void add_sphere(Pile& to, const Pile& from, std::size_t row) {
  if (from.state.grouping.grain_of(row) >= 0) throw InputError("expected free spheres, found members of grains");
  to.model.id.push_back(static_cast<std::int64_t>(to.size()));
  to.model.material.push_back(from.model.material[row]);
  to.model.mass.push_back(from.model.mass[row]);
  to.model.radius.push_back(from.model.radius[row]);
  to.state.spin.push_back(Vec3::Zero());
}

}  // namespace

Pile about_to_touch(const Pile& pile, std::size_t a, std::size_t b, const Impact& impact) {
  Pile pair;
  pair.model.materials = pile.model.materials;
  add_sphere(pair, pile, a);
  add_sphere(pair, pile, b);
  const double mass = pair.model.mass[0] + pair.model.mass[1];
  const Vec3 apart(pair.model.radius[0] + pair.model.radius[1], 0, 0);
  const Vec3 velocity = impact.speed * Vec3(-std::cos(impact.angle), std::sin(impact.angle), 0);
  for (const double share : {-pair.model.mass[1] / mass, pair.model.mass[0] / mass}) {
    pair.state.position.push_back(share * apart);
    pair.state.velocity.push_back(share * velocity);
  }
  return pair;
}

Bounce bounce(const setup::Method& method, Pile pair, double expected) {
  const double tick = method.tick(), met = approach(pair.state), before = angular_momentum(pair);
  const std::unique_ptr<Stepper> stepper = method.start(pair, {});
  Bounce out;
  double gained = 0;
  while (pair.state.time < kPatience * expected) {
    stepper->advance(pair.model, pair.state, {}, pair.state.time + 0.5 * tick);
    const Contacts contacts = stepper->contacts(pair, {});
    if (contacts.size() == 0) {
      if (out.overlap == 0)
        throw InputError("no step falls within the contact of the two spheres: reduce step.dt, or change the speed");
      const double none = std::numeric_limits<double>::quiet_NaN();
      const bool turns = std::abs(before) > 1e-12 * met * pair.model.mass[0] * pair.model.radius[0];
      out.contact_time = pair.state.time;
      out.restitution = -approach(pair.state) / met;
      out.angular_momentum = turns ? angular_momentum(pair) / before - 1 : none;
      out.radius_levers = turns ? gained / before : none;
      return out;
    }
    const double overlap = -contacts.gap[0];
    gained += overlap * contacts.normal[0].cross(contacts.force[0]).z() * tick;
    if (overlap > out.overlap) {
      out.overlap = overlap;
      out.loading_time = pair.state.time;
    }
  }
  throw InputError("the two spheres do not separate: raise the speed, or reduce cohesion and damping in [contact]");
}

}  // namespace rubble::tools
