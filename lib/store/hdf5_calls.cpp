#include "store/hdf5_calls.hpp"

#include "base/error.hpp"

#include <atomic>
#include <bit>
#include <cstdlib>

#include <fmt/format.h>

namespace rubble::store {
namespace {

static_assert(std::endian::native == std::endian::little, "files and content hashes are little-endian");

// memory that the library allocates for itself: caches, free lists [bytes]
constexpr std::uint64_t kLibraryMemory = 8 << 20;

}  // namespace

bool can_allocate(std::uint64_t bytes) {
  void* const volatile trial = std::malloc(bytes);  // volatile, because the compiler would otherwise remove it
  std::free(trial);
  return trial != nullptr;
}

void require_memory(std::uint64_t bytes, const std::string& message) {
  if (!can_allocate(bytes + kLibraryMemory)) throw SystemError(message);
}

void start_library() {
  static const bool started = [] {
    H5open();
    H5PLset_loading_state(0);
    H5Lunregister(H5L_TYPE_EXTERNAL);
    return true;
  }();
  // A thread-safe build of the library has this setting for each thread.
  thread_local const bool silent = H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr) >= 0;
  static_cast<void>(started), static_cast<void>(silent);
}

void must(herr_t status, const char* what) {
  if (status < 0) throw SystemError(fmt::format("out of memory: HDF5 could not {}", what));
}

Handle must(hid_t id, Handle::Close close, const char* what) {
  if (id < 0) throw SystemError(fmt::format("out of memory: HDF5 could not {}", what));
  return {id, close};
}

hid_t file_type(Type type) {
  switch (type) {
    case Type::float64:
      return H5T_IEEE_F64LE;
    case Type::int64:
      return H5T_STD_I64LE;
    case Type::int32:
      return H5T_STD_I32LE;
    case Type::uint8:
      return H5T_STD_U8LE;
  }
  return -1;
}

std::uint64_t size_of(Type type) {
  switch (type) {
    case Type::float64:
    case Type::int64:
      return 8;
    case Type::int32:
      return 4;
    case Type::uint8:
      return 1;
  }
  return 0;
}

std::string shape_text(const Dimensions& shape) {
  std::string text;
  for (const std::uint64_t n : shape) text += n == kAny ? "[N]" : fmt::format("[{}]", n);
  return text;
}

std::optional<std::uint64_t> bytes_of(std::uint64_t cell, const Dimensions& shape) {
  std::uint64_t bytes = cell;
  for (const std::uint64_t n : shape)
    if (__builtin_mul_overflow(bytes, n, &bytes)) return std::nullopt;
  return bytes;
}

Handle dataspace_of(const Dimensions& shape) {
  const std::vector<hsize_t> dims(shape.begin(), shape.end());
  return must(
      dims.empty() ? H5Screate(H5S_SCALAR) : H5Screate_simple(static_cast<int>(dims.size()), dims.data(), nullptr),
      H5Sclose, "make a dataspace");
}

std::string memory_name() {
  static std::atomic<std::uint64_t> count = 0;
  return fmt::format("/dev/null/{}", ++count);
}

const char* name(Type type) {
  switch (type) {
    case Type::float64:
      return "float64";
    case Type::int64:
      return "int64";
    case Type::int32:
      return "int32";
    case Type::uint8:
      return "uint8";
  }
  return "";
}

std::string to_text(Type type, const Dimensions& shape) { return name(type) + shape_text(shape); }

std::size_t View::bytes() const { return bytes_of(size_of(type), shape).value(); }

}  // namespace rubble::store
