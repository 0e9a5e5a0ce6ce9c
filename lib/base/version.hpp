#pragma once
// Description of the build of this program, for --version and for the provenance of every output.
namespace rubble {

extern const char* const kVersion;   // "0.2.0"
extern const char* const kCommit;    // 12 digits of the commit, "-dirty" if the sources differ from it; or "unknown"
extern const char* const kCompiler;  // "GNU 12.2.0"
extern const char* const kFlags;     // flags that can affect the bits of results: all except warnings and paths

}  // namespace rubble
