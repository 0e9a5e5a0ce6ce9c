#include "measure/contacts/coordination.hpp"

#include <algorithm>

namespace rubble::measure {

namespace {

// (number of grains, contact points between them) => their coordination.
Coordination of_points(std::size_t grains, std::vector<ContactKey> points) {
  Coordination out;
  out.grains = grains;
  out.points = points.size();
  std::size_t ends = 0;
  for (const ContactKey& pair : distinct(std::move(points))) {
    ++out.contacts;
    ends += pair.on_wall() ? 1 : 2;
  }
  if (out.grains > 0) out.number = static_cast<double>(ends) / static_cast<double>(out.grains);
  return out;
}

}  // namespace

Coordination coordination(std::size_t n, std::vector<ContactKey> keys) { return of_points(n, std::move(keys)); }

Coordination core_coordination(std::size_t n, const std::vector<ContactKey>& keys, int k) {
  std::vector<int> degree(n, 0);
  std::vector<std::vector<Index>> partners(n);
  for (const ContactKey& key : keys) {
    ++degree[key.a];
    if (key.on_wall()) continue;
    ++degree[key.b];
    partners[key.a].push_back(key.b);
    partners[key.b].push_back(key.a);
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

  std::vector<ContactKey> kept;
  for (const ContactKey& key : keys)
    if (!removed[key.a] && (key.on_wall() || !removed[key.b])) kept.push_back(key);
  const auto left = static_cast<std::size_t>(std::count(removed.begin(), removed.end(), 0));
  return of_points(left, std::move(kept));
}

}  // namespace rubble::measure
