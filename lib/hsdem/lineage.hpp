#pragma once
// Which aggregate each sphere first stuck to. docs/theory.md 13.3.
#include "model/pile.hpp"

namespace rubble::hsdem {

using Lineage = std::vector<std::int64_t>;  // of each sphere of a pile; -1: none

// (model) => its lineage; members of grains that have none yet are named after their grain.
Lineage lineage_of(const Model& model);

// (model, rows of two bodies that stick, lineage) => spheres without a name get that of the other body or, if it has
// none either, the least id of both. An aggregate has the name that most of its mass has.
void name_after_sticking(const Model& model, const std::vector<Index>& a, const std::vector<Index>& b,
                         Lineage& lineage);

}  // namespace rubble::hsdem
