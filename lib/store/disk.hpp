#pragma once
// Bytes to and from the disk: whole files, written so that no crash point and no full disk loses what was there before.
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace rubble::store {

// (first bytes of a file, up to kHeadBytes) => how many bytes it may have. Throws if they begin nothing that is wanted:
// the rest of an endless stream is then never read.
using Limit = std::function<std::uint64_t(std::string_view)>;
inline constexpr std::size_t kHeadBytes = 4096;

// (path, "-" for standard input) => all its bytes. Not there, a folder or more bytes than `limit` allows: InputError;
// any other failure: SystemError. Standard input is kept after its first reading, so that several questions can be put
// to it.
std::string read_bytes(const std::string& path, const Limit& limit = {});

// The first write to PATH by this process does not replace a file that is there by then: it throws SystemError and
// leaves what was to be written beside it, in PATH.new or, where that is taken, PATH.new2, ... Nothing for "-", pipes
// and devices.
void protect(const std::string& path);

// Writes a temporary file with a name of its own beside the target, fsyncs, renames, fsyncs the folder; on failure PATH
// is as before, the temporary file is removed and a SystemError names path and cause. "-" is standard output (a
// terminal is refused with InputError); pipes and devices are written directly; links are followed.
void write_bytes(const std::string& path, const std::string& bytes);

// The same, piece by piece, for what is too long for memory: the file has its name from finish() on; where there is no
// finish(), PATH is as before. A pipe or device has each piece at once.
class OutputFile {
 public:
  explicit OutputFile(const std::string& path);
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;
  ~OutputFile();
  void add(std::string_view bytes);
  // All bytes are on the disk and the file is closed, but it has its name from finish() on only.
  void close();
  void finish();

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

// Several files that belong together: none has its name before all are on the disk.
class OutputFiles {
 public:
  void add(const std::string& path, std::string_view bytes);
  void finish();  // in the order in which they were added

 private:
  std::vector<std::unique_ptr<OutputFile>> files_;
};

// Removes the temporary files that killed writers left of these files and of segments of theirs; those that are being
// written stay.
void remove_leftovers(const std::vector<std::string>& paths);

// Deletes a file; no error if it is not there.
void remove_file(const std::string& path);

// SHA-256 (FIPS 180-4), fed piece by piece.
class Sha256 {
 public:
  Sha256();
  Sha256(const Sha256&) = delete;
  Sha256& operator=(const Sha256&) = delete;
  ~Sha256();
  void add(const void* data, std::size_t bytes);
  std::string hex();  // ends the sum: 64 lower-case digits

 private:
  void* context_;
};

std::string sha256(const std::string& bytes);

}  // namespace rubble::store
