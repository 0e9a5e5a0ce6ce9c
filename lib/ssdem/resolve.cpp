#include "ssdem/resolve.hpp"

#include "base/ball.hpp"
#include "base/error.hpp"
#include "model/bodies.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace rubble::ssdem {
namespace {

constexpr double kOverlap = 0.01;       // of the smallest radius, wanted at the greatest speed
constexpr double kSolidFraction = 0.6;  // of the compact body in the estimates

struct Extremes {
  double lightest, heaviest, smallest, total_mass, volume, extent, fastest;
};

Extremes extremes(const Model& model, const State& state) {
  Extremes e{model.moving_mass(0), model.moving_mass(0), model.radius[0], 0, 0, 0, 0};
  Vec3 momentum = Vec3::Zero(), low = state.position[0], high = low;
  for (std::size_t i = 0; i < model.size(); ++i) {
    const double r = model.radius[i];
    e.lightest = std::min(e.lightest, model.moving_mass(i));
    e.heaviest = std::max(e.heaviest, model.moving_mass(i));
    e.smallest = std::min(e.smallest, r);
    e.total_mass += model.mass[i];
    e.volume += ball_volume(r);
    momentum += model.mass[i] * state.velocity[i];
    low = low.cwiseMin((state.position[i].array() - r).matrix());
    high = high.cwiseMax((state.position[i].array() + r).matrix());
  }
  e.extent = (high - low).norm();
  for (const Vec3& v : state.velocity) e.fastest = std::max(e.fastest, (v - momentum / e.total_mass).norm());
  return e;
}

}  // namespace

Choice resolve(Parameters& p, const Model& model, const State& state, const External& external, double speed) {
  require_spheres(model, "soft spheres");
  Choice choice;
  if (!p.contacts) {
    if (!p.step.dt) throw InputError("step.dt: \"auto\" is a share of the contact time: without [contact] give a time");
    p.normal = laws::LinearSpring{0.0};
    choice.dt = *p.step.dt;
    return choice;
  }
  const Extremes e = extremes(model, state);
  const double G = p.gravity.method == "none" ? 0.0 : p.gravity.constant;
  const double body_radius = ball_radius(e.volume / kSolidFraction);
  choice.speed = speed;
  if (!(speed > 0)) {
    choice.speed = std::max({2 * e.fastest, std::sqrt(2 * G * e.total_mass / body_radius),
                             std::sqrt(2 * external.uniform.norm() * e.extent)});
    for (const Plane& plane : external.planes) choice.speed = std::max(choice.speed, 2 * plane.greatest_speed());
    // Nothing moves and nothing pulls: any spring will do; take a speed of one smallest radius per second.
    if (!(choice.speed > 0)) choice.speed = e.smallest;
  }

  const double wanted = e.heaviest * std::pow(choice.speed / (kOverlap * e.smallest), 2);
  const auto prepare = [&](auto& law) {
    law.choose_stiffness(wanted);
    law.prepare();
  };
  std::visit(prepare, p.normal);
  if (auto* law = std::get_if<laws::CoulombSliding>(&p.sliding)) law->prepare();
  if (auto* law = std::get_if<laws::SpringCouple>(&p.couple)) law->prepare();

  // The lightest pair: two smallest spheres, or one against a plane; a pair is the quicker.
  const double mu = 0.5 * e.lightest, radius = 0.5 * e.smallest;
  const double pressure = 2.0 / 3.0 * std::numbers::pi * G * std::pow(e.total_mass / (e.volume / kSolidFraction), 2) *
                          body_radius * body_radius;
  std::visit(
      [&](const auto& law) {
        choice.contact_time = law.contact_time(mu, radius, choice.speed);
        choice.overlap = law.impact_overlap(0.5 * e.heaviest, radius, choice.speed) / e.smallest;
        choice.static_overlap = law.static_overlap(radius, pressure * 4 * e.smallest * e.smallest) / e.smallest;
        if constexpr (requires { law.stiffness; }) choice.stiffness = *law.stiffness;
      },
      p.normal);
  if (!p.step.dt) p.step.dt = choice.contact_time / static_cast<double>(p.step.steps_per_contact);
  choice.dt = *p.step.dt;
  choice.steps_per_contact = choice.contact_time / choice.dt;
  return choice;
}

}  // namespace rubble::ssdem
