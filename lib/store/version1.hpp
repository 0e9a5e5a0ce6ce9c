#pragma once
// Contacts as files of version 1 of the module "granular" have them: spheres and planes only, overlaps in place of
// gaps, fixed histories, no places. docs/formats.md, "Version 1".
#include "model/pile.hpp"
#include "store/hdf5.hpp"

namespace rubble::store {

bool is_version1(const Reader& file);

// The columns that its contacts have.
std::vector<ContactColumn> columns_of_version1();

// (file, its bodies, where they are at that time, number of contacts in the file, the rows wanted; kAny, 0, kAny: all)
// => contacts as they are now; where they touch follows from the spheres.
Contacts read_contacts_of_version1(const Reader& file, const Model& model, const State& state, std::uint64_t total,
                                   std::uint64_t first, std::uint64_t count);

}  // namespace rubble::store
