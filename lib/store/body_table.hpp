#pragma once
// Bodies from lines of text, one line each: what CSV and extended XYZ have in common when they are read.
#include "store/text.hpp"

#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace rubble::store {

// Numbers of one body. Position, velocity and spin take three places each, a grain's excess six.
enum BodyColumn : std::size_t {
  kId,
  kMass,
  kRadius,
  kPosition,
  kVelocity = 6,
  kSpin = 9,
  kGrain = 12,
  kExcess = 13,
  kColumns = 19
};
// As CSV calls them.
inline constexpr std::array<std::string_view, kColumns> kColumnNames = {
    "id", "m",  "r",     "x",   "y",   "z",   "vx",  "vy",  "vz", "wx",
    "wy", "wz", "grain", "exx", "eyy", "ezz", "eyz", "ezx", "exy"};

// The six different numbers of a symmetric tensor, in the order of the columns.
using Tensor = std::array<double, 6>;
Tensor tensor_of(const Mat3& symmetric);
Mat3 matrix_of(const Tensor& tensor);

// A text being read: hands out lines, and says where it is when something is wrong.
struct TextReader {
  std::string_view rest;
  const std::string& name;
  std::size_t line = 0;

  // InputError "name:line: error: message".
  [[noreturn]] void fail(const std::string& message) const;
  // The next line, trimmed. => whether there was another that is not blank
  bool next(std::string_view& text);
  // (text, what it is for messages) => a finite number; a whole one; one above 0. Anything else is refused.
  double number(std::string_view text, std::string_view what) const;
  std::int64_t whole_number(std::string_view text, std::string_view what) const;
  double positive(std::string_view text, std::string_view what) const;
};

std::string_view trimmed(std::string_view text);
// (line) => its words, which blanks part.
std::vector<std::string_view> words_of(std::string_view line);

// The bodies read so far.
class BodyTable {
 public:
  // columns: which number each field of a line is. Refuses what is there twice, what is needed and missing, and an
  // excess without grains.
  BodyTable(const TextReader& reader, std::vector<std::size_t> columns);
  // One line of as many fields as there are columns.
  void add(const TextReader& reader, const std::vector<std::string_view>& fields);
  // => the pile, its grains glued together. Refuses no bodies and ids that are there twice.
  TextPile finish(const TextReader& reader, const std::string& material);

 private:
  void require_unique_ids(TextReader reader) const;
  void glue();

  std::vector<std::size_t> columns_;
  bool grains_ = false;
  Pile pile_;
  std::vector<std::size_t> lines_;   // of each body
  std::vector<std::int64_t> grain_;  // as the text numbers them
  std::vector<Mat3> excess_;         // of each body; that of a grain is the sum over its members
  double mass_ = 0, volume_ = 0, lightest_ = 0, densest_ = 0;
};

}  // namespace rubble::store
