#pragma once
// Bodies from lines of text, one line for each body: the common part of reading CSV and extended XYZ.
#include "store/text.hpp"
#include "store/text_reader.hpp"

#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace rubble::store {

// Numbers of one body. Position, velocity and spin have three columns each, the excess of a grain six.
enum TableColumn : std::size_t {
  kId,
  kMass,
  kRadius,
  kPosition,
  kVelocity = 6,
  kSpin = 9,
  kGrain = 12,
  kExcess = 13,
  kColumns = 19,
  kDiameter = 19,   // may replace the radius
  kDensity = 20,    // may replace the mass
  kReadable = 21,   // number of columns that can be read
  kPassedOver = 21  // a field that is ignored
};
// Names of the columns in CSV.
inline constexpr std::array<std::string_view, kColumns> kColumnNames = {
    "id", "m",  "r",     "x",   "y",   "z",   "vx",  "vy",  "vz", "wx",
    "wy", "wz", "grain", "exx", "eyy", "ezz", "eyz", "ezx", "exy"};

// Meaning of one field of a line. The number in the text times `factor`, plus `shift`, is the value in SI.
struct TableField {
  std::size_t column = kPassedOver;
  double factor = 1;
  double shift = 0;
};

// (word of a header or of --columns) => the column of that name, or kPassedOver if there is none. Longer names used by
// other programs are also recognised: mass, radius, diameter, density, omegax.
std::size_t column_named(std::string_view word);

// Units, in SI, of a text that does not name its units.
struct BaseUnits {
  double mass = 1;    // [kg]
  double length = 1;  // [m]
  double time = 1;    // [s]

  // (column) => the SI value of the unit of its numbers.
  double of(std::size_t column) const;
};

// ("g,cm,s": a mass, a length and a time in any order, each a unit or a quantity) => their values. InputError for other
// texts.
BaseUnits base_units(const std::string& list);

// ("id,m [g],x [km],-": names with optional units, - for a column to be ignored; units of the other columns) => fields
// of a line. InputError for other texts.
std::vector<TableField> fields_of(const std::string& list, const BaseUnits& units);

// The six independent components of a symmetric tensor, in the order of the columns.
using Tensor = std::array<double, 6>;
Tensor tensor_of(const Mat3& symmetric);
Mat3 matrix_of(const Tensor& tensor);

// The bodies read so far.
class BodyTable {
 public:
  // fields: meaning of each field of a line; radius [m] and density [kg m-3] of all bodies if no column has them, 0:
  // not given. InputError for repeated columns, missing columns, an excess without grains, and a radius or density that
  // is given twice. Without a column of ids, the ids are 0, 1, ...
  BodyTable(const TextReader& reader, std::vector<TableField> fields, double radius = 0, double density = 0);
  // Adds one line. InputError unless it has as many fields as there are columns, with valid numbers.
  void add(const TextReader& reader, const std::vector<std::string_view>& words);
  // => the pile with its grains glued together. InputError for a table without bodies and for repeated ids.
  TextPile finish(const TextReader& reader, const std::string& material);

 private:
  void require_unique_ids(TextReader reader) const;
  void glue();

  std::vector<TableField> fields_;
  double common_radius_ = 0, common_density_ = 0;
  bool ids_ = false, masses_ = false, radii_ = false, diameters_ = false;
  bool grains_ = false;
  Pile pile_;
  std::vector<std::size_t> lines_;   // line of each body
  std::vector<std::int64_t> grain_;  // number of each body's grain in the text, -1: none
  std::vector<Mat3> excess_;         // excess of each body; that of a grain is the sum over its members
  double mass_ = 0, volume_ = 0, lightest_ = 0, densest_ = 0;
};

}  // namespace rubble::store
