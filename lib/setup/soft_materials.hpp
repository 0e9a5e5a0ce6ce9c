#pragma once
// Values of the laws of soft spheres that may differ between materials.
#include "setup/read_materials.hpp"
#include "ssdem/soft_laws.hpp"

namespace rubble::setup {

// (true if [contact.cohesion] gives the attraction at a contact) => the keys of [[contact.material]] and
// [[contact.pair]].
std::vector<LawKey<ssdem::SoftLaws>> soft_material_keys(bool cohesive);

}  // namespace rubble::setup
