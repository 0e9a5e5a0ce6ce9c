// rubble-carve: the part of a pile inside or outside a closed surface.
#include "measure/extent/carve.hpp"

#include "base/error.hpp"
#include "base/system.hpp"
#include "cli/number_option.hpp"
#include "cli/summary.hpp"
#include "cli/tool.hpp"
#include "measure/clusters/unwrap.hpp"
#include "measure/ledger/grain_sums.hpp"
#include "measure/ledger/masses.hpp"
#include "shape/mass_properties.hpp"
#include "store/mesh_file.hpp"
#include "store/pile_file.hpp"

#include <limits>
#include <optional>

using namespace rubble;

namespace {

enum class Place { centre, file };
constexpr Word<Place> kPlaces[] = {{"centre", Place::centre}, {"file", Place::file}};

struct Choices {
  measure::Kept kept = measure::Kept::inside;
  measure::Crossing crossing = measure::Crossing::drop;
  Place place = Place::centre;
  std::optional<double> unit, volume, extent;  // [m], [m3], [m]
  std::vector<double> turn;                    // angles about x, y and z [rad]
};

void add_options(cli::Options& options, Choices& choices) {
  cli::add_choice(options, "--keep", choices.kept, measure::kKept,
                  "Grains to keep: those inside the surface, or those outside; default: inside");
  cli::add_choice(options, "--crossing", choices.crossing, measure::kCrossings,
                  "Grains that cross the surface: dropped, kept, or kept if their centre of mass is on the side of "
                  "--keep; default: drop");
  options.add_option("--unit", choices.unit, "Length of one unit of the mesh, such as \"1 km\"; default: 1 m")
      .option_text("LENGTH")
      .transform(cli::within(kPositive, "m"));
  options.add_option("--volume", choices.volume, "Scale the mesh to this volume")
      .option_text("VALUE")
      .transform(cli::within(kPositive, "m3"))
      .excludes("--unit");
  options.add_option("--extent", choices.extent, "Scale the mesh to this largest extent along an axis of its file")
      .option_text("LENGTH")
      .transform(cli::within(kPositive, "m"))
      .excludes("--unit")
      .excludes("--volume");
  cli::add_choice(options, "--place", choices.place, kPlaces,
                  "centre: the centre of mass of the mesh lies at that of the pile; file: the mesh keeps its scaled "
                  "coordinates; default: centre");
  cli::add_list(options, "--turn", choices.turn,
                "Rotation of the mesh about its centre of mass, by these angles about x, then y, then z, such as "
                "\"90 degree,0,0\"",
                {-1e6, 1e6}, "rad")
      .option_text("X,Y,Z");
}

// (surface in the file's unit, options, centre of mass of the pile [m]) => the surface in the pile's coordinates [m].
shape::Polyhedron placed(shape::Polyhedron surface, const Choices& choices, const Vec3& centre_of_pile) {
  const double unit =
      shape::unit_of(surface, {choices.unit.value_or(1), choices.volume.value_or(0), choices.extent.value_or(0)});
  const Vec3 centre = shape::mass_properties(surface.vertex, surface.face).centre;
  const Vec3 target = choices.place == Place::centre ? centre_of_pile : Vec3(unit * centre);
  Mat3 turn = Mat3::Identity();
  for (std::size_t axis = 0; axis < choices.turn.size(); ++axis)
    turn = Eigen::AngleAxisd(choices.turn[axis], Vec3::Unit(static_cast<Eigen::Index>(axis))).toRotationMatrix() * turn;
  for (Vec3& x : surface.vertex) x = target + unit * (turn * (x - centre));
  return surface;
}

cli::Quantities row_of(const Pile& pile, const Pile& kept, const measure::Carving& carving, const Choices& choices,
                       const shape::ClosedSurface& surface) {
  const auto number = [](std::size_t n) { return static_cast<std::int64_t>(n); };
  const double solid = measure::grain_volume(kept);
  const bool inside = choices.kept == measure::Kept::inside;
  return {
      {"bodies", "1", number(kept.size())},
      {"grains", "1", number(measure::grains_of(kept).size())},
      {"mass", "kg", measure::total_mass(kept)},
      {"mass_share", "1", measure::total_mass(kept) / measure::total_mass(pile)},
      {"removed_bodies", "1", number(pile.size() - kept.size())},
      {"crossing_grains", "1", number(carving.crossing)},
      {"crossing_kept", "1", number(carving.crossing_kept)},
      {"mesh_volume", "m3", surface.volume()},
      {"solid_volume", "m3", solid},
      {"solid_fraction", "1", inside ? solid / surface.volume() : std::numeric_limits<double>::quiet_NaN()},
      {"contacts", "1", number(kept.contacts.size())},
      {"bonds", "1", number(kept.bonds.size())},
  };
}

}  // namespace

