#include "store/track.hpp"

#include "base/error.hpp"
#include "base/system.hpp"
#include "store/datasets.hpp"
#include "store/disk.hpp"
#include "store/track_parts.hpp"
#include "store/xdmf.hpp"

#include <filesystem>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

namespace rubble::store {
namespace {

constexpr const char* kSeriesNames = "/parameters/observables/name";  // names of the columns, in order
constexpr const char* kSeriesUnits = "/parameters/observables/unit";

std::string observable(const std::string& name) { return "/observables/" + name; }

// Writes the time series: each column with its values. Step and time are written once and linked by all columns.
void write_series(Writer& file, const std::vector<Column>& columns, const std::vector<std::int64_t>& step,
                  const Reals& time, const Reals& values, std::size_t width) {
  file.group("/observables");
  std::vector<std::string> names, units;
  std::size_t first = 0;
  for (const Column& column : columns) {
    const auto w = static_cast<std::size_t>(column.width);
    Reals own;
    own.reserve(step.size() * w);
    for (std::size_t r = 0; r < step.size(); ++r)
      for (std::size_t k = 0; k < w; ++k) own.push_back(values[r * width + first + k]);
    const std::string group = observable(column.name);
    View block = view(own);
    block.shape = w == 1 ? Dimensions{step.size()} : Dimensions{step.size(), w};
    file.dataset(group + "/value", block, column.unit, "");
    if (names.empty()) {
      file.dataset(group + "/step", view(step), "1", "number of completed time steps");
      file.dataset(group + "/time", view(time), "s", "simulated time");
    } else {
      file.link(observable(names.front()) + "/step", group + "/step");
      file.link(observable(names.front()) + "/time", group + "/time");
    }
    names.push_back(column.name);
    units.push_back(column.unit);
    first += w;
  }
  file.texts(kSeriesNames, names);
  file.texts(kSeriesUnits, units);
}

// Layout that all frames share; for a track without frames, the layout that its frames would have.
FrameLayout layout_of(const TrackParts& parts, const Pile& pile) {
  FrameLayout layout;
  if (!parts.frames.empty()) {
    layout = layout_of(parts.frames.front());
    layout.of_bodies = parts.of_bodies;
    return layout;
  }
  layout.of_bodies = parts.of_bodies;
  layout.bodies = pile.size();
  layout.grains = parts.regroups ? 0 : pile.state.grouping.grains.size();
  layout.regroups = parts.regroups;
  layout.hulls = parts.regroups && !pile.model.shape.empty();
  layout.walls = pile.state.walls.size();
  if (parts.segments.empty()) return layout;
  const Segment& first = parts.segments.front();
  const Reader segment(segment_bytes(first), first.path);
  layout.columns = read_columns(segment);
  layout.beams = has_beams(segment);
  return layout;
}

}  // namespace

Track::Track(std::vector<Column> columns, bool regroups) : parts_(std::make_unique<TrackParts>()) {
  parts_->regroups = regroups;
  for (const Column& column : columns) {
    if (column.width != 1 && column.width != 3) throw std::logic_error("observables are scalars or vectors");
    parts_->width += static_cast<std::size_t>(column.width);
  }
  parts_->columns = std::move(columns);
}
Track::Track(Track&&) noexcept = default;
Track& Track::operator=(Track&&) noexcept = default;
Track::~Track() = default;

void Track::record(std::int64_t step, double time, const Reals& values) {
  if (values.size() != parts_->width) throw std::logic_error("a row of a track has as many numbers as its columns");
  parts_->step.push_back(step);
  parts_->time.push_back(time);
  parts_->values.insert(parts_->values.end(), values.begin(), values.end());
}

void Track::frame(const Pile& pile) {
  Frame& frame = parts_->frames.emplace_back(Frame{pile.state, pile.contacts, pile.bonds, parts_->regroups});
  if (!frame.regroups) frame.state.grouping = {};
  add_columns_of(parts_->of_bodies, frame.state.columns, 0);
}

std::size_t Track::rows() const { return parts_->step.size(); }

std::size_t Track::frames() const {
  std::size_t count = parts_->frames.size();
  for (const Segment& segment : parts_->segments) count += segment.counts.frames;
  return count;
}

void Track::finish(const std::string& path, const Pile& pile, const Provenance& provenance) {
  if (path == "-") throw InputError("a track cannot be written to standard output: give a file name");
  FrameCounts counts = counts_of(parts_->frames);
  for (const Segment& segment : parts_->segments) counts += segment.counts;

  Writer file(path);
  write_header(file, kTrackContent);
  const Model& model = pile.model;
  write_model(file, model);
  const Grouping shared = parts_->regroups ? Grouping{} : pile.state.grouping;
  write_grouping(file, model, shared);
  // Frames are copied one by one from their segments, so that the bytes do not depend on the times of the checkpoints.
  FrameWriter writer(file, layout_of(*parts_, pile), counts, model.space);
  Reals times;
  const auto add = [&](const Frame& frame) {
    writer.add(frame);
    times.push_back(frame.state.time);
  };
  for (const Segment& segment : parts_->segments) {
    const Reader part(segment_bytes(segment), segment.path);
    require_content(part, kSegmentContent);
    const FrameReader frames(part, model, shared);
    for (std::size_t f = 0; f < frames.size(); ++f) add(frames.frame(f));
  }
  for (const Frame& frame : parts_->frames) add(frame);
  writer.finish();
  write_series(file, parts_->columns, parts_->step, parts_->time, parts_->values, parts_->width);
  write_provenance(file, provenance);
  file.save();
  write_bytes(xdmf_path(path), xdmf(std::filesystem::path(path).filename().string(), times, model,
                                    !shared.grains.empty(), parts_->regroups, parts_->of_bodies));
}

Series read_series(const std::string& path) {
  const Reader file(path);
  require_content(file, kTrackContent);
  return read_series(file);
}

const Reals* find(const Series& series, const std::string& name) {
  for (std::size_t c = 0; c < series.columns.size(); ++c)
    if (series.columns[c].name == name && !series.time.empty()) return &series.values[c];
  return nullptr;
}

const Reals& column(const Series& series, const std::string& path, const std::string& name) {
  if (const Reals* const found = find(series, name)) return *found;
  throw InputError(input_name(path) + ": expected a track with the column " + name);
}

Provenance read_track_provenance(const std::string& path) {
  const Reader file(path);
  require_content(file, kTrackContent);
  return read_provenance(file);
}

Series read_series(const Reader& file) {
  Series series;
  const std::vector<std::string> names = file.texts(kSeriesNames), units = file.texts(kSeriesUnits);
  if (units.size() != names.size())
    file.refuse(kSeriesUnits, fmt::format("text[{}]", names.size()), fmt::format("text[{}]", units.size()));
  for (std::size_t i = 0; i < names.size(); ++i) {
    const std::string group = observable(names[i]), value = group + "/value";
    Column& column = series.columns.emplace_back(Column{names[i], units[i], 1});
    if (series.columns.size() == 1) {
      series.step = file.rows<std::int64_t>(group + "/step");
      series.time = file.rows<double>(group + "/time", series.step.size());
    }
    column.width = file.rank(value) == 2 ? 3 : 1;
    Reals& values = series.values.emplace_back();
    if (column.width == 1) {
      values = file.rows<double>(value, series.step.size());
    } else {
      for (const Vec3& v : file.rows<Vec3>(value, series.step.size())) values.insert(values.end(), v.begin(), v.end());
    }
  }
  return series;
}

namespace {

Model model_of_track(const Reader& file) {
  require_content(file, kTrackContent);
  return read_model(file);
}

}  // namespace

struct Frames::Impl {
  Reader file;
  Model model;
  Grouping grouping;
  FrameReader frames;

