#pragma once
// Bodies from lines of text, one line for each body: the common part of reading CSV and extended XYZ.
#include "store/body_materials.hpp"
#include "store/table_hulls.hpp"
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
  kDiameter = 19,  // may replace the radius
  kDensity = 20,   // may replace the mass
  kMaterial = 21,  // a word
  kShape = 22,
  kTurn = 23,       // unit quaternion w, x, y, z
  kReadable = 27,   // number of columns that can be read
  kPassedOver = 27  // a field that is ignored
};
// Names of the columns in CSV.
inline constexpr std::array<std::string_view, kColumns> kColumnNames = {
    "id", "m",  "r",     "x",   "y",   "z",   "vx",  "vy",  "vz", "wx",
    "wy", "wz", "grain", "exx", "eyy", "ezz", "eyz", "ezx", "exy"};
// Names of the columns from kDiameter on.
inline constexpr std::array<std::string_view, kReadable - kColumns> kMoreColumnNames = {
    "diameter", "density", "material", "shape", "qw", "qx", "qy", "qz"};

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
  // fields: meaning of each field of a line; form: radius [m] and density [kg m-3] of all bodies if no column has them,
  // 0: not given; name of the material; surfaces of hulls. InputError for repeated columns, missing columns, an excess
  // without grains, hulls without surfaces, a radius or density that is given twice, and a material without a name.
  // Without a column of ids, the ids are 0, 1, ... The form must outlive the table.
  BodyTable(const TextReader& reader, std::vector<TableField> fields, const TextForm& form);
  // Adds one line. InputError unless it has as many fields as there are columns, with valid numbers.
  void add(const TextReader& reader, const std::vector<std::string_view>& words);
  // => the pile with its grains glued together. InputError for a table without bodies and for repeated ids.
  TextPile finish(const TextReader& reader);

 private:
  // Numbers of one line; words of its material.
  struct Row {
    std::array<double, kReadable> value{};
    std::int64_t id = 0, grain = -1, shape = -1;
    std::string_view material;
  };
  bool has(std::size_t column) const;
  void require_columns(const TextReader& reader) const;
  Row row_of(const TextReader& reader, const std::vector<std::string_view>& words) const;
  void complete(const TextReader& reader, Row& row) const;
  void require_unique_ids(TextReader reader) const;
  void glue();

  std::vector<TableField> fields_;
  const TextForm& form_;
  Pile pile_;
  MaterialRows materials_;
  HullRows hulls_;                   // with the line of each body
  std::vector<std::int64_t> grain_;  // number of each body's grain in the text, -1: none
  std::vector<Mat3> excess_;         // excess of each body; that of a grain is the sum over its members
};

}  // namespace rubble::store
