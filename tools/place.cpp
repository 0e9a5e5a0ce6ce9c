// rubble-place: piles set into another pile, at positions or dropped onto it.
#include "generate/place.hpp"

#include "base/error.hpp"
#include "base/system.hpp"
#include "cli/message.hpp"
#include "cli/number_option.hpp"
#include "cli/summary.hpp"
#include "cli/tool.hpp"
#include "measure/clusters/unwrap.hpp"
#include "model/check.hpp"
#include "setup/read_place.hpp"
#include "store/pile_file.hpp"

#include <algorithm>
#include <span>

#include <fmt/format.h>

using namespace rubble;

namespace {

// The scene, and the file and shift of the ids of each pile in it.
struct Scene {
  struct Part {
    std::string file, table;  // table: "place[0]"; "" for the base
    std::size_t first;        // row of its first body
    std::int64_t id_shift;
  };
  Pile pile;
  std::vector<Part> parts;

  // => "body 3 of lander.h5", with the id in that file; "body 3 of lander.h5 (place[1])" if the file is there twice.
  std::string name_of(Index row) const {
    const auto i = static_cast<std::size_t>(row);
    const auto later = std::find_if(parts.begin(), parts.end(), [&](const Part& part) { return part.first > i; });
    const Part& part = *std::prev(later);
    const std::string name = fmt::format("body {} of {}", pile.model.id[i] - part.id_shift, part.file);
    const auto same = std::ranges::count_if(parts, [&](const Part& other) { return other.file == part.file; });
    return same == 1 ? name : fmt::format("{} ({})", name, part.table.empty() ? "the base" : part.table);
  }
};

// Refuses overlaps that the rule does not allow: the message names the deepest pair.
void require_room(const Scene& scene, const generate::Placed& placed, generate::OverlapRule rule) {
  const std::size_t base = scene.parts.size() > 1 ? scene.parts[1].first : 0;
  std::vector<measure::Overlap> refused;
  for (const measure::Overlap& overlap : placed.overlaps) {
    const bool of_base = !overlap.key.on_wall() && static_cast<std::size_t>(overlap.key.a) < base;
    if (overlap.key.on_wall() || (of_base && rule == generate::OverlapRule::remove)) continue;
    refused.push_back(overlap);
  }
  if (refused.empty()) return;
  const measure::Overlap& worst =
      *std::max_element(refused.begin(), refused.end(),
                        [](const measure::Overlap& a, const measure::Overlap& b) { return a.depth < b.depth; });
  const bool of_base = static_cast<std::size_t>(worst.key.a) < base;
  const std::string among = refused.size() == 1 ? "" : fmt::format(", the deepest of {} overlaps", refused.size());
  throw InputError(fmt::format("{} overlaps {} by {:.6g} m{}: change 'position'{}", scene.name_of(worst.key.b),
                               scene.name_of(worst.key.a), worst.depth, among,
                               of_base ? ", or set overlap = \"remove\"" : ""));
}

// Places one pile and removes overlapping bodies of the base. => its row of the table
cli::Quantities placed_row(Scene& scene, const Pile& body, const std::string& path, const setup::PlaceOrder& order,
                           std::size_t& on_walls) {
  const generate::Placed placed = generate::place(scene.pile, body, order.placing, order.drop);
  scene.parts.push_back({input_name(path), order.section, scene.pile.size() - body.size(), placed.id_shift});
  require_room(scene, placed, order.placing.overlap);
  on_walls += static_cast<std::size_t>(
      std::ranges::count_if(placed.overlaps, [](const measure::Overlap& overlap) { return overlap.key.on_wall(); }));
  const auto id_of = [&](Index row) { return row < 0 ? std::int64_t{-1} : scene.pile.model.id[row]; };
  const generate::Landing landing = placed.landing.value_or(generate::Landing{});
  const std::int64_t lands = id_of(landing.body), lands_on = id_of(landing.on);
  const std::size_t removed = generate::remove_overlapping(scene.pile, scene.parts[1].first, placed.overlaps);
  for (std::size_t k = 1; k < scene.parts.size(); ++k) scene.parts[k].first -= removed;

  cli::Quantities row{{"file", "", path},
                      {"placed", "1", placed.number},
                      {"bodies", "1", static_cast<std::int64_t>(body.size())},
                      {"first_id", "1", placed.first_id},
                      {"last_id", "1", placed.last_id},
                      {"id_shift", "1", placed.id_shift},
                      {"removed", "1", static_cast<std::int64_t>(removed)},
                      {"mass", "kg", placed.mass}};
  append(row, "centre", "m", placed.centre);
  row.push_back({"landed", "1", lands});
  row.push_back({"landed_on", "1", lands_on});
  return row;
}

// The numbers of a row for the record, as NAME_0, NAME_1, ...
void add_results(store::Record& record, const cli::Quantities& row, std::size_t k) {
  for (const cli::Quantity& q : row) {
    if (const auto* const whole = std::get_if<std::int64_t>(&q.value))
      record.results.emplace_back(fmt::format("{}_{}", q.name, k), static_cast<double>(*whole));
    else if (const auto* const number = std::get_if<double>(&q.value))
      record.results.emplace_back(fmt::format("{}_{}", q.name, k), *number);
  }
}

}  // namespace

