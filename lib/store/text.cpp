#include "store/text.hpp"

#include "base/error.hpp"
#include "base/printable.hpp"
#include "base/system.hpp"
#include "base/words.hpp"
#include "model/bodies.hpp"
#include "model/grains.hpp"
#include "store/body_table.hpp"
#include "store/disk.hpp"
#include "store/lammps.hpp"
#include "store/obj.hpp"

#include <algorithm>
#include <charconv>
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

// Additional columns in tables of hulls: index of the shape, -1 for a sphere; rotation from its frame to the axes of
// the pile.
constexpr std::string_view kHullColumns = "shape,qw,qx,qy,qz";
constexpr std::string_view kHullProperties = "shape:I:1:orientation:R:4";
// Additional columns of piles whose materials do not follow from the masses of the bodies.
constexpr std::string_view kMaterialColumns = "density,material";
constexpr std::string_view kMaterialProperties = "density:R:1:material:S:1";

// A table's fields are separated by commas, or by blanks if there are no commas.
std::vector<std::string_view> fields_of_line(std::string_view line) {
  return line.find(',') == line.npos ? words_of(line) : split(line, ',');
}

// numpy.savetxt and others begin a header with "#".
std::string_view without_mark(std::string_view header) {
  return header.starts_with('#') ? trimmed(header.substr(1)) : header;
}

bool is_number(std::string_view word) {
  double value = 0;
  return std::from_chars(word.data(), word.data() + word.size(), value).ec != std::errc::invalid_argument;
}

// (header line of CSV, units of the file) => meaning of each field of a line
std::vector<TableField> csv_fields(const TextReader& reader, std::string_view header, const BaseUnits& units) {
  std::vector<std::string_view> known(kColumnNames.begin(), kColumnNames.end());
  known.insert(known.end(), kMoreColumnNames.begin(), kMoreColumnNames.end());
  std::vector<TableField> fields;
  const std::vector<std::string_view> words = fields_of_line(without_mark(header));
  if (std::all_of(words.begin(), words.end(), is_number))
    reader.fail("the first line has numbers: add a header, or name the columns with --columns x,y,z,...");
  for (const std::string_view word : words) {
    const std::size_t column = column_named(word);
    if (column == kPassedOver)
      reader.fail(fmt::format("unknown column '{}'{}", shortened(word), hint(word, known, "columns")));
    fields.push_back({column, units.of(column), 0});
  }
  return fields;
}

// A property of extended XYZ: its type (I: integer, R: real, S: word) and the columns that it holds.
struct Property {
  std::string_view name;
  char type;
  std::size_t first, count;
};
constexpr std::array<Property, 12> kProperties = {{{"id", 'I', kId, 1},
                                                   {"pos", 'R', kPosition, 3},
                                                   {"radius", 'R', kRadius, 1},
                                                   {"mass", 'R', kMass, 1},
                                                   {"velo", 'R', kVelocity, 3},
                                                   {"omega", 'R', kSpin, 3},
                                                   {"grain", 'I', kGrain, 1},
                                                   {"excess", 'R', kExcess, 6},
                                                   {"density", 'R', kDensity, 1},
                                                   {"material", 'S', kMaterial, 1},
                                                   {"shape", 'I', kShape, 1},
                                                   {"orientation", 'R', kTurn, 4}}};
// Columns of an orientation, whose order in extended XYZ is that of OVITO: x, y, z, w.
constexpr std::array<std::size_t, 4> kTurnColumns{kTurn + 1, kTurn + 2, kTurn + 3, kTurn};
// Alternative names of properties, used by ASE and other programs.
constexpr std::pair<std::string_view, std::string_view> kPropertyAliases[] = {
    {"positions", "pos"},   {"masses", "mass"},   {"Mass", "mass"}, {"radii", "radius"},  {"Radius", "radius"},
    {"velocities", "velo"}, {"velocity", "velo"}, {"vel", "velo"},  {"Velocity", "velo"},
};
constexpr std::string_view kNumberOfBodies = "the number of bodies";
constexpr std::size_t kAlways = 6;         // number of properties of a pile of free spheres
constexpr std::size_t kMostFields = 1000;  // largest number of columns of one property

