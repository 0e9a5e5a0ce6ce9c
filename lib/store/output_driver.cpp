#include "store/output_driver.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <iterator>
#include <new>

#include <unistd.h>

namespace rubble::store {
namespace {

// The library's part comes first, as it requires.
struct OpenOutput {
  H5FD_t common;
  OnDisk* file;
  haddr_t allocated;  // end of the space that the library has allocated [bytes]
  haddr_t written;    // end of the last byte that was written [bytes]
};
OpenOutput* opened_output(H5FD_t* file) { return reinterpret_cast<OpenOutput*>(file); }
const OpenOutput* opened_output(const H5FD_t* file) { return reinterpret_cast<const OpenOutput*>(file); }

H5FD_t* open_output(const char*, unsigned, hid_t access, haddr_t) {
  auto* const* file = static_cast<OnDisk* const*>(H5Pget_driver_info(access));
  if (file == nullptr) return nullptr;
  auto* const opened = new (std::nothrow) OpenOutput{{}, *file, 0, 0};
  return opened == nullptr ? nullptr : &opened->common;
}

herr_t close_output(H5FD_t* file) {
  delete opened_output(file);
  return 0;
}

int compare_outputs(const H5FD_t* a, const H5FD_t* b) {
  const int x = opened_output(a)->file->descriptor, y = opened_output(b)->file->descriptor;
  return x < y ? -1 : x > y;
}

// The features of the driver for memory, so that both build the same bytes.
herr_t features_of_output(const H5FD_t*, unsigned long* features) {
  *features = H5FD_FEAT_AGGREGATE_METADATA | H5FD_FEAT_ACCUMULATE_METADATA | H5FD_FEAT_DATA_SIEVE |
              H5FD_FEAT_AGGREGATE_SMALLDATA;
  return 0;
}

haddr_t allocated_end(const H5FD_t* file, H5FD_mem_t) { return opened_output(file)->allocated; }
haddr_t written_end(const H5FD_t* file, H5FD_mem_t) { return opened_output(file)->written; }
herr_t allocate_to(H5FD_t* file, H5FD_mem_t, haddr_t end) {
  opened_output(file)->allocated = end;
  return 0;
}

// Bytes that were never written are zero. A failed read counts as a failed write, because the library writes blocks
// again after it has read them.
herr_t read_output(H5FD_t* file, H5FD_mem_t, hid_t, haddr_t at, std::size_t size, void* buffer) {
  OnDisk& disk = *opened_output(file)->file;
  auto* to = static_cast<char*>(buffer);
  while (size > 0) {
    const ssize_t got = ::pread(disk.descriptor, to, size, static_cast<off_t>(at));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0 && disk.cause == 0) disk.cause = errno;
    if (got <= 0) break;
    to += got, at += static_cast<haddr_t>(got), size -= static_cast<std::size_t>(got);
  }
  std::memset(to, 0, size);
  return 0;
}

herr_t write_output(H5FD_t* file, H5FD_mem_t, hid_t, haddr_t at, std::size_t size, const void* buffer) {
  OnDisk& disk = *opened_output(file)->file;
  const auto* from = static_cast<const char*>(buffer);
  opened_output(file)->written = std::max(opened_output(file)->written, at + size);
  while (size > 0 && disk.cause == 0) {
    const ssize_t put = ::pwrite(disk.descriptor, from, size, static_cast<off_t>(at));
    if (put < 0 && errno == EINTR) continue;
    if (put <= 0) {
      disk.cause = put < 0 ? errno : ENOSPC;
      break;
    }
    from += put, at += static_cast<haddr_t>(put), size -= static_cast<std::size_t>(put);
  }
  return 0;
}

herr_t truncate_output(H5FD_t* file, hid_t, hbool_t) {
  OnDisk& disk = *opened_output(file)->file;
  const haddr_t end = opened_output(file)->allocated;
  if (disk.cause == 0 && ::ftruncate(disk.descriptor, static_cast<off_t>(end)) != 0) disk.cause = errno;
  opened_output(file)->written = end;
  return 0;
}

hid_t output_driver() {
  static const hid_t id = [] {
    static H5FD_class_t functions{};
#if H5_VERSION_GE(1, 13, 0)
    functions.version = H5FD_CLASS_VERSION;
    functions.value = static_cast<H5FD_class_value_t>(H5_VFD_RESERVED + 1);
#endif
    functions.name = "output";
    functions.maxaddr = (haddr_t{1} << 62) - 1;
    functions.fc_degree = H5F_CLOSE_STRONG;
    functions.fapl_size = sizeof(OnDisk*);
    functions.open = open_output;
    functions.close = close_output;
    functions.cmp = compare_outputs;
    functions.query = features_of_output;
    functions.get_eoa = allocated_end;
    functions.set_eoa = allocate_to;
    functions.get_eof = written_end;
    functions.read = read_output;
    functions.write = write_output;
    functions.truncate = truncate_output;
    const H5FD_mem_t kinds[] = H5FD_FLMAP_DICHOTOMY;
    std::copy(std::begin(kinds), std::end(kinds), functions.fl_map);
    return H5FDregister(&functions);
  }();
  return id;
}

}  // namespace

herr_t set_output_driver(hid_t access, OnDisk& file) {
  OnDisk* const state = &file;
  return H5Pset_driver(access, output_driver(), &state);
}

}  // namespace rubble::store
