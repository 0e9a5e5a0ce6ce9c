#include "store/layout.hpp"

#include "base/error.hpp"
#include "base/printable.hpp"
#include "base/version.hpp"
#include "model/check.hpp"
#include "model/grains.hpp"
#include "store/content.hpp"
#include "store/datasets.hpp"
#include "store/version1.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace rubble::store {
namespace {

constexpr std::array<int, 2> kGranularVersion = {2, 0};
constexpr int kOldestVersion = 1;  // that is still read: store/version1.hpp
constexpr const char* kGranular = "/h5md/modules/granular";
constexpr const char* kOffsets = "/connectivity/contacts/frame_offset";
constexpr const char* kGrains = "/particles/grain";
constexpr std::uint64_t kBodiesPerChunk = 65536;
constexpr std::uint64_t kContactsPerChunk = 16384;

// The texts of a record, in the order of the file.
const std::pair<const char*, std::string Record::*> kRecord[] = {
    {"tool", &Record::tool},         {"version", &Record::version}, {"commit", &Record::commit},
    {"compiler", &Record::compiler}, {"flags", &Record::flags},     {"arguments", &Record::arguments},
    {"config", &Record::config}};

void put(Writer& file, const Dataset& d, const std::vector<std::string>& values) { file.texts(d.path, values); }
template <class T>
void put(Writer& file, const Dataset& d, const T& values) {
  file.dataset(d.path, view(values), d.unit, d.text);
}

void take(const Reader& file, const Dataset& d, std::uint64_t, std::vector<std::string>& values) {
  values = file.texts(d.path);
}
template <class T>
void take(const Reader& file, const Dataset& d, std::uint64_t rows, std::vector<T>& values) {
  values = file.rows<T>(d.path, rows);
}

void write_box(Writer& file, const std::string& particles) {
  file.group(particles + "/box");
  file.attribute(particles + "/box", "dimension", 3);
  file.attribute(particles + "/box", "boundary", std::vector<std::string>(3, "none"));
}

// Grains of the members' list: first, count and mass of each. Refuses what is no list of grains 0, 1, ... side by side.
std::vector<Grain> grains_of(const Reader& file, const Model& model, const GrainTable& table) {
  std::vector<Grain> grains(table.moments.size());
  for (std::size_t g = 0; g < grains.size(); ++g) grains[g].moments = table.moments[g];
  const auto total = static_cast<Index>(grains.size());
  for (std::size_t i = 0; i < model.size(); ++i) {
    const Index g = model.grain[i];
    if (g < 0) continue;
    if (g >= total)
      file.refuse("/particles/body/grain", fmt::format("one of {} grains, or -1", total),
                  fmt::format("{} (body {})", g, model.id[i]));
    Grain& grain = grains[static_cast<std::size_t>(g)];
    if (grain.count == 0) grain.first = static_cast<Index>(i);
    if (grain.first + grain.count != static_cast<Index>(i))
      file.refuse("/particles/body/grain", "members of a grain side by side",
                  fmt::format("grain {} in two places (body {})", g, model.id[i]));
    ++grain.count, grain.mass += model.mass[i];
  }
  for (Grain& grain : grains) grain.excess = excess_of(model, grain);
  return grains;
}

// A whole time axis for one frame: /particles/body/position/{step, time}, linked by all that is sampled with it.
std::string clock_path(const Dataset& d) { return "/particles/body/position/" + d.name(); }
std::string value_path(const Dataset& d) { return d.path + "/value"; }

// VTK and ParaView read the bodies as a cloud of points. Nothing is stored twice.
void write_vtk(Writer& file, const Pile& pile) {
  const auto n = static_cast<std::int64_t>(pile.size());
  const std::string group = "/VTKHDF";
  file.group(group);
  file.attribute(group, "Version", std::vector<int>{1, 0});
  file.attribute(group, "Type", std::string("UnstructuredGrid"));
  for (const char* count : {"NumberOfPoints", "NumberOfCells", "NumberOfConnectivityIds"})
    file.dataset(group + "/" + count, view(std::vector<std::int64_t>{n}), "1", "");
  constexpr std::uint8_t vertex = 1;  // VTK_VERTEX
  std::vector<std::int64_t> rows(static_cast<std::size_t>(n) + 1);
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i] = static_cast<std::int64_t>(i);
  file.dataset(group + "/Types", view(std::vector<std::uint8_t>(pile.size(), vertex)), "1", "");
  file.dataset(group + "/Offsets", view(rows), "1", "");
  rows.pop_back();
  file.dataset(group + "/Connectivity", view(rows), "1", "");
  const auto link = [&](const Dataset& d, const auto&) {
    file.link(d.path, d.name() == "position" ? group + "/Points" : group + "/PointData/" + d.name());
  };
  each_of_model(pile.model, link);
  if (!pile.model.grains.empty()) each_of_members(pile.model, link);
  each_of_motion(pile.state, link);
}

}  // namespace

