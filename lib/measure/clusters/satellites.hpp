#pragma once
// Clusters other than the largest remnant, and their final states. docs/theory.md 5.15.
#include "measure/clusters/fragments.hpp"

#include <string_view>
#include <vector>

namespace rubble::measure {

enum class Outcome { orbiting, returning, escaping };
constexpr std::string_view name_of(Outcome outcome) {
  if (outcome == Outcome::orbiting) return "orbiting";
  return outcome == Outcome::returning ? "returning" : "escaping";
}

// A cluster relative to the largest remnant; both count as points.
struct Companion {
  Fragment fragment;
  Orbit orbit;
  Outcome outcome = Outcome::escaping;
};

struct Satellites {
  Fragment remnant;
  double radius = 0;                 // radius of the remnant: from its centre of mass to its farthest surface point [m]
  std::vector<Index> members;        // bodies of the remnant, ascending
  std::vector<Companion> companion;  // companions, the heaviest first

  double mass() const;                              // total mass [kg]
  double mass(Outcome outcome) const;               // [kg]
  std::size_t count(Outcome outcome) const;         // number of clusters
  const Companion* largest(Outcome outcome) const;  // nullptr if there is none
};

// (pile; clusters by measure/clusters/clusters.hpp, the heaviest first; G) => the clusters other than the heaviest.
// Each is classified by its two-body orbit about the heaviest: escaping if its energy is not negative, orbiting if its
// pericentre is outside the remnant's radius, otherwise returning. InputError for a pile without bodies.
Satellites satellites(const Pile& pile, const std::vector<std::vector<Index>>& clusters, double G);

// (pile, bodies, least fraction) => number of aggregates (column kLineage) that make up at least this fraction of the
// mass of these bodies.
std::size_t lineages(const Pile& pile, const std::vector<Index>& members, double least);

}  // namespace rubble::measure
