#include "store/hdf5_open.hpp"

#include "base/error.hpp"
#include "store/disk.hpp"
#include "store/hdf5_calls.hpp"
#include "store/survives.hpp"

#include <cstring>
#include <filesystem>
#include <functional>
#include <optional>
#include <string_view>

#include <fcntl.h>
#include <unistd.h>

namespace rubble::store {
namespace {

constexpr std::size_t kImageStep = 1 << 20;  // growth of a file in memory [bytes]

// => the open file; SystemError if only memory is missing, nothing for other failures
Handle opened(hid_t file, std::uint64_t size, const std::string& name) {
  if (file < 0 && memory_is_short(size)) throw SystemError(name + kOutOfMemory);
  return {file, H5Fclose};
}

Handle open_bytes(const std::string& bytes, const std::string& name) {
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

// (open file, its name) => it with its size
OpenFile with_size(Handle file, const std::string& name) {
  hsize_t size = 0;
  if (!file || H5Fget_filesize(*file, &size) < 0) refuse_damaged(name);
  return {std::move(file), size};
}

}  // namespace

bool memory_is_short(std::uint64_t file_size) {
  bool asked = false;
  const auto look = [](unsigned, const H5E_error2_t* error, void* found) -> herr_t {
    if (error->min_num == H5E_NOSPACE || error->min_num == H5E_CANTALLOC) *static_cast<bool*>(found) = true;
    return 0;
  };
  H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, look, &asked);
  return asked && !can_allocate(file_size);
}

OpenFile open_input(const std::string& path, const std::string& name) {
  if (const std::optional<std::string> head = first_bytes(path)) {
    require_signature(*head, name);
    return with_size(open_checked(*head, [&] { return open_file(path); }), name);
  }
  return open_image(read_bytes(path, [&](std::string_view first) { return announced_size(first, name); }), name);
}

OpenFile open_image(const std::string& bytes, const std::string& name) {
  require_signature(bytes, name);
  return with_size(open_checked(bytes, [&] { return open_bytes(bytes, name); }), name);
}

bool is_foreign(const std::string& path) {
  const std::optional<std::string> head = first_bytes(path);
  return head && !head->empty() && head->compare(0, 8, kSignature, 8) != 0;
}

}  // namespace rubble::store