// ("id:I:1:pos:R:3...", units of the file) => meaning of each field of a line; names of unknown properties
std::vector<TableField> xyz_fields(const TextReader& reader, std::string_view properties, const BaseUnits& units,
                                   std::vector<std::string>& passed_over) {
  const std::vector<std::string_view> words = split(properties, ':');
  if (words.size() % 3 != 0) reader.fail("'Properties' is not a list of name:type:count");
  std::vector<TableField> fields;
  for (std::size_t w = 0; w < words.size(); w += 3) {
    std::string_view name = words[w];
    for (const auto& [alias, own] : kPropertyAliases)
      if (name == alias) name = own;
    const auto known = std::find_if(kProperties.begin(), kProperties.end(),
                                    [&](const Property& property) { return property.name == name; });
    if (known == kProperties.end()) {
      const std::int64_t count = reader.whole_number(words[w + 2], fmt::format("property '{}'", shortened(name)));
      if (count < 1 || count > static_cast<std::int64_t>(kMostFields))
        reader.fail(fmt::format("property '{}': the number of columns is {}, out of range", shortened(name), count));
      passed_over.push_back(shortened(name));
      fields.insert(fields.end(), static_cast<std::size_t>(count), {});
      continue;
    }
    const bool type = words[w + 1] == std::string_view(&known->type, 1) || (words[w + 1] == "I" && known->type == 'R');
    if (!type || words[w + 2] != std::to_string(known->count))
      reader.fail(fmt::format("property '{}': expected {}:{}:{}", words[w], words[w], known->type, known->count));
    for (std::size_t k = 0; k < known->count; ++k) {
      const std::size_t column = known->first == kTurn ? kTurnColumns[k] : known->first + k;
      fields.push_back({column, units.of(column), 0});
    }
  }
  return fields;
}

// (comment line of extended XYZ, key) => its value without quotes; nothing if the key does not exist
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

// (comment line of extended XYZ) => period of space along each axis in the text's unit, 0: open. It is that of Lattice
// for axes where pbc is T; without pbc, all axes of Lattice are periodic (https://github.com/libAtoms/extxyz). Refuses
// cells whose edges are not along x, y and z.
Vec3 xyz_period(const TextReader& reader, std::string_view comment) {
  const std::optional<std::string_view> lattice = value_of(comment, "Lattice"), pbc = value_of(comment, "pbc");
  const std::vector<std::string_view> flags = words_of(pbc.value_or(lattice ? "T T T" : "F F F"));
  const auto known = [](std::string_view flag) {
    return std::string_view("TF10").find(flag.substr(0, 1)) != flag.npos;
  };
  if (flags.size() != 3 || !std::ranges::all_of(flags, known))
    reader.fail(fmt::format("'pbc' must be three of T and F, not '{}'", shortened(*pbc)));
  const std::vector<std::string_view> edges = words_of(lattice.value_or(""));
  if (lattice && edges.size() != 9) reader.fail("'Lattice' must be nine numbers, three for each edge of the cell");
  Vec3 period = Vec3::Zero();
  for (std::size_t axis = 0; axis < 3; ++axis) {
    if (flags[axis].front() != 'T' && flags[axis].front() != '1') continue;
    if (!lattice) reader.fail("'pbc' has a T for a periodic axis, but 'Lattice' with the period is missing");
    for (std::size_t k = 0; k < 3; ++k)
      if (k != axis &&
          (reader.number(edges[3 * axis + k], "Lattice") != 0 || reader.number(edges[3 * k + axis], "Lattice") != 0))
        reader.fail("'Lattice': the edges of a periodic cell must lie along x, y and z");
    period[static_cast<Eigen::Index>(axis)] = reader.positive(edges[4 * axis], "Lattice");
  }
  return period;
}

