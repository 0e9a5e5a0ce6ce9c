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
  kColumns = 19,
  kDiameter = 19,  // read in place of the radius
  kDensity = 20,   // read in place of the mass
  kReadable = 21,
  kPassedOver = 21
};
// As CSV calls them.
inline constexpr std::array<std::string_view, kColumns> kColumnNames = {
    "id", "m",  "r",     "x",   "y",   "z",   "vx",  "vy",  "vz", "wx",
    "wy", "wz", "grain", "exx", "eyy", "ezz", "eyz", "ezx", "exy"};

// Meaning of one field of a line. The number in the text times `factor`, plus `shift`, is the value in SI.
struct TableField {
  std::size_t column = kPassedOver;
  double factor = 1;
  double shift = 0;
};

// (word of a header or of --columns) => the column that it names, kPassedOver if it names none. Longer names of other
// programs are known as well: mass, radius, diameter, density, omegax.
std::size_t column_named(std::string_view word);

// Units of a text without units of its own, in SI.
struct BaseUnits {
  double mass = 1;    // [kg]
  double length = 1;  // [m]
  double time = 1;    // [s]

  // (column) => the unit of its numbers in SI.
  double of(std::size_t column) const;
};

// ("g,cm,s": a mass, a length and a time in any order, each a unit or a quantity) => their values. InputError.
BaseUnits base_units(const std::string& list);

// ("id,m [g],x [km],-": names with units of their own, - for a column that is passed over; units of the others) =>
// fields of a line. InputError.
std::vector<TableField> fields_of(const std::string& list, const BaseUnits& units);

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
  // fields: what each field of a line is; radius and density of all bodies where no column has them, 0: none. Refuses
  // what is there twice, what is needed and missing, and an excess without grains. Without ids they are 0, 1, ...
  BodyTable(const TextReader& reader, std::vector<TableField> fields, double radius = 0, double density = 0);
  // One line of as many fields as there are columns.
  void add(const TextReader& reader, const std::vector<std::string_view>& words);
  // => the pile, its grains glued together. Refuses no bodies and ids that are there twice.
  TextPile finish(const TextReader& reader, const std::string& material);

 private:
  void require_unique_ids(TextReader reader) const;
  void glue();

  std::vector<TableField> fields_;
  double common_radius_ = 0, common_density_ = 0;
  bool ids_ = false, masses_ = false, radii_ = false, diameters_ = false;
  bool grains_ = false;
  Pile pile_;
  std::vector<std::size_t> lines_;   // of each body
  std::vector<std::int64_t> grain_;  // as the text numbers them
  std::vector<Mat3> excess_;         // of each body; that of a grain is the sum over its members
  double mass_ = 0, volume_ = 0, lightest_ = 0, densest_ = 0;
};

}  // namespace rubble::store
