#pragma once
// Differences between the run tools: external action and stop rule. One function reads the tables of each tool, so that
// the tool, rubble-advise and the tests read them in the same way.
#include "config/describe.hpp"
#include "experiment/drive.hpp"
#include "experiment/stop_rule.hpp"
#include "model/external.hpp"
#include "model/pile.hpp"
#include "setup/method.hpp"

#include <functional>
#include <memory>
#include <string>

namespace rubble::setup {

struct Protocol {
  std::unique_ptr<experiment::StopRule> stop;  // ends the run; without a stop rule, the duration does
  std::unique_ptr<experiment::Drive> drive;    // changes velocities at regular times, before the record of each time
  // (pile as read, after run.centre; external action as configured; G [m3 kg-1 s-2]) Makes the first state and the
  // external action. A restart calls it too.
  std::function<void(Pile&, External&, double)> begin = {};
  const char* centred = nullptr;  // name of the option that needs a centre of mass and thus open space; nullptr: none
  std::function<void(const Model&, State&)> finish = {};  // makes the final pile from the final state
  // The method that moves the bodies.
  std::function<std::unique_ptr<setup::Method>(config::Document&)> method = read_method;
};

// (document) => the protocol that its tables [stop], [spinup], [flyby] and [shake] describe. The document must outlive
// the protocol, whose messages refer to it. InputError for invalid values.
Protocol read_relax(config::Document& config);
Protocol read_collide(config::Document& config);
Protocol read_spinup(config::Document& config);
Protocol read_flyby(config::Document& config);
Protocol read_shake(config::Document& config);

// (document of any run tool) => its protocol. The tables present determine the tool: [spinup], [flyby], [shake], [stop]
// of rubble-collide (with mass_fraction), [stop] of rubble-relax, or none of them for rubble-evolve.
Protocol read_protocol(config::Document& config);

// (document, name of the tool that reads it) InputError if the document has no [run] and has a table of a tool that
// does not run a simulation, such as [cloud] of rubble-generate. The message names that tool.
void require_config_of_a_run(const config::Document& config, const std::string& tool);

// Tables that these functions read, for --describe.
config::Tables describe_relax();
config::Tables describe_collide();
config::Tables describe_spinup();
config::Tables describe_flyby();
config::Tables describe_shake();

}  // namespace rubble::setup
