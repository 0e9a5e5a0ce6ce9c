// rubble-bounce: outcome of a collision of two spheres of a pile by the contact laws of a run.
#include "bounce/bounce.hpp"

#include "base/error.hpp"
#include "base/system.hpp"
#include "cli/encounter_numbers.hpp"
#include "cli/number_option.hpp"
#include "cli/summary.hpp"
#include "cli/tool.hpp"
#include "model/bodies.hpp"
#include "setup/read_external.hpp"
#include "setup/read_frozen.hpp"
#include "setup/read_materials.hpp"
#include "setup/read_planets.hpp"
#include "setup/soft_cohesion.hpp"
#include "setup/soft_run.hpp"
#include "store/pile_file.hpp"

#include <algorithm>
#include <numbers>

using namespace rubble;

namespace {

constexpr std::int64_t kSteps = 2000;  // steps per contact of two of the smallest spheres
constexpr double kRightAngle = 0.5 * std::numbers::pi;

// The parameters of the run, except for gravity and the step.
ssdem::Parameters finely(ssdem::Parameters p) {
  p.gravity.method = gravity::Summation::none;
  p.step.dt.reset();
  p.step.steps_per_contact = kSteps;
  return p;
}

struct Pair {
  const char* name;
  std::size_t a, b;  // rows
};

// => the pairs to test: smallest-smallest, largest-largest, largest-smallest.
std::vector<Pair> pairs_of(const Reals& radius) {
  const auto [least, most] = std::minmax_element(radius.begin(), radius.end());
  const auto small = static_cast<std::size_t>(least - radius.begin());
  const auto large = static_cast<std::size_t>(most - radius.begin());
  return {{"smallest", small, small}, {"largest", large, large}, {"unequal", large, small}};
}

const std::string& material_of(const Model& model, std::size_t body) {
  return model.materials[static_cast<std::size_t>(model.material[body])].name;
}

cli::Quantities row_of(const Pair& pair, const Model& model, const tools::Impact& impact, double dt,
                       const tools::Bounce& b) {
  const Reals& radius = model.radius;
  return {
      {"pair", "", pair.name},
      {"material_a", "", material_of(model, pair.a)},
      {"material_b", "", material_of(model, pair.b)},
      {"radius_a", "m", radius[pair.a]},
      {"radius_b", "m", radius[pair.b]},
      {"speed", "m s-1", impact.speed},
      {"angle", "rad", impact.angle},
      {"dt", "s", dt},
      {"loading_time", "s", b.loading_time},
      {"contact_time", "s", b.contact_time},
      {"steps_per_contact", "1", b.contact_time / dt},
      {"overlap", "1", b.overlap / std::min(radius[pair.a], radius[pair.b])},
      {"restitution", "1", b.restitution},
      {"angular_momentum", "1", b.angular_momentum},
      {"radius_levers", "1", b.radius_levers},
  };
}

// => the impact speed that rubble-combine recorded [m s-1].
double recorded_speed(const std::string& path, const store::Provenance& provenance) {
  try {
    return cli::EncounterNumbers(path, provenance)["impact_speed"];
  } catch (const InputError& error) {
    throw InputError(std::string(error.what()) + "; set the relative speed of the spheres with --speed");
  }
}

}  // namespace

int main(int argc, char** argv) {
  double speed = 0;  // 0: the speed of the encounter
  double angle = 0.25 * std::numbers::pi;
  const cli::Tool tool{
      .name = "rubble-bounce",
      .summary =
          "Collides pairs of free spheres from a pile by the contact laws of a TOML file, in steps far finer "
          "than those of the run.\n"
          "The file is that of any simulation; the key experiment in [run] names the tool that runs it. Rows: two "
          "of the smallest spheres, two of the largest, and one of each; head-on and at an angle, without gravity.\n"
          "Columns:\n"
          "  material_a, material_b: their materials; other pairs of materials are not tried\n"
          "  overlap: largest overlap / smaller radius\n"
          "  loading_time: time from first contact to the largest overlap\n"
          "  steps_per_contact: contact_time / time step of the run\n"
          "  restitution: coefficient of restitution along the line of centres\n"
          "  angular_momentum: relative change of the angular momentum\n"
          "  radius_levers: relative change of the angular momentum with the radii as lever arms",
      .example = "rubble-bounce -c configs/relax.toml --speed \"0.2 m/s\" cloud.h5",
      .source = "docs/theory.md 2.11",
      .config = true,
      .options =
          [&](cli::Options& options) {
            options
                .add_option("--speed", speed,
                            "Relative speed of the spheres, such as \"5 m/s\"; default: impact speed of the encounter "
                            "that rubble-combine made")
                .option_text("SPEED")
                .transform(cli::within(kPositive, "m s-1"));
            options
                .add_option("--angle", angle,
                            "Angle between velocity and line of centres, such as \"30 degree\"; default: 45 degree")
                .option_text("ANGLE")
                .transform(cli::within({0.0, kRightAngle, false, false}, "rad"));
          },
      .describe = setup::describe_contact_run,
  };
  return cli::main(argc, argv, tool, [&](const cli::Arguments& arguments) {
    auto config = config::Document::load(arguments.config, arguments.set);
    setup::ContactRun run = setup::read_contact_run(config, tool.name);
    if (!run.parameters.contacts) throw config.error("contact", "", "missing table [contact], the law of contact");
    const std::string& path = arguments.inputs[0];
    const store::PileFile file = store::read_pile(path);
    const Model& model = file.pile.model;
    require_spheres(model, input_name(path) + ": soft spheres");
    if (model.size() == 0 || !file.pile.state.grouping.grains.empty())
      throw InputError(input_name(path) + ": expected free spheres, found " +
                       (model.size() == 0 ? "no bodies" : "glued grains"));
    if (!(speed > 0)) speed = recorded_speed(path, file.provenance);

    Pile pile = file.pile;
    External external = run.external;
    setup::settle_frozen(config, pile, external, run.protocol.centred);
    setup::settle_planets(config, pile.state.time, external);
    setup::settle_walls(config, pile, external);
    setup::require_known_materials(config, run.parameters.materials, pile, external);
    setup::settle_cohesion(config, pile, external, run.parameters);
    setup::SoftSpheres as_run(run.parameters);
    const double dt = as_run.prepare(pile, external, speed).dt;
    std::vector<cli::Quantities> rows;
    for (const Pair& pair : pairs_of(model.radius))
      for (const double tried : {0.0, angle}) {
        const tools::Impact impact{speed, tried};
        const Pile both = tools::about_to_touch(file.pile, pair.a, pair.b, impact);
        setup::SoftSpheres fine(finely(as_run.parameters()));
        const double expected = fine.prepare(both, {}, speed).contact_time;
        const tools::Bounce found = config.within("contact", [&] { return tools::bounce(fine, both, expected); });
        rows.push_back(row_of(pair, model, impact, dt, found));
      }
    cli::table_of(rows).print(arguments.form);
    return cli::kDone;
  });
}
