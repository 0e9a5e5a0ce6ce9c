#include "store/body_table.hpp"

#include "base/ball.hpp"
#include "base/error.hpp"
#include "base/printable.hpp"
#include "model/grains.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <numeric>
#include <system_error>

#include <fmt/format.h>

namespace rubble::store {
namespace {

constexpr std::size_t kNeeded = 6;  // id, m, r, x, y, z

Vec3 vector_at(const std::array<double, kColumns>& value, std::size_t column) {
  return Vec3(value[column], value[column + 1], value[column + 2]);
}

template <class T>
T parsed(const TextReader& reader, std::string_view text, std::string_view what, const char* kind) {
  const std::string_view digits = text.starts_with('+') && !text.starts_with("+-") ? text.substr(1) : text;
  T value{};
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (error == std::errc::result_out_of_range)
    reader.fail(fmt::format("{}: '{}' is out of range", what, shortened(text)));
  if (error != std::errc() || end != digits.data() + digits.size())
    reader.fail(fmt::format("{}: '{}' is not {}", what, shortened(text), kind));
  return value;
}

// What messages call a column.
const std::string& label_of(std::size_t column) {
  static const std::vector<std::string> labels = [] {
    std::vector<std::string> all;
    for (const std::string_view name : kColumnNames) all.push_back(fmt::format("column {}", name));
    return all;
  }();
  return labels[column];
}

}  // namespace

Tensor tensor_of(const Mat3& s) { return {s(0, 0), s(1, 1), s(2, 2), s(1, 2), s(2, 0), s(0, 1)}; }

Mat3 matrix_of(const Tensor& t) {
  Mat3 s;
  s << t[0], t[5], t[4], t[5], t[1], t[3], t[4], t[3], t[2];
  return s;
}

std::string_view trimmed(std::string_view text) {
  const auto begin = text.find_first_not_of(" \t\r");
  if (begin == text.npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t\r") - begin + 1);
}

std::vector<std::string_view> words_of(std::string_view line) {
  std::vector<std::string_view> words;
  for (;;) {
    const auto begin = line.find_first_not_of(" \t");
    if (begin == line.npos) return words;
    const auto end = std::min(line.find_first_of(" \t", begin), line.size());
    words.push_back(line.substr(begin, end - begin));
    line.remove_prefix(end);
  }
}

void TextReader::fail(const std::string& message) const {
  throw InputError(fmt::format("{}:{}: error: {}", name, line, message));
}

bool TextReader::next(std::string_view& text) {
  constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";  // that spreadsheets put in front
  if (line == 0 && rest.starts_with(kByteOrderMark)) rest.remove_prefix(kByteOrderMark.size());
  while (!rest.empty()) {
    const auto end = rest.find('\n');
    text = trimmed(rest.substr(0, end));
    rest.remove_prefix(end == rest.npos ? rest.size() : end + 1);
    ++line;
    if (!text.empty()) return true;
  }
  return false;
}

double TextReader::number(std::string_view text, std::string_view what) const {
  const auto value = parsed<double>(*this, text, what, "a number");
  if (!std::isfinite(value)) fail(fmt::format("{}: '{}' is not finite", what, text));
  return value;
}

std::int64_t TextReader::whole_number(std::string_view text, std::string_view what) const {
  return parsed<std::int64_t>(*this, text, what, "a whole number");
}

double TextReader::positive(std::string_view text, std::string_view what) const {
  const double value = number(text, what);
  if (!(value > 0)) fail(fmt::format("{}: {} is not positive", what, text));
  return value;
}

BodyTable::BodyTable(const TextReader& reader, std::vector<std::size_t> columns) : columns_(std::move(columns)) {
  const auto has = [&](std::size_t column) {
    return std::find(columns_.begin(), columns_.end(), column) != columns_.end();
  };
  for (auto c = columns_.begin(); c != columns_.end(); ++c)
    if (std::find(columns_.begin(), c, *c) != c)
      reader.fail(fmt::format("column '{}' is there twice", kColumnNames[*c]));
  for (std::size_t c = 0; c < kNeeded; ++c)
    if (!has(c)) reader.fail(fmt::format("column '{}' is missing", kColumnNames[c]));
  grains_ = has(kGrain);
  for (std::size_t c = kExcess; c < kColumns; ++c)
    if (has(c) != has(kExcess) || (has(c) && !grains_))
      reader.fail("the columns exx, eyy, ezz, eyz, ezx, exy of a grain's excess come together, beside grain");
}

void BodyTable::add(const TextReader& reader, const std::vector<std::string_view>& fields) {
  if (fields.size() != columns_.size())
    reader.fail(fmt::format("{} fields, but the header names {} columns", fields.size(), columns_.size()));
  std::array<double, kColumns> value{};
  std::int64_t id = 0, grain = -1;
  for (std::size_t f = 0; f < fields.size(); ++f) {
    const std::size_t c = columns_[f];
    if (c == kId)
      id = reader.whole_number(fields[f], label_of(c));
    else if (c == kGrain)
      grain = reader.whole_number(fields[f], label_of(c));
    else if (c == kMass || c == kRadius)
      value[c] = reader.positive(fields[f], label_of(c));
    else
      value[c] = reader.number(fields[f], label_of(c));
  }
  if (id < 0) reader.fail(fmt::format("column id: {} is negative", id));
  if (grain < -1) reader.fail(fmt::format("column grain: {} is neither the number of a grain nor -1", grain));

  const double r = value[kRadius], v = ball_volume(r), density = value[kMass] / v;
  if (!(density > 0 && std::isfinite(density)))
    reader.fail(
        fmt::format("mass {} in a sphere of radius {} has no density in the range of numbers", value[kMass], r));
  lightest_ = lines_.empty() ? density : std::min(lightest_, density);
  densest_ = std::max(densest_, density);
  mass_ += value[kMass];
  volume_ += v;

  lines_.push_back(reader.line);
  grain_.push_back(grain);
  excess_.push_back(matrix_of({value[kExcess], value[kExcess + 1], value[kExcess + 2], value[kExcess + 3],
                               value[kExcess + 4], value[kExcess + 5]}));
  pile_.model.id.push_back(id);
  pile_.model.mass.push_back(value[kMass]);
  pile_.model.radius.push_back(r);
  pile_.state.position.push_back(vector_at(value, kPosition));
  pile_.state.velocity.push_back(vector_at(value, kVelocity));
  pile_.state.spin.push_back(vector_at(value, kSpin));
}

TextPile BodyTable::finish(const TextReader& reader, const std::string& material) {
  if (lines_.empty()) throw InputError(reader.name + ": error: there is no body after the header");
  require_unique_ids(reader);
  if (grains_) glue();
  Model& model = pile_.model;
  model.material.assign(model.size(), 0);
  model.materials = {{material, mass_ / volume_}};
  return {std::move(pile_), (densest_ - lightest_) * volume_ / mass_, ""};
}

void BodyTable::require_unique_ids(TextReader reader) const {
  const std::vector<std::int64_t>& id = pile_.model.id;
  std::vector<std::size_t> order(id.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return id[a] < id[b]; });
  const auto twin =
      std::adjacent_find(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return id[a] == id[b]; });
  if (twin == order.end()) return;
  reader.line = lines_[*(twin + 1)];
  reader.fail(fmt::format("column id: {} is there already, in line {}", id[*twin], lines_[*twin]));
}

// Grains are numbered in the order of their first members.
void BodyTable::glue() {
  std::map<std::int64_t, Index> number;
  std::vector<Index> grain(grain_.size(), -1);
  std::vector<Mat3> excess;
  for (std::size_t i = 0; i < grain_.size(); ++i) {
    if (grain_[i] < 0) continue;
    const auto [found, is_new] = number.try_emplace(grain_[i], static_cast<Index>(excess.size()));
    if (is_new) excess.push_back(Mat3::Zero());
    grain[i] = found->second;
    excess[static_cast<std::size_t>(grain[i])] += excess_[i];
  }
  if (!excess.empty()) glue_bodies(pile_, grain, excess);
}

}  // namespace rubble::store
