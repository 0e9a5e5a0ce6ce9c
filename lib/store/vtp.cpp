#include "store/vtp.hpp"

#include "base/deflate.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <numeric>
#include <string_view>

#include <fmt/format.h>

namespace rubble::store {
namespace {

static_assert(std::endian::native == std::endian::little, "the header says LittleEndian");

constexpr std::size_t kBlock = 32768;  // bytes in one compressed block, as in VTK: a multiple of 8 bytes
constexpr int kLevel = 6;              // zlib's default compromise of time and size

void append_word(std::string& bytes, std::uint64_t word) {
  char raw[sizeof word];
  std::memcpy(raw, &word, sizeof word);
  bytes.append(raw, sizeof word);
}

// (bytes of an array) => the format of vtkZLibDataCompressor: number of blocks, size of a block, size of the last block
// (0: complete), compressed size of each block; then the blocks.
std::string compressed(std::string_view raw) {
  const std::size_t last = raw.size() % kBlock;
  std::string sizes;
  std::string blocks;
  for (std::size_t at = 0; at < raw.size(); at += kBlock) {
    const std::string block = deflated(raw.substr(at, kBlock), kLevel);
    append_word(sizes, block.size());
    blocks += block;
  }
  std::string bytes;
  append_word(bytes, sizes.size() / sizeof(std::uint64_t));
  append_word(bytes, kBlock);
  append_word(bytes, last);
  return bytes + sizes + blocks;
}

const char* type_of(double) { return R"(type="Float64")"; }
const char* type_of(std::int64_t) { return R"(type="Int64")"; }
const char* type_of(const Vec3&) { return R"(type="Float64" NumberOfComponents="3")"; }
const char* type_of(const Quaternion&) { return R"(type="Float64" NumberOfComponents="4")"; }

template <class T>
std::string_view bytes_of(const std::vector<T>& values) {
  static_assert(sizeof(T) % 8 == 0, "no bytes between the numbers");
  return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T)};
}

// The arrays of a file, which follow its XML.
struct Appended {
  std::string bytes;

  // => the element that describes the array in the XML.
  template <class T>
  std::string array(const std::string& name, const std::vector<T>& values) {
    const std::string element = fmt::format("<DataArray Name=\"{}\" {} format=\"appended\" offset=\"{}\"/>\n", name,
                                            type_of(T{}), bytes.size());
    bytes += compressed(bytes_of(values));
    return element;
  }

  std::string arrays(const std::vector<CellValues>& values) {
    std::string text;
    for (const CellValues& column : values)
      std::visit([&](const auto& numbers) { text += array(column.name, numbers); }, column.values);
    return text;
  }
};

// The value of each line, repeated for each of its points.
Reals at_points(const Reals& values, const std::vector<std::size_t>& end) {
  Reals spread;
  for (std::size_t line = 0; line < values.size(); ++line) spread.resize(end[line], values[line]);
  return spread;
}

// Contents of a file except its arrays.
struct Parts {
  double time = 0;                   // [s]
  std::string kind;                  // kind of the cells: "Verts", "Lines" or "Polys"
  std::vector<std::int64_t> corner;  // corners of all cells in sequence
  std::vector<std::int64_t> end;     // for each cell: index one past its last corner
  std::string of_points, of_cells;   // elements of the arrays of points and of cells
};

std::string poly_data(const Parts& parts, const Vec3s& point, Appended appended) {
  const auto count = [&](const char* cells) { return parts.kind == cells ? parts.end.size() : 0; };
  const std::string points = appended.array("points", point);
  const std::string cells = appended.array("connectivity", parts.corner) + appended.array("offsets", parts.end);
  return fmt::format(
             "<?xml version=\"1.0\"?>\n"
             "<VTKFile type=\"PolyData\" version=\"1.0\" byte_order=\"LittleEndian\" header_type=\"UInt64\" "
             "compressor=\"vtkZLibDataCompressor\">\n"
             "<PolyData>\n<FieldData>\n"
             "<DataArray Name=\"TimeValue\" type=\"Float64\" NumberOfTuples=\"1\" format=\"ascii\">{}</DataArray>\n"
             "</FieldData>\n"
             "<Piece NumberOfPoints=\"{}\" NumberOfVerts=\"{}\" NumberOfLines=\"{}\" NumberOfStrips=\"0\" "
             "NumberOfPolys=\"{}\">\n",
             parts.time, point.size(), count("Verts"), count("Lines"), count("Polys")) +
         "<PointData>\n" + parts.of_points + "</PointData>\n<CellData>\n" + parts.of_cells + "</CellData>\n<Points>\n" +
         points + "</Points>\n<" + parts.kind + ">\n" + cells + "</" + parts.kind +
         ">\n</Piece>\n</PolyData>\n<AppendedData encoding=\"raw\">\n_" + appended.bytes +
         "\n</AppendedData>\n</VTKFile>\n";
}

std::vector<std::int64_t> counting_up(std::size_t n, std::int64_t first) {
  std::vector<std::int64_t> numbers(n);
  std::iota(numbers.begin(), numbers.end(), first);
  return numbers;
}

}  // namespace

std::string to_vtp(double time, const Vec3s& point, const std::vector<CellValues>& values) {
  Appended appended;
  Parts parts{time, "Verts", counting_up(point.size(), 0), counting_up(point.size(), 1), "", ""};
  parts.of_points = appended.arrays(values);
  return poly_data(parts, point, std::move(appended));
}

std::string to_vtp(double time, const Vec3s& point, const std::vector<std::size_t>& end,
                   const std::vector<CellValues>& values) {
  Appended appended;
  Parts parts{time, "Lines", counting_up(point.size(), 0), {end.begin(), end.end()}, "", ""};
  for (const CellValues& column : values)
    if (const auto* numbers = std::get_if<Reals>(&column.values))
      parts.of_points += appended.array(column.name, at_points(*numbers, end));
  parts.of_cells = appended.arrays(values);
  return poly_data(parts, point, std::move(appended));
}

std::string to_vtp(double time, const Vec3s& point, const std::vector<Index>& corner,
                   const std::vector<std::size_t>& end, const std::vector<CellValues>& values) {
  Appended appended;
  Parts parts{time, "Polys", {corner.begin(), corner.end()}, {end.begin(), end.end()}, "", ""};
  parts.of_cells = appended.arrays(values);
  return poly_data(parts, point, std::move(appended));
}

}  // namespace rubble::store
