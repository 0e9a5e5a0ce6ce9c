#pragma once
// Points, lines or polygons with values as VTK XML PolyData (.vtp), which VTK and ParaView open. Arrays are binary data
// after the XML, in blocks that are compressed with zlib. docs/formats.md.
#include "base/vec.hpp"

#include <string>
#include <variant>
#include <vector>

namespace rubble::store {

// One value for each point, line or polygon.
struct CellValues {
  std::string name;
  std::variant<Reals, Vec3s, std::vector<std::int64_t>, std::vector<Quaternion>> values;  // quaternions as x, y, z, w
};

// (time [s], points [m], values) => the bytes: a vertex for each point, with its values.
std::string to_vtp(double time, const Vec3s& point, const std::vector<CellValues>& values);

// (time [s], points of all lines in sequence [m], index one past the last point of each line, values) => the bytes.
// Scalar values of lines are also stored at their points, so that tubes can have a thickness proportional to the value.
std::string to_vtp(double time, const Vec3s& point, const std::vector<std::size_t>& end,
                   const std::vector<CellValues>& values);

// (time [s], points [m], corners of all polygons in sequence, index one past the last corner of each, values) => the
// bytes.
std::string to_vtp(double time, const Vec3s& point, const std::vector<Index>& corner,
                   const std::vector<std::size_t>& end, const std::vector<CellValues>& values);

}  // namespace rubble::store
