#pragma once
// Reads planets, [[planet]], from a TOML document.
#include "config/describe.hpp"
#include "model/external.hpp"

#include <optional>
#include <string>

namespace rubble::setup {

// Planets, and the hashes of the files of their meshes.
struct Planets {
  std::vector<Planet> planets;
  std::vector<std::string> hashes;
};

// [[planet]] in the order of the document, or [external.planet] => planets. Orbits use gravity.constant. "auto" in
// 'since' stands for the time 0 until settle_planets() replaces it.
Planets read_planets(config::Document& config);

// (document, start of the run [s], external action) Replaces "auto" in 'since' of [[planet]] by the start of the run,
// also in the effective configuration, and sets the orbits and rotations of the planets.
void settle_planets(config::Document& config, double start, External& external);

// (document after settle_planets(), configuration of the run that made the pile, name of the pile) => a note if this
// run has fewer planets, or if planets moved and start again at their first places.
std::optional<std::string> note_on_planets(config::Document& config, const std::string& earlier,
                                           const std::string& pile);

// (document, external action) InputError for uniform gravity beside a planet whose field depends on time.
void require_planets_suited(const config::Document& config, const External& external);

// The tables that read_planets() reads, for --describe.
config::Tables describe_planets();

}  // namespace rubble::setup
