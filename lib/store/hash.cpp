// Content hashes: what the data are, not how the file lays them out nor who made it. docs/formats.md, "Content hash".
#include "store/datasets.hpp"
#include "store/disk.hpp"
#include "store/inspect.hpp"
#include "store/layout.hpp"
#include "store/track_parts.hpp"

namespace rubble::store {
namespace {

void add_number(Sha256& sum, std::uint64_t number) { sum.add(&number, sizeof number); }
void add_text(Sha256& sum, const std::string& text) {
  add_number(sum, text.size());
  sum.add(text.data(), text.size());
}
void add_header(Sha256& sum, const std::string& path, const char* type, const Shape& shape) {
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

// For the tables of datasets.hpp.
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
  const MaterialTable materials = table_of(model.materials);
  each_of_materials(materials, visit);
  each_of_model(model, visit);
  if (!model.grains.empty()) {
    const GrainTable grains = table_of(model.grains);
    each_of_members(model, visit);
    each_of_grains(grains, visit);
  }
  const Series series = read_series(file);
  add(sum, "/observables/step", view(series.step));
  add(sum, "/observables/time", view(series.time));
  for (std::size_t i = 0; i < series.columns.size(); ++i)
    add(sum, "/observables/" + series.columns[i].name, view(series.values[i]));
  const std::vector<std::int64_t> offsets = read_frame_offsets(file);
  const std::vector<ContactColumn> columns = read_columns(file);
  const ColumnTable declared = table_of(columns);
  each_of_columns(declared, visit);
  for (std::size_t f = 0; f + 1 < offsets.size(); ++f) {
    const Frame frame = read_frame_groups(file, offsets, f, model, columns);
    each_of_clock(frame.state, visit);
    each_of_motion(frame.state, visit);
    if (!model.grains.empty()) {
      const TurnTable turns = table_of(frame.state.orientation);
      each_of_turns(turns, visit);
    }
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
