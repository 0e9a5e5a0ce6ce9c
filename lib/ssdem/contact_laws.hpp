#pragma once
// The laws of the contacts of a run as one type, and the parts of a contact's history that they use.
#include "laws/cohesion.hpp"
#include "laws/coulomb_sliding.hpp"
#include "laws/jkr.hpp"
#include "laws/normal_force.hpp"
#include "laws/spring_couple.hpp"
#include "ssdem/history.hpp"

#include <array>
#include <span>
#include <type_traits>

namespace rubble::ssdem {

// The laws of a run, or of four contacts of different materials, whose parameters are packs.
template <class Normal, class Sliding, class Couple, class Cohesion = laws::Cohesion>
struct ContactLaws {
  Normal normal;
  Sliding sliding;
  Couple couple;
  Cohesion cohesion;

  using NormalLaw = Normal;
  using SlidingLaw = Sliding;
  using CoupleLaw = Couple;

  // The parts of a history that the laws use.
  static constexpr bool slides = laws::is_law<laws::CoulombSlidingOf, Sliding>;
  static constexpr bool rolls = laws::is_law<laws::SpringCoupleOf, Couple>;
  static constexpr bool necks = laws::is_law<laws::JkrOf, Normal>;  // contacts last beyond zero overlap
  static constexpr bool cohesive = !std::is_same_v<Cohesion, laws::NoCohesion>;
  static constexpr bool overlap = (Normal::asks_loading || Normal::stiffens || cohesive) && !necks;
  static constexpr bool loading = Normal::asks_loading;
  static constexpr bool uses(HistoryPart part) {
    if (part <= kSlidingZ) return slides;
    if (part <= kTwisting) return rolls;
    if (part == kContactRadius) return necks;
    return part == kOverlap ? overlap : loading;
  }
};

// Parts of a history that the laws use, in order.
template <class Laws>
std::span<const HistoryPart> parts() {
  static constexpr std::size_t count = [] {
    std::size_t n = 0;
    for (std::size_t part = 0; part < kHistoryParts; ++part) n += Laws::uses(static_cast<HistoryPart>(part));
    return n;
  }();
  static constexpr std::array<HistoryPart, count> used = [] {
    std::array<HistoryPart, count> p{};
    std::size_t next = 0;
    for (std::size_t part = 0; part < kHistoryParts; ++part)
      if (Laws::uses(static_cast<HistoryPart>(part))) p[next++] = static_cast<HistoryPart>(part);
    return p;
  }();
  return used;
}

}  // namespace rubble::ssdem
