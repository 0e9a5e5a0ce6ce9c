#pragma once
// Experiments: what differs between the run tools, which is the external action and the stop rule. The tools,
// rubble-advise and the tests read them by the same functions.
#include "base/word_table.hpp"
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

// rubble-relax runs the experiment "relax", and so on.
enum class Experiment { relax, collide, spinup, flyby, shake, evolve };
inline constexpr Word<Experiment> kExperiments[] = {{"relax", Experiment::relax},   {"collide", Experiment::collide},
                                                    {"spinup", Experiment::spinup}, {"flyby", Experiment::flyby},
                                                    {"shake", Experiment::shake},   {"evolve", Experiment::evolve}};

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

// (document, experiment of the tool) => the protocol that its tables [stop], [spinup], [flyby] and [shake] describe.
// The document must outlive the protocol, whose messages refer to it. InputError for invalid values, and if
// `experiment` in [run] is another one. Records the experiment in the document.
Protocol read_protocol(config::Document& config, Experiment own);
// (document of any run tool) => its protocol, by `experiment` in [run]. InputError if this key is missing.
Protocol read_protocol(config::Document& config);

// (document, name of the tool that reads it) InputError if the document has no [run] and has a table of a tool that
// does not run a simulation, such as [cloud] of rubble-generate. The message names that tool.
void require_config_of_a_run(const config::Document& config, const std::string& tool);

// Tables of one experiment, and of all, for --describe.
config::Tables describe_experiment(Experiment experiment);
config::Tables describe_experiments();

}  // namespace rubble::setup
