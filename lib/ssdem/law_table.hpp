#pragma once
// The laws of the contacts of a run as the sweep reads them: one set of laws for all contacts, or a table of the
// numbers of each pair of materials, from which four contacts gather theirs.
#include "simd/xyzw.hpp"
#include "ssdem/contact_laws.hpp"
#include "ssdem/parameters.hpp"

#include <algorithm>
#include <type_traits>
#include <variant>

namespace rubble::ssdem {

// The sweep's places of bodies and numbers of walls, with their classes.
struct ClassesByPlace {
  const MaterialClasses* classes = nullptr;
  const Index* of_place = nullptr;

  Index of_bodies(Index a, Index b) const { return classes->of_classes(of_place[a], of_place[b]); }
  Index at_wall(Index a, Index wall) const { return classes->at_wall(of_place[a], wall); }
};

// All contacts have the same laws.
template <class L>
struct OneLaw {
  using Laws = L;
  static constexpr bool varies = false;

  const Laws laws;

  RUBBLE_INLINE const Laws& of_four(const Index*) const { return laws; }
  const Laws& of_bodies(Index, Index) const { return laws; }
  const Laws& at_wall(Index, Index) const { return laws; }
};

// --- numbers of a law in the table, and the law of four contacts with these numbers

inline Pack numbers_of(const laws::LinearSpring& law) { return Pack{*law.stiffness, law.damping, law.damping_rate, 0}; }
RUBBLE_INLINE laws::LinearSpringOf<Pack> with_numbers(const laws::LinearSpring& law, const Pack3& n, Pack) {
  laws::LinearSpringOf<Pack> four;
  four.stiffness = {n.x};
  four.damping = n.y;
  four.damping_rate = n.z;
  four.clamp = law.clamp;
  return four;
}

inline Pack numbers_of(const laws::HertzMindlin& law) { return Pack{law.reduced_modulus, law.ratio, law.damping, 0}; }
RUBBLE_INLINE laws::HertzMindlinOf<Pack> with_numbers(const laws::HertzMindlin& law, const Pack3& n, Pack) {
  laws::HertzMindlinOf<Pack> four;
  four.reduced_modulus = n.x;
  four.ratio = n.y;
  four.damping = n.z;
  four.clamp = law.clamp;
  return four;
}

inline Pack numbers_of(const laws::Jkr& law) { return Pack{law.reduced_modulus, law.ratio, law.damping, law.length}; }
RUBBLE_INLINE laws::JkrOf<Pack> with_numbers(const laws::Jkr& law, const Pack3& n, Pack length) {
  laws::JkrOf<Pack> four{with_numbers(static_cast<const laws::HertzMindlin&>(law), n, length)};
  four.length = length;
  return four;
}

inline Pack numbers_of(const laws::Hysteretic& law) { return Pack{law.k_in, law.k_out, 0, 0}; }
RUBBLE_INLINE laws::HystereticOf<Pack> with_numbers(const laws::Hysteretic&, const Pack3& n, Pack) {
  laws::HystereticOf<Pack> four;
  four.k_in = n.x;
  four.k_out = n.y;
  return four;
}

inline Pack numbers_of(const laws::NoSliding&) { return Pack{}; }
RUBBLE_INLINE laws::NoSliding with_numbers(const laws::NoSliding& law, Pack, Pack) { return law; }

inline Pack numbers_of(const laws::CoulombSliding& law) {
  return Pack{law.friction, laws::is_set(law.damping_rate) ? law.damping_rate : law.damping, 0, 0};
}
RUBBLE_INLINE laws::CoulombSlidingOf<Pack> with_numbers(const laws::CoulombSliding& law, Pack friction, Pack damping) {
  laws::CoulombSlidingOf<Pack> four;
  four.friction = friction;
  four.stiffness_ratio = law.stiffness_ratio;
  (laws::is_set(law.damping_rate) ? four.damping_rate : four.damping) = damping;
  return four;
}

inline Pack numbers_of(const laws::KineticSliding& law) { return Pack{law.friction, 0, 0, 0}; }
RUBBLE_INLINE laws::KineticSlidingOf<Pack> with_numbers(const laws::KineticSliding&, Pack friction, Pack) {
  return {friction};
}

inline Pack numbers_of(const laws::NoCouple&) { return Pack{}; }
RUBBLE_INLINE laws::NoCouple with_numbers(const laws::NoCouple& law, Pack, Pack) { return law; }

inline Pack numbers_of(const laws::TorqueCouple& law) {
  return Pack{law.rolling_friction, law.twisting_friction, 0, 0};
}
RUBBLE_INLINE laws::TorqueCoupleOf<Pack> with_numbers(const laws::TorqueCouple&, Pack rolling, Pack twisting) {
  return {rolling, twisting};
}

inline Pack numbers_of(const laws::SpringCouple& law) {
  return Pack{law.rolling_friction, law.twisting_friction, 0, 0};
}
RUBBLE_INLINE laws::SpringCoupleOf<Pack> with_numbers(const laws::SpringCouple& law, Pack rolling, Pack twisting) {
  laws::SpringCoupleOf<Pack> four;
  four.rolling_friction = rolling;
  four.twisting_friction = twisting;
  four.shape_factor = law.shape_factor;
  four.radius_factor = law.radius_factor;
  return four;
}

RUBBLE_INLINE laws::NoCohesion with_numbers(const laws::NoCohesion& law, Pack) { return law; }
RUBBLE_INLINE laws::CohesionOf<Pack> with_numbers(const laws::Cohesion& law, Pack strength) {
  return {strength, law.shape_factor, law.by_radius, law.separation, law.range};
}

// (laws of a pair of materials) => their numbers: the normal law and the cohesion, which adhering spheres do not have,
// then sliding and couple.
inline LawNumbers numbers_of(const SoftLaws& laws) {
  const auto of = [](const auto& law) { return numbers_of(law); };
  const Pack normal = std::visit(of, laws.normal), sliding = std::visit(of, laws.sliding),
             couple = std::visit(of, laws.couple);
  const bool adheres = std::holds_alternative<laws::Jkr>(laws.normal);
  return {{Pack{normal[0], normal[1], normal[2], adheres ? normal[3] : laws.cohesion.strength}},
          {Pack{sliding[0], sliding[1], couple[0], couple[1]}}};
}

// (laws) => true if spheres of at least one pair of materials attract each other.
inline bool any_cohesion(const Parameters& p) {
  if (!p.pairs.varies()) return p.cohesion.acts();
  return std::ranges::any_of(p.pairs.law, [](const SoftLaws& laws) { return laws.cohesion.acts(); });
}

// Calls use(law of cohesion) for the normal law of a run: NoCohesion if no spheres attract each other and the normal
// law does not keep the overlap either, so that the contacts keep no number for it.
template <class Normal, class Use>
auto with_cohesion(const Parameters& p, Use&& use) {
  if constexpr (!Normal::asks_loading && !Normal::stiffens)
    if (!any_cohesion(p)) return use(laws::NoCohesion{});
  return use(p.cohesion);
}

// The laws depend on the materials of the two bodies.
template <class Normal, class Sliding, class Couple, class Cohesion>
struct LawTable {
  using Laws = ContactLaws<Normal, Sliding, Couple, Cohesion>;
  static constexpr bool varies = true;

