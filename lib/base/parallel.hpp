#pragma once
// Parallel loops whose results do not depend on the number of threads: iterations are independent, sums use fixed
// blocks.
#include "base/interrupt.hpp"

#include <cstddef>
#include <exception>
#include <limits>
#include <vector>

#include <omp.h>

namespace rubble {

// (threads >= 1) Sets the number of threads of all later loops.
inline void set_threads(int threads) { omp_set_num_threads(threads); }
inline int threads() { return omp_get_max_threads(); }

// Loops shorter than this run on one thread, because waking the others takes longer than the loop.
inline constexpr std::size_t kMinParallel = 256;

// Calls body(i) for i in [0, n). An iteration must not write data that another one reads.
template <class Body>
void parallel_for(std::size_t n, Body&& body) {
  const auto end = static_cast<std::ptrdiff_t>(n);
#pragma omp parallel for schedule(static) if (n >= kMinParallel)
  for (std::ptrdiff_t i = 0; i < end; ++i) body(static_cast<std::size_t>(i));
}

// Calls body(c) for each of `chunks` pieces of work, each long enough for a thread. An exception in one piece is
// rethrown after all threads have finished. Throws Stopped if a signal has waited too long.
template <class Body>
void for_chunks(std::size_t chunks, Body&& body) {
  const auto end = static_cast<std::ptrdiff_t>(chunks);
  std::exception_ptr failure;
#pragma omp parallel for schedule(static) if (chunks > 1)
  for (std::ptrdiff_t c = 0; c < end; ++c) {
    try {
      interrupt::check();
      body(static_cast<std::size_t>(c));
    } catch (...) {
#pragma omp critical(rubble_for_chunks)
      failure = std::current_exception();
    }
  }
  if (failure) std::rethrow_exception(failure);
}

// Calls first(c, next, at_once) for each chunk c, and then(c) after first() has been called for all chunks from
// source(c) <= c up to c itself. Each thread has one range of chunks. If the range contains source(c), `at_once` is
// true and then(c) follows directly. Otherwise then(c) is called after all threads have finished their calls of
// first(). `next` is the next chunk of the range, or c itself if it is the last.
template <class First, class Source, class Then>
void for_chunks_then(std::size_t chunks, First&& first, Source&& source, Then&& then) {
#pragma omp parallel if (chunks > 1)
  {
    const auto count = static_cast<std::size_t>(omp_get_num_threads()),
               me = static_cast<std::size_t>(omp_get_thread_num());
    const std::size_t begin = chunks * me / count, end = chunks * (me + 1) / count;
    for (std::size_t c = begin; c < end; ++c) {
      const bool at_once = source(c) >= begin;
      first(c, c + 1 < end ? c + 1 : c, at_once);
      if (at_once) then(c);
    }
    if (count > 1) {
#pragma omp barrier
      // The first chunks of each range depend on the range before it. All threads share the delayed calls.
      std::size_t waited = 0;
      for (std::size_t t = 1; t < count; ++t)
        for (std::size_t c = chunks * t / count; c < chunks * (t + 1) / count; ++c)
          if (source(c) < chunks * t / count && waited++ % count == me) then(c);
    }
  }
}

// One thread of the parallel region in which the object is made. If it is the only thread, there is no barrier.
class ThreadGroup {
 public:
  // Calls body(i) for this thread's part of [begin, end); returns after all threads have finished.
  template <class Body>
  void share(std::size_t begin, std::size_t end, Body&& body) const {
    const std::size_t n = end - begin;
    const std::size_t last = begin + n * (me_ + 1) / size_;
    for (std::size_t i = begin + n * me_ / size_; i < last; ++i) body(i);
    wait();
  }
  // Calls body() on one of the threads; returns after it has finished.
  template <class Body>
  void once(Body&& body) const {
    if (me_ == 0) body();
    wait();
  }

 private:
  void wait() const {
    if (size_ == 1) return;
#pragma omp barrier
  }

  std::size_t size_ = static_cast<std::size_t>(omp_get_num_threads());
  std::size_t me_ = static_cast<std::size_t>(omp_get_thread_num());
};

// Sum of the terms that add(sum, i) adds for i in [0, n). Blocks of 1024 terms are summed in index order, and the sums
// of the blocks in block order, so that the result has the same bits for any number of threads. T needs operator+=.
template <class T, class Add>
T blocked_fold(std::size_t n, T zero, Add&& add) {
  constexpr std::size_t block = 1024;
  const std::size_t blocks = (n + block - 1) / block;
  std::vector<T> partial(blocks, zero);
#pragma omp parallel for schedule(static) if (blocks > 1)
  for (std::ptrdiff_t b = 0; b < static_cast<std::ptrdiff_t>(blocks); ++b) {
    const std::size_t begin = static_cast<std::size_t>(b) * block;
    const std::size_t end = begin + block < n ? begin + block : n;
    T sum = zero;
    for (std::size_t i = begin; i < end; ++i) add(sum, i);
    partial[static_cast<std::size_t>(b)] = sum;
  }
  T total = zero;
  for (const T& p : partial) total += p;
  return total;
}

// => the greatest of of(i) for i in [0, n), at least `least`. NaN counts as infinite.
template <class Of>
double greatest_of(std::size_t n, double least, Of&& of) {
  struct Greatest {
    double value;
    void operator+=(const Greatest& other) { value = value < other.value ? other.value : value; }
  };
  return blocked_fold(n, Greatest{least},
                      [&](Greatest& greatest, std::size_t i) {
                        const double value = of(i);
                        greatest += {value == value ? value : std::numeric_limits<double>::infinity()};
                      })
      .value;
}

// => true if holds(i) for all i in [0, n).
template <class Holds>
bool all_of(std::size_t n, Holds&& holds) {
  struct All {
    bool value;
    void operator+=(const All& other) { value = value && other.value; }
  };
  return blocked_fold(n, All{true}, [&](All& all, std::size_t i) { all += {holds(i)}; }).value;
}

// Sum of term(i) for i in [0, n), in the order of blocked_fold().
template <class T, class Term>
T blocked_sum(std::size_t n, T zero, Term&& term) {
  return blocked_fold(n, zero, [&](T& sum, std::size_t i) { sum += term(i); });
}

}  // namespace rubble
