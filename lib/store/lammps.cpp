#include "store/lammps.hpp"

#include "base/error.hpp"
#include "base/printable.hpp"
#include "store/body_table.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <optional>

#include <fmt/format.h>

namespace rubble::store {
namespace {

constexpr std::string_view kItem = "ITEM:";

// (units style of LAMMPS) => its units in SI; nothing for styles that are not used for granular matter.
// https://docs.lammps.org/units.html
std::optional<BaseUnits> style_units(std::string_view style) {
  if (style == "si") return BaseUnits{1, 1, 1};
  if (style == "cgs") return BaseUnits{1e-3, 1e-2, 1};
  if (style == "micro") return BaseUnits{1e-15, 1e-6, 1e-6};
  if (style == "nano") return BaseUnits{1e-21, 1e-9, 1e-9};
  return std::nullopt;
}

// (style named in the file, "": none; form) => the units of its numbers.
BaseUnits units_of(const TextReader& reader, std::string_view style, const TextForm& form) {
  if (!form.units.empty()) return base_units(form.units);
  if (style.empty()) return {};
  const std::optional<BaseUnits> units = style_units(style);
  if (!units)
    reader.fail(fmt::format("units of the style '{}' have no values in SI: give them with --units MASS,LENGTH,TIME",
                            shortened(style)));
  return *units;
}

// ------------------------------------------------------------------------------------------------------------ dumps

struct Box {
  Vec3 low = Vec3::Zero();
  Vec3 high = Vec3::Zero();
  bool triclinic = false;
  bool oblique = false;  // true if triclinic with a nonzero tilt
  std::array<bool, 3> periodic = {};

  // Period along each axis, 0: open.
  Vec3 period() const {
    Vec3 period = Vec3::Zero();
    for (int axis = 0; axis < 3; ++axis)
      if (periodic[static_cast<std::size_t>(axis)]) period[axis] = high[axis] - low[axis];
    return period;
  }
  std::string axes() const {
    std::string axes;
    for (std::size_t axis = 0; axis < 3; ++axis)
      if (periodic[axis]) axes += "xyz"[axis];
    return axes;
  }
};

// Forms of a coordinate in the order of preference: unwrapped coordinates give the actual position, independent of the
// box.
constexpr std::array<std::string_view, 4> kForms = {"u", "su", "", "s"};

class Dump {
 public:
  Dump(std::string_view text, const std::string& name, const TextForm& form) : reader_{text, name}, form_(form) {}

  TextPile read() {
    const std::int64_t frames = count_frames();
    if (!form_.frame && frames > 1)
      throw InputError(
          fmt::format("{}: error: the file has {} frames: select one with --frame N, from 0; -1 is the last",
                      reader_.name, frames));
    const std::int64_t wanted = frame_number(form_.frame.value_or(0), frames, reader_.name);
    std::int64_t frame = 0;
    for (std::string_view line; reader_.next(line);) {
      if (!line.starts_with(kItem)) reader_.fail(fmt::format("expected 'ITEM:', found '{}'", shortened(line)));
      const std::string_view item = trimmed(line.substr(kItem.size()));
      if (!item.starts_with("ATOMS")) {
        header(item);
      } else if (frame++ == wanted) {
        return atoms(item);
      } else {
        for (std::int64_t k = 0; k < count_ && reader_.next(line); ++k) {
        }
      }
    }
    reader_.fail("missing section ITEM: ATOMS");
  }

 private:
  std::int64_t count_frames() const {
    TextReader reader = reader_;
    std::int64_t frames = 0;
    for (std::string_view line; reader.next(line);)
      if (line.starts_with("ITEM: ATOMS")) ++frames;
    if (frames == 0) throw InputError(reader_.name + ": error: the dump has no section ITEM: ATOMS");
    return frames;
  }

  std::string_view value() {
    std::string_view line;
    if (!reader_.next(line)) reader_.fail("the file ends too early");
    return line;
  }

  void header(std::string_view item) {
    if (item.starts_with("BOX BOUNDS"))
      bounds(item.substr(std::string_view("BOX BOUNDS").size()));
    else if (item == "UNITS")
      style_ = value();
    else if (item == "TIME")
      time_ = reader_.number(value(), "ITEM: TIME");
    else if (item == "TIMESTEP")
      reader_.whole_number(value(), "ITEM: TIMESTEP");
    else if (item == "NUMBER OF ATOMS")
      count_ = reader_.whole_number(value(), "ITEM: NUMBER OF ATOMS");
    else
      reader_.fail(fmt::format("unknown section 'ITEM: {}'", shortened(item)));
  }

