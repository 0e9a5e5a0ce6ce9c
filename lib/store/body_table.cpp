#include "store/body_table.hpp"

#include "base/ball.hpp"
#include "base/error.hpp"
#include "base/printable.hpp"
#include "base/sound.hpp"
#include "base/units.hpp"
#include "base/words.hpp"
#include "model/regroup.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <optional>
#include <utility>

#include <fmt/format.h>

namespace rubble::store {
namespace {

Vec3 vector_at(const std::array<double, kReadable>& value, std::size_t column) {
  return Vec3(value[column], value[column + 1], value[column + 2]);
}

// Name of a column in messages.
const std::string& label_of(std::size_t column) {
  static const std::vector<std::string> labels = [] {
    std::vector<std::string> all;
    for (const std::string_view name : kColumnNames) all.push_back(fmt::format("column {}", name));
    for (const std::string_view name : kMoreColumnNames) all.push_back(fmt::format("column {}", name));
    return all;
  }();
  return labels[column];
}

// SI unit of a column, as UDUNITS-2 spells it.
const char* unit_of(std::size_t column) {
  if (column == kMass) return "kg";
  if (column == kRadius || column == kDiameter || (column >= kPosition && column < kVelocity)) return "m";
  if (column >= kVelocity && column < kSpin) return "m s-1";
  if (column >= kSpin && column < kGrain) return "rad s-1";
  if (column >= kExcess && column < kColumns) return "kg m2";
  return column == kDensity ? "kg m-3" : "";
}

std::vector<std::string_view> items_of(std::string_view list) {
  std::vector<std::string_view> items;
  for (;;) {
    const auto comma = list.find(',');
    items.push_back(trimmed(list.substr(0, comma)));
    if (comma == list.npos) return items;
    list.remove_prefix(comma + 1);
  }
}

// ("au" or "58.1 day", SI unit) => its value; nothing if the text is not such a quantity; why: the reason.
std::optional<double> quantity(std::string_view text, const char* unit, std::string& why) {
  const bool number = !text.empty() && std::string_view("0123456789.+-").find(text[0]) != std::string_view::npos;
  try {
    const double value = in_si(number ? std::string(text) : fmt::format("1 {}", text), unit);
    if (value > 0) return value;
    why = fmt::format("{} is not positive", quoted(std::string(text)));
  } catch (const InputError& error) {
    const std::string_view whole = error.what();
    const auto reason = whole.find("; ");
    why = reason == whole.npos ? whole : whole.substr(reason + 2);
  }
  return std::nullopt;
}

}  // namespace

Tensor tensor_of(const Mat3& s) { return {s(0, 0), s(1, 1), s(2, 2), s(1, 2), s(2, 0), s(0, 1)}; }

Mat3 matrix_of(const Tensor& t) {
  Mat3 s;
  s << t[0], t[5], t[4], t[5], t[1], t[3], t[4], t[3], t[2];
  return s;
}

std::size_t column_named(std::string_view word) {
  static constexpr std::pair<std::string_view, std::size_t> kOthers[] = {
      {"mass", kMass}, {"radius", kRadius}, {"omegax", kSpin}, {"omegay", kSpin + 1}, {"omegaz", kSpin + 2},
  };
  const auto found = std::find(kColumnNames.begin(), kColumnNames.end(), word);
  if (found != kColumnNames.end()) return static_cast<std::size_t>(found - kColumnNames.begin());
  const auto more = std::find(kMoreColumnNames.begin(), kMoreColumnNames.end(), word);
  if (more != kMoreColumnNames.end()) return kColumns + static_cast<std::size_t>(more - kMoreColumnNames.begin());
  for (const auto& [name, column] : kOthers)
    if (word == name) return column;
  return kPassedOver;
}

double BaseUnits::of(std::size_t column) const {
  if (column == kMass) return mass;
  if (column == kRadius || column == kDiameter || (column >= kPosition && column < kVelocity)) return length;
  if (column >= kVelocity && column < kSpin) return length / time;
  if (column >= kSpin && column < kGrain) return 1 / time;
  if (column >= kExcess && column < kColumns) return mass * length * length;
  return column == kDensity ? mass / (length * length * length) : 1;
}

BaseUnits base_units(const std::string& list) {
  BaseUnits units;
  const struct {
    const char* unit;
    double* value;
  } kBase[] = {{"kg", &units.mass}, {"m", &units.length}, {"s", &units.time}};
  std::array<bool, 3> given{};
  const std::vector<std::string_view> items = items_of(list);
  const auto fail = [](const std::string& message) {
    throw InputError(fmt::format("--units: {}; expected a mass, a length and a time, such as \"g,cm,s\"", message));
  };
  if (items.size() != 3) fail(fmt::format("{} units", items.size()));
  for (const std::string_view item : items) {
    std::string why;
    bool found = false;
    for (std::size_t k = 0; k < 3 && !found; ++k) {
      const std::optional<double> value = quantity(item, kBase[k].unit, why);
      if (!value) continue;
      if (given[k]) fail(fmt::format("{} is a second unit of one dimension", quoted(std::string(item))));
      found = given[k] = true;
      *kBase[k].value = *value;
    }
    if (!found) fail(why);
  }
  return units;
}

std::vector<TableField> fields_of(const std::string& list, const BaseUnits& units) {
  std::vector<TableField> fields;
  for (const std::string_view item : items_of(list)) {
    const auto bracket = item.find('[');
    const std::string_view name = trimmed(item.substr(0, bracket));
    TableField field{column_named(name), 1, 0};
    if (field.column == kPassedOver && name != "-") {
      std::vector<std::string_view> known(kColumnNames.begin(), kColumnNames.end());
      known.insert(known.end(), kMoreColumnNames.begin(), kMoreColumnNames.end());
      known.push_back("-");
      throw InputError(fmt::format("--columns: unknown column '{}'{}", shortened(name), hint(name, known, "columns")));
    }
    if (bracket == item.npos) {
      field.factor = units.of(field.column);
    } else {
      if (!item.ends_with(']'))
        throw InputError(fmt::format("--columns: expected ']' at the end of {}", quoted(std::string(item))));
      const char* const unit = unit_of(field.column);
      if (*unit == '\0')
        throw InputError(fmt::format("--columns: column '{}' takes no unit: remove the brackets and the unit", name));
      std::string why;
      const std::string_view own = trimmed(item.substr(bracket + 1, item.size() - bracket - 2));
      const std::optional<double> value = quantity(own, unit, why);
      if (!value) throw InputError(fmt::format("--columns: column '{}': expected a unit like {}; {}", name, unit, why));
      field.factor = *value;
    }
    fields.push_back(field);
  }
  return fields;
}

BodyTable::BodyTable(const TextReader& reader, std::vector<TableField> fields, const TextForm& form)
    : fields_(std::move(fields)), form_(form) {
  require_columns(reader);
}

bool BodyTable::has(std::size_t column) const {
  return std::ranges::any_of(fields_, [&](const TableField& field) { return field.column == column; });
}

void BodyTable::require_columns(const TextReader& reader) const {
  std::array<int, kReadable + 1> times{};
  for (const TableField& field : fields_)
    if (++times[field.column] > 1 && field.column != kPassedOver)
      reader.fail(fmt::format("column '{}' occurs twice", std::string_view(label_of(field.column)).substr(7)));
  if (has(kShape) && form_.hulls.empty())
    reader.fail(
        "column 'shape' describes hulls, but a table has no faces: add --hulls FILE with the OBJ or PLY of the "
        "bodies, or read hulls from OBJ, PLY or STL");
  for (std::size_t c = kTurn; c < kTurn + 4; ++c)
    if (has(kShape) && !has(c))
      reader.fail("the column shape needs the columns qw, qx, qy, qz (orientation of a hull)");
  const bool masses = has(kMass), radii = has(kRadius) || has(kDiameter);
  if ((masses || has(kDensity)) && form_.density > 0)
    reader.fail(fmt::format("the bodies have {}: remove --density", masses ? "masses (column m)" : "densities"));
  if (!has(kShape) && !form_.hulls.empty()) reader.fail("column 'shape' is missing: add it, or remove --hulls");
  if (radii && form_.radius > 0) reader.fail("the bodies have radii (column r): remove --radius");
  if (!masses && !has(kDensity) && !(form_.density > 0)) reader.fail("column 'm' is missing: add it, or use --density");
  if (!radii && !(form_.radius > 0))
    reader.fail("column 'r' is missing: add it, or set the radius of all with --radius");
  for (std::size_t c = kPosition; c < kVelocity; ++c)
    if (!has(c)) reader.fail(fmt::format("column '{}' is missing", kColumnNames[c]));
  for (std::size_t c = kExcess; c < kColumns; ++c)
    if (has(c) != has(kExcess) || (has(c) && !has(kGrain)))
      reader.fail("the columns exx, eyy, ezz, eyz, ezx, exy (excess of a grain) need each other and the column grain");
  if (!has(kMaterial) && form_.material.empty())
    reader.fail("column 'material' is missing: name the material with --material");
}

// (line) => its numbers, in SI units.
BodyTable::Row BodyTable::row_of(const TextReader& reader, const std::vector<std::string_view>& words) const {
  Row row;
  row.id = static_cast<std::int64_t>(pile_.size());
  for (std::size_t f = 0; f < words.size(); ++f) {
    const auto& [c, factor, shift] = fields_[f];
    if (c == kPassedOver) continue;
    double& value = row.value[c];
    if (c == kId)
      row.id = reader.whole_number(words[f], label_of(c));
    else if (c == kGrain)
      row.grain = reader.whole_number(words[f], label_of(c));
    else if (c == kShape)
      row.shape = reader.whole_number(words[f], label_of(c));
    else if (c == kMaterial)
      row.material = words[f];
    else if (c == kMass || c == kRadius || c == kDiameter || c == kDensity)
      value = factor * reader.positive(words[f], label_of(c));
    else
      value = factor * reader.number(words[f], label_of(c));
    if (shift != 0) value += shift;  // adding 0 would remove the sign of -0
    if (!std::isfinite(value))
      reader.fail(fmt::format("{}: '{}' is out of range in SI units", label_of(c), shortened(words[f])));
  }
  return row;
}

// Computes radius and mass if the line does not have them, and refuses impossible values.
void BodyTable::complete(const TextReader& reader, Row& row) const {
  auto& value = row.value;
  if (row.id < 0) reader.fail(fmt::format("column id: {} is negative", row.id));
  if (row.grain < -1) reader.fail(fmt::format("column grain: {} is neither the number of a grain nor -1", row.grain));
  if (row.shape < -1) reader.fail(fmt::format("column shape: {} is neither the number of a shape nor -1", row.shape));
  if (has(kMaterial) && row.material.empty()) reader.fail("column material: the name is empty");
  if (!has(kRadius) && has(kDiameter)) value[kRadius] = 0.5 * value[kDiameter];
  if (form_.radius > 0) value[kRadius] = form_.radius;
  if (form_.density > 0) value[kDensity] = form_.density;
  if (!has(kMass)) value[kMass] = value[kDensity] * ball_volume(value[kRadius]);
  const double density = value[kMass] / ball_volume(value[kRadius]);
  if (!(density > 0 && std::isfinite(density)))
    reader.fail(fmt::format("mass {} in a sphere of radius {}: the density is out of the range of double precision",
                            value[kMass], value[kRadius]));
  const Quaternion turn(value[kTurn], value[kTurn + 1], value[kTurn + 2], value[kTurn + 3]);
  if (row.shape >= 0 && !is_turn(turn)) reader.fail("columns qw, qx, qy, qz: expected a unit quaternion");
}

void BodyTable::add(const TextReader& reader, const std::vector<std::string_view>& words) {
  if (words.size() != fields_.size())
    reader.fail(fmt::format("expected {1} fields as in the header, found {0}", words.size(), fields_.size()));
  Row row = row_of(reader, words);
  complete(reader, row);
  const auto& value = row.value;
  hulls_.line.push_back(reader.line);
  hulls_.shape.push_back(row.shape);
  hulls_.turn.emplace_back(value[kTurn], value[kTurn + 1], value[kTurn + 2], value[kTurn + 3]);
  grain_.push_back(row.grain);
  excess_.push_back(matrix_of({value[kExcess], value[kExcess + 1], value[kExcess + 2], value[kExcess + 3],
                               value[kExcess + 4], value[kExcess + 5]}));
  materials_.mass.push_back(value[kMass]);
  materials_.volume.push_back(ball_volume(value[kRadius]));
  materials_.mixed = materials_.mixed || !excess_.back().isZero(0);
  if (has(kDensity)) materials_.density.push_back(value[kDensity]);
  if (has(kMaterial)) materials_.name.emplace_back(row.material);
  pile_.model.id.push_back(row.id);
  pile_.model.mass.push_back(value[kMass]);
  pile_.model.radius.push_back(value[kRadius]);
  pile_.state.position.push_back(vector_at(value, kPosition));
  pile_.state.velocity.push_back(vector_at(value, kVelocity));
  pile_.state.spin.push_back(vector_at(value, kSpin));
}

TextPile BodyTable::finish(const TextReader& reader) {
  if (pile_.size() == 0) throw InputError(reader.name + ": error: no bodies after the header");
  require_unique_ids(reader);
  if (hulls_.any()) take_hulls(reader, hulls_, form_.hulls, pile_);
  if (has(kGrain) || hulls_.any()) glue();
  const BodyMaterials found = materials_of(materials_, form_.material);
  if (has(kMaterial) && has(kDensity) && found.density_spread > kOneDensity)
    throw InputError(
        fmt::format("{}: error: one material has densities that differ by {:.3g} of their mean (columns "
                    "material and density): give each density another material",
                    reader.name, found.density_spread));
  pile_.model.materials = found.materials;
  pile_.model.material = found.of_body;
  TextPile result;
  result.pile = std::move(pile_);
  result.density_spread = found.density_spread;
  result.own_materials = has(kMaterial);
  return result;
}

void BodyTable::require_unique_ids(TextReader reader) const {
  if (!has(kId)) return;
  const std::vector<std::int64_t>& id = pile_.model.id;
  std::vector<std::size_t> order(id.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return id[a] < id[b]; });
  const auto twin =
      std::adjacent_find(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return id[a] == id[b]; });
  if (twin == order.end()) return;
  reader.line = hulls_.line[*(twin + 1)];
  reader.fail(fmt::format("column id: {} is already in line {}", id[*twin], hulls_.line[*twin]));
}

// Grains are numbered in the order of their first members. A hull without a number is a grain of its own.
void BodyTable::glue() {
  std::map<std::int64_t, Index> number;
  std::vector<Index> grain(grain_.size(), -1);
  std::vector<Mat3> excess;
  for (std::size_t i = 0; i < grain_.size(); ++i) {
    if (grain_[i] < 0 && hulls_.shape[i] < 0) continue;
    const std::int64_t own = grain_[i] < 0 ? -1 - static_cast<std::int64_t>(i) : grain_[i];
    const auto [found, is_new] = number.try_emplace(own, static_cast<Index>(excess.size()));
    if (is_new) excess.push_back(Mat3::Zero());
    grain[i] = found->second;
    excess[static_cast<std::size_t>(grain[i])] += excess_[i];
  }
  if (!excess.empty()) glue_bodies(pile_, grain, excess, hulls_.turn);
}

}  // namespace rubble::store
