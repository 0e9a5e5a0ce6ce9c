#pragma once
// Columns of the contacts of soft spheres, for tests that read or change them.
#include "model/contacts.hpp"

#include <stdexcept>

namespace rubble::test {

// Adds all springs to contacts that have none, with zeros.
inline void add_springs(Contacts& contacts) {
  const Vec3s none(contacts.size(), Vec3::Zero());
  contacts.columns = {
      {"rolling", "rad", "angle of the rolling spring", true, none},
      {"sliding", "m", "elongation of the tangential spring", true, none},
      {"twisting", "rad", "angle of the twisting spring, about the normal", false, Reals(contacts.size(), 0.0)}};
}

template <class Values>
Values& column_of(Contacts& contacts, const std::string& name) {
  for (ContactColumn& column : contacts.columns)
    if (column.name == name) return std::get<Values>(column.value);
  throw std::logic_error("no column " + name);
}
inline Vec3s& sliding(Contacts& contacts) { return column_of<Vec3s>(contacts, "sliding"); }
inline Vec3s& rolling(Contacts& contacts) { return column_of<Vec3s>(contacts, "rolling"); }
inline Reals& twisting(Contacts& contacts) { return column_of<Reals>(contacts, "twisting"); }

}  // namespace rubble::test
