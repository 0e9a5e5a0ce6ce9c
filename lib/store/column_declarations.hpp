#pragma once
// Declarations of the body columns of a file. docs/formats.md, "Body columns".
#include "model/body_columns.hpp"
#include "store/hdf5.hpp"

namespace rubble::store {

// Writes the declarations, if there are any.
void write_declarations(Writer& file, const std::vector<BodyColumn>& columns);
// => the body columns of the file, without values.
std::vector<BodyColumn> read_declarations(const Reader& file);

}  // namespace rubble::store
