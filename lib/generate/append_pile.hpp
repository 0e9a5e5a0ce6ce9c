#pragma once
// Two piles in one.
#include "model/pile.hpp"

namespace rubble::generate {

// A material of the second pile that has the name of another one of the first pile, with another density.
enum class SameName {
  rename,  // a number is added to its name
  refuse,  // InputError
};

// (pile, another pile, rule) => appends the bodies of the other pile, with its bonds and its contacts between bodies;
// contacts with walls are dropped. Its ids are shifted behind those of the first pile: => the shift. So are its numbers
// of placed piles (kPlacedColumn). Materials of equal
// name and density (up to rounding), and equal shapes, are merged. InputError if the ids exceed 64 bits, or if columns
// of the two piles contradict each other.
std::int64_t append_pile(Pile& to, const Pile& from, SameName rule);

}  // namespace rubble::generate
