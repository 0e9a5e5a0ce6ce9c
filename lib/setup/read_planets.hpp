#pragma once
// Reads planets, [[planet]], from a TOML document.
#include "config/describe.hpp"
#include "model/external.hpp"

namespace rubble::setup {

// Planets, and the hashes of the files of their meshes.
struct Planets {
  std::vector<Planet> planets;
  std::vector<std::string> hashes;
};

// [[planet]] in the order of the document, or [external.planet] => planets. Orbits use gravity.constant.
Planets read_planets(config::Document& config);

// (document, external action) InputError for uniform gravity beside a planet whose field depends on time.
void require_planets_suited(const config::Document& config, const External& external);

// The tables that read_planets() reads, for --describe.
config::Tables describe_planets();

}  // namespace rubble::setup
