#pragma once
// Description of the build of this program, for --version and for the provenance of every output.
namespace rubble {

extern const char* const kVersion;   // "0.2.0"
extern const char* const kCommit;    // 12 digits of the commit of the sources, "-dirty" if they differ; or "unknown"
extern const char* const kCompiler;  // "GNU 12.2.0"
extern const char* const kFlags;     // flags that affect the bits of results: all but warnings and paths

}  // namespace rubble
