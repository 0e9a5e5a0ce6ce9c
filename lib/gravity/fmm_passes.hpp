#pragma once
// The fast multipole method with expansions of order P: upward pass, limits of errors, dual tree traversal, downward
// pass. Only the files fmm_order<P>.cpp include this header, so that the orders compile in parallel.
#include "gravity/fmm_l2p.hpp"
#include "gravity/fmm_traversal.hpp"
#include "gravity/fmm_upward.hpp"

namespace rubble::gravity {

// Calls f(c) for the top cell of each domain, in parallel.
template <class F>
void each_domain(const Fmm::Workspace& work, F&& f) {
  const auto n = static_cast<std::ptrdiff_t>(work.domains.size());
#pragma omp parallel for schedule(dynamic) if (n > 1)
  for (std::ptrdiff_t d = 0; d < n; ++d) f(work.domains[static_cast<std::size_t>(d)]);
}

// Moments from the leaves to the root. Children follow their parents in the array, so that the loop runs backwards.
template <int P, bool potential>
void upward_pass(const Expansions<P, potential>& e) {
  each_domain(e.work, [&](std::int32_t top) {
    for (std::int32_t c = e.cell(top).last; c-- > top;) upward(e, c);
  });
  for (std::size_t k = e.work.above.size(); k-- > 0;) upward(e, e.work.above[k]);
}

// Local expansions from the root to the leaves and their bodies.
template <int P, bool potential>
void downward_pass(const Expansions<P, potential>& e) {
  for (const std::int32_t c : e.work.above) l2l_children(e, c);
  each_domain(e.work, [&](std::int32_t top) {
    for (std::int32_t c = top; c < e.cell(top).last; ++c) {
      if (e.cell(c).leaf())
        l2p_leaf(e, c);
      else
        l2l_children(e, c);
    }
  });
}

template <int P, bool potential>
void passes_with(Fmm::Workspace& work) {
  const Expansions<P, potential> e(work);
  divide(work);
  upward_pass(e);
  limit_errors(work);
  Traversal<P, potential>(e).run();
  downward_pass(e);
}

template <int P>
void passes(Fmm::Workspace& work) {
  if (wants(work.want, Want::potential))
    passes_with<P, true>(work);
  else
    passes_with<P, false>(work);
}

}  // namespace rubble::gravity
