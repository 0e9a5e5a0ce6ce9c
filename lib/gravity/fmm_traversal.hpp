#pragma once
// Dual tree traversal: decides for each pair of cells on expansions (M2L), summation over pairs of bodies (P2P), or
// splitting. It starts with the pair of the root and itself. If a pair is not well separated, the larger cell is split
// into its children. Each pair is visited once. Dehnen 2002, doi:10.1006/jcph.2002.7026;
// docs/decisions/0010-mutual-multipoles.md.
//
// One thread traverses the top of the tree down to pairs of domains, which become tasks. Tasks that share a domain keep
// their order, so that no bit depends on the number of threads.
#include "base/parallel.hpp"
#include "gravity/fmm_acceptance.hpp"
#include "gravity/fmm_m2l.hpp"

#include <omp.h>

namespace rubble::gravity {

inline constexpr std::int32_t kDirectPairs = 32;  // largest number of pairs of bodies for which P2P is faster than M2L

template <int P, bool potential>
class Traversal {
 public:
  explicit Traversal(const Expansions<P, potential>& expansions) : e_(expansions), work_(expansions.work) {}

  void run() {
    work_.lists.resize(static_cast<std::size_t>(threads()));
    work_.tasks.clear();
    walk_top(work_.lists[0]);
    const auto domains = static_cast<std::int32_t>(work_.domains.size());
    order_tasks(work_.tasks, domains);
    work_.turn.resize(static_cast<std::size_t>(domains));
    if (threads() == 1 || domains == 1) {
      for (const CellPair& task : work_.tasks) run_task(task, work_.lists[0]);
      return;
    }
    run_tasks();
  }

 private:
  using Stack = std::vector<CellPair>;
  struct CellRange {
    std::int32_t first, last;
  };

  void run_tasks() {
    [[maybe_unused]] char* turn = work_.turn.data();
#pragma omp parallel
#pragma omp single
    for (const CellPair& t : work_.tasks) {
      const CellPair task = t;
#pragma omp task firstprivate(task) depend(inout : turn[task.a], turn[task.b])
      run_task(task, work_.lists[static_cast<std::size_t>(omp_get_thread_num())]);
    }
  }

  // Visits pairs of domains and of cells above. Well-separated pairs are evaluated; the others become tasks.
  void walk_top(InteractionLists& lists) {
    lists.m2l.clear();
    walk({0, 0}, lists.stack, [&](CellPair p) { decide_top(p, lists); });
    m2l_pairs(e_, lists.m2l);
  }

  // Runs one task: two domains, or one domain with itself.
  void run_task(CellPair task, InteractionLists& lists) {
    const std::int32_t a = work_.domains[static_cast<std::size_t>(task.a)];
    const std::int32_t b = work_.domains[static_cast<std::size_t>(task.b)];
    lists.m2l.clear();
    lists.p2p.clear();
    walk(
        {a, b}, lists.stack, [&](CellPair p) __attribute__((always_inline)) { decide(p, lists); });
    const CellRange range{a, e_.cell(a).last};
    far_field(range, lists);
    near_field(range, lists);
  }

  // Visits the pairs depth first: decide(p) lists the pair p, drops it, or splits one of its cells.
  template <class Decide>
  RUBBLE_INLINE void walk(CellPair first, Stack& stack, Decide&& decide) {
    stack.assign(1, first);
    while (!stack.empty()) {
      const CellPair p = stack.back();
      stack.pop_back();
      decide(p);
    }
  }

  void decide_top(CellPair p, InteractionLists& lists) {
    const std::int32_t domain_a = work_.domain_of[static_cast<std::size_t>(p.a)];
    const std::int32_t domain_b = work_.domain_of[static_cast<std::size_t>(p.b)];
    const CellGeometry& a = e_.geometry(p.a);
    const CellGeometry& b = e_.geometry(p.b);
    if (p.a == p.b) {
      if (domain_a >= 0)
        work_.tasks.push_back({domain_a, domain_a});
      else
        split_self(p.a, lists.stack);
    } else if (at_one_point(a, b)) {
      return;
    } else if (well_separated<P>(a, b)) {
      lists.m2l.push_back(p);
    } else if (domain_a >= 0 && domain_b >= 0) {
      work_.tasks.push_back({domain_a, domain_b});
    } else {
      const bool first = domain_b >= 0 || (domain_a < 0 && a.radius > b.radius);
      split(p, first, lists.stack);
    }
  }

