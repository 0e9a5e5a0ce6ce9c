#include "store/vtp.hpp"

#include <iterator>

#include <fmt/format.h>

namespace rubble::store {
namespace {

void append(std::string& text, double value) { fmt::format_to(std::back_inserter(text), "{} ", value); }
void append(std::string& text, std::int64_t value) { fmt::format_to(std::back_inserter(text), "{} ", value); }
void append(std::string& text, const Vec3& value) {
  for (int axis = 0; axis < 3; ++axis) append(text, value[axis]);
}

const char* type_of(double) { return R"(type="Float64")"; }
const char* type_of(std::int64_t) { return R"(type="Int64")"; }
const char* type_of(const Vec3&) { return R"(type="Float64" NumberOfComponents="3")"; }

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

std::string to_vtp(double time, const Vec3s& point, const std::vector<std::size_t>& end,
                   const std::vector<LineValues>& values) {
  std::vector<std::int64_t> connectivity(point.size()), offsets(end.begin(), end.end());
  for (std::size_t i = 0; i < point.size(); ++i) connectivity[i] = static_cast<std::int64_t>(i);
  std::string of_points, of_lines;
  for (const LineValues& column : values) {
    std::visit([&](const auto& numbers) { of_lines += array(column.name, numbers); }, column.values);
    if (const auto* numbers = std::get_if<Reals>(&column.values))
      of_points += array(column.name, at_points(*numbers, end));
  }
  return fmt::format(
             "<?xml version=\"1.0\"?>\n"
             "<VTKFile type=\"PolyData\" version=\"1.0\" byte_order=\"LittleEndian\" header_type=\"UInt64\">\n"
             "<PolyData>\n<FieldData>\n"
             "<DataArray Name=\"TimeValue\" type=\"Float64\" NumberOfTuples=\"1\" format=\"ascii\">{}</DataArray>\n"
             "</FieldData>\n"
             "<Piece NumberOfPoints=\"{}\" NumberOfVerts=\"0\" NumberOfLines=\"{}\" NumberOfStrips=\"0\" "
             "NumberOfPolys=\"0\">\n",
             time, point.size(), end.size()) +
         "<PointData>\n" + of_points + "</PointData>\n<CellData>\n" + of_lines + "</CellData>\n<Points>\n" +
         array("points", point) + "</Points>\n<Lines>\n" + array("connectivity", connectivity) +
         array("offsets", offsets) + "</Lines>\n</Piece>\n</PolyData>\n</VTKFile>\n";
}

}  // namespace rubble::store
