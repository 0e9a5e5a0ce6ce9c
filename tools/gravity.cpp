// rubble-gravity: accelerations and potential of a pile's bodies, and how good a method's sums are.
#include "app/summary.hpp"
#include "app/tool.hpp"
#include "gravity/direct.hpp"
#include "measure/gravity_error.hpp"
#include "store/pile_file.hpp"

using namespace rubble;

namespace {

measure::GravityField direct_field(const Pile& pile, double G) {
  measure::GravityField field;
  gravity::direct_accelerations(pile.model.mass, pile.state.position, G, field.acceleration);
  gravity::direct_potentials(pile.model.mass, pile.state.position, G, field.potential);
  return field;
}

app::Table list(const Pile& pile, const measure::GravityField& field) {
  app::Table table;
  table.column("id", "1");
  for (const char* name : {"acceleration_x", "acceleration_y", "acceleration_z"}) table.column(name, "m s-2");
  table.column("potential", "m2 s-2");
  for (std::size_t i = 0; i < pile.size(); ++i) {
    const Vec3& a = field.acceleration[i];
    table.row({pile.model.id[i], a.x(), a.y(), a.z(), field.potential[i]});
  }
  return table;
}

app::Quantities summary_of(const std::string& path, const Pile& pile, const measure::GravityField& field,
                           const std::string& method, double G, std::size_t sample) {
  const measure::GravitySummary sum = measure::gravity_summary(pile, field);
  const measure::GravityError error = measure::gravity_error(pile, G, field, sample);
  return {
      {"file", "", path},
      {"time", "s", pile.state.time},
      {"bodies", "1", static_cast<std::int64_t>(pile.size())},
      {"method", "", method},
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
  std::string method = "direct";
  double G = 6.67430e-11;
  std::size_t sample = 1000;
  bool summary = false;
  const app::Tool tool{
      .name = "rubble-gravity",
      .summary =
          "Self-gravity of a pile: acceleration and potential of each body, or their sums (net_force: |sum m a| / "
          "sum |m a|) and the relative error of the method against plain sums in extended precision.",
      .example = "rubble-gravity --summary pile.h5",
      .source = "docs/theory.md; G: CODATA 2018, doi:10.1103/RevModPhys.93.025010",
      .options =
          [&](CLI::App& app) {
            app.add_option("--method", method, "How gravity is summed; direct unless given")
                ->option_text("direct")
                ->check(CLI::IsMember({"direct"}));
            app.add_option("-G,--gravitational-constant", G, "G [m3 kg-1 s-2]; nature's (6.67430e-11) unless given")
                ->option_text("G")
                ->check(CLI::NonNegativeNumber);
            app.add_flag("--summary", summary, "One row: energy, sums, errors");
            app.add_option("--sample", sample, "Bodies whose sums are checked, evenly spread; 1000 unless given")
                ->option_text("N")
                ->check(CLI::PositiveNumber);
          },
  };
  return app::main(argc, argv, tool, [&](const app::Arguments& arguments) {
    const std::string& path = arguments.inputs[0];
    const Pile pile = store::read_pile(path).pile;
    const measure::GravityField field = direct_field(pile, G);
    const app::Table table =
        summary ? app::table_of({summary_of(path, pile, field, method, G, sample)}) : list(pile, field);
    table.print(arguments.json);
    return app::kDone;
  });
}
