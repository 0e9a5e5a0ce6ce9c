#pragma once
// The pairs of materials whose bodies or walls can meet, for the estimates behind "auto". docs/theory.md 2.14.
#include "model/external.hpp"
#include "model/pile.hpp"
#include "ssdem/parameters.hpp"

namespace rubble::ssdem {

// The lightest pair of two classes of materials.
struct MeetingLaws {
  const SoftLaws* laws;
  double mass;    // reduced mass [kg]
  double radius;  // reduced radius [m]
};

// (laws by pairs of materials, pile, external action, least share of the mass of a driven wall in a contact [kg]) =>
// the pairs of classes that can meet, each with its lightest pair.
std::vector<MeetingLaws> meeting_laws(const PairLaws<SoftLaws>& pairs, const Model& model, const State& state,
                                      const External& external, double wall_mass);

}  // namespace rubble::ssdem
