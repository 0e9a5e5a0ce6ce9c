// How threads wait for each other: they look for a while, then sleep and leave the core to others.
#include <cstdlib>

namespace {

// How often a waiting thread looks before it sleeps: some 50 us. Longer than the gaps between two loops, far shorter
// than the slices in which processes share a core; OpenMP's own 300,000 spend whole slices. docs/decisions/0016.
constexpr const char* kLooks = "1000";

}  // namespace

// OpenMP reads its environment when its own constructors run: before that, but after the C library, is the time to add
// to it. Only works where the OpenMP library is linked into the program, which must be told to keep this (CMake).
extern "C" [[gnu::constructor(101)]] void rubble_wait_briefly() {
  if (std::getenv("OMP_WAIT_POLICY") == nullptr) setenv("GOMP_SPINCOUNT", kLooks, 0);
}
