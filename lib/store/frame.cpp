#include "store/frame.hpp"

#include "base/error.hpp"
#include "base/sound.hpp"
#include "store/column_declarations.hpp"
#include "store/datasets.hpp"
#include "store/version2.hpp"
#include "store/wall_layout.hpp"

#include <algorithm>
#include <stdexcept>

#include <fmt/format.h>

namespace rubble::store {
namespace {

constexpr const char* kContactOffsets = "/connectivity/contacts/frame_offset";
constexpr const char* kGrainOffsets = "/particles/grain/frame_offset";    // written only if grains change
constexpr const char* kBondOffsets = "/connectivity/bonds/frame_offset";  // written only if there are bonds
constexpr std::uint64_t kBodiesPerChunk = 65536;
constexpr std::uint64_t kContactsPerChunk = 16384;

// The time axis /particles/body/position/{step, time} is stored once. All elements with the same samples link to it.
std::string clock_path(const Dataset& d) { return "/particles/body/position/" + d.name(); }
std::string value_path(const Dataset& d) { return d.path + "/value"; }

bool same_columns(const std::vector<ContactColumn>& a, const std::vector<ContactColumn>& b) {
  const auto same = [](const ContactColumn& x, const ContactColumn& y) {
    return x.name == y.name && x.unit == y.unit && x.odd == y.odd && x.value.index() == y.value.index();
  };
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), same);
}

std::vector<std::int64_t> read_offsets(const Reader& file, const char* path) {
  std::vector<std::int64_t> offsets = file.rows<std::int64_t>(path);
  if (offsets.empty() || offsets.front() != 0 || !std::is_sorted(offsets.begin(), offsets.end()))
    file.refuse(path, "numbers that rise from 0", "others");
  return offsets;
}

// The rows of one frame among the rows of all frames.
RowRange range(const std::vector<std::int64_t>& offsets, std::size_t index) {
  const auto first = static_cast<std::uint64_t>(offsets[index]), end = static_cast<std::uint64_t>(offsets[index + 1]);
  return {static_cast<std::uint64_t>(offsets.back()), first, end - first};
}

}  // namespace

bool grains_change(const Reader& file) { return file.has(kGrainOffsets); }

Grouping shared_grouping(const Reader& file, const Model& model) {
  return grains_change(file) ? Grouping{} : read_grouping(file, model);
}

FrameLayout layout_of(const Frame& frame) {
  FrameLayout layout;
  layout.bodies = frame.state.position.size();
  layout.regroups = frame.regroups;
  if (!layout.regroups) layout.grains = frame.state.orientation.size();
  layout.hulls = layout.regroups && !frame.state.grouping.turn.empty();
  layout.walls = frame.state.walls.size();
  layout.beams = frame.bonds.beams;
  layout.columns = without_rows(frame.contacts).columns;
  layout.of_bodies = without_values(frame.state.columns);
  return layout;
}

FrameLayout layout_of(const std::vector<Frame>& frames) {
  FrameLayout layout = layout_of(frames.front());
  for (const Frame& frame : frames) add_columns_of(layout.of_bodies, frame.state.columns, 0);
  return layout;
}

FrameCounts& FrameCounts::operator+=(const FrameCounts& other) {
  frames += other.frames;
  grains += other.grains;
  contacts += other.contacts;
  bonds += other.bonds;
  return *this;
}

FrameCounts counts_of(const std::vector<Frame>& frames) {
  FrameCounts counts;
  counts.frames = frames.size();
  for (const Frame& frame : frames) {
    counts.contacts += frame.contacts.size();
    counts.bonds += frame.bonds.size();
    if (frame.regroups) counts.grains += frame.state.grouping.grains.size();
  }
  return counts;
}

FrameWriter::FrameWriter(Writer& file, FrameLayout layout, const FrameCounts& counts, const Space& space)
    : file_(file), layout_(std::move(layout)) {
  const ColumnTable table = table_of(layout_.columns);
  each_of_columns(table, [&](const Dataset& d, const auto& values) { put(file_, d, values); });
  write_declarations(file_, layout_.of_bodies);
  if (layout_.walls > 0) write_box(file_, kWalls, space);
  reserve_bodies(counts);
  reserve_grains(counts, space);
  reserve_contacts(counts);
  reserve_bonds(counts);
}