  explicit Impl(const std::string& path)
      : file(path),
        model(model_of_track(file)),
        grouping(shared_grouping(file, model)),
        frames(file, model, grouping) {}
};

Frames::Frames(const std::string& path) : impl_(std::make_unique<Impl>(path)) {}
Frames::~Frames() = default;
std::size_t Frames::size() const { return impl_->frames.size(); }
bool Frames::regroups() const { return impl_->frames.regroups(); }
const Model& Frames::model() const { return impl_->model; }

Pile Frames::pile(std::size_t frame) const {
  const Pile pile = impl_->frames.pile(frame);
  require_sound(impl_->file, pile);
  return pile;
}

PileFile read_frame(const std::string& path, int frame) {
  const Frames frames(path);
  const Reader& file = frames.impl_->file;
  const auto count = static_cast<std::int64_t>(frames.size());
  const std::int64_t index = frame < 0 ? count + frame : frame;
  if (index < 0 || index >= count)
    throw InputError(fmt::format("{0}: no frame {2}: the track has {1} frames", file.name(), count, frame));
  PileFile result;
  result.pile = frames.pile(static_cast<std::size_t>(index));
  result.provenance = read_provenance(file);
  result.hash = content_hash(result.pile);
  return result;
}

}  // namespace rubble::store
