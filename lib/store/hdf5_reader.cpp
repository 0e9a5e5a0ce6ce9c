#include "base/error.hpp"
#include "base/system.hpp"
#include "store/hdf5_calls.hpp"
#include "store/hdf5_open.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace rubble::store {
namespace {

std::string found_type(hid_t type) {
  const std::size_t bits = 8 * H5Tget_size(type);
  switch (H5Tget_class(type)) {
    case H5T_FLOAT:
      return fmt::format("float{}{}", bits, H5Tget_order(type) == H5T_ORDER_BE ? " (big-endian)" : "");
    case H5T_INTEGER:
      return fmt::format("{}int{}{}", H5Tget_sign(type) == H5T_SGN_NONE ? "u" : "", bits,
                         H5Tget_order(type) == H5T_ORDER_BE ? " (big-endian)" : "");
    case H5T_STRING:
      return "text";
    default:
      return "another type";
  }
}

// The library's built-in filters are named, other filters have numbers.
std::string filter_name(H5Z_filter_t filter) {
  switch (filter) {
    case H5Z_FILTER_DEFLATE:
      return "deflate";
    case H5Z_FILTER_SHUFFLE:
      return "shuffle";
    case H5Z_FILTER_SZIP:
      return "szip";
    case H5Z_FILTER_NBIT:
      return "nbit";
    case H5Z_FILTER_SCALEOFFSET:
      return "scaleoffset";
    default:
      return fmt::format("number {}", filter);
  }
}

// (creation properties) => the first filter other than Fletcher32: its output may be arbitrarily larger than its input.
std::optional<std::string> foreign_filter(hid_t options) {
  const int count = H5Pget_nfilters(options);
  for (int i = 0; i < count; ++i) {
    unsigned flags = 0;
    std::size_t none = 0;
    const H5Z_filter_t filter =
        H5Pget_filter2(options, static_cast<unsigned>(i), &flags, &none, nullptr, 0, nullptr, nullptr);
    if (filter != H5Z_FILTER_FLETCHER32) return filter_name(filter);
  }
  return std::nullopt;
}

}  // namespace

Reader::Reader(const std::string& path) : Reader(input_name(path), open_input(path, input_name(path))) {}

Reader::Reader(const std::string& bytes, std::string name) : Reader(name, open_image(bytes, name)) {}

Reader::Reader(std::string name, OpenFile file)
    : name_(std::move(name)), file_(std::move(file.handle)), size_(file.size) {}

void Reader::refuse(const std::string& path, const std::string& expected, const std::string& found) const {
  if (memory_is_short(size_)) throw SystemError(name_ + ":" + path + kOutOfMemory);
  throw InputError(fmt::format("{}:{}: expected {}, found {}", name_, path, expected, found));
}

bool Reader::has(const std::string& path) const {
  require_plain_group("/");
  for (std::size_t end = path.find('/', 1);; end = path.find('/', end + 1)) {
    const std::string part = path.substr(0, end);
    if (H5Lexists(*file_, part.c_str(), H5P_DEFAULT) <= 0) return false;
    if (end == std::string::npos) break;
    require_plain_group(part);
  }
  return H5Oexists_by_name(*file_, path.c_str(), H5P_DEFAULT) > 0;
}

int Reader::rank(const std::string& path) const {
  const Handle dataset = open_dataset(path, "a dataset");
  const Handle space(H5Dget_space(*dataset), H5Sclose);
  return H5Sget_simple_extent_ndims(*space);
}

std::vector<std::string> Reader::children(const std::string& group) const {
  require_plain_group(group);
  std::vector<std::string> names;
  const Handle handle(H5Gopen2(*file_, group.c_str(), H5P_DEFAULT), H5Gclose);
  const auto add = [](hid_t, const char* child, const H5L_info_t*, void* list) -> herr_t {
    static_cast<std::vector<std::string>*>(list)->emplace_back(child);
    return 0;
  };
  if (!handle || H5Literate(*handle, H5_INDEX_NAME, H5_ITER_INC, nullptr, add, &names) < 0)
    refuse(group, "a group", has(group) ? "something else" : "nothing");
  return names;
}

