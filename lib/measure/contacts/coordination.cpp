#include "measure/contacts/coordination.hpp"

namespace rubble::measure {

Coordination coordination(std::size_t n, const std::vector<ContactKey>& keys) { return core_coordination(n, keys, 0); }

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

  Coordination out;
  for (std::size_t i = 0; i < n; ++i) out.grains += !removed[i];
  std::vector<ContactKey> kept;
  for (const ContactKey& key : keys)
    if (!removed[key.a] && (key.on_wall() || !removed[key.b])) kept.push_back(key);
  out.points = kept.size();
  std::size_t ends = 0;
  for (const ContactKey& pair : distinct(std::move(kept))) {
    ++out.contacts;
    ends += pair.on_wall() ? 1 : 2;
  }
  if (out.grains > 0) out.number = static_cast<double>(ends) / static_cast<double>(out.grains);
  return out;
}

}  // namespace rubble::measure
