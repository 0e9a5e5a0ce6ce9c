#pragma once
// The three searches for clusters side by side, and what each leaves: remnant, fragments, ejecta.
#include "measure/fragments.hpp"
#include "measure/remnant.hpp"
#include "measure/three_step.hpp"

#include <array>
#include <optional>
#include <string>

namespace rubble::measure {

struct SearchParameters {
  double G = 6.67430e-11;  // [m3 kg-1 s-2]
  double linking = 1.1;    // of friends
  // Fewest grains of a cluster; unless given 0.5 % of the pile's, but 5 or more: fifty of ten thousand in the study.
  std::optional<std::size_t> least;
  std::size_t tries = ThreeStep{}.tries;  // of three_step
};

// One search: its clusters, the heaviest first; those of at least `least` grains also as bodies of their own.
struct Found {
  std::string finder;                        // "three_step", "contacts" (touching bodies), "friends"
  std::vector<std::vector<Index>> clusters;  // of bodies, grains whole
  std::vector<Fragment> fragments;
  std::vector<Orbit> bound_pairs;  // of the fragments; none in periodic space
  Composition remnant;             // the heaviest cluster
  double second = 0;               // mass of the next one [kg]
  Ejecta ejecta;
  std::array<double, 3> agreement{};  // of its remnant with that of each search, in their order

  // Empty if there is no such cluster, as three_step finds none in dust.
  const std::vector<Index>& members(std::size_t k) const;
};

struct Searches {
  std::size_t least = 0;
  SizeClasses sizes;
  Composition whole;  // the pile
  std::array<Found, 3> found;
};

// (pile: at least one body, parameters) => all three. In periodic space nothing is bound: G counts as 0.
Searches search_all(const Pile& pile, const SearchParameters& parameters);

}  // namespace rubble::measure
