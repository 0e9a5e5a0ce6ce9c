#pragma once
// Work that may end a process, tried out in another one.
#include <functional>

namespace rubble::store {

// (work that changes nothing outside of its process) => true if a copy of this process survives the work, with or
// without an exception, rather than being ended by a signal. True where no other process can be had.
bool survives(const std::function<void()>& work);

}  // namespace rubble::store
