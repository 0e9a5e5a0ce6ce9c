// rubble-ring: averages over patches of planetary rings.
#include "measure/extent/ring.hpp"

#include "base/system.hpp"
#include "cli/summary.hpp"
#include "cli/tool.hpp"
#include "cli/track_frames.hpp"
#include "store/pile_file.hpp"
#include "store/track.hpp"

#include <cmath>

using namespace rubble;

namespace {

cli::Quantities row_of(const std::string& path, const Pile& pile) {
  const measure::RingPatch ring = measure::ring_patch(pile, input_name(path));
  const auto spread = [&](int axis) { return std::sqrt(ring.dispersion(axis, axis)); };
  return {
      {"file", "", path},
      {"time", "s", pile.state.time},
      {"bodies", "1", static_cast<std::int64_t>(pile.size())},
      {"rate", "rad s-1", pile.model.space.hill.rate},
      {"area", "m2", ring.area},
      {"surface_density", "kg m-2", ring.surface_density},
      {"optical_depth", "1", ring.optical_depth},
      {"filling_factor", "1", ring.filling},
      {"height", "m", ring.height},
      {"dispersion_x", "m s-1", spread(0)},
      {"dispersion_y", "m s-1", spread(1)},
      {"dispersion_z", "m s-1", spread(2)},
      {"covariance_xy", "m2 s-2", ring.dispersion(0, 1)},
      {"spin", "rad s-1", ring.spin},
      {"viscosity_local", "m2 s-1", ring.local_viscosity},
      {"viscosity_collisional", "m2 s-1", ring.collisional_viscosity},
  };
}

void add_frames(std::vector<cli::Quantities>& rows, const std::string& path) {
  const store::Frames frames(path);
  cli::require_frames(frames, path);
  for (std::size_t f = 0; f < frames.size(); ++f) rows.push_back(row_of(path, frames.pile(f)));
}

}  // namespace

int main(int argc, char** argv) {
  bool frames = false;
  const cli::Tool tool{
      .name = "rubble-ring",
      .summary =
          "Measures patches of planetary rings: piles in Hill's frame ([hill]) that are periodic along x and y.\n"
          "Velocities are relative to the shear flow -1.5 Omega x and to their mean. Means are weighted by mass.\n"
          "Columns:\n"
          "  rate: Omega of Hill's frame\n"
          "  area, surface_density: area of the cell, and mass per area\n"
          "  optical_depth: sum of the cross sections of the bodies / area\n"
          "  filling_factor: share of the plane at the mean height that lies within bodies\n"
          "  height: root mean square height above the mean height\n"
          "  dispersion_x, _y, _z: root mean squares of the components of velocity, radial, along the orbit, vertical\n"
          "  covariance_xy: mean product of the x and y components\n"
          "  spin: root mean square spin relative to the frame\n"
          "  viscosity_local: kinematic viscosity by the motion of bodies, covariance_xy / (1.5 Omega)\n"
          "  viscosity_collisional: kinematic viscosity by forces between bodies at this time, which varies strongly: "
          "average it over many frames",
      .example = "rubble-ring ring.h5",
      .source = "Wisdom and Tremaine 1988, doi:10.1086/114690; docs/theory.md 5.20",
      .inputs = -1,
      .options =
          [&](cli::Options& options) {
            options.add_flag("--frames", frames, "Read tracks and print one row for each frame");
          },
  };
  return cli::main(argc, argv, tool, [&](const cli::Arguments& arguments) {
    std::vector<cli::Quantities> rows;
    for (const std::string& path : arguments.inputs)
      if (frames)
        add_frames(rows, path);
      else
        rows.push_back(row_of(path, store::read_pile(path).pile));
    table_of(rows).print(arguments.form);
    return cli::kDone;
  });
}
