// Content hashes: they depend on the data, but not on the layout or the origin of a file. docs/formats.md, "Content
// hash".
#include "store/datasets.hpp"
#include "store/disk.hpp"
#include "store/inspect.hpp"
#include "store/track_parts.hpp"

namespace rubble::store {
namespace {

void add_number(Sha256& sum, std::uint64_t number) { sum.add(&number, sizeof number); }
void add_text(Sha256& sum, const std::string& text) {
  add_number(sum, text.size());
  sum.add(text.data(), text.size());
}
void add_header(Sha256& sum, const std::string& path, const char* type, const Dimensions& shape) {
  add_text(sum, path);
  add_text(sum, type);
  add_number(sum, shape.size());
  for (const std::uint64_t n : shape) add_number(sum, n);
}
void add(Sha256& sum, const std::string& path, const View& values) {
  add_header(sum, path, name(values.type), values.shape);
  sum.add(values.data, values.bytes());
}
void add(Sha256& sum, const std::string& path, const std::vector<std::string>& values) {
  add_header(sum, path, "text", {values.size()});
  for (const std::string& value : values) add_text(sum, value);
}

// Visitor for the tables of datasets.hpp.
struct Visit {
  Sha256& sum;
  void operator()(const Dataset& d, const std::vector<std::string>& values) const { add(sum, d.path, values); }
  template <class T>
  void operator()(const Dataset& d, const T& values) const {
    add(sum, d.path, view(values));
  }
};

}  // namespace

std::string track_hash(const Reader& file) {
  Sha256 sum;
  const Visit visit{sum};
  const Model model = read_model(file);
  const Grouping grouping = shared_grouping(file, model);
  each_constant(model, visit);
  each_of_grouping(model, grouping, visit);
  const Series series = read_series(file);
  add(sum, "/observables/step", view(series.step));
  add(sum, "/observables/time", view(series.time));
  for (std::size_t i = 0; i < series.columns.size(); ++i)
    add(sum, "/observables/" + series.columns[i].name, view(series.values[i]));
  const FrameReader frames(file, model, grouping);
  const ColumnTable declared = table_of(frames.columns());
  each_of_columns(declared, visit);
  for (std::size_t f = 0; f < frames.size(); ++f) {
    const Pile frame = frames.pile(f);
    each_of_clock(frame.state, visit);
    each_of_motion(frame.state, visit);
    each_of_body_columns(frame.state.columns, visit);
    if (frames.regroups()) each_of_grouping(frame.model, frame.state.grouping, visit);
    if (!frame.state.grouping.grains.empty()) {
      const TurnTable turns = table_of(frame.state.orientation);
      each_of_turns(turns, visit);
    }
    if (!frame.state.walls.empty()) {
      const PoseColumns walls = columns_of(frame.state.walls);
      each_of_wall_poses(walls, visit);
    }
    if (frame.bonds.size() > 0) each_of_bonds(frame.bonds, visit);
    each_of_contacts(frame.contacts, visit);
  }
  return sum.hex();
}

std::string content_hash(const Pile& pile) {
  Sha256 sum;
  each_dataset(pile, Visit{sum});
  return sum.hex();
}

std::string file_hash(const std::string& path) {
  const Reader file(path);
  if (read_header(file) == kTrackContent) return track_hash(file);
  require_content(file, kPileContent);
  return content_hash(read_pile_groups(file));
}

}  // namespace rubble::store
