#pragma once
// Reading and writing of whole files. Neither a crash nor a full disk destroys the previous content of a file.
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace rubble::store {

// (first bytes of a file, up to kHeadBytes) => the largest allowed size of the file [bytes]. Throws if the bytes begin
// no valid file, so that the rest of an endless stream is never read.
using Limit = std::function<std::uint64_t(std::string_view)>;
inline constexpr std::size_t kHeadBytes = 4096;

// (path, "-" for standard input) => all its bytes. InputError if the path does not exist, is a folder, or has more
// bytes than `limit` allows; SystemError for any other failure. Standard input is stored after the first reading, so
// that it can be read again.
std::string read_bytes(const std::string& path, const Limit& limit = {});

// Protects a file that appears at PATH after this call: the first write of this process to PATH does not replace it,
// but throws SystemError. The new content is stored beside it, in PATH.new or, if that exists, PATH.new2, ... No effect
// for "-", pipes and devices.
void protect(const std::string& path);

// Writes a temporary file with a unique name beside the target, syncs it, renames it and syncs the folder. On failure
// PATH is unchanged, the temporary file is removed, and a SystemError names path and cause. "-" is standard output;
// InputError if this is a terminal. Pipes and devices are written directly; links are followed.
void write_bytes(const std::string& path, const std::string& bytes);

// Writes a file that is too long for memory in pieces. finish() renames the temporary file to PATH; without finish(),
// PATH is unchanged. Each piece is written to a pipe or device at once.
class OutputFile {
 public:
  explicit OutputFile(const std::string& path);
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;
  ~OutputFile();
  void add(std::string_view bytes);
  // => descriptor of the temporary file, which can be written at any place instead of by add(); -1 for pipes and
  // devices
  int temporary() const;
  // (errno of a failed write) Removes the temporary file and throws SystemError.
  [[noreturn]] void fail(int cause);
  // Writes all bytes to the disk and closes the temporary file. Only finish() renames it to PATH.
  void close();
  void finish();

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

// Several files that belong together: all are on the disk before the first is renamed to its path.
class OutputFiles {
 public:
  void add(const std::string& path, std::string_view bytes);
  void finish();  // in the order in which they were added

 private:
  std::vector<std::unique_ptr<OutputFile>> files_;
};

// Removes temporary files of these files, and of their segments, that were left by killed processes. Files that are
// being written stay.
void remove_leftovers(const std::vector<std::string>& paths);

// Deletes a file; no error if it does not exist.
void remove_file(const std::string& path);

// SHA-256 (FIPS 180-4) of data that is passed in pieces.
class Sha256 {
 public:
  Sha256();
  Sha256(const Sha256&) = delete;
  Sha256& operator=(const Sha256&) = delete;
  ~Sha256();
  void add(const void* data, std::size_t bytes);
  std::string hex();  // completes the sum: 64 lower-case hexadecimal digits

 private:
  void* context_;
};

std::string sha256(const std::string& bytes);

}  // namespace rubble::store
