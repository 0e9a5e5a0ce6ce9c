#include "store/disk.hpp"

#include "base/error.hpp"
#include "base/system.hpp"
#include "store/descriptor.hpp"
#include "store/file_names.hpp"
#include "store/pile_file.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <limits>
#include <map>
#include <optional>
#include <random>
#include <set>

#include <fcntl.h>
#include <fmt/format.h>
#include <openssl/evp.h>
#include <sys/stat.h>

namespace rubble::store {
namespace {

namespace fs = std::filesystem;

std::string read_descriptor(int fd, const std::string& path, const Limit& limit) {
  std::string bytes;
  std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
  bool limited = !limit;
  const auto find_limit = [&] {
    most = limit(std::string_view(bytes).substr(0, kHeadBytes));
    limited = true;
  };
  std::array<char, 1 << 16> piece;
  while (true) {
    const ssize_t got = ::read(fd, piece.data(), piece.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) throw system_error(input_name(path), "read", errno);
    bytes.append(piece.data(), static_cast<std::size_t>(got));
    if (!limited && (got == 0 || bytes.size() >= kHeadBytes)) find_limit();
    if (bytes.size() > most)
      throw InputError(fmt::format("{}: expected at most {} bytes, found more", input_name(path), most));
    if (got == 0) return bytes;
  }
}

// => 0 or the errno of the failure
int write_descriptor(int fd, std::string_view bytes) {
  std::size_t done = 0;
  while (done < bytes.size()) {
    const ssize_t put = ::write(fd, bytes.data() + done, bytes.size() - done);
    if (put < 0 && errno == EINTR) continue;
    if (put < 0) return errno;
    done += static_cast<std::size_t>(put);
  }
  return 0;
}

void refuse_terminal() {
  if (::isatty(STDOUT_FILENO) == 1) throw InputError("standard output is a terminal: redirect it to a file or a pipe");
}

void sync_folder(const std::string& folder) {
  const Descriptor fd(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (*fd < 0) throw system_error(folder, "open", errno);
  // Some file systems do not support syncing a folder and return EINVAL, which is ignored.
  if (::fsync(*fd) != 0 && errno != EINVAL) throw system_error(folder, "sync", errno);
}

constexpr std::string_view kTemporary = ".tmp";
// longest name added to that of a file: a segment's temporary, with some reserve
constexpr std::size_t kLongestSuffix = 48;

// NAME => NAME.PID-NUMBER.tmp, a name that no other writer uses
std::string temporary_name(const std::string& target) {
  std::random_device random;
  return fmt::format("{}.{}-{:08x}{}", target, ::getpid(), random(), kTemporary);
}

// (name) => if it is the name of a temporary file, the name of the file that this will become
std::optional<std::string> owner_of(const std::string& name) {
  if (!name.ends_with(kTemporary)) return std::nullopt;
  const std::size_t end = name.size() - kTemporary.size(), dot = name.rfind('.', end - 1);
  if (end == 0 || dot == std::string::npos) return std::nullopt;
  const std::string mark = name.substr(dot + 1, end - dot - 1);
  const std::size_t dash = mark.find('-');
  if (dash == std::string::npos || dash == 0 || mark.size() - dash != 9) return std::nullopt;
  const bool process = mark.find_first_not_of("0123456789") == dash;
  const bool number = mark.find_first_not_of("0123456789abcdef", dash + 1) == std::string::npos;
  if (!process || !number) return std::nullopt;
  return name.substr(0, dot);
}

// OUT.ckpt.seg0001 => OUT.ckpt; other names are returned unchanged
std::string without_segment(const std::string& name) {
  const std::size_t at = name.rfind(".seg");
  const bool segment = at != std::string::npos && name.find_first_not_of("0123456789", at + 4) == std::string::npos;
  return segment ? name.substr(0, at) : name;
}

void remove_if_abandoned(const std::string& path) {
  const Descriptor file(::open(path.c_str(), O_RDWR | O_NOFOLLOW | O_CLOEXEC));
  if (*file >= 0 && lock(file) == Locked::yes) ::unlink(path.c_str());
}

void remove_leftovers_in(const std::string& folder, const std::set<std::string>& names) {
  std::vector<std::string> found;
  std::error_code ignored;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, ignored)) {
    const std::optional<std::string> owner = owner_of(entry.path().filename().string());
    if (owner && (names.count(*owner) || names.count(without_segment(*owner)))) found.push_back(entry.path().string());
  }
  for (const std::string& path : found) remove_if_abandoned(path);
}

// Names at which an existing file must not be replaced by the first write. There are few outputs, and they are named
// before any work begins.
std::set<std::string>& protected_names() {
  static std::set<std::string> names;
  return names;
}

// Renames a file unless the new name exists. => 0 or the errno of the failure, EEXIST if the name exists.
int rename_to_new(const std::string& from, const std::string& to) {
  if (::renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), RENAME_NOREPLACE) == 0) return 0;
  if (errno != EINVAL && errno != ENOSYS) return errno;
  // NFS, for example, does not support that flag. It supports hard links, which do not replace a file either.
  if (::link(from.c_str(), to.c_str()) == 0) return ::unlink(from.c_str()) == 0 ? 0 : errno;
  if (errno != EPERM && errno != EOPNOTSUPP) return errno;
  // Neither is supported: the existence of the file is tested first.
  if (::access(to.c_str(), F_OK) == 0) return EEXIST;
  return ::rename(from.c_str(), to.c_str()) == 0 ? 0 : errno;
}