int main(int argc, char** argv) {
  Choices choices;
  const cli::Tool tool{
      .name = "rubble-carve",
      .summary =
          "Cuts a pile to a closed surface, convex or not, from a mesh in OBJ, PLY or STL, and prints a summary.\n"
          "Grains are kept or removed whole, with their motion; contacts and bonds between kept bodies stay. A sphere "
          "crosses the surface if its centre is nearer to it than its radius. A hull crosses it if they have a common "
          "point. A grain crosses it if one of its bodies does.\n"
          "Columns:\n"
          "  bodies, grains [1]: numbers of bodies and of grains that are kept\n"
          "  mass [kg]: their mass\n"
          "  mass_share [1]: their mass / mass of the pile\n"
          "  removed_bodies [1]: number of bodies that are removed\n"
          "  crossing_grains, crossing_kept [1]: number of grains across the surface, and of those that are kept\n"
          "  mesh_volume [m3]: volume inside the surface\n"
          "  solid_volume [m3]: volume of the kept bodies; overlaps within a grain count as its mass counts them\n"
          "  solid_fraction [1]: solid_volume / mesh_volume; nan with --keep outside\n"
          "  contacts, bonds [1]: numbers of contacts and of bonds that are kept",
      .example = "rubble-carve --volume \"0.06 km^3\" pile.h5 configs/asteroid.obj asteroid.h5",
      .source = "docs/theory.md 5.17; CGAL, https://doc.cgal.org/5.5/AABB_tree",
      .inputs = 2,
      .output = true,
      .options = [&](cli::Options& options) { add_options(options, choices); },
      .files = "PILE.h5 MESH.obj|MESH.ply|MESH.stl OUT.h5",
  };
  return cli::main(argc, argv, tool, [&](const cli::Arguments& arguments) {
    if (!choices.turn.empty() && choices.turn.size() != 3)
      throw InputError(fmt::format("--turn needs three angles, about x, y and z, not {}", choices.turn.size()));
    const std::string name = input_name(arguments.inputs[0]);
    const store::PileFile input = store::read_pile(arguments.inputs[0]);
    const store::SurfaceFile mesh = store::read_closed_surface(arguments.inputs[1]);
    measure::require_open(input.pile, name, "rubble-carve needs a pile in open space");
    if (input.pile.size() == 0) throw InputError(name + ": the pile has no bodies");
    const shape::ClosedSurface surface(placed(mesh.surface, choices, measure::centre_of_mass(input.pile)));
    const measure::Carving carving = measure::carve(input.pile, surface, choices.kept, choices.crossing);
    if (carving.bodies.empty())
      throw InputError(fmt::format(
          "{}: no grain lies {} the surface of {}, whose volume is {:.6g} m3: change --unit, --volume, --extent or "
          "--place",
          name, name_of(measure::kKept, choices.kept), input_name(arguments.inputs[1]), surface.volume()));
    const Pile kept = measure::part(input.pile, carving.bodies);

    const cli::Quantities row = row_of(input.pile, kept, carving, choices, surface);
    store::Provenance provenance = input.provenance;
    provenance.push_back(cli::record(tool, arguments, "", {input.hash, mesh.hash}));
    store::write_pile(arguments.output, kept, provenance);
    if (arguments.output != "-") cli::table_of({row}).print();
    return cli::kDone;
  });
}
