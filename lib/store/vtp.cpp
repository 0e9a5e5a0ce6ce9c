#include "store/vtp.hpp"

#include <iterator>
#include <numeric>

#include <fmt/format.h>

namespace rubble::store {
namespace {

void append(std::string& text, double value) { fmt::format_to(std::back_inserter(text), "{} ", value); }
void append(std::string& text, std::int64_t value) { fmt::format_to(std::back_inserter(text), "{} ", value); }
void append(std::string& text, const Vec3& value) {
  for (int axis = 0; axis < 3; ++axis) append(text, value[axis]);
}

void append(std::string& text, const Quaternion& value) {
  for (int k = 0; k < 4; ++k) append(text, value.coeffs()[k]);
}

const char* type_of(double) { return R"(type="Float64")"; }
const char* type_of(std::int64_t) { return R"(type="Int64")"; }
const char* type_of(const Vec3&) { return R"(type="Float64" NumberOfComponents="3")"; }
const char* type_of(const Quaternion&) { return R"(type="Float64" NumberOfComponents="4")"; }

template <class T>
std::string array(const std::string& name, const std::vector<T>& values) {
  std::string text = fmt::format(R"(<DataArray Name="{}" {} format="ascii">)", name, type_of(T{}));
  for (const T& value : values) append(text, value);
  return text + "</DataArray>\n";
}

// The value of each line, once for each of its points.
Reals at_points(const Reals& values, const std::vector<std::size_t>& end) {
  Reals spread;
  for (std::size_t line = 0; line < values.size(); ++line) spread.resize(end[line], values[line]);
  return spread;
}

}  // namespace

namespace {

// (time [s], points [m], which kind of cell, text of each part of the file) => the text.
std::string poly_data(double time, const Vec3s& point, const std::string& kind, const std::vector<std::int64_t>& corner,
                      const std::vector<std::size_t>& end, const std::string& of_points, const std::string& of_cells) {
  const std::vector<std::int64_t> offsets(end.begin(), end.end());
  const auto count = [&](const char* cells) { return kind == cells ? end.size() : 0; };
  return fmt::format(
             "<?xml version=\"1.0\"?>\n"
             "<VTKFile type=\"PolyData\" version=\"1.0\" byte_order=\"LittleEndian\" header_type=\"UInt64\">\n"
             "<PolyData>\n<FieldData>\n"
             "<DataArray Name=\"TimeValue\" type=\"Float64\" NumberOfTuples=\"1\" format=\"ascii\">{}</DataArray>\n"
             "</FieldData>\n"
             "<Piece NumberOfPoints=\"{}\" NumberOfVerts=\"0\" NumberOfLines=\"{}\" NumberOfStrips=\"0\" "
             "NumberOfPolys=\"{}\">\n",
             time, point.size(), count("Lines"), count("Polys")) +
         "<PointData>\n" + of_points + "</PointData>\n<CellData>\n" + of_cells + "</CellData>\n<Points>\n" +
         array("points", point) + "</Points>\n<" + kind + ">\n" + array("connectivity", corner) +
         array("offsets", offsets) + "</" + kind + ">\n</Piece>\n</PolyData>\n</VTKFile>\n";
}

std::string arrays(const std::vector<CellValues>& values) {
  std::string text;
  for (const CellValues& column : values)
    std::visit([&](const auto& numbers) { text += array(column.name, numbers); }, column.values);
  return text;
}

}  // namespace

std::string to_vtp(double time, const Vec3s& point, const std::vector<std::size_t>& end,
                   const std::vector<CellValues>& values) {
  std::vector<std::int64_t> corner(point.size());
  std::iota(corner.begin(), corner.end(), std::int64_t{0});
  std::string of_points;
  for (const CellValues& column : values)
    if (const auto* numbers = std::get_if<Reals>(&column.values))
      of_points += array(column.name, at_points(*numbers, end));
  return poly_data(time, point, "Lines", corner, end, of_points, arrays(values));
}

std::string to_vtp(double time, const Vec3s& point, const std::vector<Index>& corner,
                   const std::vector<std::size_t>& end, const std::vector<CellValues>& values) {
  return poly_data(time, point, "Polys", {corner.begin(), corner.end()}, end, "", arrays(values));
}

}  // namespace rubble::store
