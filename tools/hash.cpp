// rubble-hash: the content hash of piles and tracks, in the form of sha256sum.
#include "base/error.hpp"
#include "base/printable.hpp"
#include "base/system.hpp"
#include "cli/tool.hpp"
#include "store/inspect.hpp"

#include <cerrno>
#include <cstdio>
#include <cstring>

int main(int argc, char** argv) {
  rubble::cli::Tool tool;
  tool.name = "rubble-hash";
  tool.summary = "Prints the content hash of piles and tracks, which is equal for equal data of any origin.";
  tool.example = "rubble-hash a.h5 b.h5";
  tool.source = "SHA-256 (FIPS 180-4) over the datasets that docs/formats.md lists; provenance is left out";
  tool.inputs = -1;
  return rubble::cli::main(argc, argv, tool, [](const rubble::cli::Arguments& arguments) {
    for (const std::string& file : arguments.inputs)
      std::printf("%s  %s\n", rubble::store::file_hash(file).c_str(), rubble::printable(file).c_str());
    if (std::fflush(stdout) != 0) throw rubble::system_error(rubble::kStandardOutput, "write", errno);
    return rubble::cli::kDone;
  });
}
