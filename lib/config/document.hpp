#pragma once
// A TOML file as a source of parameter structs. Every key in the file must be read; every message names file, line and
// key.
#include "base/error.hpp"
#include "base/field.hpp"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rubble::config {

using Words = std::vector<std::string>;
struct Table;  // describe.hpp

// A parameter of one struct: the address of the value, and the allowed values. Lists of words and of points have no
// Field yet: Document::words and points read them.
struct Slot {
  std::string key = {};
  std::string unit = {};
  std::string text = {};
  Target target = {};
  Range range = kAny;
  std::vector<std::string> choices = {};
  bool required = true;
  std::string earlier = {};  // earlier name of the key, or ""
};

// A section is the path of a table: "contact.normal"; "" is the top level; "plane[0]" is the first of the [[plane]]
// tables.
class Document {
 public:
  // (path, changes: "section.key=value" of --set, "!section.key" of --unset) => the parsed file. A value of --set is
  // written as in the file, but quantities and words need no quotes. InputError for a missing file or malformed text,
  // SystemError if there is no permission.
  static Document load(const std::string& path, const std::vector<std::string>& overrides = {});
  // Parses text; `name` replaces the file's name in messages.
  static Document parse(std::string_view text, const std::string& name, const std::vector<std::string>& overrides = {});

  Document(Document&&) noexcept;
  Document& operator=(Document&&) noexcept;
  ~Document();

  // (table or key: "contact.cohesion", "seed") => true if the file or --set has it. finish() then accepts the name.
  bool has(std::string_view section) const;
  // The result of has(), for names that this tool does not read: finish() still refuses them.
  bool holds(std::string_view section) const;

  // Reads one table into one struct, in SI units. InputError if the table or a required key is missing, or if a value
  // is invalid. Several structs may share a table.
  template <class P>
  P read(std::string_view section);
  // read() if the table exists, else nothing.
  template <class P>
  std::optional<P> read_if(std::string_view section);
  // [[plane]] tables, in file order; empty if there are none.
  template <class P>
  std::vector<P> read_each(std::string_view section);

  // (table, parameters) Reads those that the table has. effective() leaves out the others. => for each, 1 if the table
  // has it
  std::vector<char> read_given(std::string_view section, const std::vector<Slot>& slots);

  // A required word such as contact.normal.law, one of `choices`. The message for a missing key contains `text`.
  std::string word(std::string_view section, std::string_view key, const std::vector<std::string>& choices,
                   const std::string& text = "");
  // The same, with a table of words => the value of the word.
  template <class T, std::size_t n>
  T word(std::string_view section, std::string_view key, const Word<T> (&table)[n], const std::string& text = "");
  // A required list of one or more words, or of points [x, y, z] in the given SI unit.
  Words words(std::string_view section, std::string_view key, const std::string& text);
  Vec3s points(std::string_view section, std::string_view key, const std::string& unit, const std::string& text);
  // An optional integer such as "seed" at the top level.
  std::optional<std::int64_t> integer_if(std::string_view section, std::string_view key, Range range = kAny);

  // Records the value chosen for an "auto", given by --seed, or known to the tool. It replaces the value of the file in
  // effective().
  void record(std::string_view section, std::string_view key, double value);
  void record(std::string_view section, std::string_view key, std::int64_t value);
  void record(std::string_view section, std::string_view key, const Vec3& value);
  void record(std::string_view section, std::string_view key, const std::string& value);

  // Leaves a key that has no meaning beside the other keys out of effective().
  void omit(std::string_view section, std::string_view key);

  // (function that describes tables in all their variants) finish() then knows the keys of variants that were not read.
  void know_variants(std::vector<Table> (*describe)());
  // Call it after everything has been read. A key that was not read is an InputError with the variants of its table
  // that have the key, or with the nearest valid key of its table.
  void finish() const;

  // "file:line:column" of a key or table, or of the nearest enclosing table if it does not exist; for a value of --set,
  // the text of this option. A key that was read under its earlier name is found under this name.
  std::string where(std::string_view section, std::string_view key = {}) const;
  // (paths of keys or tables, such as "size.min") => the place of the first one, and all options --set of the others
  // and of keys in these tables: `run.toml:5:1 with --set "size.min=3"`.
  std::string where(const std::vector<std::string>& paths) const;
  // (section, key or "", message) => an error with the place of the key, or of the section with the options of its
  // keys.
  PlacedError error(std::string_view section, std::string_view key, const std::string& message) const;
  // (paths, message) => an error with their places, for values that are invalid only in combination.
  PlacedError error(const std::vector<std::string>& paths, const std::string& message) const;

  // Calls work() and returns its result. If it throws an InputError without a place, the place of the section is added;
  // for a KeyError or KeysError, the places of its keys.
  template <class Work>
  auto within(std::string_view section, Work&& work) const;

  // Path of each key that was read, such as "run.duration" or "plane.point", and its SI unit.
  const std::map<std::string, std::string>& units() const;

  // (path of a key that was read) => its number, if the file or --set gives it without a unit and the key has one; of a
  // list, the number with the largest magnitude.
  std::optional<double> number_without_unit(const std::string& path) const;

  // Everything that was read, including defaults, as TOML in SI units. Sections are in alphabetical order. Outputs
  // store it. Reading it gives the same parameters and the same text.
  std::string effective() const;

 private:
  friend class Cause;
  struct Impl;
  explicit Document(std::unique_ptr<Impl>);
  void fill(std::string_view section, const std::vector<Slot>& slots);
  void know(std::string_view section, const std::vector<Slot>& slots);
  std::size_t count(std::string_view section) const;
  std::unique_ptr<Impl> impl_;
};

// While it exists, messages about missing tables and keys name the option --set of the key that selects them, such as
// "method.kind".
class Cause {
 public:
  // (document, which must outlive this object; path of the key)
  Cause(Document& document, const std::string& path);
  ~Cause();
  Cause(const Cause&) = delete;
  Cause& operator=(const Cause&) = delete;

 private:
  Document& document_;
};

}  // namespace rubble::config

#include "config/document_read.hpp"
