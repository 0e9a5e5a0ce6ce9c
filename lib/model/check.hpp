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

// (pile) => the first violation of the conditions, if any:
// - There is at least one body, and all arrays have matching sizes.
// - All numbers are finite; mass, radius and density are above 0; positions are nearer than 1e100 m to the origin.
// - Ids are not negative and occur once, and materials exist.
// - Shapes are sound, and each hull is a member of a grain.
// - Each grain has members, possible moments and a unit quaternion. Its members are where it places them, and move and
//   spin with it.
// - No two bodies are at the same position.
// - Contacts are sorted, connect existing bodies, and have a unit normal; columns are in the order of their names.
std::optional<Violation> violation(const Pile& pile);

// Throws InputError "source: quantity: expected ..., found ..." if there is a violation; `source` is a file or line.
void check(const Pile& pile, const std::string& source);

}  // namespace rubble
