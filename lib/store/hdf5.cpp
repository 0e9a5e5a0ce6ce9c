#include "store/hdf5.hpp"

#include "base/error.hpp"
#include "base/system.hpp"
#include "store/disk.hpp"
#include "store/survives.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <functional>
#include <limits>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace rubble::store {
namespace {

static_assert(std::endian::native == std::endian::little, "files and content hashes are little-endian");

constexpr std::uint64_t kChunkRows = 65536;
constexpr std::size_t kCompactBytes = 60000;  // an object header's message holds less than 64 KiB
constexpr std::size_t kImageStep = 1 << 20;   // growth of a file in memory [bytes]
constexpr const char kSignature[] = "\x89HDF\r\n\x1a\n";

// memory that the library allocates for itself: caches, free lists [bytes]
constexpr std::uint64_t kLibraryMemory = 8 << 20;
constexpr const char* kOutOfMemory = ": out of memory";

bool can_allocate(std::uint64_t bytes) {
  void* const volatile trial = std::malloc(bytes);  // volatile, because the compiler would otherwise remove it
  std::free(trial);
  return trial != nullptr;
}

// Checks for memory before the library needs it, because the library does not survive every failed allocation.
// `message` is that of the SystemError.
void require_memory(std::uint64_t bytes, const std::string& message) {
  if (!can_allocate(bytes + kLibraryMemory)) throw SystemError(message);
}

// Disables the library's messages, plug-ins, and links to other files.
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

// The driver of outputs reports no failed writes, so that operations fail only for lack of memory. After a failed write
// the library may find damaged data: Writer::require_written() comes before each operation.
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

// => the number of bytes; nothing if it does not fit into 64 bits
std::optional<std::uint64_t> bytes_of(std::uint64_t cell, const Dimensions& shape) {
  std::uint64_t bytes = cell;
  for (const std::uint64_t n : shape)
    if (__builtin_mul_overflow(bytes, n, &bytes)) return std::nullopt;
  return bytes;
}

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

Handle dataspace_of(const Dimensions& shape) {
  const std::vector<hsize_t> dims(shape.begin(), shape.end());
  return must(
      dims.empty() ? H5Screate(H5S_SCALAR) : H5Screate_simple(static_cast<int>(dims.size()), dims.data(), nullptr),
      H5Sclose, "make a dataspace");
}

Handle text_type(std::size_t length, H5T_cset_t characters) {
  Handle type = must(H5Tcopy(H5T_C_S1), H5Tclose, "make a type");
  must(H5Tset_size(*type, std::max<std::size_t>(length, 1)), "make a type");
  must(H5Tset_strpad(*type, H5T_STR_NULLPAD), "make a type");
  must(H5Tset_cset(*type, characters), "make a type");
  return type;
}
// Text type of a dataset, which may contain text of users.
Handle text_type(std::size_t length) { return text_type(length, H5T_CSET_UTF8); }
// Text type of an attribute, which contains words of this program. ParaView 5.11 does not open /VTKHDF if its Type is
// UTF-8.
Handle word_type(std::size_t length) { return text_type(length, H5T_CSET_ASCII); }

// Fixed-length strings one after the other, padded with zeros.
struct Packed {
  std::size_t length = 1;
  std::string bytes;
};
Packed pack(const std::vector<std::string>& values) {
  Packed packed;
  for (const std::string& value : values) packed.length = std::max(packed.length, value.size());
  for (const std::string& value : values) packed.bytes += value + std::string(packed.length - value.size(), '\0');
  return packed;
}

void put_attribute(hid_t object, const std::string& key, hid_t type, const Dimensions& shape, const void* data) {
  const Handle attribute = must(H5Acreate2(object, key.c_str(), type, *dataspace_of(shape), H5P_DEFAULT, H5P_DEFAULT),
                                H5Aclose, "make an attribute");
  must(H5Awrite(*attribute, type, data), "write an attribute");
}

// A unique name for a file in memory. The library treats two files with one name as identical, and looks for the name
// on the disk. No file with this name can exist there.
std::string memory_name() {
  static std::atomic<std::uint64_t> count = 0;
  return fmt::format("/dev/null/{}", ++count);
}

// True if the library's last call failed for lack of memory: memory for the whole file is not available. Otherwise a
// damaged file requested more memory than its size.
bool memory_is_short(std::uint64_t file_size) {
  bool asked = false;
  const auto look = [](unsigned, const H5E_error2_t* error, void* found) -> herr_t {
    if (error->min_num == H5E_NOSPACE || error->min_num == H5E_CANTALLOC) *static_cast<bool*>(found) = true;
    return 0;
  };
  H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, look, &asked);
  return asked && !can_allocate(file_size);
}