  const Laws common;  // for the parameters that are the same for all materials
  const std::vector<SoftLaws>& pair;
  const LawNumbers* numbers;
  ClassesByPlace classes;

  // (numbers of the pairs of materials of four contacts) => their laws
  RUBBLE_INLINE auto of_four(const Index* number) const {
    const Gathered first = gather(numbers, &LawNumbers::normal, number);
    const Gathered second = gather(numbers, &LawNumbers::others, number);
    const auto normal = with_numbers(common.normal, first.v, first.w);
    const auto sliding = with_numbers(common.sliding, second.v.x, second.v.y);
    const auto couple = with_numbers(common.couple, second.v.z, second.w);
    const auto cohesion = with_numbers(common.cohesion, first.w);
    return ContactLaws<std::remove_const_t<decltype(normal)>, std::remove_const_t<decltype(sliding)>,
                       std::remove_const_t<decltype(couple)>, std::remove_const_t<decltype(cohesion)>>{
        normal, sliding, couple, cohesion};
  }
  // (places of the bodies, or of a body and number of a wall) => the laws of one contact
  Laws of_bodies(Index a, Index b) const { return laws_of(classes.of_bodies(a, b)); }
  Laws at_wall(Index a, Index wall) const { return laws_of(classes.at_wall(a, wall)); }
  // (number of a pair of materials) => its laws
  Laws laws_of(Index number) const {
    const SoftLaws& laws = pair[static_cast<std::size_t>(number)];
    const auto with = [&](const auto& cohesion) -> Laws {
      return {std::get<Normal>(laws.normal), std::get<Sliding>(laws.sliding), std::get<Couple>(laws.couple), cohesion};
    };
    if constexpr (Laws::cohesive)
      return with(laws.cohesion);
    else
      return with(laws::NoCohesion{});
  }
};

}  // namespace rubble::ssdem