// Reserves datasets with one row per body in each frame, and those of driven walls and of grains that do not change.
void FrameWriter::reserve_bodies(const FrameCounts& counts) {
  const State state;
  std::uint64_t rows = layout_.bodies;
  const auto reserve = [&]<class T>(const Dataset& d, const std::vector<T>&) {
    Dimensions shape = dimensions_of<T>(rows), chunk = dimensions_of<T>(std::min(rows, kBodiesPerChunk));
    shape.insert(shape.begin(), counts.frames);
    chunk.insert(chunk.begin(), 1);
    file_.reserve(value_path(d), Cell<T>::type, shape, chunk, d.unit, d.text);
    each_of_clock(state, [&]<class U>(const Dataset& c, const U&) {
      if (clock_.empty())
        file_.reserve(clock_path(c), Cell<U>::type, {counts.frames}, {std::min(counts.frames, kBodiesPerChunk)}, c.unit,
                      c.text);
      else
        file_.link(clock_path(c), d.path + "/" + c.name());
    });
    clock_ = d.path;
  };
  each_of_motion(state, reserve);
  if (layout_.regroups) {
    GroupingTable none;
    none.hulls = layout_.hulls;
    each_of_members(none, reserve);
  }
  each_of_body_columns(layout_.of_bodies, reserve);
  rows = layout_.grains;
  const TurnTable turns;
  if (layout_.grains > 0) each_of_turns(turns, reserve);
  rows = layout_.walls;
  const PoseColumns walls;
  if (layout_.walls > 0) each_of_wall_poses(walls, reserve);
}

// Reserves the datasets of grains that change: the grains of all frames, one frame after the other.
void FrameWriter::reserve_grains(const FrameCounts& counts, const Space& space) {
  if (!layout_.regroups) return;
  write_box(file_, "/particles/grain", space);
  GroupingTable none;
  none.shapes = true;
  const TurnTable turns;
  const auto reserve = [&]<class T>(const Dataset& d, const std::vector<T>&) {
    file_.reserve(d.path, Cell<T>::type, dimensions_of<T>(counts.grains),
                  dimensions_of<T>(std::min(counts.grains, kContactsPerChunk)), d.unit, d.text);
  };
  each_of_grains(none, reserve);
  each_of_turns(turns, reserve);
}

void FrameWriter::reserve_contacts(const FrameCounts& counts) {
  Contacts none;
  none.columns = layout_.columns;
  each_of_contacts(none, [&]<class T>(const Dataset& d, const std::vector<T>&) {
    file_.reserve(d.path, Cell<T>::type, dimensions_of<T>(counts.contacts),
                  dimensions_of<T>(std::min(counts.contacts, kContactsPerChunk)), d.unit, d.text);
  });
  const State state;
  each_of_clock(
      state, [&](const Dataset& c, const auto&) { file_.link(clock_path(c), "/connectivity/contacts/" + c.name()); });
}

void FrameWriter::reserve_bonds(const FrameCounts& counts) {
  if (counts.bonds == 0) return;
  Bonds none;
  none.beams = layout_.beams;
  each_of_bonds(none, [&]<class T>(const Dataset& d, const std::vector<T>&) {
    file_.reserve(d.path, Cell<T>::type, dimensions_of<T>(counts.bonds),
                  dimensions_of<T>(std::min(counts.bonds, kContactsPerChunk)), d.unit, d.text);
  });
}

