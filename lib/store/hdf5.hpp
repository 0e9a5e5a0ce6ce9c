#pragma once
// A thin layer over the HDF5 C library. No other code calls the library, except the driver for outputs. When a file is
// read, every type and shape is checked before memory is allocated. Errors are InputErrors "file:/dataset: expected
// ..., found ...", or SystemErrors if memory is missing.
#include "base/vec.hpp"
#include "store/descriptor.hpp"
#include "store/disk.hpp"
#include "store/output_driver.hpp"

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <hdf5.h>

namespace rubble::store {

using Dimensions = std::vector<std::uint64_t>;
inline constexpr std::uint64_t kAny = ~std::uint64_t{0};  // in an expected shape: any number of rows

enum class Type { float64, int64, int32, uint8 };

const char* name(Type type);
std::string to_text(Type type, const Dimensions& shape);  // "float64[100][3]"

// File representation of one element of a vector: its number type and the shape of one row.
template <class T>
struct Cell;
template <>
struct Cell<double> {
  static constexpr Type type = Type::float64;
  static Dimensions shape() { return {}; }
};
template <>
struct Cell<std::int64_t> {
  static constexpr Type type = Type::int64;
  static Dimensions shape() { return {}; }
};
template <>
struct Cell<std::int32_t> {
  static constexpr Type type = Type::int32;
  static Dimensions shape() { return {}; }
};
template <>
struct Cell<std::uint8_t> {
  static constexpr Type type = Type::uint8;
  static Dimensions shape() { return {}; }
};
template <>
struct Cell<Vec3> {
  static constexpr Type type = Type::float64;
  static Dimensions shape() { return {3}; }
};
template <>
struct Cell<Vec4> {
  static constexpr Type type = Type::float64;
  static Dimensions shape() { return {4}; }
};
template <std::size_t n>
struct Cell<std::array<Index, n>> {
  static constexpr Type type = Type::int32;
  static Dimensions shape() { return {n}; }
};

// Numbers to be written or hashed: little-endian, row-major, not owned.
struct View {
  Type type;
  Dimensions shape;
  const void* data;

  std::size_t bytes() const;
};

template <class T>
Dimensions dimensions_of(std::uint64_t rows) {
  Dimensions shape = Cell<T>::shape();
  shape.insert(shape.begin(), rows);
  return shape;
}
template <class T>
View view(const std::vector<T>& values) {
  return {Cell<T>::type, dimensions_of<T>(values.size()), values.data()};
}
template <class T>
View view(const T& scalar) {
  return {Cell<T>::type, Cell<T>::shape(), &scalar};
}

class Handle {
 public:
  using Close = herr_t (*)(hid_t);
  Handle(hid_t id, Close close) : id_(id), close_(close) {}
  Handle(Handle&& other) noexcept : id_(std::exchange(other.id_, -1)), close_(other.close_) {}
  Handle& operator=(Handle&& other) noexcept {
    std::swap(id_, other.id_), std::swap(close_, other.close_);
    return *this;
  }
  ~Handle() {
    if (id_ >= 0) close_(id_);
  }
  hid_t operator*() const { return id_; }
  explicit operator bool() const { return id_ >= 0; }
  herr_t end() { return close_(std::exchange(id_, -1)); }

 private:
  hid_t id_;
  Close close_;
};

// True if a file of that name exists, is not empty and is not HDF5.
bool is_foreign(const std::string& path);

// A file that is built in memory, or in the temporary file of an output. Identical calls in the same order give
// identical bytes.
class Writer {
 public:
  Writer();  // in memory
  // (path, "-" for standard output) An output: it is built in its temporary file, or in memory for pipes and devices.
  explicit Writer(const std::string& path);
  Writer(const Writer&) = delete;
  Writer& operator=(const Writer&) = delete;

  void group(const std::string& path);  // also creates its parents
  void attribute(const std::string& object, const std::string& key, const std::vector<int>& values);
  void attribute(const std::string& object, const std::string& key, int value);
  void attribute(const std::string& object, const std::string& key, const std::string& value);
  void attribute(const std::string& object, const std::string& key, const std::vector<std::string>& values);