std::optional<std::string> Reader::attribute(const std::string& object, const std::string& key) const {
  if (H5Aexists_by_name(*file_, object.c_str(), key.c_str(), H5P_DEFAULT) <= 0) return std::nullopt;
  const Handle handle(H5Aopen_by_name(*file_, object.c_str(), key.c_str(), H5P_DEFAULT, H5P_DEFAULT), H5Aclose);
  const Handle type(handle ? H5Aget_type(*handle) : -1, H5Tclose);
  const Handle space(handle ? H5Aget_space(*handle) : -1, H5Sclose);
  if (!type || !space || H5Tget_class(*type) != H5T_STRING || H5Tis_variable_str(*type) != 0 ||
      H5Sget_simple_extent_npoints(*space) != 1)
    refuse(object + "@" + key, "one text of fixed length", "something else");
  if (H5Aget_storage_size(*handle) > size_) refuse(object + "@" + key, "a text", "damaged data");
  std::string value(H5Tget_size(*type), '\0');
  if (H5Aread(*handle, *type, value.data()) < 0) refuse(object + "@" + key, "a text", "damaged data");
  return value.substr(0, value.find('\0'));
}

std::optional<std::array<int, 2>> Reader::version(const std::string& object) const {
  if (!has(object) || H5Aexists_by_name(*file_, object.c_str(), "version", H5P_DEFAULT) <= 0) return std::nullopt;
  const Handle handle(H5Aopen_by_name(*file_, object.c_str(), "version", H5P_DEFAULT, H5P_DEFAULT), H5Aclose);
  const Handle type(handle ? H5Aget_type(*handle) : -1, H5Tclose);
  const Handle space(handle ? H5Aget_space(*handle) : -1, H5Sclose);
  std::array<int, 2> value{};
  if (!type || !space || H5Tget_class(*type) != H5T_INTEGER || H5Sget_simple_extent_npoints(*space) != 2 ||
      H5Aread(*handle, H5T_NATIVE_INT, value.data()) < 0)
    refuse(object + "@version", "two integers", "something else");
  return value;
}

// A group with many members stores their names in a heap, which may have filters like a dataset.
void Reader::require_plain_group(const std::string& path) const {
  if (checked_.count(path)) return;
  const Handle group(H5Gopen2(*file_, path.c_str(), H5P_DEFAULT), H5Gclose);
  if (!group) return;
  const Handle options(H5Gget_create_plist(*group), H5Pclose);
  if (!options) refuse(path, "a group", "damaged data");
  if (const auto filter = foreign_filter(*options)) refuse(path, "no filter", *filter);
  checked_.insert(path);
}

Handle Reader::open_dataset(const std::string& path, const std::string& expected) const {
  if (!has(path)) refuse(path, expected, "nothing");
  Handle dataset(H5Dopen2(*file_, path.c_str(), H5P_DEFAULT), H5Dclose);
  if (!dataset) refuse(path, expected, "an object that is not a dataset");
  return dataset;
}

// Refuses data for which the library would allocate or load more than the size of the file, and rows that were never
// written.
void Reader::require_stored(const std::string& path, hid_t dataset, std::uint64_t cell, const Dimensions& shape) const {
  if (checked_.count(path)) return;
  const Handle options(H5Dget_create_plist(dataset), H5Pclose);
  const H5D_layout_t layout = options ? H5Pget_layout(*options) : H5D_LAYOUT_ERROR;
  if ((layout != H5D_COMPACT && layout != H5D_CONTIGUOUS && layout != H5D_CHUNKED) ||
      H5Pget_external_count(*options) != 0)
    refuse(path, "data inside this file", "another layout");
  if (const auto filter = foreign_filter(*options)) refuse(path, "no filter but fletcher32", *filter);
  const std::optional<std::uint64_t> bytes = bytes_of(cell, shape);
  const std::uint64_t stored = H5Dget_storage_size(dataset);
  if (!bytes || *bytes > size_ || stored < *bytes)
    refuse(path, fmt::format("{} stored bytes, uncompressed", bytes ? fmt::to_string(*bytes) : "more than 2^64"),
           fmt::format("{}", std::min(stored, size_)));
  if (layout == H5D_CHUNKED) require_chunks(path, dataset, *options, cell, shape);
  checked_.insert(path);
}

