#pragma once
// Three searches for clusters, side by side, and the results of each: remnant, fragments, ejecta.
#include "base/constants.hpp"
#include "measure/clusters/fragments.hpp"
#include "measure/clusters/remnant.hpp"
#include "measure/clusters/three_step.hpp"

#include <array>
#include <optional>
#include <string>

namespace rubble::measure {

struct SearchParameters {
  double G = kGravitationalConstant;  // [m3 kg-1 s-2]
  double linking = 1.1;               // linking factor of friends()
  // Smallest number of grains of a cluster. The default is 0.5 % of the pile's grains, but at least 5: fifty for ten
  // thousand grains, as in the collision study (doi:10.33232/001c.143461).
  std::optional<std::size_t> least;
  std::size_t tries = ThreeStep{}.tries;  // ThreeStep::tries
};

// One search: its clusters, the heaviest first. Clusters of at least `least` grains are also listed as fragments.
struct Found {
  std::string finder;                        // "three_step", "contacts" (touching bodies), "friends"
  std::vector<std::vector<Index>> clusters;  // bodies of each cluster, only whole grains
  std::vector<Fragment> fragments;
  std::vector<Orbit> bound_pairs;  // orbits of the fragments; none in periodic space
  Composition remnant;             // composition of the heaviest cluster
  double second = 0;               // mass of the second cluster [kg]; 0 if there is none
  Ejecta ejecta;
  std::array<double, 3> agreement{};  // agreement of its remnant with that of each search, in the order of the searches

  // Bodies of cluster k; empty if the search has no such cluster, for example three_step() in dust.
  const std::vector<Index>& members(std::size_t k) const;
};

struct Searches {
  std::size_t least = 0;
  SizeClasses sizes;
  Composition whole;  // composition of the pile
  std::array<Found, 3> found;
};

// (pile with at least one body, parameters) => the results of all three. In periodic space no body is bound, because G
// counts as 0. InputError as in linked_pairs().
Searches search_all(const Pile& pile, const SearchParameters& parameters);

}  // namespace rubble::measure