void FrameWriter::add(const Frame& frame) {
  const FrameLayout layout = layout_of(frame);
  if (layout.bodies != layout_.bodies || layout.grains != layout_.grains || layout.regroups != layout_.regroups ||
      layout.hulls != layout_.hulls || layout.walls != layout_.walls || !same_columns(layout.columns, layout_.columns))
    throw std::logic_error("a frame of another layout than the one before");
  const std::uint64_t number = contacts_.size() - 1;
  const auto write = [&](const std::string& path, View values, std::int64_t at, bool framed) {
    if (framed) values.shape.insert(values.shape.begin(), 1);
    Dimensions start(values.shape.size(), 0);
    start[0] = static_cast<std::uint64_t>(at);
    file_.write(path, start, values);
  };
  const auto row = static_cast<std::int64_t>(number);
  const auto write_frame = [&](const Dataset& d, const auto& values) { write(value_path(d), view(values), row, true); };
  each_of_clock(frame.state,
                [&](const Dataset& d, const auto& value) { write(clock_path(d), view(value), row, true); });
  each_of_motion(frame.state, write_frame);
  std::vector<BodyColumn> columns = frame.state.columns;
  add_columns_of(columns, layout_.of_bodies, layout_.bodies);
  if (columns.size() != layout_.of_bodies.size()) throw std::logic_error("a frame with an undeclared body column");
  each_of_body_columns(columns, write_frame);
  const TurnTable turns = table_of(frame.state.orientation);
  if (layout_.grains > 0) each_of_turns(turns, write_frame);
  const PoseColumns walls = columns_of(frame.state.walls);
  if (layout_.walls > 0) each_of_wall_poses(walls, write_frame);
  if (frame.regroups) {
    GroupingTable grouping = table_of(frame.state.grouping, true);
    grouping.grain.resize(layout_.bodies, -1);  // needed in frames without grains, too
    grouping.offset.resize(layout_.bodies, Vec3::Zero());
    each_of_members(grouping, write_frame);
    const auto write_rows = [&](const Dataset& d, const auto& values) {
      write(d.path, view(values), grains_.back(), false);
    };
    each_of_grains(grouping, write_rows);
    each_of_turns(turns, write_rows);
    grains_.push_back(grains_.back() + static_cast<std::int64_t>(frame.state.grouping.grains.size()));
  }
  each_of_contacts(frame.contacts,
                   [&](const Dataset& d, const auto& values) { write(d.path, view(values), contacts_.back(), false); });
  contacts_.push_back(contacts_.back() + static_cast<std::int64_t>(frame.contacts.size()));
  if (frame.bonds.size() > 0 && frame.bonds.beams != layout_.beams)
    throw std::logic_error("a frame with bonds of another kind than the one before");
  if (frame.bonds.size() > 0)
    each_of_bonds(frame.bonds,
                  [&](const Dataset& d, const auto& values) { write(d.path, view(values), bonds_.back(), false); });
  bonds_.push_back(bonds_.back() + static_cast<std::int64_t>(frame.bonds.size()));
}

void FrameWriter::finish() {
  file_.dataset(kContactOffsets, view(contacts_), "1",
                "index of the first contact of each frame, and the total number");
  if (layout_.regroups)
    file_.dataset(kGrainOffsets, view(grains_), "1", "index of the first grain of each frame, and the total number");
  if (bonds_.back() > 0)
    file_.dataset(kBondOffsets, view(bonds_), "1", "index of the first bond of each frame, and the total number");
}

FrameReader::FrameReader(const Reader& file, const Model& model, const Grouping& shared)
    : file_(file),
      model_(model),
      shared_(shared),
      contacts_(read_offsets(file, kContactOffsets)),
      columns_(read_columns(file)),
      of_bodies_(read_declarations(file)) {
  if (file.has(kBondOffsets)) bonds_ = read_offsets(file, kBondOffsets);
  if (!bonds_.empty() && bonds_.size() != contacts_.size())
    file.refuse(kBondOffsets, fmt::format("int64[{}]", contacts_.size()), fmt::format("int64[{}]", bonds_.size()));
  if (!grains_change(file)) return;
  grains_ = read_offsets(file, kGrainOffsets);
  if (grains_.size() != contacts_.size())
    file.refuse(kGrainOffsets, fmt::format("int64[{}]", contacts_.size()), fmt::format("int64[{}]", grains_.size()));
}

