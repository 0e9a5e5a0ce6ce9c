#pragma once
// Identity of the build of this program. Two builds of one commit may differ by uncommitted changes, flags, the
// compiler, or linked libraries.
#include <string>

namespace rubble {

// => the id that the linker gave to the running program (ELF note NT_GNU_BUILD_ID), as hexadecimal digits. It is a hash
// of the program's content: equal programs have equal ids in any folder, stripped or not. "unknown" if the linker gave
// none.
std::string build_id();

}  // namespace rubble
