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

// Shortest contact of a pair of reduced mass mu at speed v [s].
double contact_time(const laws::LinearSpring& law, double mu, double, double) {
  const double zeta = law.damping_rate > 0 ? 0.5 * law.damping_rate * std::sqrt(mu / *law.stiffness)
                                           : laws::damping_ratio(law.restitution);
  if (zeta >= 1) return std::numbers::pi * std::sqrt(mu / *law.stiffness);  // it creeps apart: the spring's own time
  return std::numbers::pi * std::sqrt(mu / *law.stiffness / (1 - zeta * zeta));
}
double contact_time(const laws::HertzMindlin& law, double mu, double radius, double v) {
  const double overlap = std::pow(15 * mu * v * v / (16 * law.reduced_modulus * std::sqrt(radius)), 0.4);
  return 2.94328 * overlap / v;
}
double contact_time(const laws::Hysteretic& law, double mu, double, double) {
  return std::numbers::pi * std::sqrt(mu / law.k_in);  // twice the loading half, which is the shorter one
}

// Greatest overlap of a pair at speed v, undamped [m]; overlap under a steady force [m].
template <class Law>
double impact_overlap(const Law& law, double mu, double, double v) {
  return v * std::sqrt(mu / law.stiffness_at(0.0, 0.0));
}
double impact_overlap(const laws::HertzMindlin& law, double mu, double radius, double v) {
  return std::pow(15 * mu * v * v / (16 * law.reduced_modulus * std::sqrt(radius)), 0.4);
}
template <class Law>
double static_overlap(const Law& law, double, double force) {
  return force / law.stiffness_at(0.0, 0.0);
}
double static_overlap(const laws::HertzMindlin& law, double radius, double force) {
  return std::pow(3 * force / (4 * law.reduced_modulus * std::sqrt(radius)), 2.0 / 3.0);
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
  if (auto* law = std::get_if<laws::LinearSpring>(&p.normal); law && !law->stiffness) law->stiffness = wanted;
  if (auto* law = std::get_if<laws::Hysteretic>(&p.normal); law && !law->stiffness) law->stiffness = 2 * wanted;
  std::visit([](auto& law) { law.prepare(); }, p.normal);
  if (auto* law = std::get_if<laws::CoulombSliding>(&p.sliding)) law->prepare();
  if (auto* law = std::get_if<laws::SpringCouple>(&p.couple)) law->prepare();

  // The lightest pair: two smallest spheres, or one against a plane; a pair is the quicker.
  const double mu = 0.5 * e.lightest, radius = 0.5 * e.smallest;
  const double pressure = 2.0 / 3.0 * std::numbers::pi * G * std::pow(e.total_mass / (e.volume / kSolidFraction), 2) *
                          body_radius * body_radius;
  std::visit(
      [&](const auto& law) {
        choice.contact_time = contact_time(law, mu, radius, choice.speed);
        choice.overlap = impact_overlap(law, 0.5 * e.heaviest, radius, choice.speed) / e.smallest;
        choice.static_overlap = static_overlap(law, radius, pressure * 4 * e.smallest * e.smallest) / e.smallest;
        if constexpr (requires { law.stiffness; }) choice.stiffness = *law.stiffness;
      },
      p.normal);
  if (!p.step.dt) p.step.dt = choice.contact_time / static_cast<double>(p.step.steps_per_contact);
  choice.dt = *p.step.dt;
  choice.steps_per_contact = choice.contact_time / choice.dt;
  return choice;
}

}  // namespace rubble::ssdem
