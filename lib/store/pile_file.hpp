#pragma once
// Piles on disk: H5MD 1.1 with the units module and this project's module "granular", plus VTKHDF hard links.
// docs/formats.md.
#include "model/pile.hpp"
#include "store/provenance.hpp"

#include <string>

namespace rubble::store {

struct PileFile {
  Pile pile;
  Provenance provenance;
  std::string hash;  // content hash (SHA-256 hex) of the pile: data only, not provenance
};

// ("-": standard input) => the pile, after checks. InputError that names file and dataset if the file is truncated,
// foreign or newer, or if data are NaN, unphysical or of wrong shape. InputError if the file does not exist;
// SystemError if there is no permission.
PileFile read_pile(const std::string& path);

// Writes atomically (memory image, write, fsync, rename, fsync of the folder); "-": standard output (refuses a
// terminal).
void write_pile(const std::string& path, const Pile& pile, const Provenance& provenance);

// Checks an output before work starts. InputError if `path` exists and force is false, is a folder, is empty or too
// long, if its folder does not exist, or if it is "-" and standard output is a terminal. SystemError if the folder,
// pipe or device cannot be written.
void require_writable(const std::string& path, bool force);

// (name of a pile or track to be written) => InputError if a file of that name exists that is neither empty nor HDF5,
// because the name is then probably a mistake.
void require_replaceable(const std::string& path);

// Content hash of a pile: every dataset's name, type, shape and bytes in a fixed order.
std::string content_hash(const Pile& pile);

}  // namespace rubble::store
