#pragma once
// Points, lines or polygons with values on them as VTK XML PolyData (.vtp), which VTK and ParaView open: arrays as
// binary data behind the XML, each in blocks that zlib has compressed. docs/formats.md.
#include "base/vec.hpp"

#include <string>
#include <variant>
#include <vector>

namespace rubble::store {

// One value for each point, line or polygon.
struct CellValues {
  std::string name;
  std::variant<Reals, Vec3s, std::vector<std::int64_t>, std::vector<Quaternion>> values;  // quaternions: x, y, z, w
};

// (time [s], points [m], values) => the bytes: a point each, with its values.
std::string to_vtp(double time, const Vec3s& point, const std::vector<CellValues>& values);

// (time [s], points of all lines one after the other [m], one past the last point of each line, values) => the bytes. A
// line's single numbers also stand at its points, for tubes as thick as they are large.
std::string to_vtp(double time, const Vec3s& point, const std::vector<std::size_t>& end,
                   const std::vector<CellValues>& values);

// (time [s], points [m], corners of all polygons one after the other, one past the last corner of each, values) => the
// bytes.
std::string to_vtp(double time, const Vec3s& point, const std::vector<Index>& corner,
                   const std::vector<std::size_t>& end, const std::vector<CellValues>& values);

}  // namespace rubble::store
