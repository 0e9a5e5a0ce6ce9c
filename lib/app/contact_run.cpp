#include "app/contact_run.hpp"

#include "app/experiment.hpp"
#include "app/run.hpp"
#include "drive/overlaps.hpp"
#include "drive/packing.hpp"
#include "method/soft_spheres.hpp"

namespace rubble::app {

ContactRun read_contact_run(config::Document& config, const std::string& tool) {
  require_config_of_a_run(config, tool);
  method::require_soft_spheres(config, tool);
  ContactRun run;
  run.protocol = read_protocol(config);
  run.plan = config.read<RunPlan>("run");
  run.parameters = method::read_soft_spheres(config);
  run.external = read_external(config);
  config.read_if<drive::OverlapRule>("overlap");
  config.read_if<drive::PackingRule>("packing");
  config.read_if<SanityLimits>("sanity");
  config.finish();
  return run;
}

config::Tables describe_contact_run() {
  return describe_relax() + describe_collide() + describe_spinup() + describe_flyby() + describe_shake() +
         describe_run();
}

}  // namespace rubble::app