void append(std::string& text, char separator, double value) {
  text += separator;
  fmt::format_to(std::back_inserter(text), "{}", value);  // shortest digits that read back as the same bits
}
void append(std::string& text, char separator, const Vec3& v) {
  for (int axis = 0; axis < 3; ++axis) append(text, separator, v[axis]);
}
// Appends Grain::excess along the inertial axes for the body that leads a grain, and 0 for others.
void append_excess(std::string& text, char separator, const Pile& pile, std::size_t i) {
  const Grouping& grouping = pile.state.grouping;
  Mat3 excess = Mat3::Zero();
  if (const Index g = grouping.grain_of(i); g >= 0 && leads(grouping, i))
    excess = excess_in_space(pile.state, static_cast<std::size_t>(g));
  for (const double component : tensor_of(excess)) append(text, separator, component);
}

// Appends the index of a hull's shape, and its orientation as a quaternion in the order of the format.
void append_hull(std::string& text, char separator, const Pile& pile, std::size_t i, std::string_view order) {
  fmt::format_to(std::back_inserter(text), "{}{}", separator, shape_index(pile.model, i));
  const Quaternion turn = turn_of(pile.model, pile.state, i);
  for (const char part : order) {
    const std::size_t k = std::string_view("xyzw").find(part);
    append(text, separator, turn.coeffs()[static_cast<Eigen::Index>(k)]);
  }
}

// Appends density and name of a body's material.
void append_material(std::string& text, char separator, const Pile& pile, const std::vector<std::string>& words,
                     std::size_t i) {
  const auto material = static_cast<std::size_t>(pile.model.material[i]);
  append(text, separator, pile.model.materials[material].density);
  text += separator;
  text += words[material];
}

bool has_excess(const Grouping& grouping) {
  const auto counts_once = [](const Grain& g) { return !g.excess.isZero(0); };
  return std::any_of(grouping.grains.begin(), grouping.grains.end(), counts_once);
}

}  // namespace

namespace {

BaseUnits units_of(const TextForm& form) { return form.units.empty() ? BaseUnits{} : base_units(form.units); }

// Reads the number of bodies at the beginning of a frame. => false at the end of the text
bool next_frame(TextReader& reader, std::int64_t& count, std::string_view& comment) {
  std::string_view line;
  if (!reader.next(line)) return false;
  count = reader.whole_number(line, kNumberOfBodies);
  if (!reader.next(comment)) reader.fail("the next line, with the properties, is missing");
  return true;
}

std::int64_t count_frames(TextReader reader) {
  std::int64_t frames = 0;
  std::int64_t count = 0;
  std::string_view line;
  while (next_frame(reader, count, line)) {
    ++frames;
    for (std::int64_t k = 0; k < count && reader.next(line); ++k) {
    }
  }
  return frames;
}

// True if the next line is a single word, as the number of bodies at the beginning of a frame is.
bool another_frame_follows(TextReader reader) {
  std::string_view line;
  return reader.next(line) && words_of(line).size() == 1;
}

}  // namespace

TextPile parse_csv(std::string_view text, const std::string& name, const std::string& material) {
  return parse_csv(text, name, {"csv", material});
}

TextPile parse_csv(std::string_view text, const std::string& name, const TextForm& form) {
  const BaseUnits units = units_of(form);
  const bool mapped = !form.columns.empty();
  TextReader reader{text, name};
  std::string_view line;
  if (!reader.next(line)) throw InputError(name + ": error: the file is empty");
  BodyTable table(reader, mapped ? fields_of(form.columns, units) : csv_fields(reader, line, units), form);
  const std::vector<std::string_view> first = fields_of_line(line);
  const bool header = !mapped || std::none_of(first.begin(), first.end(), is_number);
  for (bool there = !header || reader.next(line); there; there = reader.next(line))
    if (!line.starts_with('#')) table.add(reader, fields_of_line(line));
  return table.finish(reader);
}

TextPile parse_xyz(std::string_view text, const std::string& name, const std::string& material) {
  return parse_xyz(text, name, {"xyz", material});
}

