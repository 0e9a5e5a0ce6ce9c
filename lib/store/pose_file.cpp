#include "store/pose_file.hpp"

#include "base/error.hpp"
#include "base/printable.hpp"
#include "base/system.hpp"
#include "store/disk.hpp"
#include "store/text_reader.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace rubble::store {
namespace {

constexpr std::array<std::string_view, 7> kNames{"time", "x", "y", "z", "rx", "ry", "rz"};
constexpr std::size_t kPoseTime = 0, kPosePlace = 1, kPoseTurn = 4;

// (line) => its fields; those of `line` are separated by blanks.
std::vector<std::string_view> fields_of(std::string& line) {
  std::replace(line.begin(), line.end(), ',', ' ');
  return words_of(line);
}

// (header) => column of each field.
std::vector<std::size_t> columns_of(const TextReader& reader, const std::vector<std::string_view>& names) {
  std::vector<std::size_t> columns;
  for (const std::string_view name : names) {
    const auto found = std::find(kNames.begin(), kNames.end(), name);
    if (found == kNames.end())
      reader.fail(fmt::format("expected columns among {}, found '{}'", fmt::join(kNames, ","), shortened(name)));
    const auto column = static_cast<std::size_t>(found - kNames.begin());
    if (std::find(columns.begin(), columns.end(), column) != columns.end())
      reader.fail(fmt::format("the column '{}' occurs twice", name));
    columns.push_back(column);
  }
  if (std::find(columns.begin(), columns.end(), kPoseTime) == columns.end())
    reader.fail("expected a column 'time' in the first line, found none");
  return columns;
}

void add_pose(const TextReader& reader, const std::vector<std::size_t>& columns,
              const std::vector<std::string_view>& words, PoseTable& table) {
  if (words.size() != columns.size())
    reader.fail(fmt::format("expected {} fields, found {}", columns.size(), words.size()));
  std::array<double, kNames.size()> value{};
  for (std::size_t k = 0; k < words.size(); ++k) value[columns[k]] = reader.number(words[k], kNames[columns[k]]);
  if (!table.time.empty() && !(value[kPoseTime] > table.time.back()))
    reader.fail(fmt::format("expected a time above {} s, found {} s", table.time.back(), value[kPoseTime]));
  table.time.push_back(value[kPoseTime]);
  table.displacement.emplace_back(value[kPosePlace], value[kPosePlace + 1], value[kPosePlace + 2]);
  table.rotation.emplace_back(value[kPoseTurn], value[kPoseTurn + 1], value[kPoseTurn + 2]);
}

}  // namespace

PoseTable parse_poses(std::string_view text, const std::string& name) {
  TextReader reader{text, name};
  PoseTable table;
  std::string_view found;
  std::string line;
  std::vector<std::size_t> columns;
  while (reader.next(found)) {
    if (found.starts_with('#')) continue;
    line = found;
    const std::vector<std::string_view> words = fields_of(line);
    if (columns.empty())
      columns = columns_of(reader, words);
    else
      add_pose(reader, columns, words, table);
  }
  if (table.time.size() < 2)
    throw InputError(fmt::format("{}: expected at least two poses, found {}", name, table.time.size()));
  return table;
}

PoseFile read_poses(const std::string& path) {
  const std::string bytes = read_bytes(path);
  return {parse_poses(bytes, input_name(path)), sha256(bytes)};
}

}  // namespace rubble::store
