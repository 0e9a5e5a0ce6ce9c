#pragma once
// Files of the formats 2.0 and 2.1: body columns have no declarations, and a contact column marks the elastic bonds.
#include "model/pile.hpp"
#include "store/hdf5.hpp"

namespace rubble::store {

// => the body columns that the file has, without values.
std::vector<BodyColumn> body_columns_of_version2(const Reader& file);

// (file, contacts that were read from it) Moves the bonds from the contact column to `bonds`. Contacts of later formats
// are not changed.
// InputError unless the column is 1 at contacts of bonded bodies, once for each pair, and 0 elsewhere.
void take_bonds_of_version2(const Reader& file, Contacts& contacts, Bonds& bonds);

}  // namespace rubble::store
