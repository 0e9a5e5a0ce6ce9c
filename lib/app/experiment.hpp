#pragma once
// From a TOML document to the parameters of a soft-sphere run; the same for every tool that builds or judges one.
#include "config/document.hpp"
#include "model/external.hpp"
#include "model/pile.hpp"
#include "ssdem/resolve.hpp"

namespace rubble::app {

// [step], [gravity], [contact.*] => parameters whose autos are still open. Without [contact] the time step must be
// given.
ssdem::Parameters read_soft_spheres(config::Document& config);

// [external], [external.planet], [[plane]], [box] => what acts from outside; planes have unit normals, the box's six
// last.
External read_external(config::Document& config);

// Fills the autos for this pile and records the choices in the document.
ssdem::Choice resolve(config::Document& config, ssdem::Parameters& p, const Pile& pile, const External& external);

// The tables of all that the above read, for --describe.
std::string describe_soft_spheres();
std::string describe_external();

}  // namespace rubble::app
