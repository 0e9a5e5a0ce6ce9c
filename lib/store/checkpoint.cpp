// Checkpoints: the data from which a run resumes with the same bits. The file lists the segments with the frames so
// far.
#include "base/error.hpp"
#include "store/column_declarations.hpp"
#include "store/disk.hpp"
#include "store/file_names.hpp"
#include "store/track.hpp"
#include "store/track_parts.hpp"

#include <filesystem>

#include <fmt/format.h>

namespace rubble::store {
namespace {

namespace fs = std::filesystem;

// Names of the datasets in /track/segments that hold the numbers of frames, grains, contacts and bonds of each segment,
// and the members with these numbers.
constexpr std::pair<const char*, std::uint64_t FrameCounts::*> kCounts[] = {{"frames", &FrameCounts::frames},
                                                                            {"grains", &FrameCounts::grains},
                                                                            {"contacts", &FrameCounts::contacts},
                                                                            {"bonds", &FrameCounts::bonds}};

std::string segment_path(const std::string& checkpoint, std::size_t number) {
  return fmt::format("{}.seg{:04}", checkpoint, number);
}

// => the new segment file, which contains the frames buffered in the track
Segment write_segment(const std::string& path, const std::vector<Frame>& frames) {
  const FrameCounts counts = counts_of(frames);
  Writer file;
  write_header(file, kSegmentContent);
  FrameWriter writer(file, layout_of(frames), counts);
  for (const Frame& frame : frames) writer.add(frame);
  writer.finish();
  const std::string bytes = file.image();
  write_bytes(path, bytes);
  return {path, sha256(bytes), counts};
}

// Named arrays: a list of names, and a dataset for each.
template <class T>
void write_map(Writer& file, const std::string& group, const std::map<std::string, std::vector<T>>& map) {
  std::vector<std::string> names;
  for (const auto& [name, values] : map) {
    file.dataset(fmt::format("{}/{}", group, names.size()), view(values), "1", name);
    names.push_back(name);
  }
  file.texts(group + "/names", names);
}
template <class T>
std::map<std::string, std::vector<T>> read_map(const Reader& file, const std::string& group) {
  std::map<std::string, std::vector<T>> map;
  const std::vector<std::string> names = file.texts(group + "/names");
  for (std::size_t i = 0; i < names.size(); ++i) map[names[i]] = file.rows<T>(fmt::format("{}/{}", group, i));
  return map;
}

template <class From, class Member>
auto each(const std::vector<From>& list, Member member) {
  std::vector<std::decay_t<decltype(member(list.front()))>> values;
  for (const From& item : list) values.push_back(member(item));
  return values;
}

void write_track(Writer& file, const TrackParts& track, const std::vector<Segment>& segments) {
  file.texts("/track/columns/name", each(track.columns, [](const Column& c) { return c.name; }));
  file.texts("/track/columns/unit", each(track.columns, [](const Column& c) { return c.unit; }));
  file.dataset("/track/columns/width", view(each(track.columns, [](const Column& c) { return std::int32_t{c.width}; })),
               "1", "numbers per row");
  file.dataset("/track/rows/step", view(track.step), "1", "number of completed time steps");
  file.dataset("/track/rows/time", view(track.time), "s", "simulated time");
  file.dataset("/track/rows/values", view(track.values), "1", "all columns of each row, one row after the other");
  // File names without folder, because a run's folder may be moved.
  file.texts("/track/segments/file",
             each(segments, [](const Segment& s) { return fs::path(s.path).filename().string(); }));
  file.texts("/track/segments/sha256", each(segments, [](const Segment& s) { return s.hash; }));
  for (const auto& [name, member] : kCounts)
    file.dataset(std::string("/track/segments/") + name,
                 view(each(segments, [&](const Segment& s) { return static_cast<std::int64_t>(s.counts.*member); })),
                 "1", "");
}

// => the track at the checkpoint; its columns must be those of this run
TrackParts read_track(const Reader& file, const std::string& path, const std::vector<Column>& columns) {
  TrackParts track;
  const std::vector<std::string> names = file.texts("/track/columns/name"), units = file.texts("/track/columns/unit");
  const std::vector<std::int32_t> widths = file.rows<std::int32_t>("/track/columns/width", names.size());
  for (std::size_t i = 0; i < std::max(names.size(), columns.size()); ++i) {
    const bool has = i < names.size() && i < units.size(), wanted = i < columns.size();
    if (has && wanted && names[i] == columns[i].name && units[i] == columns[i].unit && widths[i] == columns[i].width)
      continue;
    const auto series = [](const std::string& name) { return fmt::format("the series '{}' in column", name); };
    const std::string at = fmt::format(" {}", i);
    file.refuse("/track/columns", wanted ? series(columns[i].name) + at : "no series in column" + at,
                has ? fmt::format("'{}'", names[i]) : "none");
  }
  track.columns = columns;
  for (const Column& column : columns) track.width += static_cast<std::size_t>(column.width);
  track.step = file.rows<std::int64_t>("/track/rows/step");
  track.time = file.rows<double>("/track/rows/time", track.step.size());
  track.values = file.rows<double>("/track/rows/values", track.step.size() * track.width);

  const std::vector<std::string> files = file.texts("/track/segments/file"),
                                 hashes = file.texts("/track/segments/sha256");
  if (hashes.size() != files.size())
    file.refuse("/track/segments/sha256", fmt::format("text[{}]", files.size()),
                fmt::format("text[{}]", hashes.size()));
  for (std::size_t i = 0; i < files.size(); ++i) {
    const fs::path beside = fs::path(path).replace_filename(files[i]);
    track.segments.push_back({beside.string(), hashes[i], {}});
    const Reader segment(segment_bytes(track.segments.back()), beside.string());
    add_columns_of(track.of_bodies, read_declarations(segment), 0);
  }
  for (const auto& [name, member] : kCounts) {
    const auto counts = file.rows<std::int64_t>(std::string("/track/segments/") + name, files.size());
    for (std::size_t i = 0; i < files.size(); ++i)
      track.segments[i].counts.*member = static_cast<std::uint64_t>(counts[i]);
  }
  return track;
}

}  // namespace

std::string segment_bytes(const Segment& segment) {
  std::string bytes = read_bytes(segment.path);
  if (sha256(bytes) != segment.hash)
    throw InputError(segment.path +
                     ": expected the segment that the checkpoint lists, found other bytes (SHA-256 differs)");
  return bytes;
}

void write_checkpoint(const std::string& path, const Checkpoint& checkpoint, Track& track) {
  TrackParts& parts = CheckpointAccess::of(track);
  std::vector<Segment> segments = parts.segments;
  if (!parts.frames.empty()) segments.push_back(write_segment(segment_path(path, segments.size() + 1), parts.frames));
  Writer file(path);
  write_header(file, kCheckpointContent);
  write_pile_groups(file, checkpoint.pile);
  file.text("/resume/key", checkpoint.key);
  write_map(file, "/resume/reals", checkpoint.resume.reals);
  write_map(file, "/resume/integers", checkpoint.resume.integers);
  write_track(file, parts, segments);
  file.save();
  // The frames are removed last: after a failure they are still there for the next attempt.
  parts.segments = std::move(segments);
  parts.frames.clear();
}

Checkpoint read_checkpoint(const std::string& path, Track& track) {
  const Reader file(path);
  require_content(file, kCheckpointContent);
  Checkpoint checkpoint;
  checkpoint.pile = read_pile_groups(file);
  checkpoint.key = file.text("/resume/key");
  checkpoint.resume.reals = read_map<double>(file, "/resume/reals");
  checkpoint.resume.integers = read_map<std::int64_t>(file, "/resume/integers");
  TrackParts& parts = CheckpointAccess::of(track);
  const bool regroups = parts.regroups;
  parts = read_track(file, path, parts.columns);
  parts.regroups = regroups;
  return checkpoint;
}

bool is_segment(const std::string& checkpoint, const std::string& path) {
  const std::string stem = name_of(checkpoint) + ".seg", name = name_of(path);
  return name.starts_with(stem) && name.size() >= stem.size() + 4 &&
         name.find_first_not_of("0123456789", stem.size()) == std::string::npos &&
         same_file(folder_of(checkpoint), folder_of(path));
}

void remove_checkpoint(const std::string& path) {
  // The checkpoint is removed first: after a crash here, the remaining files do not count as a state to resume from.
  remove_file(path);
  std::error_code ignored;
  std::vector<std::string> leftovers;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder_of(path), ignored))
    if (is_segment(path, entry.path().string())) leftovers.push_back(entry.path().string());
  for (const std::string& file : leftovers) remove_file(file);
}

}  // namespace rubble::store
