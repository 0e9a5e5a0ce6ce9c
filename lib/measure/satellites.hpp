#pragma once
// Bodies apart from the largest remnant, and their final states. docs/theory.md 5.15.
#include "measure/fragments.hpp"

#include <string_view>
#include <vector>

namespace rubble::measure {

enum class Outcome { orbiting, returning, escaping };
constexpr std::string_view name_of(Outcome outcome) {
  if (outcome == Outcome::orbiting) return "orbiting";
  return outcome == Outcome::returning ? "returning" : "escaping";
}

// A cluster seen from the largest remnant, both as points.
struct Companion {
  Fragment fragment;
  Orbit orbit;
  Outcome outcome = Outcome::escaping;
};

struct Satellites {
  Fragment remnant;
  double radius = 0;                 // of the remnant, from its centre of mass to its farthest surface [m]
  std::vector<Index> members;        // its bodies, rising
  std::vector<Companion> companion;  // the heaviest first

  double mass() const;                        // of all [kg]
  double mass(Outcome outcome) const;         // [kg]
  std::size_t count(Outcome outcome) const;   // clusters
  const Companion* largest(Outcome outcome) const;  // nullptr: none
};

// (pile, clusters by measure/clusters.hpp, the heaviest first; G) => those beside the heaviest, each by its two-body
// orbit about that: escaping at no negative energy, else orbiting if it passes outside the remnant's radius, else
// returning. InputError for a pile without bodies.
Satellites satellites(const Pile& pile, const std::vector<std::vector<Index>>& clusters, double G);

// (model, bodies, least share) => number of aggregates of their own (Grouping::lineage) that make up at least this
// share of the mass of these bodies.
std::size_t lineages(const Model& model, const std::vector<Index>& members, double least);

}  // namespace rubble::measure