MaterialTable table_of(const std::vector<Material>& materials) {
  MaterialTable table;
  for (const Material& m : materials) table.name.push_back(m.name), table.density.push_back(m.density);
  return table;
}

std::vector<Material> materials_of(const MaterialTable& table) {
  std::vector<Material> materials;
  for (std::size_t i = 0; i < table.name.size(); ++i) materials.push_back({table.name[i], table.density[i]});
  return materials;
}

GrainTable table_of(const std::vector<Grain>& grains) {
  GrainTable table;
  for (const Grain& g : grains) table.moments.push_back(g.moments);
  return table;
}

TurnTable table_of(const std::vector<Quaternion>& orientation) {
  TurnTable table;
  for (const Quaternion& q : orientation) table.orientation.emplace_back(q.w(), q.x(), q.y(), q.z());
  return table;
}

std::vector<Quaternion> orientations_of(const TurnTable& table) {
  std::vector<Quaternion> orientation;
  for (const Vec4& q : table.orientation) orientation.emplace_back(q[0], q[1], q[2], q[3]);
  return orientation;
}

KeyTable table_of(const std::vector<ContactKey>& keys) {
  KeyTable table;
  for (const ContactKey& key : keys) table.pair.push_back({key.a, key.b}), table.feature.push_back(key.feature);
  return table;
}

std::vector<ContactKey> keys_of(const KeyTable& table) {
  std::vector<ContactKey> keys;
  for (std::size_t c = 0; c < table.pair.size(); ++c)
    keys.push_back({table.pair[c][0], table.pair[c][1], table.feature[c]});
  return keys;
}

ColumnTable table_of(const std::vector<ContactColumn>& columns) {
  ColumnTable table;
  for (const ContactColumn& column : columns) {
    table.name.push_back(column.name);
    table.unit.push_back(column.unit);
    table.text.push_back(column.text);
    table.odd.push_back(column.odd ? 1 : 0);
    table.width.push_back(std::holds_alternative<Vec3s>(column.value) ? 3 : 1);
  }
  return table;
}

std::vector<ContactColumn> columns_of(const ColumnTable& table) {
  std::vector<ContactColumn> columns;
  for (std::size_t i = 0; i < table.name.size(); ++i) {
    ContactColumn& column = columns.emplace_back();
    column.name = table.name[i], column.unit = table.unit[i], column.text = table.text[i];
    column.odd = table.odd[i] != 0;
    if (table.width[i] == 3) column.value = Vec3s{};
  }
  return columns;
}

void write_header(Writer& file, const std::string& content) {
  file.group("/h5md");
  file.attribute("/h5md", "version", std::vector<int>{1, 1});
  file.group("/h5md/author");
  file.attribute("/h5md/author", "name",
                 std::string("unknown"));  // a file is a function of its inputs, not of who is logged in
  file.group("/h5md/creator");
  file.attribute("/h5md/creator", "name", std::string("rubble"));
  file.attribute("/h5md/creator", "version", std::string(kVersion));
  file.group("/h5md/modules/units");
  file.attribute("/h5md/modules/units", "version", std::vector<int>{1, 0});
  file.attribute("/h5md/modules/units", "system", std::string("SI"));
  file.group(kGranular);
  file.attribute(kGranular, "version", std::vector<int>(kGranularVersion.begin(), kGranularVersion.end()));
  file.attribute(kGranular, "content", content);
}

