#pragma once
// Conditions that every pile must meet before physics uses it.
#include "model/pile.hpp"

#include <optional>
#include <string>

namespace rubble {

struct Violation {
  std::string quantity;  // the member that is wrong: "radius", "pair", ...
  std::string text;      // "expected a number > 0, found -1 (body 17)", 17 being its id
};

// (pile) => the first thing that is wrong with it, if any: no bodies; arrays of different sizes; numbers that are not
// finite; mass, radius or density <= 0; ids negative or twice there; no such material; two bodies at one place;
// contacts out of order, of bodies that are not there, without overlap, or with a normal that is not a unit vector.
std::optional<Violation> violation(const Pile& pile);

// Throws InputError "source: quantity: expected ..., found ..." if there is a violation; `source` is a file or line.
void check(const Pile& pile, const std::string& source);

}  // namespace rubble