// (creation properties, bytes of a cell, shape of the dataset) => nothing; refuses chunks that are larger than the file
// or missing.
void Reader::require_chunks(const std::string& path, hid_t dataset, hid_t options, std::uint64_t cell,
                            const Dimensions& shape) const {
  std::vector<hsize_t> block(shape.size());
  if (H5Pget_chunk(options, static_cast<int>(block.size()), block.data()) < 0) refuse(path, "chunks", "damaged data");
  const std::optional<std::uint64_t> chunk = bytes_of(cell, Dimensions(block.begin(), block.end()));
  if (!chunk || *chunk > size_) refuse(path, "chunks smaller than the file", "damaged data");
  hsize_t wanted = 1, found = 0;
  for (std::size_t i = 0; i < shape.size(); ++i) wanted *= (shape[i] + block[i] - 1) / block[i];
  const Handle space(H5Dget_space(dataset), H5Sclose);
  if (!space || H5Dget_num_chunks(dataset, *space, &found) < 0) refuse(path, "chunks", "damaged data");
  if (found != wanted) refuse(path, fmt::format("{} chunks", wanted), fmt::format("{}", found));
}

Dimensions Reader::require(const std::string& path, Type type, const Dimensions& expected) const {
  const std::string wanted = to_text(type, expected);
  const Handle dataset = open_dataset(path, wanted);
  const Handle found(H5Dget_type(*dataset), H5Tclose);
  const Handle space(H5Dget_space(*dataset), H5Sclose);
  if (!found || !space) refuse(path, wanted, "damaged data");
  const int rank = H5Sget_simple_extent_ndims(*space);
  if (rank < 0 || rank > 8 || H5Sget_simple_extent_type(*space) == H5S_NULL) refuse(path, wanted, "another shape");
  std::vector<hsize_t> dims(static_cast<std::size_t>(rank));
  if (H5Sget_simple_extent_dims(*space, dims.data(), nullptr) < 0) refuse(path, wanted, "damaged data");
  const Dimensions shape(dims.begin(), dims.end());
  bool fits = H5Tequal(*found, file_type(type)) > 0 && shape.size() == expected.size();
  for (std::size_t i = 0; fits && i < shape.size(); ++i) fits = expected[i] == kAny || shape[i] == expected[i];
  if (!fits) refuse(path, wanted, found_type(*found) + shape_text(shape));
  require_stored(path, *dataset, size_of(type), shape);
  return shape;
}

void Reader::load(const std::string& path, Type type, const Dimensions& start, const Dimensions& count,
                  void* data) const {
  if (bytes_of(1, count).value_or(0) == 0) return;
  require_memory(0, name_ + kOutOfMemory);
  const Handle dataset = open_dataset(path, to_text(type, count));
  const Handle space(H5Dget_space(*dataset), H5Sclose);
  const Handle memory = dataspace_of(count);
  if (!start.empty()) {
    const std::vector<hsize_t> from(start.begin(), start.end()), block(count.begin(), count.end());
    if (H5Sselect_hyperslab(*space, H5S_SELECT_SET, from.data(), nullptr, block.data(), nullptr) < 0 ||
        H5Sselect_valid(*space) <= 0)
      refuse(path, "rows inside the dataset", "rows beyond its end");
  }
  if (H5Dread(*dataset, file_type(type), *memory, *space, H5P_DEFAULT, data) < 0)
    refuse(path, "intact data", "damaged data (the checksum differs or bytes are missing)");
}

std::vector<std::string> Reader::strings(const std::string& path, int rank) const {
  const std::string wanted = rank == 0 ? "a text" : "text[N]";
  const Handle dataset = open_dataset(path, wanted);
  const Handle type(H5Dget_type(*dataset), H5Tclose);
  const Handle space(H5Dget_space(*dataset), H5Sclose);
  if (!type || !space || H5Tget_class(*type) != H5T_STRING || H5Tis_variable_str(*type) != 0 ||
      H5Sget_simple_extent_type(*space) == H5S_NULL || H5Sget_simple_extent_ndims(*space) != rank)
    refuse(path, wanted + " of fixed length", "something else");
  const std::size_t length = H5Tget_size(*type), count = static_cast<std::size_t>(H5Sget_simple_extent_npoints(*space));
  require_stored(path, *dataset, length, rank == 0 ? Dimensions{} : Dimensions{count});
  std::string bytes(length * count, '\0');
  if (count > 0 && H5Dread(*dataset, *type, H5S_ALL, H5S_ALL, H5P_DEFAULT, bytes.data()) < 0)
    refuse(path, "intact data", "damaged data (the checksum differs or bytes are missing)");
  std::vector<std::string> values(count);
  for (std::size_t i = 0; i < count; ++i) {
    const std::string cell = bytes.substr(i * length, length);
    values[i] = cell.substr(0, cell.find('\0'));
  }
  return values;
}

std::string Reader::text(const std::string& path) const { return strings(path, 0).front(); }
std::vector<std::string> Reader::texts(const std::string& path) const { return strings(path, 1); }

}  // namespace rubble::store
