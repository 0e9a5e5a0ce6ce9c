#pragma once
// Questions about the triangulated walls at the start of a run.
#include "config/document.hpp"
#include "model/pile.hpp"

#include <string>
#include <vector>

namespace rubble::run {

// (document, pile with its walls, marks of frozen bodies or nothing) => notes on bodies that overlap triangulated
// walls by more than a twentieth of half their thickness, and on closed walls with bodies on both sides, and on walls
// that are far larger than the pile or smaller than any body. Frozen bodies do not touch walls and are left out.
// InputError for an overlap of more than half of the radius, or of half the thickness of a hull.
std::vector<std::string> question_meshes(const config::Document& config, const Pile& pile,
                                         const std::vector<char>& frozen);

}  // namespace rubble::run