  // "xy xz yz pp pp ff" or "pp pp ff", and three lines of two or three numbers.
  void bounds(std::string_view flags) {
    box_ = {};
    std::vector<std::string_view> words = words_of(flags);
    box_.triclinic = !words.empty() && (words[0] == "xy" || words[0] == "abc");
    if (box_.triclinic && words.size() >= 3) words.erase(words.begin(), words.begin() + 3);
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const std::vector<std::string_view> number = words_of(value());
      if (number.size() < 2) reader_.fail("expected two numbers for each bound of the box, found fewer");
      const auto k = static_cast<int>(axis);
      box_.low[k] = reader_.number(number[0], "lower bound of the box");
      box_.high[k] = reader_.number(number[1], "upper bound of the box");
      box_.oblique = box_.oblique || (number.size() > 2 && reader_.number(number[2], "tilt of the box") != 0);
      box_.periodic[axis] = axis < words.size() && words[axis] == "pp";
      if (box_.periodic[axis] && !(box_.high[k] > box_.low[k]))
        reader_.fail(fmt::format("the upper bound of a periodic box must be above the lower one, not {} and {}",
                                 shortened(number[1]), shortened(number[0])));
    }
  }

  TextPile atoms(std::string_view item) {
    const BaseUnits units = units_of(reader_, style_, form_);
    std::vector<std::string> passed_over;
    const std::vector<TableField> fields = fields_of_atoms(words_of(item), units, passed_over);
    BodyTable table(reader_, fields, form_);
    std::string_view line;
    std::int64_t bodies = 0;
    for (; bodies < count_ && reader_.next(line); ++bodies) table.add(reader_, words_of(line));
    if (bodies < count_)
      reader_.fail(fmt::format("expected {1} bodies as in ITEM: NUMBER OF ATOMS, found {0}", bodies, count_));
    TextPile result = table.finish(reader_);
    result.pile.state.time = units.time * time_;
    result.passed_over = passed_over;
    if (box_.oblique)
      result.periodic = box_.axes();
    else
      result.pile.model.space.period = units.length * box_.period();
    return result;
  }

  // ("ATOMS", "id", "xs", ...) => meaning of each field of a line
  std::vector<TableField> fields_of_atoms(std::vector<std::string_view> words, const BaseUnits& units,
                                          std::vector<std::string>& passed_over) const {
    words.erase(words.begin());
    std::vector<TableField> fields;
    for (const std::string_view word : words) {
      TableField field = coordinate(word, words, units);
      if (field.column == kPassedOver && word.size() > 1) field = plain(word, units);
      if (field.column == kPassedOver) passed_over.push_back(shortened(word));
      fields.push_back(field);
    }
    return fields;
  }

  // The columns of grains and hulls, such as exx, are names of Rubble. In a dump they have another meaning or none.
  static TableField plain(std::string_view word, const BaseUnits& units) {
    const std::size_t column = column_named(word);
    if ((column >= kGrain && column < kColumns) || column >= kMaterial) return {};
    return {column, units.of(column), 0};
  }

  // (word of the header, all its words) => the coordinate that it names, unless the header also has a preferred form.
  TableField coordinate(std::string_view word, const std::vector<std::string_view>& words,
                        const BaseUnits& units) const {
    const std::size_t axis = word.empty() ? 3 : std::string_view("xyz").find(word[0]);
    if (axis > 2) return {};
    for (const std::string_view form : kForms) {
      const std::string name = fmt::format("{}{}", word[0], form);
      if (std::find(words.begin(), words.end(), name) == words.end()) continue;
      if (name != word) return {};
      if (!form.starts_with('s')) return {kPosition + axis, units.length, 0};
      if (box_.triclinic) reader_.fail("scaled coordinates of a triclinic box are not supported: dump x, y and z");
      const auto k = static_cast<int>(axis);
      return {kPosition + axis, units.length * (box_.high[k] - box_.low[k]), units.length * box_.low[k]};
    }
    return {};
  }

  TextReader reader_;
  const TextForm& form_;
  Box box_;
  std::string style_;
  double time_ = 0;
  std::int64_t count_ = 0;
};

// ------------------------------------------------------------------------------------------------------- data files

struct Line {
  std::size_t number = 0;
  std::vector<std::string_view> words;
};

std::string_view without_comment(std::string_view line) { return trimmed(line.substr(0, line.find('#'))); }

class Data {
 public:
  Data(std::string_view text, const std::string& name, const TextForm& form) : reader_{text, name}, form_(form) {}

  TextPile read() {
    first_line();
    std::string_view line;
    std::string section;
    while (reader_.next(line)) {
      const std::string_view text = without_comment(line);
      if (text.empty()) continue;
      if (std::isalpha(static_cast<unsigned char>(text[0]))) {
        section = begin_section(text, line);
      } else if (section == "Atoms") {
        atoms_.push_back({reader_.line, words_of(text)});
      } else if (section == "Velocities") {
        add_velocity(words_of(text));
      }
    }
    return finish();
  }

