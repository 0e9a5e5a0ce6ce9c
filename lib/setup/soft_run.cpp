#include "setup/soft_run.hpp"

#include "experiment/overlap_observer.hpp"
#include "experiment/packing_observer.hpp"
#include "setup/method.hpp"
#include "setup/read_external.hpp"
#include "setup/read_probes.hpp"
#include "setup/run_plan.hpp"
#include "setup/soft_spheres.hpp"

namespace rubble::setup {

ContactRun read_contact_run(config::Document& config, const std::string& tool) {
  require_config_of_a_run(config, tool);
  setup::require_soft_spheres(config, tool);
  ContactRun run;
  run.plan = config.read<RunPlan>("run");
  run.protocol = read_protocol(config);
  config.know_variants(describe_method);
  run.parameters = setup::read_soft_spheres(config);
  run.external = read_external(config);
  config.read_if<experiment::OverlapRule>("overlap");
  config.read_if<experiment::PackingRule>("packing");
  config.read_if<SanityLimits>("sanity");
  read_probes(config);
  config.finish();
  return run;
}

config::Tables describe_contact_run() { return describe_experiments() + describe_run(); }

}  // namespace rubble::setup
