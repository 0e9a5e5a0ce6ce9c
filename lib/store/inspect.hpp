#pragma once
// Kind and contents of a file, for tools that inspect any file of this toolkit.
#include "model/pile.hpp"
#include "store/provenance.hpp"
#include "store/track.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace rubble::store {

// Pose of a triangulated wall at a state.
struct WallNow {
  WallPlacement placement;
  DrivenPose pose;  // if it is driven
};

struct Snapshot {
  double time = 0;  // [s]
  std::int64_t step = 0;
  Vec3 lower = Vec3::Zero(), upper = Vec3::Zero();  // corners of the box around the bodies [m]
  std::size_t grains = 0;                           // number of rigid units: free spheres, glued grains, hulls
  std::size_t contacts = 0;
  std::size_t bonds = 0;               // number of elastic bonds
  double broken_bonds = 0;             // number of broken bonds of soft spheres
  std::vector<ContactColumn> columns;  // columns of the contacts, without values
  std::vector<BodyColumn> of_bodies;   // columns of the bodies, without values
  std::vector<WallNow> walls;          // triangulated walls
};

struct Overview {
  std::string content;  // "pile", "track" or "checkpoint"
  std::string hash;     // content hash; empty for checkpoints
  std::size_t bodies = 0;
  std::vector<Material> materials;
  std::vector<shape::Shape> shapes;
  Space space;
  double mass = 0;                           // total mass of the bodies [kg]
  double least_radius = 0, most_radius = 0;  // [m]
  std::optional<Snapshot> last;              // for a track with frames: its last frame
  std::size_t frames = 0, rows = 0;
  std::vector<Column> observables;
  Provenance provenance;
};

// ("-": standard input) => an overview, after the checks that reading makes
Overview inspect(const std::string& path);

// ("-": standard input) => kind of the file: "pile", "track", "checkpoint" or "segment".
std::string content_of(const std::string& path);

// Content hash of a pile or track: equal data have equal hashes, regardless of their origin.
std::string file_hash(const std::string& path);

// One dataset of two piles, row by row.
struct Difference {
  std::string dataset, unit;
  std::string shape_a, shape_b;
  std::size_t rows = 0;              // number of rows that differ by more than the tolerance
  double absolute = 0;               // the largest |a - b|, in `unit`; for vectors the length of the difference; NaN
                                     // for different shapes, and for rows of texts or indices that differ
  double relative = 0;               // the largest |a - b| / max(|a|, |b|); NaN as `absolute`
  std::optional<std::size_t> worst;  // the row with the largest |a - b|, if any rows differ; of integers and text, the
                                     // first row that differs
  bool equal = true;                 // true if shapes are equal and no row differs by more than the tolerance
};

// (two piles, relative tolerance, absolute tolerance in the unit of each dataset) => the difference of each dataset.
// Two rows are equal if |a - b| <= atol + rtol max(|a|, |b|); integers and text only if they are identical.
std::vector<Difference> compare(const Pile& a, const Pile& b, double rtol, double atol);

}  // namespace rubble::store