// => the open file; SystemError if only memory is missing, nothing for other failures
Handle opened(hid_t file, std::uint64_t size, const std::string& name) {
  if (file < 0 && memory_is_short(size)) throw SystemError(name + kOutOfMemory);
  return {file, H5Fclose};
}

Handle open_image(const std::string& bytes, const std::string& name) {
  require_memory(2 * bytes.size(), name + kOutOfMemory);  // one for its copy and one for that of the driver
  start_library();
  const Handle access = must(H5Pcreate(H5P_FILE_ACCESS), H5Pclose, "make a property list");
  must(H5Pset_fapl_core(*access, kImageStep, false), "set the driver");
  must(H5Pset_fclose_degree(*access, H5F_CLOSE_STRONG), "set the driver");
  // The library copies the image and does not change its argument.
  must(H5Pset_file_image(*access, const_cast<char*>(bytes.data()), bytes.size()), "copy a file");
  return opened(H5Fopen(memory_name().c_str(), H5F_ACC_RDONLY, *access), bytes.size(), name);
}

Handle open_file(const std::string& path) {
  require_memory(0, path + kOutOfMemory);
  start_library();
  const Handle access = must(H5Pcreate(H5P_FILE_ACCESS), H5Pclose, "make a property list");
  must(H5Pset_fclose_degree(*access, H5F_CLOSE_STRONG), "set the driver");
  // Files are replaced by rename and never changed in place. No lock is needed, and some network file systems have no
  // locks.
  must(H5Pset_file_locking(*access, false, true), "set the driver");
  std::error_code ignored;
  return opened(H5Fopen(path.c_str(), H5F_ACC_RDONLY, *access), std::filesystem::file_size(path, ignored), path);
}

// Metadata has checksums from version 2 of the superblock on. Without them, damaged metadata may crash the library.
bool has_checksums(std::string_view bytes) { return bytes.size() > 8 && bytes[8] >= 2; }

// Visits all objects of a file and looks up each of their names, because a lookup reads keys of the symbol table that a
// visit does not read. => true if the library finds all objects
bool visit_all(hid_t file) {
  const auto look_up = [](hid_t root, const char* name, const H5O_info_t*, void*) -> herr_t {
    const bool is_root = std::strcmp(name, ".") == 0;
    return is_root || H5Lexists(root, name, H5P_DEFAULT) > 0 ? 0 : -1;
  };
  return H5Ovisit(file, H5_INDEX_NAME, H5_ITER_NATIVE, look_up, nullptr) >= 0;
}

// (first bytes of a file, function that opens it) => the open file, which is not valid if the file is damaged. Metadata
// without checksums is read in a child process first.
Handle open_checked(std::string_view head, const std::function<Handle()>& open) {
  if (has_checksums(head)) return open();
  Handle damaged(-1, H5Fclose);
  if (!survives([&] { visit_all(*open()); })) return damaged;
  Handle file = open();
  return file && visit_all(*file) ? std::move(file) : std::move(damaged);
}

// => the first bytes of a regular file; nothing for pipes and devices, which must be read completely
std::optional<std::string> first_bytes(const std::string& path) {
  std::error_code error;
  if (path == "-" || !std::filesystem::is_regular_file(path, error)) return std::nullopt;
  const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) return std::nullopt;
  std::string bytes(9, '\0');
  const ssize_t got = ::read(fd, bytes.data(), bytes.size());
  ::close(fd);
  if (got < 0) return std::nullopt;
  bytes.resize(static_cast<std::size_t>(got));
  return bytes;
}

