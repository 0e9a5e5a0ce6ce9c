// rubble-ellipsoid: the shape of piles: inertia, equivalent ellipsoids, extents.
#include "measure/extent/ellipsoid.hpp"

#include "base/system.hpp"
#include "cli/summary.hpp"
#include "cli/tool.hpp"
#include "cli/track_frames.hpp"
#include "cli/volume_option.hpp"
#include "measure/clusters/unwrap.hpp"
#include "measure/extent/bulk_radii.hpp"
#include "measure/ledger/grain_sums.hpp"
#include "store/pile_file.hpp"
#include "store/track.hpp"

#include <cmath>

using namespace rubble;

namespace {

void append_semi_axes(cli::Quantities& row, const std::string& name, const Vec3& semi_axes) {
  row.push_back({name + "_a", "m", semi_axes[0]});
  row.push_back({name + "_b", "m", semi_axes[1]});
  row.push_back({name + "_c", "m", semi_axes[2]});
}

cli::Quantities shape_of(const std::string& path, const Pile& pile, const cli::VolumeOption& choice) {
  measure::require_open(pile, input_name(path), "a centre of mass and extents are not defined");
  const measure::Ellipsoid e = measure::ellipsoid(pile);
  const Vec3 half_ranges = measure::half_ranges(pile);
  const double volume = choice.of(pile);
  const Vec3 deeve = measure::deeve(e, volume);
  cli::Quantities row{
      {"file", "", path},
      {"time", "s", pile.state.time},
      {"bodies", "1", static_cast<std::int64_t>(pile.size())},
      {"grains", "1", static_cast<std::int64_t>(measure::grains_of(pile).size())},
      {"mass", "kg", e.mass},
      {"volume_name", "", choice.name()},
      {"volume", "m3", volume},
  };
  append_semi_axes(row, "deeve", deeve);
  row.push_back({"b_over_a", "1", deeve[1] / deeve[0]});
  row.push_back({"c_over_a", "1", deeve[2] / deeve[0]});
  row.push_back({"elongation", "1", e.elongation()});
  append_semi_axes(row, "inertia_ellipsoid", e.semi_axes);
  append_semi_axes(row, "extent", e.extents);
  row.push_back({"extent_radius", "m", std::cbrt(e.extents.prod())});
  append_semi_axes(row, "half_range", half_ranges);
  row.push_back({"density", "kg m-3", e.mass / volume});
  row.push_back({"extent_density", "kg m-3", e.mass / measure::ellipsoid_volume(e.extents)});
  row.push_back({"half_range_density", "kg m-3", e.mass / measure::ellipsoid_volume(half_ranges)});
  row.push_back({"moment_A", "kg m2", e.moments[0]});
  row.push_back({"moment_B", "kg m2", e.moments[1]});
  row.push_back({"moment_C", "kg m2", e.moments[2]});
  append(row, "axis_a", "1", e.axes.col(0));
  append(row, "axis_b", "1", e.axes.col(1));
  append(row, "axis_c", "1", e.axes.col(2));
  append(row, "centre", "m", e.centre);
  return row;
}

void add_frames(std::vector<cli::Quantities>& rows, const std::string& path, const cli::VolumeOption& choice) {
  const store::Frames frames(path);
  cli::require_frames(frames, path);
  for (std::size_t f = 0; f < frames.size(); ++f) rows.push_back(shape_of(path, frames.pile(f), choice));
}

}  // namespace

int main(int argc, char** argv) {
  cli::VolumeOption volume(measure::Volume::alpha);
  bool frames = false;
  const cli::Tool tool{
      .name = "rubble-ellipsoid",
      .summary =
          "Measures the shape of piles by moments of inertia and extents.\n"
          "Columns:\n"
          "  moment_A, moment_B, moment_C: principal moments of inertia about the centre of mass, A <= B <= C\n"
          "  elongation: C / A\n"
          "  inertia_ellipsoid_a, _b, _c: semi-axes of the uniform ellipsoid with the mass and moments of the "
          "pile\n"
          "  deeve_a, deeve_b, deeve_c: semi-axes of the inertia ellipsoid scaled to the volume (DEEVE)\n"
          "  extent_a, extent_b, extent_c: extents from the centre of mass along the principal axes\n"
          "  half_range_a, _b, _c: half the ranges along the principal axes\n"
          "  density: mass / volume\n"
          "  extent_density: mass / volume of the ellipsoid of the extents\n"
          "  half_range_density: mass / volume of the ellipsoid of the half ranges",
      .example = "rubble-ellipsoid --volume hull pile.h5",
      .source = "Dynamically equivalent equal-volume ellipsoid; docs/theory.md 5.3",
      .inputs = -1,
      .options =
          [&](cli::Options& options) {
            volume.add_to(options, "Volume of the DEEVE");
            options.add_flag("--frames", frames, "Read tracks and print one row for each frame");
          },
  };
  return cli::main(argc, argv, tool, [&](const cli::Arguments& arguments) {
    std::vector<cli::Quantities> rows;
    for (const std::string& path : arguments.inputs)
      if (frames)
        add_frames(rows, path, volume);
      else
        rows.push_back(shape_of(path, store::read_pile(path).pile, volume));
    table_of(rows).print(arguments.form);
    return cli::kDone;
  });
}