TextPile parse_xyz(std::string_view text, const std::string& name, const TextForm& form) {
  TextReader reader{text, name};
  std::int64_t count = 0;
  std::string_view line;
  std::string_view comment;
  if (!next_frame(reader, count, comment)) throw InputError(name + ": error: the file is empty");
  if (form.frame) {
    const std::int64_t frames = count_frames({text, name});
    for (std::int64_t skipped = frame_number(*form.frame, frames, name); skipped > 0; --skipped) {
      for (std::int64_t k = 0; k < count; ++k) reader.next(line);
      next_frame(reader, count, comment);
    }
  }
  const std::optional<std::string_view> properties = value_of(comment, "Properties");
  if (!properties) reader.fail("missing Properties=... in this line");
  const BaseUnits units = units_of(form);
  const double time = units.time * reader.number(value_of(comment, "Time").value_or("0"), "Time");
  const Vec3 period = units.length * xyz_period(reader, comment);
  std::vector<std::string> passed_over;
  BodyTable table(reader, xyz_fields(reader, *properties, units, passed_over), form);
  std::int64_t bodies = 0;
  for (; bodies < count && reader.next(line); ++bodies) table.add(reader, words_of(line));
  if (bodies < count) reader.fail(fmt::format("expected {1} bodies as in the first line, found {0}", bodies, count));
  if (!form.frame && another_frame_follows(reader))
    throw InputError(fmt::format("{}: error: the file has {} frames: select one with --frame N, from 0; -1 is the last",
                                 name, count_frames({text, name})));
  if (!form.frame && reader.next(line))
    reader.fail(fmt::format("expected {} bodies as in the first line, found more", count));
  TextPile result = table.finish(reader);
  result.pile.state.time = time;
  result.passed_over = std::move(passed_over);
  result.pile.model.space.period = period;
  return result;
}

std::int64_t frame_number(int frame, std::int64_t frames, const std::string& name) {
  const std::int64_t number = frame < 0 ? frames + frame : frame;
  if (number < 0 || number >= frames)
    throw InputError(fmt::format("{}: error: no frame {}: the file has {} frames", name, frame, frames));
  return number;
}

namespace {

// (text of an unknown format) => "dump", "data" or "csv".
std::string format_by_content(std::string_view text) {
  if (begins_as_dump(text)) return "dump";
  return begins_as_data(text) ? "data" : "csv";
}

bool is_mesh(const std::string& format) { return format == "obj" || format == "ply" || format == "stl"; }

// (first bytes of a text, its form, its name) => InputError for an invalid beginning.
void require_sound_beginning(std::string_view head, const TextForm& form, const std::string& name) {
  if (form.format == "ply" || form.format == "stl") return;  // may be binary
  if (head.find('\0') != head.npos) throw InputError(name + ": expected a table of bodies as text, found binary data");
  const std::string format = form.format.empty() ? format_by_content(head) : form.format;
  TextReader reader{head, name};
  std::string_view line;
  if (!reader.next(line)) return;
  if (format == "xyz") reader.whole_number(line, kNumberOfBodies);
  if (format == "csv" && form.columns.empty()) csv_fields(reader, line, {});
}

TextPile parse(std::string_view text, const std::string& name, const TextForm& form) {
  const std::string format = form.format.empty() ? format_by_content(text) : form.format;
  if (!form.columns.empty() && format != "csv")
    throw InputError(name + ": --columns applies only to tables: this format names its columns");
  if (form.frame && format != "xyz" && format != "dump")
    throw InputError(name + ": --frame applies only to extended XYZ and dumps of LAMMPS");
  if (format == "xyz") return parse_xyz(text, name, form);
  if (format == "dump") return parse_dump(text, name, form);
  if (format == "data") return parse_data(text, name, form);
  if (is_mesh(format)) return parse_hulls(text, format, name, form.material, form.density);
  return parse_csv(text, name, form);
}

}  // namespace