Grouping FrameReader::grouping(std::size_t index) const {
  GroupingTable table;
  table.shapes = true;
  table.hulls = !model_.shape.empty();
  each_of_members(table, [&]<class T>(const Dataset& d, std::vector<T>& values) {
    values = file_.frame<T>(value_path(d), size(), index, model_.size());
  });
  const RowRange rows = range(grains_, index);
  each_of_grains(table, [&]<class T>(const Dataset& d, std::vector<T>& values) {
    values = file_.rows<T>(d.path, rows.total, rows.first, rows.count);
  });
  return grouping_of(file_, table, model_);
}

// Body columns in which a body has a value. Format 2.1 stores them once if grains do not change.
std::vector<BodyColumn> FrameReader::body_columns(std::size_t index) const {
  std::vector<BodyColumn> columns = of_bodies_;
  each_of_body_columns(columns, [&]<class T>(const Dataset& d, std::vector<T>& values) {
    values = file_.has(value_path(d)) ? file_.frame<T>(value_path(d), size(), index, model_.size())
                                      : file_.rows<T>(d.path, model_.size());
  });
  std::erase_if(columns, [](const BodyColumn& column) { return !has_values(column); });
  return columns;
}

namespace {

// (file, frame, its state) => InputError for a body or grain whose position, velocity, spin or orientation is invalid.
void require_numbers(const std::string& file, std::size_t frame, const State& state) {
  const auto refuse = [&](const char* what, std::size_t number) {
    throw InputError(fmt::format("{}: frame {}: {} {} has no finite place, velocity, spin or orientation", file, frame,
                                 what, number));
  };
  for (std::size_t i = 0; i < state.position.size(); ++i)
    if (!(is_place(state.position[i]) && state.velocity[i].allFinite() && state.spin[i].allFinite())) refuse("body", i);
  for (std::size_t g = 0; g < state.orientation.size(); ++g)
    if (!is_turn(state.orientation[g])) refuse("grain", g);
}

}  // namespace

Frame FrameReader::frame(std::size_t index) const {
  Frame found;
  each_of_clock(found.state, [&]<class T>(const Dataset& d, T& value) {
    value = file_.rows<T>(clock_path(d), size(), index, 1).front();
  });
  each_of_motion(found.state, [&]<class T>(const Dataset& d, std::vector<T>& values) {
    values = file_.frame<T>(value_path(d), size(), index, model_.size());
  });
  found.state.columns = body_columns(index);
  found.state.walls = read_wall_poses(file_, model_, size(), index);
  TurnTable turns;
  found.regroups = regroups();
  found.state.grouping = found.regroups ? grouping(index) : shared_;
  if (found.regroups) {
    const RowRange rows = range(grains_, index);
    each_of_turns(turns, [&]<class T>(const Dataset& d, std::vector<T>& values) {
      values = file_.rows<T>(d.path, rows.total, rows.first, rows.count);
    });
  } else if (!shared_.grains.empty()) {
    each_of_turns(turns, [&]<class T>(const Dataset& d, std::vector<T>& values) {
      values = file_.frame<T>(value_path(d), size(), index, shared_.grains.size());
    });
  }
  found.state.orientation = quaternions_of(turns.orientation);
  require_numbers(file_.name(), index, found.state);
  found.contacts.columns = columns_;
  read_contacts(file_, model_, found.state, range(contacts_, index), found.contacts);
  if (bonds_.empty()) {
    take_bonds_of_version2(file_, found.contacts, found.bonds);
  } else {
    const RowRange rows = range(bonds_, index);
    found.bonds.beams = has_beams(file_);
    each_of_bonds(found.bonds, [&]<class T>(const Dataset& d, std::vector<T>& values) {
      values = file_.rows<T>(d.path, rows.total, rows.first, rows.count);
    });
  }
  return found;
}

std::vector<ContactColumn> FrameReader::columns() const {
  Contacts none;
  none.columns = columns_;
  Bonds bonds;
  take_bonds_of_version2(file_, none, bonds);
  return none.columns;
}

Pile FrameReader::pile(std::size_t index) const {
  Frame found = frame(index);
  return {model_, std::move(found.state), std::move(found.contacts), std::move(found.bonds)};
}

}  // namespace rubble::store