void require_signature(std::string_view bytes, const std::string& name) {
  if (bytes.empty()) throw InputError(name + ": expected an HDF5 file, found no data");
  if (bytes.compare(0, 8, kSignature, 8) != 0) throw InputError(name + ": expected an HDF5 file, found another format");
}

[[noreturn]] void refuse_damaged(const std::string& name) {
  throw InputError(name + ": expected a complete HDF5 file, found a truncated or damaged one");
}

// (first bytes of a stream) => the declared size of its file: the end-of-file address in the superblock (HDF5 File
// Format Specification 3.0, II.A).
std::uint64_t announced_size(std::string_view head, const std::string& name) {
  require_signature(head, name);
  const auto byte = [&](std::size_t at) { return at < head.size() ? static_cast<unsigned char>(head[at]) : 255; };
  const int version = byte(8);
  if (version > 3) refuse_damaged(name);
  const std::size_t width = version < 2 ? 13 : 9;  // position of the width of addresses
  const std::size_t end = version == 0 ? 40 : version == 1 ? 44 : 28;
  std::uint64_t size = 0;
  if (byte(width) != sizeof size || head.size() < end + sizeof size) refuse_damaged(name);
  std::memcpy(&size, head.data() + end, sizeof size);
  return size;
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

// ---------------------------------------------------------------------------------------------------------- writing

Writer::Writer() : Writer(std::unique_ptr<OutputFile>()) {}

Writer::Writer(const std::string& path) : Writer(std::make_unique<OutputFile>(path)) {}

Writer::Writer(std::unique_ptr<OutputFile> output)
    : output_(std::move(output)),
      memory_(-1),
      file_(-1, H5Fclose),
      group_options_(-1, H5Pclose),
      lasting_(-1, H5Pclose) {
  require_memory(0, "out of memory: HDF5 could not make a file");
  start_library();
  const Handle access = must(H5Pcreate(H5P_FILE_ACCESS), H5Pclose, "make a property list");
  disk_.descriptor = output_ ? output_->temporary() : -1;
  if (disk_.descriptor < 0) {
    memory_ = Descriptor(::memfd_create("rubble", MFD_CLOEXEC));
    if (*memory_ < 0) throw system_error("a file in memory", "create", errno);
    disk_.descriptor = *memory_;
  }
  must(set_output_driver(*access, disk_), "set the driver");
  must(H5Pset_fclose_degree(*access, H5F_CLOSE_STRONG), "set the driver");
  must(H5Pset_libver_bounds(*access, H5F_LIBVER_V110, H5F_LIBVER_V110), "set the format");
  const Handle creation = must(H5Pcreate(H5P_FILE_CREATE), H5Pclose, "make a property list");
  must(H5Pset_obj_track_times(*creation, false), "leave out times");
  group_options_ = must(H5Pcreate(H5P_GROUP_CREATE), H5Pclose, "make a property list");
  must(H5Pset_obj_track_times(*group_options_, false), "leave out times");
  file_ = must(H5Fcreate(memory_name().c_str(), H5F_ACC_TRUNC, *creation, *access), H5Fclose, "make a file");
}

void Writer::group(const std::string& path) {
  require_written();
  if (path.empty() || H5Lexists(*file_, path.c_str(), H5P_DEFAULT) > 0) return;
  parents(path);
  must(H5Gcreate2(*file_, path.c_str(), H5P_DEFAULT, *group_options_, H5P_DEFAULT), H5Gclose, "make a group");
}

// The library's function that creates parents would store their times.
void Writer::parents(const std::string& path) { group(path.substr(0, path.rfind('/'))); }

void Writer::attribute(const std::string& object, const std::string& key, const std::vector<int>& values) {
  require_written();
  const Handle target = must(H5Oopen(*file_, object.c_str(), H5P_DEFAULT), H5Oclose, "open an object");
  put_attribute(*target, key, H5T_STD_I32LE, {values.size()}, values.data());
}
void Writer::attribute(const std::string& object, const std::string& key, int value) {
  require_written();
  const Handle target = must(H5Oopen(*file_, object.c_str(), H5P_DEFAULT), H5Oclose, "open an object");
  put_attribute(*target, key, H5T_STD_I32LE, {}, &value);
}
void Writer::attribute(const std::string& object, const std::string& key, const std::string& value) {
  require_written();
  const Handle target = must(H5Oopen(*file_, object.c_str(), H5P_DEFAULT), H5Oclose, "open an object");
  put_attribute(*target, key, *word_type(value.size()), {}, value.data());
}
void Writer::attribute(const std::string& object, const std::string& key, const std::vector<std::string>& values) {
  require_written();
  const Handle target = must(H5Oopen(*file_, object.c_str(), H5P_DEFAULT), H5Oclose, "open an object");
  const Packed packed = pack(values);
  put_attribute(*target, key, *word_type(packed.length), {values.size()}, packed.bytes.data());
}

void Writer::describe(hid_t dataset, const std::string& unit, const std::string& text) {
  if (!unit.empty()) {  // H5MD's units module asks for variable-length ASCII
    const Handle type = must(H5Tcopy(H5T_C_S1), H5Tclose, "make a type");
    must(H5Tset_size(*type, H5T_VARIABLE), "make a type");
    const char* word = unit.c_str();
    put_attribute(dataset, "unit", *type, {}, &word);
  }
  if (!text.empty()) put_attribute(dataset, "description", *word_type(text.size()), {}, text.data());
}

void Writer::reserve(const std::string& path, Type type, const Dimensions& shape, const Dimensions& chunk,
                     const std::string& unit, const std::string& text) {
  parents(path);
  const Handle options = must(H5Pcreate(H5P_DATASET_CREATE), H5Pclose, "make a property list");
  must(H5Pset_obj_track_times(*options, false), "leave out times");
  const bool empty = std::find(shape.begin(), shape.end(), 0) != shape.end();
  if (shape.empty()) {
    must(H5Pset_layout(*options, H5D_COMPACT), "set the layout");  // inside the checksummed object header
  } else if (!empty) {
    const std::vector<hsize_t> block(chunk.begin(), chunk.end());
    must(H5Pset_chunk(*options, static_cast<int>(block.size()), block.data()), "set the layout");
    must(H5Pset_fletcher32(*options), "set the checksum");
  }
  const Handle dataset =
      must(H5Dcreate2(*file_, path.c_str(), file_type(type), *dataspace_of(shape), H5P_DEFAULT, *options, H5P_DEFAULT),
           H5Dclose, "make a dataset");
  describe(*dataset, unit, text);
}

void Writer::write(const std::string& path, const Dimensions& start, const View& values) {
  if (values.bytes() == 0) return;
  require_written();
  require_memory(values.bytes(), "out of memory: HDF5 could not write " + path);
  const Handle dataset = must(H5Dopen2(*file_, path.c_str(), H5P_DEFAULT), H5Dclose, "open a dataset");
  const Handle space = must(H5Dget_space(*dataset), H5Sclose, "open a dataset");
  const Handle memory = dataspace_of(values.shape);
  if (!start.empty()) {
    const std::vector<hsize_t> from(start.begin(), start.end()), count(values.shape.begin(), values.shape.end());
    must(H5Sselect_hyperslab(*space, H5S_SELECT_SET, from.data(), nullptr, count.data(), nullptr), "select rows");
  }
  const herr_t written = H5Dwrite(*dataset, file_type(values.type), *memory, *space, H5P_DEFAULT, values.data);
  require_written();
  must(written, "write a dataset");
}

void Writer::dataset(const std::string& path, const View& values, const std::string& unit, const std::string& text) {
  Dimensions chunk = values.shape;
  if (!chunk.empty()) chunk[0] = std::min(chunk[0], kChunkRows);
  reserve(path, values.type, values.shape, chunk, unit, text);
  write(path, Dimensions(values.shape.size(), 0), values);
}

void Writer::text(const std::string& path, const std::string& value) {
  parents(path);
  const Handle options = must(H5Pcreate(H5P_DATASET_CREATE), H5Pclose, "make a property list");
  must(H5Pset_obj_track_times(*options, false), "leave out times");
  if (value.size() <= kCompactBytes) must(H5Pset_layout(*options, H5D_COMPACT), "set the layout");
  const Handle type = text_type(value.size());
  const Handle dataset =
      must(H5Dcreate2(*file_, path.c_str(), *type, *dataspace_of({}), H5P_DEFAULT, *options, H5P_DEFAULT), H5Dclose,
           "make a dataset");
  const std::string bytes = value.empty() ? std::string(1, '\0') : value;
  must(H5Dwrite(*dataset, *type, H5S_ALL, H5S_ALL, H5P_DEFAULT, bytes.data()), "write a dataset");
}

void Writer::texts(const std::string& path, const std::vector<std::string>& values) {
  parents(path);
  const Packed packed = pack(values);
  const Handle options = must(H5Pcreate(H5P_DATASET_CREATE), H5Pclose, "make a property list");
  must(H5Pset_obj_track_times(*options, false), "leave out times");
  if (!values.empty()) {
    const hsize_t block = std::min<hsize_t>(values.size(), kChunkRows);
    must(H5Pset_chunk(*options, 1, &block), "set the layout");
    must(H5Pset_fletcher32(*options), "set the checksum");
  }
  const Handle type = text_type(packed.length);
  const Handle dataset =
      must(H5Dcreate2(*file_, path.c_str(), *type, *dataspace_of({values.size()}), H5P_DEFAULT, *options, H5P_DEFAULT),
           H5Dclose, "make a dataset");
  if (!values.empty())
    must(H5Dwrite(*dataset, *type, H5S_ALL, H5S_ALL, H5P_DEFAULT, packed.bytes.data()), "write a dataset");
}

void Writer::link(const std::string& existing, const std::string& path) {
  parents(path);
  must(H5Lcreate_hard(*file_, existing.c_str(), *file_, path.c_str(), H5P_DEFAULT, H5P_DEFAULT), "make a link");
}

void Writer::require_written() {
  if (disk_.cause == 0) return;
  if (output_) output_->fail(disk_.cause);
  throw system_error("a file in memory", "write", disk_.cause);
}

void Writer::finish() {
  const herr_t flushed = H5Fflush(*file_, H5F_SCOPE_LOCAL);
  require_written();
  must(flushed, "finish a file");
  const herr_t ended = file_.end();
  require_written();
  must(ended, "finish a file");
}

std::string Writer::image() {
  finish();
  struct stat info {};
  if (::fstat(disk_.descriptor, &info) != 0) throw system_error("a file in memory", "read", errno);
  std::string bytes(static_cast<std::size_t>(info.st_size), '\0');
  for (std::size_t at = 0; at < bytes.size();) {
    const ssize_t got = ::pread(disk_.descriptor, bytes.data() + at, bytes.size() - at, static_cast<off_t>(at));
    if (got <= 0) throw system_error("a file in memory", "read", got < 0 ? errno : EIO);
    at += static_cast<std::size_t>(got);
  }
  return bytes;
}

void Writer::save() {
  if (!output_) throw std::logic_error("a file without a path cannot be saved");
  if (output_->temporary() < 0)
    output_->add(image());
  else
    finish();
  output_->finish();
}

bool is_foreign(const std::string& path) {
  const std::optional<std::string> head = first_bytes(path);
  return head && !head->empty() && head->compare(0, 8, kSignature, 8) != 0;
}

// ---------------------------------------------------------------------------------------------------------- reading

Reader::Reader(const std::string& path) : name_(input_name(path)), file_(-1, H5Fclose) {
  if (const std::optional<std::string> head = first_bytes(path)) {
    require_signature(*head, name_);
    file_ = open_checked(*head, [&] { return open_file(path); });
  } else {
    const std::string image = read_bytes(path, [&](std::string_view first) { return announced_size(first, name_); });
    require_signature(image, name_);
    file_ = open_checked(image, [&] { return open_image(image, name_); });
  }
  hsize_t size = 0;
  if (!file_ || H5Fget_filesize(*file_, &size) < 0) refuse_damaged(name_);
  size_ = size;
}

Reader::Reader(const std::string& bytes, std::string name) : name_(std::move(name)), file_(-1, H5Fclose) {
  require_signature(bytes, name_);
  file_ = open_checked(bytes, [&] { return open_image(bytes, name_); });
  if (!file_) refuse_damaged(name_);
  size_ = bytes.size();
}

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
