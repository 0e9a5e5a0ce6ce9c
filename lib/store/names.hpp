#pragma once
// Where the name of a file leads. Files are compared by what they are on the disk, not by how they are spelt.
#include <string>

namespace rubble::store {

// True if a write goes to a file: not to "-", a pipe or a device, which have no files beside them.
bool is_file(const std::string& path);

// => the name that a write makes or replaces: symbolic links are followed to their end, there or not. InputError if
// they run in a circle.
std::string target_of(const std::string& path);

// True if two names lead to the same file or folder: the same inode or, if nothing exists there yet, the same name in
// the same folder. Pipes and devices are no files; "/dev/stdin" and "/dev/stdout" are what they lead to.
bool same_file(const std::string& a, const std::string& b);

// The folder in which a file lies, "." where its name has none.
std::string folder_of(const std::string& path);
// Its name in that folder.
std::string name_of(const std::string& path);

}  // namespace rubble::store
