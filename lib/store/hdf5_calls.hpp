#pragma once
// Parts that writing and reading with the HDF5 library share. Other files use hdf5.hpp.
#include "store/hdf5.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace rubble::store {

inline constexpr const char* kSignature = "\x89HDF\r\n\x1a\n";  // first 8 bytes of a file
inline constexpr const char* kOutOfMemory = ": out of memory";

// => true if so many bytes can be allocated now
bool can_allocate(std::uint64_t bytes);

// Checks for memory before the library needs it, because the library does not survive every failed allocation.
// `message` is that of the SystemError.
void require_memory(std::uint64_t bytes, const std::string& message);

// Disables the library's messages, plug-ins, and links to other files. It comes before every other call.
void start_library();

// The driver of outputs reports no failed writes, so that operations fail only for lack of memory. After a failed write
// the library may find damaged data: Writer::require_written() comes before each operation.
void must(herr_t status, const char* what);
Handle must(hid_t id, Handle::Close close, const char* what);

hid_t file_type(Type type);
std::uint64_t size_of(Type type);                 // [bytes]
std::string shape_text(const Dimensions& shape);  // "[100][3]"

// => the number of bytes; nothing if it does not fit into 64 bits
std::optional<std::uint64_t> bytes_of(std::uint64_t cell, const Dimensions& shape);

Handle dataspace_of(const Dimensions& shape);

// A unique name for a file in memory. The library treats two files with one name as identical, and looks for the name
// on the disk. No file with this name can exist there.
std::string memory_name();

}  // namespace rubble::store
