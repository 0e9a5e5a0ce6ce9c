#include "measure/contacts/forces.hpp"

#include "measure/ledger/grain_sums.hpp"
#include "measure/ledger/quantile.hpp"

#include <algorithm>
#include <numeric>

namespace rubble::measure {

ContactForces contact_forces(const Pile& pile) {
  const Contacts& contacts = pile.contacts;
  const Reals& s = pile.model.radius;
  ContactForces out;
  for (std::size_t c = 0; c < contacts.size(); ++c) {
    const ContactKey& key = contacts.key[c];
    if (glued(pile.state.grouping, key)) continue;
    const Vec3& n = contacts.normal[c];
    const Vec3& f = contacts.force[c];
    const double smaller = key.on_wall() ? s[key.a] : std::min(s[key.a], s[key.b]);
    out.contact.push_back(c);
    out.normal.push_back(-f.dot(n));
    out.tangential.push_back((f - f.dot(n) * n).norm());
    out.relative_overlap.push_back(-contacts.gap[c] / smaller);
  }
  return out;
}

Distribution distribution(Reals values) {
  if (values.empty()) return {};
  std::sort(values.begin(), values.end());
  const double mean = std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
  return {
      mean, values.back(), quantile(values, 0.1), quantile(values, 0.5), quantile(values, 0.9), quantile(values, 0.99)};
}

}  // namespace rubble::measure