std::string read_header(const Reader& file) {
  if (!file.version("/h5md")) file.refuse("/h5md", "an H5MD file", "none of its groups");
  const std::optional<std::array<int, 2>> version = file.version(kGranular);
  if (!version) file.refuse(kGranular, "the module of a file made by rubble", "nothing");
  if ((*version)[0] < kOldestVersion || (*version)[0] > kGranularVersion[0])
    file.refuse(std::string(kGranular) + "@version", fmt::format("{}.x to {}.x", kOldestVersion, kGranularVersion[0]),
                fmt::format("{}.{}{}", (*version)[0], (*version)[1],
                            (*version)[0] > kGranularVersion[0] ? ", made by a newer rubble" : ""));
  const std::optional<std::string> content = file.attribute(kGranular, "content");
  if (!content) file.refuse(std::string(kGranular) + "@content", "what the file is", "nothing");
  return *content;
}

void require_content(const Reader& file, const std::string& content) {
  const std::string found = read_header(file);
  if (found == content) return;
  try {
    file.refuse(std::string(kGranular) + "@content", "a " + content, "a " + found);
  } catch (const InputError& error) {
    throw WrongContent(error.what(), content, found);
  }
}

void write_model(Writer& file, const Model& model) {
  write_box(file, "/particles/body");
  const auto write = [&](const Dataset& d, const auto& values) { put(file, d, values); };
  const MaterialTable materials = table_of(model.materials);
  each_of_materials(materials, write);
  each_of_model(model, write);
  if (model.grains.empty()) return;
  write_box(file, kGrains);
  each_of_members(model, write);
  const GrainTable grains = table_of(model.grains);
  each_of_grains(grains, write);
}

Model read_model(const Reader& file) {
  Model model;
  MaterialTable materials;
  std::uint64_t rows = kAny;
  const auto read = [&](const Dataset& d, auto& values) {
    take(file, d, rows, values);
    rows = values.size();  // the first says how many there are
  };
  each_of_materials(materials, read);
  model.materials = materials_of(materials);
  rows = kAny;
  each_of_model(model, read);
  if (model.size() == 0) file.refuse("/particles/body", "at least one body", "no bodies");
  if (!file.has(kGrains)) return model;
  each_of_members(model, read);
  rows = kAny;
  GrainTable grains;
  each_of_grains(grains, read);
  model.grains = grains_of(file, model, grains);
  return model;
}

void write_pile_groups(Writer& file, const Pile& pile) {
  const auto write = [&](const Dataset& d, const auto& values) { put(file, d, values); };
  write_model(file, pile.model);
  each_of_clock(pile.state, write);
  each_of_motion(pile.state, write);
  if (!pile.model.grains.empty()) {
    const TurnTable turns = table_of(pile.state.orientation);
    each_of_turns(turns, write);
  }
  const ColumnTable columns = table_of(pile.contacts.columns);
  each_of_columns(columns, write);
  each_of_contacts(pile.contacts, write);
  write_vtk(file, pile);
}

namespace {

// A name that a column may have: none of the fields that all contacts have.
bool is_word(const std::string& name) {
  const Contacts none;
  bool taken = false;
  each_field(none, [&](const ContactField& field, const auto&) { taken = taken || field.name == name; });
  return !taken && !name.empty() &&
         name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_") == std::string::npos;
}

// The rows of contacts that belong to one frame; of a pile all of them.
struct Part {
  std::uint64_t total = kAny, first = 0, count = kAny;
};

// Reads the contacts' rows into `contacts`, whose columns are those of the file.
void read_contacts(const Reader& file, const Model& model, const State& state, const Part& part, Contacts& contacts) {
  if (is_version1(file)) {
    contacts = read_contacts_of_version1(file, model, state, part.total, part.first, part.count);
    return;
  }
  std::uint64_t rows = part.total;
  const auto read = [&]<class T>(const Dataset& d, std::vector<T>& values) {
    values = part.count == kAny ? file.rows<T>(d.path, rows) : file.rows<T>(d.path, part.total, part.first, part.count);
    if (part.count == kAny) rows = values.size();  // the first says how many there are
  };
  KeyTable keys;
  each_of_keys(keys, read);
  contacts.key = keys_of(keys);
  each_of_fields(contacts, read);
}

}  // namespace

