#include "setup/soft_materials.hpp"

#include <variant>

namespace rubble::setup {
namespace {

using ssdem::SoftLaws;

// (declaration, kind of law, its value, condition on the law) => a key of runs with this law.
template <class Law, auto of, auto value>
LawKey<SoftLaws> key_of(
    const MaterialKey& declared, bool (*also)(const Law&) = [](const Law&) { return true; }) {
  return {declared, [](SoftLaws& laws, double number) { std::get<Law>(laws.*of).*value = number; },
          [also](const SoftLaws& laws) {
            const Law* law = std::get_if<Law>(&(laws.*of));
            return law != nullptr && also(*law);
          }};
}

// (key of one law, key of another law with the same name) => a key of runs with either of them.
LawKey<SoftLaws> either(const LawKey<SoftLaws>& a, const LawKey<SoftLaws>& b) {
  LawKey<SoftLaws> key = a;
  key.set = [a, b](SoftLaws& laws, double number) { (a.has(laws) ? a : b).set(laws, number); };
  key.has = [a, b](const SoftLaws& laws) { return a.has(laws) || b.has(laws); };
  return key;
}

using laws::CoulombSliding, laws::KineticSliding, laws::TorqueCouple, laws::SpringCouple;
using laws::LinearSpring, laws::HertzMindlin, laws::Hysteretic, laws::Jkr;
constexpr auto kNormal = &SoftLaws::normal;
constexpr auto kSliding = &SoftLaws::sliding;
constexpr auto kCouple = &SoftLaws::couple;

// (declaration) => a key of elastic spheres, with or without adhesion.
template <auto value>
LawKey<SoftLaws> key_of_spheres(const MaterialKey& declared) {
  return either(key_of<HertzMindlin, kNormal, value>(declared), key_of<Jkr, kNormal, value>(declared));
}

bool has_rate(const LinearSpring& law) { return law.damping_rate > 0; }
bool has_no_rate(const LinearSpring& law) { return !(law.damping_rate > 0); }
bool slides_with_rate(const CoulombSliding& law) { return law.damping_rate > 0; }
bool slides_without_rate(const CoulombSliding& law) { return !(law.damping_rate > 0); }

void add_normal(std::vector<LawKey<SoftLaws>>& keys) {
  const MaterialKey e{"restitution", "1", "normal coefficient of restitution e_n", kPositiveFraction,
                      "contact.normal.restitution"};
  keys.push_back(key_of<LinearSpring, kNormal, &LinearSpring::stiffness>({LinearSpring::stiffness_key, "N/m",
                                                                          "spring constant k_n of a pair", kPositive,
                                                                          "contact.normal.law = \"linear\""}));
  keys.push_back(key_of<Hysteretic, kNormal, &Hysteretic::stiffness>(
      {Hysteretic::stiffness_key, "N/m", "loading spring constant k_in of one sphere", kPositive,
       "contact.normal.law = \"hysteretic\""}));
  keys.push_back(key_of_spheres<&HertzMindlin::youngs_modulus>(
      {"young_modulus", "Pa", "Young's modulus", kPositive, "contact.normal.law = \"hertz-mindlin\""}));
  keys.push_back(key_of_spheres<&HertzMindlin::poissons_ratio>(
      {"poisson_ratio", "1", "Poisson's ratio", {0, 0.5}, "contact.normal.law = \"hertz-mindlin\""}));
  keys.push_back(either(
      key_of<LinearSpring, kNormal, &LinearSpring::restitution>(e, has_no_rate),
      either(key_of_spheres<&HertzMindlin::restitution>(e), key_of<Hysteretic, kNormal, &Hysteretic::restitution>(e))));
  keys.push_back(key_of<LinearSpring, kNormal, &LinearSpring::damping_rate>(
      {"damping_rate", "s-1", "dashpot constant / reduced mass", kPositive, "contact.normal.damping_rate"}, has_rate));
}

void add_sliding(std::vector<LawKey<SoftLaws>>& keys) {
  const MaterialKey mu{"friction", "1", "coefficient of sliding friction mu_s", kNotNegative,
                       "contact.sliding.law = \"coulomb\" or \"kinetic\""};
  keys.push_back(either(key_of<CoulombSliding, kSliding, &CoulombSliding::friction>(mu),
                        key_of<KineticSliding, kSliding, &KineticSliding::friction>(mu)));
  keys.push_back(key_of<CoulombSliding, kSliding, &CoulombSliding::restitution>(
      {"sliding_restitution", "1", "tangential coefficient of restitution e_t of sticking contacts", kPositiveFraction,
       "contact.sliding.restitution"},
      slides_without_rate));
  keys.push_back(key_of<CoulombSliding, kSliding, &CoulombSliding::damping_rate>(
      {"sliding_damping_rate", "s-1", "tangential dashpot constant / reduced mass", kPositive,
       "contact.sliding.damping_rate"},
      slides_with_rate));
}

void add_couple(std::vector<LawKey<SoftLaws>>& keys) {
  const std::string needs = "contact.rolling.law = \"torque\" or \"spring\"";
  const MaterialKey rolling{"rolling_friction", "1", "rolling friction coefficient", kNotNegative, needs};
  const MaterialKey twisting{"twisting_friction", "1", "twisting friction coefficient", kNotNegative, needs};
  keys.push_back(either(key_of<TorqueCouple, kCouple, &TorqueCouple::rolling_friction>(rolling),
                        key_of<SpringCouple, kCouple, &SpringCouple::rolling_friction>(rolling)));
  keys.push_back(either(key_of<TorqueCouple, kCouple, &TorqueCouple::twisting_friction>(twisting),
                        key_of<SpringCouple, kCouple, &SpringCouple::twisting_friction>(twisting)));
}

// (true if the run may have the keys) Each law of cohesion has one number that may differ between materials.
void add_cohesion(std::vector<LawKey<SoftLaws>>& keys, bool cohesive) {
  const auto adheres = [](const SoftLaws& laws) { return std::holds_alternative<Jkr>(laws.normal); };
  keys.push_back(
      {{"cohesive_strength", "Pa", "cohesive strength c", kNotNegative, "contact.cohesion.cohesive_strength"},
       [](SoftLaws& laws, double number) { laws.cohesion.strength = number; },
       [=](const SoftLaws& laws) { return cohesive && !adheres(laws) && !laws.cohesion.by_radius; }});
  keys.push_back(
      {{"work_of_adhesion", "J/m^2", "work of adhesion w", kNotNegative, "contact.cohesion.law = \"dmt\" or \"jkr\""},
       [=](SoftLaws& laws, double number) {
         if (adheres(laws))
           std::get<Jkr>(laws.normal).work_of_adhesion = number;
         else
           laws.cohesion = laws::DmtCohesion{number}.law();
       },
       [=](const SoftLaws& laws) {
         return cohesive && (adheres(laws) || (laws.cohesion.by_radius && !(laws.cohesion.range > 0)));
       }});
  keys.push_back(
      {{"hamaker_constant", "J", "Hamaker constant A", kNotNegative, "contact.cohesion.law = \"van-der-waals\""},
       [](SoftLaws& laws, double number) {
         laws.cohesion = laws::VanDerWaals{number, laws.cohesion.separation, laws.cohesion.range}.law();
       },
       [=](const SoftLaws& laws) { return cohesive && laws.cohesion.range > 0; }});
}

}  // namespace

std::vector<LawKey<SoftLaws>> soft_material_keys(bool cohesive) {
  std::vector<LawKey<SoftLaws>> keys;
  add_normal(keys);
  add_sliding(keys);
  add_couple(keys);
  add_cohesion(keys, cohesive);
  return keys;
}

}  // namespace rubble::setup