// (a complete temporary file, the name that exists) => the name beside it under which the file is kept; "" if no name
// was available.
std::string kept_beside(const std::string& temporary, const std::string& target) {
  constexpr int kMostNames = 1000;
  for (int n = 1; n <= kMostNames; ++n) {
    const std::string name = n == 1 ? target + ".new" : fmt::format("{}.new{}", target, n);
    const int cause = rename_to_new(temporary, name);
    if (cause == 0) return name;
    if (cause != EEXIST) return "";
  }
  return "";
}

// InputError if the folder of an output does not exist, SystemError if it cannot be reached.
void require_folder(const std::string& path, const std::string& folder) {
  struct stat info {};
  const bool found = ::stat(folder.c_str(), &info) == 0;
  if (!found && errno == EACCES) throw system_error(path, "reach its folder", errno);
  if (!found || !S_ISDIR(info.st_mode)) throw InputError(fmt::format("{}: the folder {} does not exist", path, folder));
}

}  // namespace

std::string read_bytes(const std::string& path, const Limit& limit) {
  if (path == "-") {
    static const std::string input = read_descriptor(STDIN_FILENO, path, limit);
    return input;
  }
  const Descriptor fd(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (*fd < 0 && (errno == ENOENT || errno == ENOTDIR)) throw InputError(path + ": no such file");
  if (*fd < 0) throw system_error(path, "open", errno);
  struct stat info {};
  if (::fstat(*fd, &info) == 0 && S_ISDIR(info.st_mode)) throw InputError(path + ": expected a file, found a folder");
  return read_descriptor(*fd, path, limit);
}

struct OutputFile::Parts {
  std::string path;               // path as shown in messages
  std::string target, temporary;  // empty unless the output is a file
  Descriptor fd{-1};

  bool stream() const { return path == "-"; }
  int descriptor() const { return stream() ? STDOUT_FILENO : *fd; }

  // Renames the temporary file to the target.
  void place() {
    const bool replaces = protected_names().count(target) == 0;
    const int cause =
        replaces ? (::rename(temporary.c_str(), target.c_str()) == 0 ? 0 : errno) : rename_to_new(temporary, target);
    if (cause == EEXIST) refuse_to_replace();
    if (cause != 0) fail("rename", cause);
    temporary.clear();
    protected_names().erase(target);  // later writes of this process may replace the file
  }

  [[noreturn]] void refuse_to_replace() {
    const std::string kept = kept_beside(temporary, target);
    if (!kept.empty()) {
      temporary.clear();
      sync_folder(folder_of(target));
    }
    throw SystemError(
        fmt::format("{}: the file was created by another program during the run, and --force was not given; {}", path,
                    kept.empty() ? "the result is lost" : "the result is saved in " + kept));
  }

  [[noreturn]] void fail(std::string_view what, int cause) {
    if (!temporary.empty()) ::unlink(temporary.c_str());
    temporary.clear();
    throw system_error(stream() ? kStandardOutput : path, what, cause);
  }
};

OutputFile::OutputFile(const std::string& path) : parts_(std::make_unique<Parts>()) {
  parts_->path = path;
  if (path == "-") {
    refuse_terminal();
    return;
  }
  Descriptor& fd = parts_->fd;
  if (!is_file(path)) {
    fd = Descriptor(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
    if (*fd < 0) throw system_error(path, "open", errno);
    return;
  }
  // A link is followed, so that it continues to point to the replaced file.
  parts_->target = target_of(path);
  std::string temporary;
  do {
    temporary = temporary_name(parts_->target);
    fd = Descriptor(::open(temporary.c_str(), O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666));
  } while (*fd < 0 && errno == EEXIST);
  if (*fd < 0) throw system_error(path, "create", errno);
  parts_->temporary = temporary;
  lock(fd);  // a locked file does not count as a leftover
}

OutputFile::~OutputFile() {
  if (!parts_->temporary.empty()) ::unlink(parts_->temporary.c_str());
}

void OutputFile::add(std::string_view bytes) {
  if (const int cause = write_descriptor(parts_->descriptor(), bytes)) parts_->fail("write", cause);
}

int OutputFile::temporary() const { return parts_->temporary.empty() ? -1 : *parts_->fd; }

void OutputFile::fail(int cause) { parts_->fail("write", cause); }

void OutputFile::close() {
  Parts& parts = *parts_;
  if (parts.stream() || *parts.fd < 0) return;
  if (!parts.temporary.empty() && ::fsync(*parts.fd) != 0) parts.fail("sync", errno);
  if (!parts.fd.closed()) parts.fail("close", errno);
}

void OutputFile::finish() {
  close();
  if (parts_->temporary.empty()) return;
  parts_->place();
  sync_folder(folder_of(parts_->target));
}

void OutputFiles::add(const std::string& path, std::string_view bytes) {
  OutputFile& file = *files_.emplace_back(std::make_unique<OutputFile>(path));
  file.add(bytes);
  file.close();
}

void OutputFiles::finish() {
  for (const std::unique_ptr<OutputFile>& file : files_) file->finish();
  files_.clear();
}

void protect(const std::string& path) {
  if (is_file(path)) protected_names().insert(target_of(path));
}

void write_bytes(const std::string& path, const std::string& bytes) {
  OutputFile file(path);
  file.add(bytes);
  file.finish();
}

void remove_leftovers(const std::vector<std::string>& paths) {
  std::map<std::string, std::set<std::string>> names;  // names by folder
  for (const std::string& path : paths) {
    const std::string target = target_of(path);
    names[folder_of(target)].insert(name_of(target));
  }
  for (const auto& [folder, those] : names) remove_leftovers_in(folder, those);
}

void remove_file(const std::string& path) {
  if (::unlink(path.c_str()) != 0 && errno != ENOENT) throw system_error(path, "remove", errno);
}

void require_writable(const std::string& path, bool force) {
  if (path == "-") {
    refuse_terminal();
    return;
  }
  if (path.empty()) throw InputError("expected the name of an output file, found an empty argument");
  std::error_code ignored;
  if (fs::is_directory(path, ignored)) throw InputError(path + ": expected a file name, found a folder");
  const std::string target = target_of(path), folder = folder_of(target);
  require_folder(path, folder);
  if (!is_file(path)) {
    if (::access(path.c_str(), W_OK) != 0) throw system_error(path, "write", errno);
    return;
  }
  if (::access(folder.c_str(), W_OK | X_OK) != 0) throw system_error(path, "write into its folder", errno);
  const long longest = ::pathconf(folder.c_str(), _PC_NAME_MAX);
  if (longest > 0 && name_of(target).size() + kLongestSuffix > static_cast<std::size_t>(longest))
    throw InputError(fmt::format("{}: the name is longer than {} bytes, the limit with the endings of temporary files",
                                 path, static_cast<std::size_t>(longest) - kLongestSuffix));
  if (!force && fs::exists(path, ignored)) throw InputError(path + ": the file exists already (--force replaces it)");
}

Sha256::Sha256() : context_(EVP_MD_CTX_new()) {
  if (!context_ || EVP_DigestInit_ex(static_cast<EVP_MD_CTX*>(context_), EVP_sha256(), nullptr) != 1)
    throw SystemError("SHA-256 is not available in the system's OpenSSL");
}

Sha256::~Sha256() { EVP_MD_CTX_free(static_cast<EVP_MD_CTX*>(context_)); }

void Sha256::add(const void* data, std::size_t bytes) {
  if (EVP_DigestUpdate(static_cast<EVP_MD_CTX*>(context_), data, bytes) != 1) throw SystemError("SHA-256 failed");
}

std::string Sha256::hex() {
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest;
  unsigned int length = 0;
  if (EVP_DigestFinal_ex(static_cast<EVP_MD_CTX*>(context_), digest.data(), &length) != 1)
    throw SystemError("SHA-256 failed");
  std::string text;
  for (unsigned int i = 0; i < length; ++i) text += fmt::format("{:02x}", digest[i]);
  return text;
}

std::string sha256(const std::string& bytes) {
  Sha256 sum;
  sum.add(bytes.data(), bytes.size());
  return sum.hex();
}

}  // namespace rubble::store