std::vector<ContactColumn> read_columns(const Reader& file) {
  if (is_version1(file)) return columns_of_version1();
  ColumnTable table;
  std::uint64_t rows = kAny;
  each_of_columns(table, [&](const Dataset& d, auto& values) {
    take(file, d, rows, values);
    if (rows == kAny) rows = values.size();
    if (values.size() != rows)
      file.refuse(d.path, fmt::format("{} rows as in name", rows), fmt::format("{}", values.size()));
  });
  for (std::size_t i = 0; i < table.name.size(); ++i) {
    if (!is_word(table.name[i]) || (i > 0 && !(table.name[i - 1] < table.name[i])))
      file.refuse("/parameters/contact_columns/name", "words in rising order, no name of a field",
                  quoted(table.name[i]));
    if (table.odd[i] != 0 && table.odd[i] != 1)
      file.refuse("/parameters/contact_columns/odd", "0 or 1", fmt::format("{}", table.odd[i]));
    if (table.width[i] != 1 && table.width[i] != 3)
      file.refuse("/parameters/contact_columns/width", "1 or 3", fmt::format("{}", table.width[i]));
  }
  return columns_of(table);
}

Pile read_pile_groups(const Reader& file) {
  Pile pile;
  pile.model = read_model(file);
  each_of_clock(pile.state, [&]<class T>(const Dataset& d, T& value) { value = file.scalar<T>(d.path); });
  std::uint64_t rows = pile.size();
  const auto read = [&](const Dataset& d, auto& values) {
    take(file, d, rows, values);
    rows = values.size();
  };
  each_of_motion(pile.state, read);
  if (!pile.model.grains.empty()) {
    TurnTable turns;
    rows = pile.model.grains.size();
    each_of_turns(turns, read);
    pile.state.orientation = orientations_of(turns);
  }
  pile.contacts.columns = read_columns(file);
  read_contacts(file, pile.model, pile.state, {}, pile.contacts);
  require_sound(file, pile);
  return pile;
}

FrameWriter::FrameWriter(Writer& file, const Counts& counts, const std::vector<ContactColumn>& columns) : file_(file) {
  const auto [frames, bodies, grains, contacts] = counts;
  const State state;
  Contacts none;
  none.columns = columns;
  const ColumnTable table = table_of(columns);
  each_of_columns(table, [&](const Dataset& d, const auto& values) { put(file_, d, values); });
  const TurnTable turns;
  std::string first;
  std::uint64_t rows = bodies;
  const auto reserve = [&]<class T>(const Dataset& d, const std::vector<T>&) {
    Shape shape = shape_of<T>(rows), chunk = shape_of<T>(std::min(rows, kBodiesPerChunk));
    shape.insert(shape.begin(), frames), chunk.insert(chunk.begin(), 1);
    file_.reserve(value_path(d), Cell<T>::type, shape, chunk, d.unit, d.text);
    each_of_clock(state, [&]<class U>(const Dataset& c, const U&) {
      if (first.empty())
        file_.reserve(clock_path(c), Cell<U>::type, {frames}, {std::min(frames, kBodiesPerChunk)}, c.unit, c.text);
      else
        file_.link(clock_path(c), d.path + "/" + c.name());
    });
    first = d.path;
  };
  each_of_motion(state, reserve);
  rows = grains;
  if (grains > 0) each_of_turns(turns, reserve);
  each_of_contacts(none, [&]<class T>(const Dataset& d, const std::vector<T>&) {
    file_.reserve(d.path, Cell<T>::type, shape_of<T>(contacts), shape_of<T>(std::min(contacts, kContactsPerChunk)),
                  d.unit, d.text);
  });
  each_of_clock(
      state, [&](const Dataset& c, const auto&) { file_.link(clock_path(c), "/connectivity/contacts/" + c.name()); });
}

void FrameWriter::add(const State& state, const Contacts& contacts) {
  const std::uint64_t frame = offset_.size() - 1;
  const auto row = static_cast<std::uint64_t>(offset_.back());
  const auto write = [&](const std::string& path, View values, std::uint64_t at, bool framed) {
    if (framed) values.shape.insert(values.shape.begin(), 1);
    Shape start(values.shape.size(), 0);
    start[0] = at;
    file_.write(path, start, values);
  };
  each_of_clock(state, [&](const Dataset& d, const auto& value) { write(clock_path(d), view(value), frame, true); });
  const auto write_frame = [&](const Dataset& d, const auto& values) {
    write(value_path(d), view(values), frame, true);
  };
  each_of_motion(state, write_frame);
  if (!state.orientation.empty()) {
    const TurnTable turns = table_of(state.orientation);
    each_of_turns(turns, write_frame);
  }
  each_of_contacts(contacts, [&](const Dataset& d, const auto& values) { write(d.path, view(values), row, false); });
  offset_.push_back(offset_.back() + static_cast<std::int64_t>(contacts.size()));
}

