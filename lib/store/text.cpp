#include "store/text.hpp"

#include "base/error.hpp"
#include "base/printable.hpp"
#include "base/system.hpp"
#include "base/words.hpp"
#include "model/bodies.hpp"
#include "model/grains.hpp"
#include "store/body_table.hpp"
#include "store/disk.hpp"
#include "store/obj.hpp"

#include <algorithm>
#include <iterator>
#include <limits>
#include <optional>

#include <fmt/format.h>

namespace rubble::store {
namespace {

std::vector<std::string_view> split(std::string_view line, char separator) {
  std::vector<std::string_view> fields;
  for (;;) {
    const auto end = line.find(separator);
    fields.push_back(trimmed(line.substr(0, end)));
    if (end == line.npos) return fields;
    line.remove_prefix(end + 1);
  }
}

// What tables of hulls have behind the columns of spheres: row of the shape, -1: a sphere; its frame => axes of the
// pile.
constexpr std::string_view kHullColumns = "shape,qw,qx,qy,qz";
constexpr std::string_view kHullProperties = "shape:I:1:orientation:R:4";

[[noreturn]] void refuse_hulls(const TextReader& reader, std::string_view word) {
  reader.fail(
      fmt::format("column '{}' is of a table of hulls, which has no faces: hulls are read from OBJ, PLY or STL", word));
}

// (header line of CSV) => for each field of a line, which column it is
std::vector<std::size_t> csv_columns(const TextReader& reader, std::string_view header) {
  const std::vector<std::string_view> known(kColumnNames.begin(), kColumnNames.end());
  std::vector<std::size_t> columns;
  for (const std::string_view word : split(header, ',')) {
    const auto found = std::find(known.begin(), known.end(), word);
    if (found == known.end() && word == "shape") refuse_hulls(reader, word);
    if (found == known.end())
      reader.fail(fmt::format("unknown column '{}'{}", shortened(word), hint(word, known, "columns")));
    columns.push_back(static_cast<std::size_t>(found - known.begin()));
  }
  return columns;
}

// A property of extended XYZ: its type (I: integer, R: real) and the columns that it holds.
struct Property {
  std::string_view name;
  char type;
  std::size_t first, count;
};
constexpr std::array<Property, 8> kProperties = {{{"id", 'I', kId, 1},
                                                  {"pos", 'R', kPosition, 3},
                                                  {"radius", 'R', kRadius, 1},
                                                  {"mass", 'R', kMass, 1},
                                                  {"velo", 'R', kVelocity, 3},
                                                  {"omega", 'R', kSpin, 3},
                                                  {"grain", 'I', kGrain, 1},
                                                  {"excess", 'R', kExcess, 6}}};
constexpr std::string_view kNumberOfBodies = "the number of bodies";
constexpr std::size_t kAlways = 6;  // what a pile of free spheres has

// ("id:I:1:pos:R:3...") => for each field of a line, which column it is
std::vector<std::size_t> xyz_columns(const TextReader& reader, std::string_view properties) {
  const std::vector<std::string_view> words = split(properties, ':');
  if (words.size() % 3 != 0) reader.fail("Properties is not a list of name:type:count");
  std::vector<std::size_t> columns;
  for (std::size_t w = 0; w < words.size(); w += 3) {
    const auto known = std::find_if(kProperties.begin(), kProperties.end(),
                                    [&](const Property& property) { return property.name == words[w]; });
    if (known == kProperties.end() && words[w] == "shape") refuse_hulls(reader, words[w]);
    if (known == kProperties.end()) {
      std::vector<std::string_view> names;
      for (const Property& property : kProperties) names.push_back(property.name);
      reader.fail(fmt::format("unknown property '{}'{}", shortened(words[w]), hint(words[w], names, "properties")));
    }
    if (words[w + 1] != std::string_view(&known->type, 1) || words[w + 2] != std::to_string(known->count))
      reader.fail(fmt::format("property '{}': expected {}:{}:{}", words[w], words[w], known->type, known->count));
    for (std::size_t k = 0; k < known->count; ++k) columns.push_back(known->first + k);
  }
  return columns;
}

// (comment line of extended XYZ, key) => its value, without quotes; nothing if the key is not there
std::optional<std::string_view> value_of(std::string_view comment, std::string_view key) {
  while (!comment.empty()) {
    const auto equals = comment.find('=');
    if (equals == comment.npos) return std::nullopt;
    std::string_view name = trimmed(comment.substr(0, equals));
    if (const auto space = name.find_last_of(" \t"); space != name.npos) name.remove_prefix(space + 1);
    comment.remove_prefix(equals + 1);
    const bool quoted = comment.starts_with('"');
    if (quoted) comment.remove_prefix(1);
    const auto end = std::min(comment.find_first_of(quoted ? "\"" : " \t"), comment.size());
    if (name == key) return comment.substr(0, end);
    comment.remove_prefix(std::min(end + 1, comment.size()));
  }
  return std::nullopt;
}

void append(std::string& text, char separator, double value) {
  text += separator;
  fmt::format_to(std::back_inserter(text), "{}", value);  // shortest digits that read back as the same bits
}
void append(std::string& text, char separator, const Vec3& v) {
  for (int axis = 0; axis < 3; ++axis) append(text, separator, v[axis]);
}
// What a body's own inertia has beside a sphere's.
void append_excess(std::string& text, char separator, const Pile& pile, std::size_t i) {
  const Model& model = pile.model;
  Mat3 excess = Mat3::Zero();
  if (const Index g = model.grain_of(i); g >= 0 && leads(model, i))
    excess = excess_in_space(model, pile.state, static_cast<std::size_t>(g));
  for (const double component : tensor_of(excess)) append(text, separator, component);
}

// Row of its shape and its frame as a quaternion, in the order that the format has.
void append_hull(std::string& text, char separator, const Pile& pile, std::size_t i, std::string_view order) {
  fmt::format_to(std::back_inserter(text), "{}{}", separator, pile.model.is_hull(i) ? pile.model.shape[i] : -1);
  const Quaternion turn = turn_of(pile.model, pile.state, i);
  for (const char part : order) {
    const std::size_t k = std::string_view("xyzw").find(part);
    append(text, separator, turn.coeffs()[static_cast<Eigen::Index>(k)]);
  }
}

bool has_excess(const Model& model) {
  return std::any_of(model.grains.begin(), model.grains.end(), [](const Grain& g) { return !g.excess.isZero(0); });
}

}  // namespace

TextPile parse_csv(std::string_view text, const std::string& name, const std::string& material) {
  TextReader reader{text, name};
  std::string_view line;
  if (!reader.next(line)) throw InputError(name + ": error: the file is empty");
  BodyTable table(reader, csv_columns(reader, line));
  while (reader.next(line)) table.add(reader, split(line, ','));
  return table.finish(reader, material);
}

TextPile parse_xyz(std::string_view text, const std::string& name, const std::string& material) {
  TextReader reader{text, name};
  std::string_view line;
  if (!reader.next(line)) throw InputError(name + ": error: the file is empty");
  const std::int64_t count = reader.whole_number(line, kNumberOfBodies);
  if (!reader.next(line)) reader.fail("the line after it, which names the properties, is missing");
  const std::optional<std::string_view> properties = value_of(line, "Properties");
  if (!properties) reader.fail("the line names no Properties=...");
  const double time = reader.number(value_of(line, "Time").value_or("0"), "Time");
  BodyTable table(reader, xyz_columns(reader, *properties));
  std::int64_t bodies = 0;
  while (reader.next(line)) {
    if (++bodies > count)
      reader.fail(fmt::format("there are more bodies than the {} that the first line names", count));
    table.add(reader, words_of(line));
  }
  if (bodies < count) reader.fail(fmt::format("{} bodies, but the first line names {}", bodies, count));
  TextPile result = table.finish(reader, material);
  result.pile.state.time = time;
  return result;
}

namespace {

bool is_mesh(const TextForm& form) { return form.format != "csv" && form.format != "xyz"; }

// (first bytes of a text, its format, its name) => any number of bytes; refuses what does not begin as it must
std::uint64_t limit_of(std::string_view head, const std::string& format, const std::string& name) {
  if (format == "ply" || format == "stl") return std::numeric_limits<std::uint64_t>::max();  // may be binary
  if (head.find('\0') != head.npos)
    throw InputError(name + ": expected a table of bodies as text, found something else");
  TextReader reader{head, name};
  std::string_view line;
  if (!reader.next(line)) return std::numeric_limits<std::uint64_t>::max();
  if (format == "xyz") reader.whole_number(line, kNumberOfBodies);
  if (format == "csv") csv_columns(reader, line);
  return std::numeric_limits<std::uint64_t>::max();
}

TextPile parse(std::string_view text, const std::string& name, const TextForm& form) {
  if (form.format == "xyz") return parse_xyz(text, name, form.material);
  if (is_mesh(form)) return parse_hulls(text, form.format, name, form.material, form.density);
  return parse_csv(text, name, form.material);
}

}  // namespace

TextPile read_text(const std::string& path, const TextForm& form) {
  const std::string name = input_name(path);
  const std::string text = read_bytes(path, [&](std::string_view head) { return limit_of(head, form.format, name); });
  TextPile result = parse(text, name, form);
  result.hash = sha256(text);
  return result;
}

std::string to_csv(const Pile& pile, const std::vector<Labels>& more) {
  const bool grains = !pile.model.grains.empty(), excess = has_excess(pile.model), hulls = has_hulls(pile.model);
  const auto columns = excess ? kColumns : grains ? kExcess : kGrain;
  std::string text = fmt::format("{}", fmt::join(kColumnNames.begin(), kColumnNames.begin() + columns, ","));
  if (hulls) text += fmt::format(",{}", kHullColumns);
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
    if (excess) append_excess(text, ',', pile, i);
    if (hulls) append_hull(text, ',', pile, i, "wxyz");
    for (const Labels& labels : more) fmt::format_to(std::back_inserter(text), ",{}", labels.of_body[i]);
    text += '\n';
  }
  return text;
}

