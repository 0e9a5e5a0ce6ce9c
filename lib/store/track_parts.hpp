#pragma once
// Members of a Track, shared by the code that fills it and the code that saves it.
#include "store/frame.hpp"
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
  bool regroups = false;              // true if each frame has its own grouping
  std::vector<BodyColumn> of_bodies;  // body columns of all frames, without values
  std::vector<Frame> frames;          // since the last segment
  std::vector<Segment> segments;
};

struct CheckpointAccess {
  static TrackParts& of(Track& track) { return *track.parts_; }
};

// The bytes of a segment. InputError if the file does not exist or has changed.
std::string segment_bytes(const Segment& segment);

// Time series of an open track.
Series read_series(const Reader& file);
std::string track_hash(const Reader& file);

}  // namespace rubble::store
