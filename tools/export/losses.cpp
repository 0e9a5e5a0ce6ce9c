#include "export/losses.hpp"

#include "model/bodies.hpp"

#include <algorithm>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace rubble::tools {
namespace {

bool is_moving(const State& state) {
  const auto moves = [](const Vec3& v) { return !v.isZero(0); };
  return std::ranges::any_of(state.velocity, moves) || std::ranges::any_of(state.spin, moves);
}

std::size_t spheres_in(const Model& model) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < model.size(); ++i) count += is_oriented(model, i) ? 0 : 1;
  return count;
}

}  // namespace

std::string losses(const Pile& pile, const std::string& format) {
  const bool picture = format == "vtp" || format == "pvd", mesh = format == "obj" || format == "ply";
  std::vector<std::string> lost;
  const auto add = [&](bool is_lost, const std::string& part) {
    if (is_lost) lost.push_back(part);
  };
  add(format != "xyz" && pile.model.space.repeats(), "the period");
  add(pile.model.space.hill.turns(), "Hill's frame");
  if (picture) return fmt::format("{}", fmt::join(lost, ", "));
  add(format != "xyz" && pile.state.time != 0, "the time");
  const std::size_t walls = pile.model.space.walls.size() + pile.model.space.meshes.size();
  add(walls > 0, fmt::format("{} walls", walls));
  add(pile.contacts.size() > 0, fmt::format("{} contacts", pile.contacts.size()));
  add(pile.bonds.size() > 0, fmt::format("{} bonds", pile.bonds.size()));
  for (const BodyColumn& column : pile.state.columns)
    add(has_values(column), fmt::format("the column {}", column.name));
  add(!mesh && has_oriented_bodies(pile.model), "the faces of hulls (they are in .obj and .ply)");
  const auto has_shape = [](const Grain& grain) { return grain.count > 1 && grain.shape >= 0; };
  add(std::ranges::any_of(pile.state.grouping.grains, has_shape), "the names of the shapes of glued grains");
  add(mesh && spheres_in(pile.model) > 0, fmt::format("{} spheres", spheres_in(pile.model)));
  add(mesh && is_moving(pile.state), "velocities and spins");
  add(mesh && pile.model.materials.size() > 1, fmt::format("{} materials", pile.model.materials.size()));
  const auto is_glued = [](const Grain& grain) { return grain.count > 1; };
  add(mesh && std::ranges::any_of(pile.state.grouping.grains, is_glued), "the grains of glued bodies");
  return fmt::format("{}", fmt::join(lost, ", "));
}

}  // namespace rubble::tools
