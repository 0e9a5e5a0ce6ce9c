#include "ssdem/soft_laws.hpp"

#include "laws/mixing.hpp"

#include <numbers>

namespace rubble::ssdem {
namespace {

using laws::geometric_mean, laws::series_mean;

laws::LinearSpring mixed_law(const laws::LinearSpring& a, const laws::LinearSpring& b) {
  laws::LinearSpring law = a;
  law.stiffness = series_mean(*a.stiffness, *b.stiffness);
  law.restitution = geometric_mean(a.restitution, b.restitution);
  law.damping_rate = geometric_mean(a.damping_rate, b.damping_rate);
  return law;
}

laws::HertzMindlin mixed_law(const laws::HertzMindlin& a, const laws::HertzMindlin& b) {
  const laws::Moduli moduli =
      laws::mixed_moduli({a.youngs_modulus, a.poissons_ratio}, {b.youngs_modulus, b.poissons_ratio});
  laws::HertzMindlin law = a;
  law.youngs_modulus = moduli.young;
  law.poissons_ratio = moduli.poisson;
  law.restitution = geometric_mean(a.restitution, b.restitution);
  return law;
}

laws::Jkr mixed_law(const laws::Jkr& a, const laws::Jkr& b) {
  return {mixed_law(static_cast<const laws::HertzMindlin&>(a), static_cast<const laws::HertzMindlin&>(b)),
          geometric_mean(a.work_of_adhesion, b.work_of_adhesion)};
}

laws::Hysteretic mixed_law(const laws::Hysteretic& a, const laws::Hysteretic& b) {
  laws::Hysteretic law = a;
  law.stiffness = series_mean(*a.stiffness, *b.stiffness);
  law.restitution = geometric_mean(a.restitution, b.restitution);
  return law;
}

laws::NoSliding mixed_law(const laws::NoSliding&, const laws::NoSliding&) { return {}; }

laws::CoulombSliding mixed_law(const laws::CoulombSliding& a, const laws::CoulombSliding& b) {
  laws::CoulombSliding law = a;
  law.friction = geometric_mean(a.friction, b.friction);
  law.restitution = geometric_mean(a.restitution, b.restitution);
  law.damping_rate = geometric_mean(a.damping_rate, b.damping_rate);
  return law;
}

laws::KineticSliding mixed_law(const laws::KineticSliding& a, const laws::KineticSliding& b) {
  return {geometric_mean(a.friction, b.friction)};
}

laws::NoCouple mixed_law(const laws::NoCouple&, const laws::NoCouple&) { return {}; }

template <class Couple>
Couple mixed_law(const Couple& a, const Couple& b) {
  Couple law = a;
  law.rolling_friction = geometric_mean(a.rolling_friction, b.rolling_friction);
  law.twisting_friction = geometric_mean(a.twisting_friction, b.twisting_friction);
  return law;
}

// Both variants hold the same kind of law.
template <class Variant>
Variant mixed_variant(const Variant& a, const Variant& b) {
  return std::visit([&]<class Law>(const Law& law) -> Variant { return mixed_law(law, std::get<Law>(b)); }, a);
}

}  // namespace

void SoftLaws::prepare(double stiffness) {
  std::visit(
      [&](auto& law) {
        law.choose_stiffness(stiffness);
        law.prepare();
      },
      normal);
  if (auto* law = std::get_if<laws::CoulombSliding>(&sliding)) law->prepare();
  if (auto* law = std::get_if<laws::SpringCouple>(&couple)) law->prepare();
}

laws::Cohesion SoftLaws::greatest_pull() const {
  const auto* jkr = std::get_if<laws::Jkr>(&normal);
  return jkr == nullptr ? cohesion : laws::Cohesion{1.5 * std::numbers::pi * jkr->work_of_adhesion, 0, true};
}

SoftLaws mixed(const SoftLaws& a, const SoftLaws& b) {
  SoftLaws laws{mixed_variant(a.normal, b.normal), mixed_variant(a.sliding, b.sliding),
                mixed_variant(a.couple, b.couple), a.cohesion};
  laws.cohesion.strength = geometric_mean(a.cohesion.strength, b.cohesion.strength);
  return laws;
}

}  // namespace rubble::ssdem
