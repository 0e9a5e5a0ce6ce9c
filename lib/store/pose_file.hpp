#pragma once
// Tables of the poses of a moving wall. docs/formats.md, "Poses of walls".
#include "base/vec.hpp"

#include <string>
#include <string_view>

namespace rubble::store {

struct PoseTable {
  Reals time;          // [s]
  Vec3s displacement;  // [m]
  Vec3s rotation;      // axis times angle [rad]
};

struct PoseFile {
  PoseTable table;
  std::string hash;  // SHA-256 of the file
};

// (text, name for messages) => the poses. The first line names the columns, in any order, separated by commas or
// blanks: time, and any of x, y, z, rx, ry, rz, which are 0 if left out. InputError "name:line: error: ..." for other
// columns, lines with another number of fields, words that are not numbers, times that do not rise, and fewer than two
// poses.
PoseTable parse_poses(std::string_view text, const std::string& name);

// Reads a file. InputError if it does not exist, SystemError if it cannot be read.
PoseFile read_poses(const std::string& path);

}  // namespace rubble::store
