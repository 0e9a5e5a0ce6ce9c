#include "measure/contacts/lines.hpp"

#include "model/grains.hpp"

namespace rubble::measure {
namespace {

// (pile) => for each body the vector from its centre to the centre of mass of its grain [m]
Vec3s ways_to_centre(const Pile& pile) {
  Vec3s way(pile.size(), Vec3::Zero());
  for (std::size_t g = 0; g < pile.state.grouping.grains.size(); ++g) {
    const Vec3 centre = motion_of(pile.model, pile.state, g).position;
    for (const Index i : pile.state.grouping.members(g)) way[i] = centre - pile.state.position[i];
  }
  return way;
}

}  // namespace

ContactLines contact_lines(const Pile& pile) {
  const Contacts& contacts = pile.contacts;
  const Vec3s way = ways_to_centre(pile);
  ContactLines lines;
  for (std::size_t c = 0; c < contacts.size(); ++c) {
    const ContactKey& key = contacts.key[c];
    lines.point.push_back(pile.state.position[key.a] + way[key.a]);
    lines.point.push_back(contacts.point[c]);
    if (!key.on_wall()) lines.point.push_back(pile.state.position[key.b] + image_of(contacts, c) + way[key.b]);
    lines.end.push_back(lines.point.size());
  }
  return lines;
}

}  // namespace rubble::measure
