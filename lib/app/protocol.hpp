#pragma once
// Differences between the run tools: external action and stop rule. One function reads each tool's own tables, so that
// the tool, rubble-advise and the tests read them alike.
#include "config/describe.hpp"
#include "drive/drive.hpp"
#include "drive/stop.hpp"
#include "method/method.hpp"
#include "model/external.hpp"
#include "model/pile.hpp"

#include <functional>
#include <memory>
#include <string>

namespace rubble::app {

struct Protocol {
  std::unique_ptr<drive::StopRule> stop;  // ends the run; without it the duration does
  std::unique_ptr<drive::Drive> drive;    // pushes the bodies at its moments, before anything is recorded there
  // Makes the first state and what acts from outside: (pile as read, external as configured, G); the same for a
  // restart.
  std::function<void(Pile&, External&, double)> begin = {};
  const char* centred = nullptr;  // names the option that needs a centre of mass, and so open space; nullptr: none
  std::function<void(const Model&, State&)> finish = {};  // makes the final pile of the final state
  // The method that moves the bodies.
  std::function<std::unique_ptr<method::Method>(config::Document&)> method = method::read;
};

// (document) => the protocol that its tables [stop], [spinup], [flyby], [shake] ask for; it refers to the document in
// messages. InputError for what is wrong.
Protocol read_relax(config::Document& config);
Protocol read_collide(config::Document& config);
Protocol read_spinup(config::Document& config);
Protocol read_flyby(config::Document& config);
Protocol read_shake(config::Document& config);

// (document of any run tool) => its protocol, told by its tables: [spinup], [flyby], [shake], [stop] of rubble-collide
// (mass_fraction) or of rubble-relax, or none of them, as rubble-evolve has it.
Protocol read_protocol(config::Document& config);

// (document) => InputError that says which tool it is for, if that is none that runs.
void require_config_of_a_run(const config::Document& config, const std::string& tool);

// The tables that the above read, for --describe.
config::Tables describe_relax();
config::Tables describe_collide();
config::Tables describe_spinup();
config::Tables describe_flyby();
config::Tables describe_shake();

}  // namespace rubble::app