 private:
  // The title; write_data names the style of the units there.
  void first_line() {
    const std::string_view title = reader_.rest.substr(0, reader_.rest.find('\n'));
    constexpr std::string_view kUnits = "units = ";
    if (const auto at = title.find(kUnits); at != title.npos) {
      const std::vector<std::string_view> words = words_of(trimmed(title.substr(at + kUnits.size())));
      if (!words.empty()) style_ = words[0];
      if (style_.ends_with(',')) style_.pop_back();
    }
    reader_.rest.remove_prefix(std::min(title.size() + 1, reader_.rest.size()));
    reader_.line = 1;
  }

  std::string begin_section(std::string_view text, std::string_view line) {
    const std::string section(text);
    if (section == "Atoms") {
      const auto mark = line.find('#');
      if (mark != line.npos) atom_style_ = trimmed(line.substr(mark + 1));
      return section;
    }
    if (section != "Velocities" && section != "Masses") passed_over_.push_back(shortened(section));
    return section;
  }

  void add_velocity(const std::vector<std::string_view>& words) {
    if (words.size() != 4 && words.size() != 7)
      reader_.fail(fmt::format("expected id vx vy vz, or with wx wy wz of spheres, found {} numbers", words.size()));
    if (!velocity_.emplace(words[0], words).second)
      reader_.fail(fmt::format("atom {} has two velocities", shortened(words[0])));
  }

  // => meaning of the fields of an Atoms line, followed by those of Velocities
  std::vector<TableField> fields_of_atoms(const BaseUnits& units) const {
    const bool molecule = atom_style_ == "bpm/sphere";
    if (!atom_style_.empty() && atom_style_ != "sphere" && !molecule)
      reader_.fail(fmt::format("atom_style '{}' is not supported: only sphere and bpm/sphere have radii and masses",
                               shortened(atom_style_)));
    std::vector<std::size_t> columns{kId, kPassedOver};
    if (molecule) columns.push_back(kPassedOver);
    for (const std::size_t c : {kDiameter, kDensity, kPosition}) columns.push_back(c);
    for (std::size_t c = kPosition + 1; c < kGrain; ++c) columns.push_back(c);
    std::vector<TableField> fields;
    for (const std::size_t c : columns) fields.push_back({c, units.of(c), 0});
    return fields;
  }

  TextPile finish() {
    if (atoms_.empty()) throw InputError(reader_.name + ": error: no lines in a section Atoms");
    const std::vector<TableField> fields = fields_of_atoms(units_of(reader_, style_, form_));
    constexpr std::size_t kMotion = 6;
    const std::size_t own = fields.size() - kMotion;
    BodyTable table(reader_, fields, form_);
    TextReader place = reader_;
    for (Line& atom : atoms_) {
      place.line = atom.number;
      if (atom.words.size() != own && atom.words.size() != own + 3)  // image flags follow
        place.fail(fmt::format("found {} numbers of an atom, expected {} of atom_style {}, or {} with image flags",
                               atom.words.size(), own, atom_style_.empty() ? "sphere" : atom_style_, own + 3));
      atom.words.resize(own);
      const auto found = velocity_.find(atom.words[0]);
      for (std::size_t k = 1; k <= kMotion; ++k)
        atom.words.push_back(found != velocity_.end() && k < found->second.size() ? found->second[k] : "0");
      table.add(place, atom.words);
    }
    TextPile result = table.finish(reader_);
    result.passed_over = passed_over_;
    return result;
  }

  TextReader reader_;
  const TextForm& form_;
  std::string style_;
  std::string atom_style_;
  std::vector<Line> atoms_;
  std::map<std::string_view, std::vector<std::string_view>> velocity_;  // words by id
  std::vector<std::string> passed_over_;
};

}  // namespace

bool begins_as_dump(std::string_view text) { return text.starts_with(kItem); }

bool begins_as_data(std::string_view text) {
  constexpr int kHeader = 20;  // number of lines among which "N atoms" must occur
  for (int k = 0; k < kHeader && !text.empty(); ++k) {
    const auto end = std::min(text.find('\n'), text.size());
    const std::vector<std::string_view> words = words_of(without_comment(text.substr(0, end)));
    text.remove_prefix(std::min(end + 1, text.size()));
    if (words.size() == 2 && words[1] == "atoms" && words[0].find_first_not_of("0123456789") == std::string_view::npos)
      return true;
  }
  return false;
}

TextPile parse_dump(std::string_view text, const std::string& name, const TextForm& form) {
  return Dump(text, name, form).read();
}

TextPile parse_data(std::string_view text, const std::string& name, const TextForm& form) {
  return Data(text, name, form).read();
}

}  // namespace rubble::store
