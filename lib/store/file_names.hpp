#pragma once
// Targets of file names. Files are compared by their identity on the disk, not by their spelling.
#include <string>

namespace rubble::store {

// True if a write to the path goes to a file. "-", pipes and devices are not files, and no other files can be placed
// beside them.
bool is_file(const std::string& path);

// => the name that a write creates or replaces. Symbolic links are followed to their end, even if no file exists there.
// InputError if they form a cycle.
std::string target_of(const std::string& path);

// True if two names lead to the same file or folder: the same inode or, if nothing exists there yet, the same name in
// the same folder. Pipes and devices are not files. "/dev/stdin" and "/dev/stdout" stand for their targets.
bool same_file(const std::string& a, const std::string& b);

// The folder that contains a file, "." if its name has none.
std::string folder_of(const std::string& path);
// Name of a file in its folder.
std::string name_of(const std::string& path);

}  // namespace rubble::store
