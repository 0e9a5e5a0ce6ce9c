// rubble-spinstate: rotation of piles, or of the clusters in them.
#include "base/system.hpp"
#include "cli/parts_option.hpp"
#include "cli/summary.hpp"
#include "cli/tool.hpp"
#include "measure/clusters/unwrap.hpp"
#include "measure/extent/spin_state.hpp"
#include "measure/ledger/grain_sums.hpp"

#include <numbers>

using namespace rubble;

namespace {

constexpr double kDegree = std::numbers::pi / 180;

void append_tumbling(cli::Quantities& row, const measure::SpinState& state) {
  const Vec3 along = state.shape.axes.transpose() * state.momentum;
  const measure::Tumbling t = measure::tumbling(state.shape.moments, along);
  const bool turns = state.momentum.squaredNorm() > 0;
  row.push_back({"axis", "", !turns ? "none" : t.about_long_axis ? "long" : "short"});
  row.push_back({"nutation_least", "degree", t.nutation_least / kDegree});
  row.push_back({"nutation_greatest", "degree", t.nutation_greatest / kDegree});
  row.push_back({"precession_period", "s", t.precession_period});
  row.push_back({"body_period", "s", t.body_period});
}

cli::Quantities row_of(const std::string& path, const cli::Part& part) {
  const measure::SpinState state = measure::spin_state(part.pile);
  cli::Quantities row{
      {"file", "", path},
      {"time", "s", part.pile.state.time},
      {"cluster", "1", part.cluster},
      {"bodies", "1", static_cast<std::int64_t>(part.pile.size())},
      {"grains", "1", static_cast<std::int64_t>(measure::grains_of(part.pile).size())},
      {"mass", "kg", state.shape.mass},
      {"share", "1", part.share},
      {"period", "s", state.period()},
      {"axis_angle", "degree", state.axis_angle() / kDegree},
  };
  append_tumbling(row, state);
  row.push_back({"elongation", "1", state.shape.elongation()});
  for (int k = 0; k < 3; ++k) row.push_back({std::string("semi_axis_") + "abc"[k], "m", state.shape.semi_axes[k]});
  row.push_back({"moment_A", "kg m2", state.shape.moments[0]});
  row.push_back({"moment_B", "kg m2", state.shape.moments[1]});
  row.push_back({"moment_C", "kg m2", state.shape.moments[2]});
  row.push_back({"kinetic", "J", state.kinetic});
  row.push_back({"rotational", "J", state.rotational()});
  append(row, "momentum", "kg m2 s-1", state.momentum);
  append(row, "rate", "rad s-1", state.rate);
  append(row, "axis_c", "1", state.shape.axes.col(2));
  append(row, "centre", "m", state.shape.centre);
  append(row, "velocity", "m s-1", state.velocity);
  return row;
}

}  // namespace

int main(int argc, char** argv) {
  cli::PartsOption choice;
  const cli::Tool tool{
      .name = "rubble-spinstate",
      .summary =
          "Measures the rotation of piles, as one body or cluster by cluster.\n"
          "Columns:\n"
          "  momentum: angular momentum about the centre of mass\n"
          "  rate: rate of the rigid rotation with this angular momentum (inertia^-1 momentum)\n"
          "  period: period of the rigid rotation\n"
          "  kinetic: kinetic energy relative to the centre of mass\n"
          "  rotational: kinetic energy of the rigid rotation\n"
          "  axis_angle: angle between the angular momentum and the axis of the largest moment\n"
          "  semi_axis_a, semi_axis_b, semi_axis_c: of the uniform ellipsoid with the same mass and moments of "
          "inertia\n"
          "Free rotation of an equivalent rigid body:\n"
          "  axis: principal axis that circles the angular momentum, of the smallest (long) or of the largest "
          "moment (short)\n"
          "  nutation_least, nutation_greatest: limits of the angle between this axis and the angular "
          "momentum\n"
          "  precession_period: mean period of this axis about the angular momentum\n"
          "  body_period: period of the components of the rate along the principal axes\n"
          "If the angular momentum is below the rounding of its sum, momentum and rate are 0, the period is "
          "infinite and the axis is \"none\".",
      .example = "rubble-spinstate --clusters 0.02 pile.h5",
      .source = "Landau & Lifshitz, Mechanics, section 37; docs/theory.md 5.14",
      .inputs = -1,
      .options = [&](cli::Options& options) { choice.add_to(options); },
  };
  return cli::main(argc, argv, tool, [&](const cli::Arguments& arguments) {
    std::vector<cli::Quantities> rows;
    for (const std::string& path : arguments.inputs)
      for (const cli::Part& part : choice.parts(path)) {
        measure::require_inertial(part.pile, input_name(path), "a rotation needs");
        rows.push_back(row_of(path, part));
      }
    table_of(rows).print(arguments.form);
    return cli::kDone;
  });
}
