#pragma once
// Executes work that may crash a process in a child process first.
#include <functional>

namespace rubble::store {

// (work without effects outside of its process) => true if a copy of this process survives the work, with or without an
// exception, instead of being ended by a signal. True if no other process can be created.
bool survives(const std::function<void()>& work);

}  // namespace rubble::store
