#include "measure/contacts/tensile.hpp"

#include "measure/ledger/grain_sums.hpp"

namespace rubble::measure {
namespace {

// A pile, with the centre of mass of each of its grains.
struct Centres {
  const Pile& pile;
  Grains grains;
  Vec3s place;  // [m]

  explicit Centres(const Pile& p) : pile(p), grains(grains_of(p)), place(as_spheres(p, grains).state.position) {}

  // True if the contact joins two grains.
  bool joins(std::size_t c) const {
    const ContactKey& key = pile.contacts.key[c];
    return !key.on_wall() && grains.of_body[key.a] != grains.of_body[key.b];
  }
  // (contact that joins two grains) => distance of their centres along the normal [m].
  double branch(std::size_t c) const {
    const ContactKey& key = pile.contacts.key[c];
    const Vec3 way = place[grains.of_body[key.b]] + image_of(pile.contacts, c) - place[grains.of_body[key.a]];
    return pile.contacts.normal[c].dot(way);
  }
};

}  // namespace

double pull_sum(const Pile& pile, const laws::AreaCohesion& law) {
  const Centres centres(pile);
  const Reals& radius = pile.model.radius;
  double sum = 0;
  for (std::size_t c = 0; c < pile.contacts.size(); ++c) {
    if (!centres.joins(c)) continue;
    const ContactKey& key = pile.contacts.key[c];
    const double reduced = radius[key.a] * radius[key.b] / (radius[key.a] + radius[key.b]);
    sum += law.force(reduced) * centres.branch(c);
  }
  return sum;
}

double pull_sum(const Pile& pile, const laws::RangeCohesion& law) {
  const Centres centres(pile);
  const Contacts& contacts = pile.contacts;
  double sum = 0;
  std::size_t first = 0;
  while (first < contacts.size()) {
    double branches = 0;
    int near = 0;
    std::size_t c = first;
    for (; c < contacts.size() && contacts.key[c].a == contacts.key[first].a &&
           contacts.key[c].b == contacts.key[first].b;
         ++c) {
      if (!centres.joins(c) || !law.reaches(contacts.gap[c])) continue;
      branches += centres.branch(c);
      ++near;
    }
    if (near > 0) sum += law.force * branches / near;
    first = c;
  }
  return sum;
}

}  // namespace rubble::measure
