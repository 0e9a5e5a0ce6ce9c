// rubble-combine: two piles on collision course with a given energy or speed.
#include "base/error.hpp"
#include "base/system.hpp"
#include "cli/message.hpp"
#include "cli/summary.hpp"
#include "cli/tool.hpp"
#include "config/plausible.hpp"
#include "generate/encounter.hpp"
#include "measure/clusters/unwrap.hpp"
#include "store/pile_file.hpp"

using namespace rubble;

namespace {

cli::Quantities row_of(const generate::Meeting& m, double G) {
  cli::Quantities row{
      {"target_mass", "kg", m.target.mass},
      {"projectile_mass", "kg", m.projectile.mass},
      {"target_radius", "m", m.target.radius},
      {"projectile_radius", "m", m.projectile.radius},
      {"separation", "m", m.separation},
      {"offset", "m", m.offset},
      {"self_energy", "J", m.self_energy()},
      {"cross_energy", "J", m.cross_energy},
      {"kinetic_energy", "J", m.kinetic_energy},
      {"energy_ratio", "1", m.energy_ratio},
      {"energy_ratio_self", "1", m.energy_ratio_self},
      {"relative_speed", "m s-1", m.relative_speed},
      {"target_speed", "m s-1", m.target.speed},
      {"projectile_speed", "m s-1", m.projectile.speed},
      {"impact_speed", "m s-1", m.impact_speed},
      {"contact_time", "s", m.contact_time},
      {"rotation_ratio", "1", m.rotation_ratio},
      {"gravitational_constant", "m3 kg-1 s-2", G},
      {"target_ball_radius", "m", m.target.ball_radius},
      {"projectile_ball_radius", "m", m.projectile.ball_radius},
      {"target_self_energy", "J", m.target.self_energy},
      {"projectile_self_energy", "J", m.projectile.self_energy},
      {"target_break_up_rate", "rad s-1", m.target.break_up_rate},
      {"projectile_break_up_rate", "rad s-1", m.projectile.break_up_rate},
      {"target_rotation_energy", "J", m.target.rotation_energy},
      {"projectile_rotation_energy", "J", m.projectile.rotation_energy},
  };
  append(row, "target_spin", "rad s-1", m.target.spin);
  append(row, "projectile_spin", "rad s-1", m.projectile.spin);
  return row;
}

// The seed of random orientations, from --seed or the file; none if it is not needed.
std::optional<std::int64_t> read_seed(config::Document& config, const cli::Arguments& arguments, bool needed) {
  if (!needed) {
    if (arguments.seed)
      throw config.error({"encounter.orientation"}, "--seed applies only to an orientation that is not \"given\"");
    return {};
  }
  const auto in_file = config.integer_if("", "seed", kNotNegative);
  if (!arguments.seed && !in_file)
    throw config.error("", "seed", "missing key 'seed': set it at the top level or with --seed");
  const std::int64_t seed = arguments.seed.value_or(in_file.value_or(0));
  config.record("", "seed", seed);
  return seed;
}

}  // namespace

