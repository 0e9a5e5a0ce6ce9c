#pragma once
// Piles on disk: H5MD 1.1 with the units module and our module "granular", plus VTKHDF hard links. docs/formats.md.
#include "model/pile.hpp"
#include "store/provenance.hpp"

#include <string>

namespace rubble::store {

struct PileFile {
  Pile pile;
  Provenance provenance;
  std::string hash;  // content hash (SHA-256 hex) of the pile: data only, not provenance
};

// ("-": standard input) => the pile, checked. Truncated, foreign, newer, NaN, unphysical, wrong shape: InputError
// naming file and dataset. Not found, no permission: InputError / SystemError.
PileFile read_pile(const std::string& path);

// Writes atomically (memory image, write, fsync, rename, fsync of the folder); "-": standard output (refuses a
// terminal).
void write_pile(const std::string& path, const Pile& pile, const Provenance& provenance);

// InputError if `path` exists and force is false, or its folder does not exist or cannot be written. For checks before
// work starts.
void require_writable(const std::string& path, bool force);

// (name of a pile or track to be written) => InputError if there is a file of that name that is neither empty nor HDF5:
// it was named by mistake.
void require_replaceable(const std::string& path);

// Content hash of a pile: every dataset's name, type, shape and bytes in a fixed order.
std::string content_hash(const Pile& pile);

}  // namespace rubble::store