TextPile read_text(const std::string& path, const TextForm& form) {
  const std::string name = input_name(path);
  constexpr std::uint64_t kAnySize = std::numeric_limits<std::uint64_t>::max();
  const std::string text = read_bytes(path, [&](std::string_view head) {
    require_sound_beginning(head, form, name);
    return kAnySize;
  });
  TextPile result = parse(text, name, form);
  result.hash = sha256(text);
  return result;
}

std::string to_csv(const Pile& pile, const std::vector<Labels>& more) {
  const bool grains = !pile.state.grouping.grains.empty(), excess = has_excess(pile.state.grouping),
             hulls = has_oriented_bodies(pile.model), materials = needs_material_columns(pile);
  const std::vector<std::string> words = material_words(pile);
  const auto columns = excess ? kColumns : grains ? kExcess : kGrain;
  std::string text = fmt::format("{}", fmt::join(kColumnNames.begin(), kColumnNames.begin() + columns, ","));
  if (materials) text += fmt::format(",{}", kMaterialColumns);
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
    if (grains) fmt::format_to(std::back_inserter(text), ",{}", pile.state.grouping.grain_of(i));
    if (excess) append_excess(text, ',', pile, i);
    if (materials) append_material(text, ',', pile, words, i);
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
  const Space& space = pile.model.space;
  for (int axis = 0; axis < 3; ++axis)
    if (space.repeats(axis)) cell.low[axis] = 0, cell.high[axis] = space.period[axis];
  return cell;
}

SpaceBox joined(const SpaceBox& a, const SpaceBox& b) { return {a.low.cwiseMin(b.low), a.high.cwiseMax(b.high)}; }

std::string to_xyz(const Pile& pile, const SpaceBox& cell) {
  const bool grains = !pile.state.grouping.grains.empty(), excess = has_excess(pile.state.grouping),
             hulls = has_oriented_bodies(pile.model), materials = needs_material_columns(pile);
  const std::vector<std::string> words = material_words(pile);
  const std::size_t properties = kAlways + (excess ? 2 : grains ? 1 : 0);
  const Vec3 size = cell.high - cell.low;
  std::string text = fmt::format("{}\n", pile.size());
  const double slid = pile.model.space.at(pile.state.time).shift;
  text += fmt::format("Lattice=\"{} {} 0 0 {} 0 0 0 {}\" ", size.x(), slid, size.y(), size.z());
  text += fmt::format("Origin=\"{} {} {}\" ", cell.low.x(), cell.low.y(), cell.low.z());
  const auto repeats = [&](int axis) { return pile.model.space.repeats(axis) ? 'T' : 'F'; };
  text += fmt::format("pbc=\"{} {} {}\" ", repeats(0), repeats(1), repeats(2));
  text += "Properties=";
  for (std::size_t p = 0; p < properties; ++p)
    text += fmt::format("{}{}:{}:{}", p ? ":" : "", kProperties[p].name, kProperties[p].type, kProperties[p].count);
  if (materials) text += fmt::format(":{}", kMaterialProperties);
  if (hulls) text += fmt::format(":{}", kHullProperties);
  text += fmt::format(" Time={}\n", pile.state.time);
  for (std::size_t i = 0; i < pile.size(); ++i) {
    fmt::format_to(std::back_inserter(text), "{}", pile.model.id[i]);
    append(text, ' ', pile.state.position[i]);
    append(text, ' ', pile.model.radius[i]);
    append(text, ' ', pile.model.mass[i]);
    append(text, ' ', pile.state.velocity[i]);
    append(text, ' ', pile.state.spin[i]);
    if (grains) fmt::format_to(std::back_inserter(text), " {}", pile.state.grouping.grain_of(i));
    if (excess) append_excess(text, ' ', pile, i);
    if (materials) append_material(text, ' ', pile, words, i);
    if (hulls) append_hull(text, ' ', pile, i, "xyzw");
    text += '\n';
  }
  return text;
}

std::string to_xyz(const Pile& pile) { return to_xyz(pile, cell_around(pile)); }

}  // namespace rubble::store
