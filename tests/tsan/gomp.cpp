// Tells the thread sanitizer how GCC's OpenMP library orders its threads. The sanitizer cannot detect this order:
// libgomp is not instrumented and waits by its own futexes, so that every parallel loop would look like a race. Part of
// programs that are built with RUBBLE_SANITIZE=thread (lib/CMakeLists.txt lets the linker replace GOMP's functions by
// these). OpenMP guarantees every order that is declared here. Barriers of different regions share one address, so that
// a race between two simultaneous regions, which Rubble does not have, would be missed.
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include <sanitizer/tsan_interface.h>

namespace {

using Body = void (*)(void*);
using Copy = void (*)(void*, void*);

char begins, ends, barriers, atomics, tasks;  // addresses that represent the order of threads

struct Region {
  Body body;
  void* data;
};

void run_region(void* given) {
  const auto& region = *static_cast<const Region*>(given);
  __tsan_acquire(&begins);
  region.body(region.data);
  __tsan_release(&ends);
}

constexpr std::size_t kMostOrders = 4;

struct Task {
  Body body;
  std::vector<char> data;
  void* order[kMostOrders];  // addresses of its depend clauses
};

// GOMP hands over the address of the task, by means that the sanitizer does not see.
__attribute__((no_sanitize("thread"))) Task* task_of(void* given) { return *static_cast<Task**>(given); }

void run_task(void* given) {
  Task* task = task_of(given);
  __tsan_acquire(&tasks);
  for (void* order : task->order)
    if (order != nullptr) __tsan_acquire(order);
  task->body(task->data.data());
  for (void* order : task->order)
    if (order != nullptr) __tsan_release(order);
  delete task;
}

[[noreturn]] void give_up(const char* what) {
  std::fprintf(stderr, "tests/tsan/gomp.cpp: %s\n", what);
  std::abort();
}

}  // namespace

extern "C" {

void __real_GOMP_parallel(Body, void*, unsigned, unsigned);
void __wrap_GOMP_parallel(Body body, void* data, unsigned threads, unsigned flags) {
  Region region{body, data};
  __tsan_release(&begins);
  __real_GOMP_parallel(run_region, &region, threads, flags);
  __tsan_acquire(&ends);
}

void __real_GOMP_barrier();
void __wrap_GOMP_barrier() {
  __tsan_release(&barriers);
  __real_GOMP_barrier();
  __tsan_acquire(&barriers);
}

void __real_GOMP_critical_name_start(void**);
void __wrap_GOMP_critical_name_start(void** name) {
  __real_GOMP_critical_name_start(name);
  __tsan_acquire(name);
}

void __real_GOMP_critical_name_end(void**);
void __wrap_GOMP_critical_name_end(void** name) {
  __tsan_release(name);
  __real_GOMP_critical_name_end(name);
}

void __real_GOMP_atomic_start();
void __wrap_GOMP_atomic_start() {
  __real_GOMP_atomic_start();
  __tsan_acquire(&atomics);
}

void __real_GOMP_atomic_end();
void __wrap_GOMP_atomic_end() {
  __tsan_release(&atomics);
  __real_GOMP_atomic_end();
}

void AnnotateIgnoreWritesBegin(const char*, int);
void AnnotateIgnoreWritesEnd(const char*, int);
void __real_GOMP_task(Body, void*, Copy, long, long, bool, unsigned, void**, int, void*);
void __wrap_GOMP_task(Body body, void* data, Copy copy, long bytes, long alignment, bool at_leisure, unsigned flags,
                      void** depend, int priority, void* detach) {
  if (copy != nullptr || alignment > long{__STDCPP_DEFAULT_NEW_ALIGNMENT__})
    give_up("tasks of this kind are not known");
  const auto* start = static_cast<const char*>(data);
  auto* task = new Task{body, {start, start + bytes}, {}};
  if (depend != nullptr) {  // number of addresses, number of written ones, addresses (libgomp's ABI of OpenMP 4.5)
    const auto count = reinterpret_cast<std::size_t>(depend[0]);
    if (count == 0 || count > kMostOrders) give_up("depend clauses of this kind are not known");
    for (std::size_t k = 0; k < count; ++k) task->order[k] = depend[2 + k];
  }
  __tsan_release(&tasks);
  AnnotateIgnoreWritesBegin(__FILE__, __LINE__);  // GOMP copies the address
  __real_GOMP_task(run_task, &task, nullptr, sizeof task, alignof(Task*), at_leisure, flags, depend, priority, detach);
  AnnotateIgnoreWritesEnd(__FILE__, __LINE__);
}
}
