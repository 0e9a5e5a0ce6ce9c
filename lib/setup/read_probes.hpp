#pragma once
// Reads probes of contact forces, [[probe]], from a TOML document.
#include "config/describe.hpp"
#include "setup/probe_targets.hpp"

#include <memory>
#include <vector>

namespace rubble::setup {

// One table [[probe]], whose target is found when the pile is known.
struct ProbeOrder {
  std::string section;
  ProbeTarget target;
  FindTarget find;
};

// [[probe]] => probes in the order of the document. InputError for invalid values and for names that occur twice.
std::vector<ProbeOrder> read_probes(config::Document& config);

// (document, tables, pile at the start of the run, external action, true if contacts have areas) => the probes; nullptr
// if there are none. InputError for targets that do not exist, and for those whose forces are not known.
std::unique_ptr<Probes> probes_of(const config::Document& config, const std::vector<ProbeOrder>& orders,
                                  const Pile& pile, const External& external, bool areas);

// The tables that read_probes() reads, for --describe.
config::Tables describe_probes();

}  // namespace rubble::setup
