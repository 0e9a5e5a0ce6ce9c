#include "store/pile_file.hpp"

#include "base/error.hpp"
#include "store/disk.hpp"
#include "store/hdf5.hpp"
#include "store/layout.hpp"

namespace rubble::store {

PileFile read_pile(const std::string& path) {
  const Reader file(path);
  require_content(file, kPileContent);
  PileFile result;
  result.pile = read_pile_groups(file);
  result.provenance = read_provenance(file);
  result.hash = content_hash(result.pile);
  return result;
}

void write_pile(const std::string& path, const Pile& pile, const Provenance& provenance) {
  Writer file(path);
  write_header(file, kPileContent);
  write_pile_groups(file, pile);
  write_provenance(file, provenance);
  file.save();
}

void require_replaceable(const std::string& path) {
  if (is_foreign(path))
    throw InputError(path + ": the file is not HDF5 and is not replaced by a pile or track: choose another name");
}

}  // namespace rubble::store
