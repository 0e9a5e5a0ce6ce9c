#pragma once

namespace rubble {

// Makes the process keep memory that it frees, for its next arrays, until it ends. By default the C library returns
// large arrays to the kernel, which must then clear every page of the next array. It has no effect on results.
void keep_freed_memory();

}  // namespace rubble
