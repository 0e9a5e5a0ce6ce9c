#include "base/error.hpp"
#include "base/system.hpp"
#include "store/hdf5_calls.hpp"

#include <algorithm>
#include <cerrno>
#include <stdexcept>

#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace rubble::store {
namespace {

constexpr std::uint64_t kChunkRows = 65536;
constexpr std::size_t kCompactBytes = 60000;  // an object header's message holds less than 64 KiB

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

}  // namespace

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

}  // namespace rubble::store