  RUBBLE_INLINE void decide(CellPair p, InteractionLists& lists) {
    const Cell& cell_a = e_.cell(p.a);
    const Cell& cell_b = e_.cell(p.b);
    if (p.a == p.b) {
      if (cell_a.leaf())
        lists.p2p.push_back(p);
      else
        split_self(p.a, lists.stack);
      return;
    }
    const CellGeometry& a = e_.geometry(p.a);
    const CellGeometry& b = e_.geometry(p.b);
    if (at_one_point(a, b)) return;
    if (well_separated<P>(a, b)) {
      if (cell_a.count * cell_b.count <= kDirectPairs)
        lists.p2p.push_back(p);
      else
        lists.m2l.push_back(p);
    } else if (cell_a.leaf() && cell_b.leaf()) {
      lists.p2p.push_back(p);
    } else {
      const bool first = cell_b.leaf() || (!cell_a.leaf() && a.radius > b.radius);
      split(p, first, lists.stack);
    }
  }

  RUBBLE_INLINE void split_self(std::int32_t c, Stack& stack) {
    const std::int32_t left = c + 1;
    const std::int32_t right = e_.cell(c).right;
    stack.push_back({left, right});
    stack.push_back({right, right});
    stack.push_back({left, left});
  }
  RUBBLE_INLINE void split(CellPair p, bool first, Stack& stack) {
    if (first) {
      stack.push_back({e_.cell(p.a).right, p.b});
      stack.push_back({p.a + 1, p.b});
    } else {
      stack.push_back({p.a, e_.cell(p.b).right});
      stack.push_back({p.a, p.b + 1});
    }
  }

  // Far field (M2L): first groups of four partners of one cell, then the remaining pairs in groups of four.
  void far_field(CellRange range, InteractionLists& lists) {
    sort_by_first(range, lists.m2l, lists);
    lists.rest.clear();
    each_first(range, lists, [&](std::int32_t c, const CellPair* pairs, std::size_t count) {
      const std::size_t whole = count / kLanes * kLanes;
      if (whole > 0) m2l_one_cell(e_, c, pairs, whole);
      lists.rest.insert(lists.rest.end(), pairs + whole, pairs + count);
    });
    m2l_pairs(e_, lists.rest);
  }

  // Near field (P2P): all partners of one cell in succession.
  void near_field(CellRange range, InteractionLists& lists) {
    sort_by_first(range, lists.p2p, lists);
    each_first(range, lists, [&](std::int32_t c, const CellPair* pairs, std::size_t count) {
      const ParticleRange targets = e_.cell(c).bodies;
      lists.packs.clear();
      for (std::size_t k = 0; k < count; ++k) {
        if (pairs[k].b == c) {
          work_.p2p->one_way(work_.particles, targets, targets);
          continue;
        }
        const ParticleRange sources = e_.cell(pairs[k].b).bodies;
        for (std::int32_t j = sources.first; j < sources.last; j += 4) lists.packs.push_back(j);
      }
      work_.p2p->mutual(work_.particles, targets, lists.packs.data(), lists.packs.size());
    });
  }

  // Sorts pairs by their first cell, which is within the range, into lists.sorted. lists.start holds the position of
  // each cell's first pair.
  static void sort_by_first(CellRange range, const std::vector<CellPair>& pairs, InteractionLists& lists) {
    std::vector<std::int32_t>& start = lists.start;
    start.assign(static_cast<std::size_t>(range.last - range.first) + 2, 0);
    for (const CellPair& p : pairs) ++start[static_cast<std::size_t>(p.a - range.first) + 2];
    for (std::size_t k = 3; k < start.size(); ++k) start[k] += start[k - 1];
    lists.sorted.resize(pairs.size());
    for (const CellPair& p : pairs) {
      std::int32_t& to = start[static_cast<std::size_t>(p.a - range.first) + 1];
      lists.sorted[static_cast<std::size_t>(to)] = p;
      ++to;
    }
  }

  // Calls f(cell, its pairs, their number) for each cell that is the first of a pair.
  template <class F>
  static void each_first(CellRange range, const InteractionLists& lists, F&& f) {
    for (std::int32_t c = range.first; c < range.last; ++c) {
      const auto begin = static_cast<std::size_t>(lists.start[static_cast<std::size_t>(c - range.first)]);
      const auto end = static_cast<std::size_t>(lists.start[static_cast<std::size_t>(c - range.first) + 1]);
      if (end > begin) f(c, &lists.sorted[begin], end - begin);
    }
  }

  const Expansions<P, potential> e_;  // a local copy, so that the compiler knows that no sum changes it
  Fmm::Workspace& work_;
};

}  // namespace rubble::gravity