int main(int argc, char** argv) {
  std::optional<generate::OverlapRule> overlap;
  const cli::Tool tool{
      .name = "rubble-place",
      .summary =
          "Places piles in another pile, the base: each BODY turned, moving and spinning, at a position or dropped "
          "along a line until the first contact. BASE stays where it is, with its time, walls and periods.\n"
          "Ids of a BODY are shifted behind those of the bodies before it. The column placed of the output numbers the "
          "placed piles.\n"
          "Columns:\n"
          "  file: name of BODY\n"
          "  placed [1]: number of the pile in the column placed\n"
          "  bodies [1]: number of bodies of the pile\n"
          "  first_id, last_id [1]: smallest and largest id in OUT.h5\n"
          "  id_shift [1]: id in OUT.h5 - id in BODY.h5\n"
          "  removed [1]: number of bodies of the base that overlapped the pile and were removed\n"
          "  mass [kg]: mass of the pile\n"
          "  centre_x, _y, _z [m]: centre of mass\n"
          "  landed, landed_on [1]: ids in OUT.h5 of the first contact of a fall; -1: no fall, or a wall",
      .example = "rubble-place -c configs/place.toml bed.h5 stone.h5 boulder.h5 scene.h5",
      .source = "docs/theory.md 9.7",
      .inputs = -1,
      .output = true,
      .config = true,
      .options =
          [&](cli::Options& options) {
            options
                .add_word(
                    "--overlap", [&](const std::string& word) { overlap = value_of(generate::kOverlapRules, word); },
                    "Rule for overlaps with the base, in place of the key overlap of all [[place]] tables")
                .check(cli::among(names_of(generate::kOverlapRules)));
          },
      .describe = setup::describe_places,
      .files = "BASE.h5 BODY.h5... OUT.h5",
  };
  return cli::main(argc, argv, tool, [&](const cli::Arguments& arguments) {
    const std::span<const std::string> bodies = std::span(arguments.inputs).subspan(1);
    if (bodies.empty()) throw InputError("expected BASE.h5, one or more BODY.h5, and OUT.h5; found no BODY.h5");
    auto config = config::Document::load(arguments.config, arguments.set);
    const std::vector<setup::PlaceOrder> orders = setup::read_places(config, overlap);
    config.finish();
    if (orders.size() != bodies.size())
      throw config.error("", "",
                         fmt::format("expected a [[place]] table for each of {} BODY files, found {} tables",
                                     bodies.size(), orders.size()));

    const store::PileFile base = store::read_pile(arguments.inputs[0]);
    measure::require_inertial(base.pile, input_name(arguments.inputs[0]), "rubble-place needs");
    store::Provenance provenance = base.provenance;
    std::vector<std::string> hashes{base.hash};
    Scene scene{base.pile, {{input_name(arguments.inputs[0]), "", 0, 0}}};
    std::vector<cli::Quantities> rows;
    std::size_t on_walls = 0;
    for (std::size_t k = 0; k < bodies.size(); ++k) {
      const store::PileFile body = store::read_pile(bodies[k]);
      measure::require_open(body.pile, input_name(bodies[k]), "only BASE.h5 may be periodic");
      measure::require_inertial(body.pile, input_name(bodies[k]), "rubble-place needs");
      rows.push_back(config.within(orders[k].section,
                                   [&] { return placed_row(scene, body.pile, bodies[k], orders[k], on_walls); }));
      provenance.insert(provenance.end(), body.provenance.begin(), body.provenance.end());
      hashes.push_back(body.hash);
    }
    check(scene.pile, output_name(arguments.output));
    store::Record record = cli::record(tool, arguments, config.effective(), hashes);
    for (std::size_t k = 0; k < rows.size(); ++k) add_results(record, rows[k], k);
    provenance.push_back(record);
    store::write_pile(arguments.output, scene.pile, provenance);
    if (on_walls > 0 && !arguments.quiet)
      cli::say(tool.name, fmt::format("note: {} placed bodies reach into walls of the run that made {}", on_walls,
                                      input_name(arguments.inputs[0])));
    if (arguments.output != "-") table_of(rows).print();
    return cli::kDone;
  });
}
