#pragma once
// Contacts in files of version 1 of the module "granular": spheres and planes only, overlaps instead of gaps, fixed
// histories, no positions. docs/formats.md, "Version 1".
#include "model/pile.hpp"
#include "store/hdf5.hpp"

namespace rubble::store {

bool is_version1(const Reader& file);

// Columns of these contacts.
std::vector<ContactColumn> columns_of_version1();

// (file, its bodies, their state at that time, number of contacts in the file, range of rows; kAny, 0, kAny: all) =>
// contacts in the present form; contact points follow from the spheres.
Contacts read_contacts_of_version1(const Reader& file, const Model& model, const State& state, std::uint64_t total,
                                   std::uint64_t first, std::uint64_t count);

}  // namespace rubble::store
