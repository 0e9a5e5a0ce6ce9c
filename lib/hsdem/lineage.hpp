#pragma once
// Lineage: name of the aggregate to which each sphere stuck first. docs/theory.md 13.3.
#include "model/pile.hpp"

namespace rubble::hsdem {

using Lineage = std::vector<std::int64_t>;  // for each sphere of a pile; -1: none

// (model, state) => its lineage. Members of grains that have no name get the name with the largest mass in their grain
// or, if there is none, the smallest id in it.
Lineage lineage_of(const Model& model, const State& state);

// (model, rows of two bodies that stick, lineage) Names the spheres that have no name after the other body. If the
// other body has no name either, the name is the smallest id of both. The name of an aggregate is the name with the
// largest mass in it.
void name_after_sticking(const Model& model, const std::vector<Index>& a, const std::vector<Index>& b,
                         Lineage& lineage);

}  // namespace rubble::hsdem
