#include "store/text.hpp"

#include "base/error.hpp"
#include "base/printable.hpp"
#include "base/words.hpp"
#include "store/disk.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <iterator>
#include <limits>
#include <numbers>
#include <numeric>
#include <system_error>

#include <fmt/format.h>

namespace rubble::store {
namespace {

enum Column : std::size_t { kId, kMass, kRadius, kPosition, kVelocity = 6, kSpin = 9, kColumns = 12 };
constexpr std::size_t kNeeded = 6;  // id, m, r, x, y, z
constexpr std::array<std::string_view, kColumns> kNames = {"id", "m",  "r",  "x",  "y",  "z",
                                                           "vx", "vy", "vz", "wx", "wy", "wz"};

std::string_view trimmed(std::string_view s) {
  const auto begin = s.find_first_not_of(" \t\r");
  if (begin == s.npos) return {};
  return s.substr(begin, s.find_last_not_of(" \t\r") - begin + 1);
}

std::vector<std::string_view> split(std::string_view line) {
  std::vector<std::string_view> fields;
  for (;;) {
    const auto comma = line.find(',');
    fields.push_back(trimmed(line.substr(0, comma)));
    if (comma == line.npos) return fields;
    line.remove_prefix(comma + 1);
  }
}

std::string_view nearest_name(std::string_view word) {
  return *std::min_element(kNames.begin(), kNames.end(), [&](std::string_view a, std::string_view b) {
    return edit_distance(word, a) < edit_distance(word, b);
  });
}

// One CSV text being read: hands out lines, and says where it is when something is wrong.
struct Reader {
  std::string_view rest;
  const std::string& name;
  std::size_t line = 0;

  [[noreturn]] void fail(const std::string& message) const {
    throw InputError(fmt::format("{}:{}: error: {}", name, line, message));
  }

  // => whether there was another line that is not blank
  bool next(std::string_view& text) {
    while (!rest.empty()) {
      const auto end = rest.find('\n');
      text = trimmed(rest.substr(0, end));
      rest.remove_prefix(end == rest.npos ? rest.size() : end + 1);
      ++line;
      if (!text.empty()) return true;
    }
    return false;
  }

  template <class T>
  T number(std::string_view text, std::string_view column) const {
    const std::string_view digits = text.starts_with('+') && !text.starts_with("+-") ? text.substr(1) : text;
    T value{};
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (error == std::errc::result_out_of_range)
      fail(fmt::format("column {}: '{}' is out of range", column, shortened(text)));
    if (error != std::errc() || end != digits.data() + digits.size())
      fail(fmt::format("column {}: '{}' is not {}", column, shortened(text),
                       std::is_integral_v<T> ? "a whole number" : "a number"));
    if constexpr (std::is_floating_point_v<T>)
      if (!std::isfinite(value)) fail(fmt::format("column {}: '{}' is not finite", column, shortened(text)));
    return value;
  }

  double positive(std::string_view text, std::string_view column) const {
    const double value = number<double>(text, column);
    if (!(value > 0)) fail(fmt::format("column {}: {} is not positive", column, text));
    return value;
  }
};

// (header line) => for each field of a line, which column it is
std::vector<std::size_t> read_header(const Reader& reader, std::string_view header) {
  std::vector<std::size_t> columns;
  for (const std::string_view word : split(header)) {
    const auto found = std::find(kNames.begin(), kNames.end(), word);
    if (found == kNames.end())
      reader.fail(fmt::format("unknown column '{}'; the nearest one is '{}'", shortened(word), nearest_name(word)));
    const auto column = static_cast<std::size_t>(found - kNames.begin());
    if (std::find(columns.begin(), columns.end(), column) != columns.end())
      reader.fail(fmt::format("column '{}' is there twice", word));
    columns.push_back(column);
  }
  for (std::size_t c = 0; c < kNeeded; ++c)
    if (std::find(columns.begin(), columns.end(), c) == columns.end())
      reader.fail(fmt::format("column '{}' is missing", kNames[c]));
  return columns;
}

void require_unique(const std::vector<std::int64_t>& id, const std::vector<std::size_t>& lines, Reader reader) {
  std::vector<std::size_t> order(id.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return id[a] < id[b]; });
  const auto twin =
      std::adjacent_find(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return id[a] == id[b]; });
  if (twin == order.end()) return;
  reader.line = lines[*(twin + 1)];
  reader.fail(fmt::format("column id: {} is there already, in line {}", id[*twin], lines[*twin]));
}

void append(std::string& text, char separator, double value) {
  text += separator;
  fmt::format_to(std::back_inserter(text), "{}", value);  // shortest digits that read back as the same bits
}
void append(std::string& text, char separator, const Vec3& v) {
  for (int axis = 0; axis < 3; ++axis) append(text, separator, v[axis]);
}

}  // namespace

