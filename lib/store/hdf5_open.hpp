#pragma once
// Opening of HDF5 files that may be truncated, damaged or made to do harm.
#include "store/hdf5.hpp"

#include <cstdint>
#include <string>

namespace rubble::store {

// An open file and its size [bytes].
struct OpenFile {
  Handle handle;
  std::uint64_t size;
};

// (path, "-" for standard input; name for messages) => the open file. Pipes and devices are read into memory.
// InputError if it is missing, another format, truncated or damaged; SystemError without memory
OpenFile open_input(const std::string& path, const std::string& name);

// (all bytes of a file, name for messages) => the open file. Errors as above.
OpenFile open_image(const std::string& bytes, const std::string& name);

// (size of a file [bytes]) True if the library's last call failed for lack of memory: memory for the whole file is not
// available. Otherwise a damaged file requested more memory than its size.
bool memory_is_short(std::uint64_t file_size);

}  // namespace rubble::store
