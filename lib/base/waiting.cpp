// Waiting of threads for each other: they spin for a short time, then sleep and release the core.
#include <cstdlib>

namespace {

// Number of checks by a waiting thread before it sleeps, about 50 us. This is longer than the gaps between two loops
// and much shorter than the time slices of processes that share a core. OpenMP's default of 300,000 wastes whole
// slices. docs/decisions/0016.
constexpr const char* kLooks = "1000";

}  // namespace

// OpenMP reads its environment in its own constructors. This constructor runs before them, but after the C library is
// initialised. It only works if the OpenMP library is linked into the program, and the linker must be told to keep this
// file (CMake).
extern "C" [[gnu::constructor(101)]] void rubble_wait_briefly() {
  if (std::getenv("OMP_WAIT_POLICY") == nullptr) setenv("GOMP_SPINCOUNT", kLooks, 0);
}
