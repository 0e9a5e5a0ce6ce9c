#include "base/freed_memory.hpp"

#include <malloc.h>

namespace rubble {

void keep_freed_memory() {
#ifdef __GLIBC__
  mallopt(M_MMAP_MAX, 0);         // large arrays come from the heap, too
  mallopt(M_TRIM_THRESHOLD, -1);  // the heap never shrinks
#endif
}

}  // namespace rubble