  // unit: "" for none; text: description, "" for none.
  void dataset(const std::string& path, const View& values, const std::string& unit, const std::string& text);
  // Creates a dataset without values; write() fills it. chunk: shape of one checksummed block.
  void reserve(const std::string& path, Type type, const Dimensions& shape, const Dimensions& chunk,
               const std::string& unit, const std::string& text);
  // Writes values at `start`; their shape has as many dimensions as the dataset.
  void write(const std::string& path, const Dimensions& start, const View& values);
  void text(const std::string& path, const std::string& value);
  void texts(const std::string& path, const std::vector<std::string>& values);
  void link(const std::string& existing, const std::string& path);  // a hard link

  // Completes a file in memory. => its bytes
  std::string image();
  // Completes an output: all bytes are on the disk before the file gets its name. SystemError if a write failed.
  void save();

 private:
  explicit Writer(std::unique_ptr<OutputFile> output);
  void require_written();
  void finish();
  void parents(const std::string& path);
  void describe(hid_t dataset, const std::string& unit, const std::string& text);

  std::unique_ptr<OutputFile> output_;
  Descriptor memory_;  // of a file in memory
  OnDisk disk_;
  Handle file_, group_options_, lasting_;
};

struct OpenFile;

class Reader {
 public:
  explicit Reader(const std::string& path);            // "-": standard input
  Reader(const std::string& bytes, std::string name);  // an image in memory

  const std::string& name() const { return name_; }
  bool has(const std::string& path) const;
  int rank(const std::string& path) const;                            // number of dimensions of a dataset
  std::vector<std::string> children(const std::string& group) const;  // sorted
  std::optional<std::string> attribute(const std::string& object, const std::string& key) const;
  std::optional<std::array<int, 2>> version(const std::string& object) const;  // from its attribute `version`

  // Reads all rows; kAny rows accepts any number.
  template <class T>
  std::vector<T> rows(const std::string& path, std::uint64_t count = kAny) const {
    const Dimensions shape = require(path, Cell<T>::type, dimensions_of<T>(count));
    std::vector<T> values(shape[0]);
    load(path, Cell<T>::type, Dimensions(shape.size(), 0), shape, values.data());
    return values;
  }
  // Reads rows [first, first + count) of `total`.
  template <class T>
  std::vector<T> rows(const std::string& path, std::uint64_t total, std::uint64_t first, std::uint64_t count) const {
    const Dimensions shape = require(path, Cell<T>::type, dimensions_of<T>(total));
    Dimensions start(shape.size(), 0);
    start[0] = first;
    std::vector<T> values(count);
    load(path, Cell<T>::type, start, dimensions_of<T>(count), values.data());
    return values;
  }
  // Reads the rows of one frame of a dataset [frames][count]...
  template <class T>
  std::vector<T> frame(const std::string& path, std::uint64_t frames, std::uint64_t index, std::uint64_t count) const {
    Dimensions expected = dimensions_of<T>(count);
    expected.insert(expected.begin(), frames);
    Dimensions part = require(path, Cell<T>::type, expected), start(part.size(), 0);
    start[0] = index, part[0] = 1;
    std::vector<T> values(part[1]);
    load(path, Cell<T>::type, start, part, values.data());
    return values;
  }
  template <class T>
  T scalar(const std::string& path) const {
    T value{};
    require(path, Cell<T>::type, {});
    load(path, Cell<T>::type, {}, {}, &value);
    return value;
  }
  std::string text(const std::string& path) const;
  std::vector<std::string> texts(const std::string& path) const;

  // => the dataset's shape, after checks of type, shape and stored size
  Dimensions require(const std::string& path, Type type, const Dimensions& expected) const;
  [[noreturn]] void refuse(const std::string& path, const std::string& expected, const std::string& found) const;

 private:
  Reader(std::string name, OpenFile file);
  Handle open_dataset(const std::string& path, const std::string& expected) const;
  void require_plain_group(const std::string& path) const;
  void require_stored(const std::string& path, hid_t dataset, std::uint64_t cell, const Dimensions& shape) const;
  void require_chunks(const std::string& path, hid_t dataset, hid_t options, std::uint64_t cell,
                      const Dimensions& shape) const;
  void load(const std::string& path, Type type, const Dimensions& start, const Dimensions& count, void* data) const;
  std::vector<std::string> strings(const std::string& path, int rank) const;

  std::string name_;
  Handle file_;
  std::uint64_t size_;                     // size of the file [bytes]
  mutable std::set<std::string> checked_;  // groups and datasets whose storage was checked
};

}  // namespace rubble::store
