#pragma once
// Contacts of a pile after a step of hard spheres.
#include "hsdem/elastic_bonds.hpp"
#include "hsdem/pair_impulses.hpp"
#include "model/contacts.hpp"

namespace rubble::hsdem {

// (context, impulses of the last step, its bonds or nullptr) => contacts. Impacts and contacts at rest have their mean
// force over that step. Elastic bonds are included if they are stretched, and always with bonds = "initial".
Contacts contacts_of(const PairContext& context, const PairImpulses& impulses, const ElasticBonds* bonds);

}  // namespace rubble::hsdem
