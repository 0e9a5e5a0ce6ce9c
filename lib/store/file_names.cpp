#include "store/file_names.hpp"

#include "base/error.hpp"

#include <filesystem>
#include <optional>

#include <sys/stat.h>

namespace rubble::store {
namespace {

namespace fs = std::filesystem;

constexpr int kMostLinks = 40;  // the number that the kernel follows

std::optional<struct stat> look(const std::string& path) {
  struct stat info {};
  if (::stat(path.c_str(), &info) != 0) return std::nullopt;
  return info;
}

bool same_inode(const struct stat& a, const struct stat& b) { return a.st_dev == b.st_dev && a.st_ino == b.st_ino; }

}  // namespace

std::string folder_of(const std::string& path) {
  const fs::path folder = fs::path(path).parent_path();
  return folder.empty() ? "." : folder.string();
}

std::string name_of(const std::string& path) { return fs::path(path).filename().string(); }

bool is_file(const std::string& path) {
  if (path == "-") return false;
  const std::optional<struct stat> found = look(path);
  return !found || S_ISREG(found->st_mode) || S_ISDIR(found->st_mode);
}

std::string target_of(const std::string& path) {
  fs::path target = path;
  std::error_code ignored;
  for (int links = 0; fs::is_symlink(fs::symlink_status(target, ignored)); ++links) {
    if (links == kMostLinks) throw InputError(path + ": expected a file, found a loop of symbolic links");
    target = target.parent_path() / fs::read_symlink(target, ignored);
  }
  return target.string();
}

bool same_file(const std::string& a, const std::string& b) {
  const std::optional<struct stat> one = look(a), other = look(b);
  if (one && other) return (S_ISREG(one->st_mode) || S_ISDIR(one->st_mode)) && same_inode(*one, *other);
  if (one || other) return false;
  const std::string first = target_of(a), second = target_of(b);
  if (name_of(first) != name_of(second)) return false;
  const std::optional<struct stat> here = look(folder_of(first)), there = look(folder_of(second));
  if (here && there) return same_inode(*here, *there);
  return fs::path(first).lexically_normal() == fs::path(second).lexically_normal();
}

}  // namespace rubble::store
