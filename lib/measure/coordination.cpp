#include "measure/coordination.hpp"

namespace rubble::measure {

Coordination coordination(std::size_t n, const std::vector<Pair>& pairs) { return core_coordination(n, pairs, 0); }

Coordination core_coordination(std::size_t n, const std::vector<Pair>& pairs, int k) {
  const auto is_wall = [n](Index b) { return static_cast<std::size_t>(b) >= n; };
  std::vector<int> degree(n, 0);
  std::vector<std::vector<Index>> partners(n);
  for (const auto& [a, b] : pairs) {
    ++degree[a];
    if (is_wall(b)) continue;
    ++degree[b];
    partners[a].push_back(b);
    partners[b].push_back(a);
  }

  std::vector<char> removed(n, 0);
  std::vector<Index> doomed;
  for (std::size_t i = 0; i < n; ++i) {
    if (degree[i] < k) doomed.push_back(static_cast<Index>(i)), removed[i] = 1;
  }
  while (!doomed.empty()) {
    const Index i = doomed.back();
    doomed.pop_back();
    for (const Index j : partners[i]) {
      if (!removed[j] && --degree[j] < k) doomed.push_back(j), removed[j] = 1;
    }
  }

  Coordination out;
  for (std::size_t i = 0; i < n; ++i) out.grains += !removed[i];
  std::vector<Pair> kept;
  for (const auto& [a, b] : pairs)
    if (!removed[a] && (is_wall(b) || !removed[b])) kept.push_back({a, b});
  out.points = kept.size();
  std::size_t ends = 0;
  for (const Pair& pair : distinct(std::move(kept))) {
    ++out.contacts;
    ends += is_wall(pair[1]) ? 1 : 2;
  }
  if (out.grains > 0) out.number = static_cast<double>(ends) / static_cast<double>(out.grains);
  return out;
}

}  // namespace rubble::measure
