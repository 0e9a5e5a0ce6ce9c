#pragma once
// Which build this program is. Two builds of one commit may differ: by changes that are not committed, by flags, by the
// compiler, by libraries that are linked into them.
#include <string>

namespace rubble {

// => the id that the linker gave to the running program (ELF note NT_GNU_BUILD_ID), a hash of what is in it, as
// hexadecimal digits: equal programs have equal ids, wherever they lie and whether or not they are stripped. "unknown"
// where the linker gave none.
std::string build_id();

}  // namespace rubble
