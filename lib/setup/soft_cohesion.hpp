#pragma once
// [contact.cohesion] of soft spheres: the attraction of bodies, by one of several laws. docs/theory.md 2.8, 2.16, 2.17.
#include "config/describe.hpp"
#include "config/document.hpp"
#include "model/external.hpp"
#include "model/pile.hpp"
#include "ssdem/parameters.hpp"

namespace rubble::setup {

// (configuration, parameters whose normal law is read) Reads the table, if there is one. InputError for invalid values.
void read_cohesion(config::Document& config, ssdem::Parameters& p);

// True if the configuration gives the attraction at a contact, so that it may differ between materials.
bool gives_attraction(config::Document& config);

// (configuration, pile at the start of the run, its surroundings, parameters) Computes the cohesion if the
// configuration gives the strength of the pile, and records it. InputError for a pile or walls that the law does not
// support.
void settle_cohesion(config::Document& config, const Pile& pile, const External& external, ssdem::Parameters& p);

// (pile, laws) => tensile strength of the pile by Rumpf's relation, with the greatest tension of each contact [Pa].
// NaN without cohesion or contacts, or with cohesion by materials. NaN also for a pile that is periodic along one or
// two axes, whose volume is not defined. docs/theory.md 5.19.
double tensile_strength(const Pile& pile, const ssdem::Parameters& p);

// The tables of [contact.cohesion], for --describe.
config::Tables describe_soft_cohesion();

}  // namespace rubble::setup