CsvPile parse_csv(std::string_view text, const std::string& name, const std::string& material) {
  Reader reader{text, name};
  std::string_view line;
  if (!reader.next(line)) throw InputError(name + ": error: the file is empty");
  const std::vector<std::size_t> columns = read_header(reader, line);

  CsvPile result;
  Model& model = result.pile.model;
  State& state = result.pile.state;
  std::vector<std::size_t> lines;
  double mass = 0, volume = 0, lightest = 0, densest = 0;
  while (reader.next(line)) {
    const std::vector<std::string_view> fields = split(line);
    if (fields.size() != columns.size())
      reader.fail(fmt::format("{} fields, but the header names {} columns", fields.size(), columns.size()));
    std::array<double, kColumns> value{};
    for (std::size_t f = 0; f < fields.size(); ++f) {
      const std::size_t c = columns[f];
      if (c == kId) {
        model.id.push_back(reader.number<std::int64_t>(fields[f], kNames[c]));
        if (model.id.back() < 0) reader.fail(fmt::format("column id: {} is negative", fields[f]));
      } else {
        value[c] = c == kMass || c == kRadius ? reader.positive(fields[f], kNames[c])
                                              : reader.number<double>(fields[f], kNames[c]);
      }
    }
    lines.push_back(reader.line);
    const double r = value[kRadius], v = 4.0 / 3.0 * std::numbers::pi * r * r * r, density = value[kMass] / v;
    if (!(density > 0 && std::isfinite(density)))
      reader.fail(
          fmt::format("mass {} in a sphere of radius {} has no density in the range of numbers", value[kMass], r));
    lightest = model.mass.empty() ? density : std::min(lightest, density);
    densest = std::max(densest, density);
    mass += value[kMass], volume += v;
    model.mass.push_back(value[kMass]);
    model.radius.push_back(r);
    state.position.emplace_back(value[kPosition], value[kPosition + 1], value[kPosition + 2]);
    state.velocity.emplace_back(value[kVelocity], value[kVelocity + 1], value[kVelocity + 2]);
    state.spin.emplace_back(value[kSpin], value[kSpin + 1], value[kSpin + 2]);
  }
  if (model.size() == 0) throw InputError(name + ": error: there is no body after the header");
  require_unique(model.id, lines, reader);
  model.material.assign(model.size(), 0);
  model.materials = {{material, mass / volume}};
  result.density_spread = (densest - lightest) / model.materials[0].density;
  return result;
}

namespace {

// (first bytes of a table, its name) => any number of bytes; refuses what does not begin with a header
std::uint64_t limit_of(std::string_view head, const std::string& name) {
  if (head.find('\0') != head.npos)
    throw InputError(name + ": expected a table of bodies as text, found something else");
  Reader reader{head, name};
  std::string_view line;
  if (reader.next(line)) read_header(reader, line);
  return std::numeric_limits<std::uint64_t>::max();
}

}  // namespace

CsvPile read_csv(const std::string& path, const std::string& material) {
  const std::string name = path == "-" ? "standard input" : path;
  const std::string text = read_bytes(path, [&](std::string_view head) { return limit_of(head, name); });
  CsvPile result = parse_csv(text, name, material);
  result.hash = sha256(text);
  return result;
}

std::string to_csv(const Pile& pile, const std::vector<Labels>& more) {
  std::string text = fmt::format("{}", fmt::join(kNames, ","));
  const bool grains = !pile.model.grains.empty();
  if (grains) text += ",grain";
  for (const Labels& labels : more) text += ',' + labels.name;
  text += '\n';
  for (std::size_t i = 0; i < pile.size(); ++i) {
    fmt::format_to(std::back_inserter(text), "{}", pile.model.id[i]);
    append(text, ',', pile.model.mass[i]);
    append(text, ',', pile.model.radius[i]);
    append(text, ',', pile.state.position[i]);
    append(text, ',', pile.state.velocity[i]);
    append(text, ',', pile.state.spin[i]);
    if (grains) fmt::format_to(std::back_inserter(text), ",{}", pile.model.grain_of(i));
    for (const Labels& labels : more) fmt::format_to(std::back_inserter(text), ",{}", labels.of_body[i]);
    text += '\n';
  }
  return text;
}

std::string to_xyz(const Pile& pile) {
  const bool grains = !pile.model.grains.empty();
  std::string text = fmt::format("{}\nProperties=id:I:1:pos:R:3:radius:R:1:mass:R:1:velo:R:3:omega:R:3{} Time={}\n",
                                 pile.size(), grains ? ":grain:I:1" : "", pile.state.time);
  for (std::size_t i = 0; i < pile.size(); ++i) {
    fmt::format_to(std::back_inserter(text), "{}", pile.model.id[i]);
    append(text, ' ', pile.state.position[i]);
    append(text, ' ', pile.model.radius[i]);
    append(text, ' ', pile.model.mass[i]);
    append(text, ' ', pile.state.velocity[i]);
    append(text, ' ', pile.state.spin[i]);
    if (grains) fmt::format_to(std::back_inserter(text), " {}", pile.model.grain_of(i));
    text += '\n';
  }
  return text;
}

}  // namespace rubble::store
