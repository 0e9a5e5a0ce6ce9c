// rubble-gravity: accelerations and potential of a pile's bodies, and the errors of a gravity method.
#include "gravity/gravity.hpp"

#include "base/constants.hpp"
#include "base/system.hpp"
#include "cli/number_option.hpp"
#include "cli/summary.hpp"
#include "cli/tool.hpp"
#include "measure/clusters/unwrap.hpp"
#include "measure/ledger/gravity_error.hpp"
#include "store/pile_file.hpp"

using namespace rubble;

namespace {

constexpr Word<gravity::Summation> kMethods[] = {{"direct", gravity::Summation::direct},
                                                 {"fmm", gravity::Summation::fmm}};
constexpr unsigned kWanted =
    static_cast<unsigned>(gravity::Want::acceleration) | static_cast<unsigned>(gravity::Want::potential);

gravity::Pull field_of(const Pile& pile, const gravity::Parameters& parameters) {
  gravity::Pull field;
  gravity::Solver(parameters).evaluate(pile.model.mass, pile.state.position, kWanted, field);
  return field;
}

cli::Table list(const Pile& pile, const gravity::Pull& field) {
  cli::Table table;
  table.column("id", "1");
  for (const char* name : {"acceleration_x", "acceleration_y", "acceleration_z"}) table.column(name, "m s-2");
  table.column("potential", "m2 s-2");
  for (std::size_t i = 0; i < pile.size(); ++i) {
    const Vec3& a = field.acceleration[i];
    table.row({pile.model.id[i], a.x(), a.y(), a.z(), field.potential[i]});
  }
  return table;
}

cli::Quantities summary_of(const std::string& path, const Pile& pile, const gravity::Pull& field,
                           const gravity::Parameters& parameters, std::size_t sample) {
  const double G = parameters.constant;
  const bool directly = gravity::sums_directly(parameters, pile.size());
  const measure::GravitySummary sum = measure::gravity_summary(pile, field);
  const measure::GravityError error = measure::gravity_error(pile, G, field, sample);
  return {
      {"file", "", path},
      {"time", "s", pile.state.time},
      {"bodies", "1", static_cast<std::int64_t>(pile.size())},
      {"method", "", directly ? "direct" : "fmm"},
      {"wanted_error", "1", directly ? 0.0 : parameters.error},
      {"gravitational_constant", "m3 kg-1 s-2", G},
      {"energy", "J", sum.energy},
      {"acceleration_rms", "m s-2", sum.rms},
      {"acceleration_max", "m s-2", sum.max},
      {"net_force", "1", sum.net_force},
      {"checked_bodies", "1", static_cast<std::int64_t>(error.sample)},
      {"error_rms", "1", error.rms},
      {"error_p99", "1", error.p99},
      {"error_max", "1", error.max},
      {"potential_error_rms", "1", error.potential_rms},
  };
}

}  // namespace

int main(int argc, char** argv) {
  gravity::Parameters parameters{gravity::Summation::direct, kGravitationalConstant};
  std::size_t sample = 1000;
  bool summary = false;
  const cli::Tool tool{
      .name = "rubble-gravity",
      .summary =
          "Computes acceleration and potential of each body by the self-gravity of a pile.\n"
          "With --summary: sums (net_force: |sum m a| / sum |m a|), and relative errors against direct sums in "
          "extended precision.",
      .example = "rubble-gravity --summary pile.h5",
      .source = "docs/theory.md 4; G: CODATA 2018, doi:10.1103/RevModPhys.93.025010",
      .options =
          [&](cli::Options& options) {
            cli::add_choice(options, "--method", parameters.method, kMethods,
                            "Sum of gravity: direct or fmm (fast multipole method); default: direct")
                .option_text("METHOD");
            options
                .add_option("--error", parameters.error,
                            "Target rms relative error of the accelerations by fmm; default: 1e-3")
                .option_text("ERROR")
                .transform(cli::within({1e-7, 0.05}));
            cli::add_gravitational_constant(options, parameters.constant);
            options.add_flag("--summary", summary, "Print one row: energy, sums, errors");
            options
                .add_option("--sample", sample, "Number of evenly spread bodies whose sums are checked; default: 1000")
                .option_text("N")
                .check(cli::whole_within(cli::kCount));
          },
  };
  return cli::main(argc, argv, tool, [&](const cli::Arguments& arguments) {
    const std::string& path = arguments.inputs[0];
    const Pile pile = store::read_pile(path).pile;
    measure::require_open(pile, input_name(path), "self-gravity needs open space");
    const gravity::Pull field = field_of(pile, parameters);
    const cli::Table table =
        summary ? cli::table_of({summary_of(path, pile, field, parameters, sample)}) : list(pile, field);
    table.print(arguments.form);
    return cli::kDone;
  });
}
