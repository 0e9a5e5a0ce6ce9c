#pragma once
// The value "none" of a parameter that may also be "auto": a limit that does not exist, stored as infinity.
#include "base/field.hpp"

namespace rubble {

// (declaration of an Auto, text of the value "none") => the declaration with the further value "none".
template <class P>
Field<P> or_none(Field<P> field, const std::string& effect) {
  field.choices = {"none"};
  field.text += "; none: " + effect;
  return field;
}

}  // namespace rubble
