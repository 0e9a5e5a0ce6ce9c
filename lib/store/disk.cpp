#include "store/disk.hpp"

#include "base/error.hpp"
#include "store/pile_file.hpp"

#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <new>
#include <optional>

#include <fcntl.h>
#include <fmt/format.h>
#include <openssl/evp.h>
#include <sys/stat.h>
#include <unistd.h>

namespace rubble::store {
namespace {

namespace fs = std::filesystem;

class Descriptor {
 public:
  explicit Descriptor(int fd) : fd_(fd) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (fd_ >= 0) ::close(fd_);
  }
  int operator*() const { return fd_; }
  bool closed() {  // => whether close(2) reported success
    const int fd = fd_;
    fd_ = -1;
    return ::close(fd) == 0;
  }

 private:
  int fd_;
};

[[noreturn]] void fail(const std::string& path, const char* what, int cause) {
  throw SystemError(
      fmt::format("{}: cannot {}: {}", path == "-" ? "standard stream" : path, what, std::strerror(cause)));
}

std::string read_descriptor(int fd, const std::string& path) {
  std::string bytes;
  struct stat info {};
  if (::fstat(fd, &info) == 0 && S_ISREG(info.st_mode)) bytes.reserve(static_cast<std::size_t>(info.st_size) + 1);
  std::array<char, 1 << 16> piece;
  while (true) {
    const ssize_t got = ::read(fd, piece.data(), piece.size());
    if (got == 0) return bytes;
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) fail(path, "read", errno);
    bytes.append(piece.data(), static_cast<std::size_t>(got));
  }
}

// => 0 or the errno of the failure
int write_descriptor(int fd, const std::string& bytes) {
  std::size_t done = 0;
  while (done < bytes.size()) {
    const ssize_t put = ::write(fd, bytes.data() + done, bytes.size() - done);
    if (put < 0 && errno == EINTR) continue;
    if (put < 0) return errno;
    done += static_cast<std::size_t>(put);
  }
  return 0;
}

fs::path folder_of(const fs::path& path) { return path.has_parent_path() ? path.parent_path() : fs::path("."); }

bool is_stream(const std::string& path) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  return fs::exists(status) && !fs::is_regular_file(status) && !fs::is_directory(status);
}

void refuse_terminal() {
  if (::isatty(STDOUT_FILENO) == 1)
    throw InputError("standard output is a terminal: send the file into a pipe or a file instead");
}

void sync_folder(const fs::path& folder) {
  const Descriptor fd(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (*fd < 0) fail(folder, "open", errno);
  // Some file systems cannot sync a folder and say EINVAL; there is nothing more to be done on those.
  if (::fsync(*fd) != 0 && errno != EINVAL) fail(folder, "sync", errno);
}

}  // namespace

std::string read_bytes(const std::string& path) {
  if (path == "-") {
    static const std::string input = read_descriptor(STDIN_FILENO, path);
    return input;
  }
  const Descriptor fd(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (*fd < 0 && (errno == ENOENT || errno == ENOTDIR))
    throw InputError(fmt::format("{}: {}", path, std::strerror(errno)));
  if (*fd < 0) fail(path, "open", errno);
  struct stat info {};
  if (::fstat(*fd, &info) == 0 && S_ISDIR(info.st_mode)) throw InputError(path + ": expected a file, found a folder");
  return read_descriptor(*fd, path);
}

void write_bytes(const std::string& path, const std::string& bytes) {
  if (path == "-") {
    refuse_terminal();
    if (const int cause = write_descriptor(STDOUT_FILENO, bytes)) fail("standard output", "write", cause);
    return;
  }
  if (is_stream(path)) {
    Descriptor fd(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
    if (*fd < 0) fail(path, "open", errno);
    if (const int cause = write_descriptor(*fd, bytes)) fail(path, "write", cause);
    if (!fd.closed()) fail(path, "close", errno);
    return;
  }
  // A link keeps pointing to what is replaced behind it.
  const fs::path target = fs::is_symlink(path) ? fs::weakly_canonical(path) : fs::path(path);
  const std::string temporary = target.string() + ".tmp";
  Descriptor fd(::open(temporary.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0666));
  if (*fd < 0) fail(path, "create", errno);
  const char* what = "write";
  int cause = write_descriptor(*fd, bytes);
  if (cause == 0 && ::fsync(*fd) != 0) what = "sync", cause = errno;
  if (!fd.closed() && cause == 0) what = "close", cause = errno;
  if (cause == 0 && ::rename(temporary.c_str(), target.c_str()) != 0) what = "rename", cause = errno;
  if (cause != 0) {
    ::unlink(temporary.c_str());
    fail(path, what, cause);
  }
  sync_folder(folder_of(target));
}

void remove_file(const std::string& path) {
  if (::unlink(path.c_str()) != 0 && errno != ENOENT) fail(path, "remove", errno);
}

void require_writable(const std::string& path, bool force) {
  if (path == "-") return refuse_terminal();
  if (path.empty()) throw InputError("expected the name of an output file, found an empty word");
  if (fs::is_directory(path)) throw InputError(path + ": expected a file name, found a folder");
  const fs::path folder = folder_of(path);
  if (!fs::is_directory(folder))
    throw InputError(fmt::format("{}: the folder {} does not exist", path, folder.string()));
  if (is_stream(path)) {
    if (::access(path.c_str(), W_OK) != 0) throw InputError(fmt::format("{}: {}", path, std::strerror(errno)));
    return;
  }
  if (::access(folder.c_str(), W_OK | X_OK) != 0)
    throw InputError(
        fmt::format("{}: the folder {} cannot be written: {}", path, folder.string(), std::strerror(errno)));
  if (!force && fs::exists(path)) throw InputError(path + ": exists already (--force replaces it)");
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
