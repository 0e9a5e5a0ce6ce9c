#include "setup/check_bonds.hpp"

#include "base/error.hpp"

#include <fmt/format.h>

namespace rubble::setup {

void refuse_beams(const Pile& pile, const std::string& name, const std::string& subject, const std::string& instead) {
  if (!pile.bonds.beams || pile.bonds.size() == 0) return;
  throw InputError(
      fmt::format("{}: {} not support bonds of soft spheres, found {}: {}", name, subject, pile.bonds.size(), instead));
}

}  // namespace rubble::setup
