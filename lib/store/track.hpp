#pragma once
// The track of a run: time series under /observables and frames with the same groups as a pile. docs/formats.md.
#include "model/pile.hpp"
#include "model/stepper.hpp"
#include "store/pile_file.hpp"

#include <memory>
#include <string>
#include <vector>

namespace rubble::store {

// One observable, sampled at every record. width 1 or 3.
struct Column {
  std::string name;  // may hold "/" for groups: "energy/kinetic"
  std::string unit;
  int width = 1;
};

struct TrackParts;

// Collects rows and frames of a run. At each checkpoint the new frames are written to a segment file; finish() joins
// the segments. The finished file does not depend on the times of the checkpoints.
class Track {
 public:
  // regroups: true if bodies stick and break; each frame then stores its grouping.
  explicit Track(std::vector<Column> columns, bool regroups = false);
  Track(Track&&) noexcept;
  Track& operator=(Track&&) noexcept;
  ~Track();

  // (completed time steps, time [s], values of all columns in sequence). std::logic_error unless the number of values
  // is the sum of the widths.
  void record(std::int64_t step, double time, const Reals& values);
  void frame(const Pile& pile);
  std::size_t rows() const;
  std::size_t frames() const;

  // Writes the track (atomically) and, beside it, its .xdmf2 page. The segments are kept until remove_checkpoint(),
  // which is called when all outputs of the run are on the disk. Until then a run can resume from the checkpoint after
  // a crash. The frames share the model of the pile, and its grouping if they have none of their own. InputError if the
  // path is "-".
  void finish(const std::string& path, const Pile& pile, const Provenance& provenance);

 private:
  friend struct CheckpointAccess;
  std::unique_ptr<TrackParts> parts_;
};

// State from which a stopped run resumes with the same bits; OUT.ckpt, written atomically.
struct Checkpoint {
  Pile pile;        // model and state; the contacts are in `resume`
  Resume resume;    // state of the stepper and of the run loop
  std::string key;  // hash of (effective config, input hashes, tool version): a checkpoint of another run is refused
};

// Writes the frames since the last checkpoint to the segment PATH.segNNNN, then the checkpoint. A crash at any point
// leaves either the old or the new checkpoint usable.
void write_checkpoint(const std::string& path, const Checkpoint& checkpoint, Track& track);
// => the checkpoint and the track at that time. InputError if the file is truncated, of another version, or has other
// observables than the track, and if a segment is missing or has changed. The caller checks the key.
Checkpoint read_checkpoint(const std::string& path, Track& track);
// True if `path` is named as a segment of that checkpoint.
bool is_segment(const std::string& checkpoint, const std::string& path);
// Removes PATH and its segments if they exist.
void remove_checkpoint(const std::string& path);

// For reading tools: the time series of a finished track, one column for each quantity.
struct Series {
  std::vector<std::int64_t> step;
  Reals time;  // [s]
  std::vector<Column> columns;
  std::vector<Reals> values;  // per column, row-major
};
Series read_series(const std::string& path);
// (series, name of a column) => its values; nullptr if the series has no such column, or no records
const Reals* find(const Series& series, const std::string& name);
// (series, its file, name of a column) => its values. InputError if find() finds none.
const Reals& column(const Series& series, const std::string& path, const std::string& name);
// Origin of a finished track. InputError if the file is damaged or not a track.
Provenance read_track_provenance(const std::string& path);
// The frames of a finished track, one pile at a time; the file stays open.
class Frames {
 public:
  explicit Frames(const std::string& path);
  ~Frames();
  std::size_t size() const;
  bool regroups() const;  // true if bodies stick and break, so that the grains of pile() change
  const Model& model() const;
  // (number < size()) => that frame, checked like a pile.
  Pile pile(std::size_t frame) const;

 private:
  friend PileFile read_frame(const std::string& path, int frame);
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

// Frame number `frame` of a track as a pile (from 0; negative counts from the end). InputError if there is no such
// frame.
PileFile read_frame(const std::string& path, int frame);

}  // namespace rubble::store
