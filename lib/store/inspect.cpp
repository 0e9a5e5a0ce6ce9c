#include "store/inspect.hpp"

#include "base/parallel.hpp"
#include "model/bodies.hpp"
#include "model/grains.hpp"
#include "model/placed_walls.hpp"
#include "store/track_parts.hpp"

#include <algorithm>
#include <limits>

namespace rubble::store {
namespace {

void describe(Overview& overview, const Model& model) {
  overview.bodies = model.size();
  overview.materials = model.materials;
  overview.shapes = model.shapes;
  overview.space = model.space;
  overview.mass = blocked_sum(model.size(), 0.0, [&](std::size_t i) { return model.mass[i]; });
  const auto [least, most] = std::minmax_element(model.radius.begin(), model.radius.end());
  overview.least_radius = *least;
  overview.most_radius = *most;
}

Snapshot snapshot(const Pile& pile) {
  const State& state = pile.state;
  Snapshot result;
  result.time = state.time;
  result.step = state.step;
  result.lower = Vec3::Constant(std::numeric_limits<double>::infinity());
  result.upper = -result.lower;
  for (std::size_t i = 0; i < pile.size(); ++i) {
    const shape::Extents own = extents(pile.model, state, i, Vec3::Zero());
    result.lower = result.lower.cwiseMin(own.low);
    result.upper = result.upper.cwiseMax(own.high);
    result.grains += leads(pile.state.grouping, i) ? 1 : 0;
  }
  result.contacts = pile.contacts.size();
  result.bonds = pile.bonds.size();
  for (const double broken : values_in<double>(state, kBrokenBondsColumn.name)) result.broken_bonds += 0.5 * broken;
  result.columns = without_rows(pile.contacts).columns;
  result.of_bodies = without_values(state.columns);
  for (std::size_t k = 0; k < pile.model.space.meshes.size(); ++k)
    result.walls.push_back({wall_placement(pile, k), pose_of(state.walls, k)});
  return result;
}

void describe_track(Overview& overview, const Reader& file) {
  const Series series = read_series(file);
  overview.hash = track_hash(file);
  overview.rows = series.step.size();
  overview.observables = series.columns;
  overview.provenance = read_provenance(file);
  const Model model = read_model(file);
  const Grouping grouping = shared_grouping(file, model);
  const FrameReader frames(file, model, grouping);
  overview.frames = frames.size();
  describe(overview, model);
  if (overview.frames == 0) return;
  const Pile last = frames.pile(overview.frames - 1);
  require_sound(file, last);
  overview.last = snapshot(last);
}

}  // namespace

std::string content_of(const std::string& path) { return read_header(Reader(path)); }

Overview inspect(const std::string& path) {
  Overview overview;
  const Reader file(path);
  overview.content = read_header(file);
  if (overview.content == kTrackContent) {
    describe_track(overview, file);
    return overview;
  }
  if (overview.content != kPileContent) require_content(file, kCheckpointContent);
  const Pile pile = read_pile_groups(file);
  describe(overview, pile.model);
  overview.last = snapshot(pile);
  if (overview.content == kPileContent) {
    overview.hash = content_hash(pile);
    overview.provenance = read_provenance(file);
  }
  return overview;
}

}  // namespace rubble::store