SpaceBox cell_around(const Pile& pile) {
  SpaceBox cell{Vec3::Constant(std::numeric_limits<double>::infinity()),
                Vec3::Constant(-std::numeric_limits<double>::infinity())};
  for (std::size_t i = 0; i < pile.size(); ++i) {
    const shape::Extents own = extents(pile.model, pile.state, i, Vec3::Zero());
    cell = joined(cell, {own.low, own.high});
  }
  return cell;
}

SpaceBox joined(const SpaceBox& a, const SpaceBox& b) { return {a.low.cwiseMin(b.low), a.high.cwiseMax(b.high)}; }

std::string to_xyz(const Pile& pile, const SpaceBox& cell) {
  const bool grains = !pile.model.grains.empty(), excess = has_excess(pile.model), hulls = has_hulls(pile.model);
  const std::size_t properties = kAlways + (excess ? 2 : grains ? 1 : 0);
  const Vec3 size = cell.high - cell.low;
  std::string text = fmt::format("{}\n", pile.size());
  text += fmt::format("Lattice=\"{} 0 0 0 {} 0 0 0 {}\" ", size.x(), size.y(), size.z());
  text += fmt::format("Origin=\"{} {} {}\" pbc=\"F F F\" ", cell.low.x(), cell.low.y(), cell.low.z());
  text += "Properties=";
  for (std::size_t p = 0; p < properties; ++p)
    text += fmt::format("{}{}:{}:{}", p ? ":" : "", kProperties[p].name, kProperties[p].type, kProperties[p].count);
  if (hulls) text += fmt::format(":{}", kHullProperties);
  text += fmt::format(" Time={}\n", pile.state.time);
  for (std::size_t i = 0; i < pile.size(); ++i) {
    fmt::format_to(std::back_inserter(text), "{}", pile.model.id[i]);
    append(text, ' ', pile.state.position[i]);
    append(text, ' ', pile.model.radius[i]);
    append(text, ' ', pile.model.mass[i]);
    append(text, ' ', pile.state.velocity[i]);
    append(text, ' ', pile.state.spin[i]);
    if (grains) fmt::format_to(std::back_inserter(text), " {}", pile.model.grain_of(i));
    if (excess) append_excess(text, ' ', pile, i);
    if (hulls) append_hull(text, ' ', pile, i, "xyzw");
    text += '\n';
  }
  return text;
}

std::string to_xyz(const Pile& pile) { return to_xyz(pile, cell_around(pile)); }

}  // namespace rubble::store
