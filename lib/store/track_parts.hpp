#pragma once
// The inside of a Track, shared by those who fill it and those who save it.
#include "store/frames.hpp"
#include "store/track.hpp"

#include <functional>
#include <string>
#include <vector>

namespace rubble::store {

// Frames that are already on the disk.
struct Segment {
  std::string path;
  std::string hash;  // SHA-256 of the file
  FrameCounts counts;
};

struct TrackParts {
  std::vector<Column> columns;
  std::size_t width = 0;  // numbers per row
  std::vector<std::int64_t> step;
  Reals time, values;
  bool regroups = false;      // each frame has a grouping of its own
  std::vector<Frame> frames;  // since the last segment
  std::vector<Segment> segments;
};

struct CheckpointAccess {
  static TrackParts& of(Track& track) { return *track.parts_; }
};

// The bytes of a segment, if they are those that were written. InputError if the file is missing or changed.
std::string segment_bytes(const Segment& segment);

// Of a track that is open.
Series read_series(const Reader& file);
std::string track_hash(const Reader& file);

}  // namespace rubble::store
