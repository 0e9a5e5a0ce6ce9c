// rubble-stress: the granular stress of piles, and how much of it each size carries.
#include "measure/stress.hpp"

#include "app/summary.hpp"
#include "app/tool.hpp"
#include "gravity/direct.hpp"
#include "measure/envelope.hpp"
#include "measure/volume.hpp"
#include "store/pile_file.hpp"

#include <cmath>
#include <optional>

using namespace rubble;

namespace {

struct Choices {
  std::string volume = "sphere";
  std::optional<double> alpha;
  double G = 6.67430e-11;
};

// What all rows of a pile have in common.
struct Whole {
  std::string path;
  const Pile& pile;
  const Choices& choices;
  double volume, gravitational, virial;
};

app::Quantities row_of(const Whole& whole, const std::string& group, double smallest, double largest,
                       const measure::StressShare& share) {
  const measure::Stress s = measure::stress(share.moment, whole.volume);
  app::Quantities row{
      {"file", "", whole.path},
      {"time", "s", whole.pile.state.time},
      {"sizes", "", group},
      {"smallest_radius", "m", smallest},
      {"largest_radius", "m", largest},
      {"bodies", "1", static_cast<std::int64_t>(share.bodies)},
      {"contacts", "1", static_cast<std::int64_t>(share.contacts)},
      {"volume_name", "", whole.choices.volume},
      {"volume", "m3", whole.volume},
      {"pressure", "Pa", s.pressure},
      {"deviator", "Pa", s.deviator},
      {"share", "1", share.virial / whole.virial},
      {"virial_ratio", "1", share.virial / std::abs(whole.gravitational)},
      {"gravitational_constant", "m3 kg-1 s-2", whole.choices.G},
  };
  for (int k = 0; k < 3; ++k) row.push_back({"principal_" + std::to_string(k + 1), "Pa", s.principal[k]});
  for (int k = 0; k < 3; ++k) append(row, "direction_" + std::to_string(k + 1), "1", s.directions.col(k));
  append(row, "stress_x", "Pa", s.tensor.row(0));
  append(row, "stress_y", "Pa", s.tensor.row(1));
  append(row, "stress_z", "Pa", s.tensor.row(2));
  return row;
}

void add_rows(std::vector<app::Quantities>& rows, const std::string& path, const Choices& choices) {
  const Pile pile = store::read_pile(path).pile;
  const measure::SizeClasses sizes = measure::size_classes(pile.model.radius);
  const measure::StressShares shares = measure::stress_shares(pile, sizes);
  const Whole whole{path,
                    pile,
                    choices,
                    measure::volume(pile, choices.volume, choices.alpha.value_or(measure::default_alpha(pile))),
                    gravity::direct_energy(pile.model.mass, pile.state.position, choices.G),
                    shares.all.virial};
  rows.push_back(row_of(whole, "all", sizes.classes.front().smallest, sizes.classes.back().largest, shares.all));
  for (std::size_t k = 0; k < sizes.classes.size(); ++k) {
    const auto& sizes_k = sizes.classes[k];
    rows.push_back(
        row_of(whole, "class " + std::to_string(k + 1), sizes_k.smallest, sizes_k.largest, shares.by_class[k]));
  }
}

}  // namespace

int main(int argc, char** argv) {
  Choices choices;
  const app::Tool tool{
      .name = "rubble-stress",
      .summary =
          "Granular stress of piles, compression positive: pressure, principal stresses, deviator, and the virial "
          "ratio 3PV/|W|, which is 1 at rest whatever the volume. The first row of a pile is the whole; then follow "
          "its sizes, one class for each radius or, if there are more than 16, eight classes of equal numbers.",
      .example = "rubble-stress --volume alpha pile.h5",
      .source = "Sanchez et al. 2021, Eqs. 19 and 20; docs/theory.md",
      .inputs = -1,
      .options =
          [&](CLI::App& app) {
            app.add_option("--volume", choices.volume, "Volume that the stress is the mean of; sphere unless given")
                ->option_text("sphere|cluster|ellipsoid|extents|hull|alpha")
                ->check(CLI::IsMember(measure::volume_names()));
            app.add_option("--alpha", choices.alpha, "For the alpha shape [m]; 1.5 x mean diameter unless given")
                ->option_text("LENGTH")
                ->check(CLI::PositiveNumber);
            app.add_option("-G,--gravitational-constant", choices.G,
                           "G [m3 kg-1 s-2]; nature's (6.67430e-11) unless given")
                ->option_text("G")
                ->check(CLI::NonNegativeNumber);
          },
  };
  return app::main(argc, argv, tool, [&](const app::Arguments& arguments) {
    std::vector<app::Quantities> rows;
    for (const std::string& path : arguments.inputs) add_rows(rows, path, choices);
    table_of(rows).print(arguments.json);
    return app::kDone;
  });
}