void FrameWriter::finish() {
  file_.dataset(kOffsets, view(offset_), "1", "row of each frame's first contact, and their total");
}

std::vector<std::int64_t> read_frame_offsets(const Reader& file) {
  std::vector<std::int64_t> offsets = file.rows<std::int64_t>(kOffsets);
  if (offsets.empty() || offsets.front() != 0 || !std::is_sorted(offsets.begin(), offsets.end()))
    file.refuse(kOffsets, "numbers that rise from 0", "others");
  return offsets;
}

Frame read_frame_groups(const Reader& file, const std::vector<std::int64_t>& offsets, std::size_t frame,
                        const Model& model, const std::vector<ContactColumn>& columns) {
  Frame result;
  const std::uint64_t bodies = model.size(), grains = model.grains.size();
  const std::uint64_t frames = offsets.size() - 1;
  each_of_clock(result.state, [&]<class T>(const Dataset& d, T& value) {
    value = file.rows<T>(clock_path(d), frames, frame, 1).front();
  });
  each_of_motion(result.state, [&]<class T>(const Dataset& d, std::vector<T>& values) {
    values = file.frame<T>(value_path(d), frames, frame, bodies);
  });
  if (grains > 0) {
    TurnTable turns;
    each_of_turns(turns, [&]<class T>(const Dataset& d, std::vector<T>& values) {
      values = file.frame<T>(value_path(d), frames, frame, grains);
    });
    result.state.orientation = orientations_of(turns);
  }
  const auto total = static_cast<std::uint64_t>(offsets.back()), first = static_cast<std::uint64_t>(offsets[frame]);
  const std::uint64_t count = static_cast<std::uint64_t>(offsets[frame + 1]) - first;
  result.contacts.columns = columns;
  read_contacts(file, model, result.state, {total, first, count}, result.contacts);
  return result;
}

void require_sound(const Reader& file, const Pile& pile) {
  const std::optional<Violation> found = violation(pile);
  if (!found) return;
  std::string path = "/";
  each_dataset(pile, [&](const Dataset& d, const auto&) {
    if (d.name() == found->quantity) path = d.path;
  });
  throw InputError(fmt::format("{}:{}: {}", file.name(), path, found->text));
}

void write_provenance(Writer& file, const Provenance& provenance) {
  file.group("/provenance");
  for (std::size_t i = 0; i < provenance.size(); ++i) {
    const Record& record = provenance[i];
    const std::string group = fmt::format("/provenance/{:04}", i + 1);
    for (const auto& [key, member] : kRecord) file.text(group + "/" + key, record.*member);
    if (record.seed) file.dataset(group + "/seed", view(*record.seed), "1", "");
    file.texts(group + "/inputs", record.inputs);
    if (!record.results.empty()) {
      std::vector<std::string> names;
      Reals values;
      for (const auto& [name, value] : record.results) names.push_back(name), values.push_back(value);
      file.texts(group + "/result_names", names);
      file.dataset(group + "/results", view(values), "", "what the tool printed about its output");
    }
  }
}

Provenance read_provenance(const Reader& file) {
  Provenance provenance;
  for (const std::string& child : file.children("/provenance")) {
    const std::string group = "/provenance/" + child;
    Record& record = provenance.emplace_back();
    for (const auto& [key, member] : kRecord) record.*member = file.text(group + "/" + key);
    if (file.has(group + "/seed")) record.seed = file.scalar<std::int64_t>(group + "/seed");
    record.inputs = file.texts(group + "/inputs");
    if (!file.has(group + "/results")) continue;
    const std::vector<std::string> names = file.texts(group + "/result_names");
    const Reals values = file.rows<double>(group + "/results", names.size());
    for (std::size_t k = 0; k < names.size(); ++k) record.results.emplace_back(names[k], values[k]);
  }
  return provenance;
}

}  // namespace rubble::store