int main(int argc, char** argv) {
  const cli::Tool tool{
      .name = "rubble-combine",
      .summary =
          "Places two piles on a collision course, with their common centre of mass at rest, and prints the "
          "parameters of the encounter.\n"
          "Energies of pairs are gravitational, without the pairs within one grain.\n"
          "Columns:\n"
          "  target_mass, projectile_mass [kg]: mass of the pile\n"
          "  target_radius, projectile_radius [m]: distance from the pile's centre of mass to its farthest surface\n"
          "  separation [m]: distance of the centres of mass at the start\n"
          "  offset [m]: distance of the centres of mass across the direction of approach at the start\n"
          "  self_energy [J]: energy of the pairs within the target and within the projectile\n"
          "  cross_energy [J]: energy of the pairs of target and projectile\n"
          "  kinetic_energy [J]: kinetic energy of the two centres of mass at the start, without rotation\n"
          "  energy_ratio [1]: Q, kinetic_energy / |self_energy + cross_energy|; 0 without gravity\n"
          "  energy_ratio_self [1]: kinetic_energy / |self_energy|; 0 without gravity\n"
          "  relative_speed [m s-1]: relative speed of the centres of mass at the start\n"
          "  target_speed, projectile_speed [m s-1]: speed of the pile at the start; their common centre of mass is at "
          "rest\n"
          "  impact_speed [m s-1]: relative speed of two points with the masses of the piles at the distance "
          "target_radius + projectile_radius\n"
          "  contact_time [s]: time from the start until the two points have that distance; inf if they never have\n"
          "  rotation_ratio [1]: (target_rotation_energy + projectile_rotation_energy) / |self_energy + cross_energy|\n"
          "  gravitational_constant [m3 kg-1 s-2]: G of the encounter\n"
          "  target_ball_radius, projectile_ball_radius [m]: radius R of the uniform ball with the pile's half-mass "
          "radius\n"
          "  target_self_energy, projectile_self_energy [J]: energy of the pairs within the pile\n"
          "  target_break_up_rate, projectile_break_up_rate [rad s-1]: sqrt(G M / R^3) with the mass M of the pile\n"
          "  target_rotation_energy, projectile_rotation_energy [J]: energy of the rotation that the encounter adds to "
          "the pile\n"
          "  target_spin_x, _y, _z [rad s-1]: rotation that the encounter adds to the target\n"
          "  projectile_spin_x, _y, _z [rad s-1]: rotation that the encounter adds to the projectile",
      .example = "rubble-combine -c configs/encounter.toml target.h5 projectile.h5 encounter.h5",
      .source = "Angles as in Leinhardt & Stewart 2012, doi:10.1088/0004-637X/745/1/79",
      .inputs = 2,
      .output = true,
      .config = true,
      .random = true,
      .describe =
          [] {
            return config::describe_seed("random orientations") +
                   config::describe<generate::Encounter>(
                       {.section = "encounter"}, "Relative motion and orientation of the piles; docs/theory.md 6.1.");
          },
      .files = "TARGET.h5 PROJECTILE.h5 OUT.h5",
  };
  return cli::main(argc, argv, tool, [&](const cli::Arguments& arguments) {
    auto config = config::Document::load(arguments.config, arguments.set);
    const auto encounter = config.read<generate::Encounter>("encounter");
    const std::optional<std::int64_t> seed =
        read_seed(config, arguments, encounter.orientation != generate::Orientation::given);
    config.finish();

    const store::PileFile target = store::read_pile(arguments.inputs[0]);
    const store::PileFile projectile = store::read_pile(arguments.inputs[1]);
    const std::string advice = "an encounter needs piles in open space";
    measure::require_open(target.pile, input_name(arguments.inputs[0]), advice);
    measure::require_open(projectile.pile, input_name(arguments.inputs[1]), advice);
    measure::require_inertial(target.pile, input_name(arguments.inputs[0]), "an encounter needs");
    measure::require_inertial(projectile.pile, input_name(arguments.inputs[1]), "an encounter needs");
    const generate::Meeting meeting = config.within("encounter", [&] {
      return generate::meet(target.pile, projectile.pile, encounter, static_cast<std::uint64_t>(seed.value_or(0)));
    });

    if (!arguments.quiet)
      for (const std::string& warning :
           config::implausible_numbers(config, generate::typical_values(meeting, encounter.constant)))
        cli::say(tool.name, warning);

    const cli::Quantities row = row_of(meeting, encounter.constant);
    store::Provenance provenance = target.provenance;
    provenance.insert(provenance.end(), projectile.provenance.begin(), projectile.provenance.end());
    store::Record record = cli::record(tool, arguments, config.effective(), {target.hash, projectile.hash});
    record.seed = seed;
    for (const cli::Quantity& q : row) record.results.emplace_back(q.name, std::get<double>(q.value));
    provenance.push_back(record);
    store::write_pile(arguments.output, meeting.pile, provenance);
    if (arguments.output != "-") cli::table_of({row}).print();
    return cli::kDone;
  });
}
