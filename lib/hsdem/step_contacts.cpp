#include "hsdem/step_contacts.hpp"

#include "hsdem/pair_motion.hpp"
#include "model/image_column.hpp"

#include <algorithm>

namespace rubble::hsdem {
namespace {

// One contact of a touching pair.
struct Touch {
  ContactKey key;
  Vec3 force;     // on a [N]
  double energy;  // [J]
};

std::vector<Touch> touches_of(const PairContext& context, const PairImpulses& impulses, const ElasticBonds* bonds) {
  std::vector<Touch> all;
  for (const auto& [a, b, impulse] : impulses.all()) {
    const ContactKey key = b < 0 ? ContactKey::of_wall(a, -1 - b) : ContactKey{a, b};
    all.push_back({key, -impulse / context.step, 0});
  }
  if (bonds)
    for (const ElasticBonds::Bond& bond : bonds->bonds())
      if (bonds->lasting() || bond.force > 0) all.push_back({{bond.a, bond.b}, bond.force * bond.normal, bond.energy});
  std::stable_sort(all.begin(), all.end(), [](const Touch& x, const Touch& y) { return x.key < y.key; });
  return all;
}

// (context, contact) Appends it at its present position.
void append(const PairContext& context, const Touch& touch, Contacts& out) {
  const Index a = touch.key.a;
  const PairMotion now = pair_motion(context, a, touch.key.b);
  out.key.push_back(touch.key);
  out.point.push_back(context.bodies.position(at(a)) + (context.radius[at(a)] + now.gap / 2) * now.normal);
  out.normal.push_back(now.normal);
  out.gap.push_back(now.gap);
  out.force.push_back(touch.force);
  out.energy.push_back(touch.energy);
}

// (context, contacts) => whole periods from b to the image of b that touches a [m].
Vec3s images_of(const PairContext& context, const std::vector<ContactKey>& keys) {
  Vec3s images;
  for (const ContactKey& key : keys) {
    images.push_back(key.on_wall() ? Vec3(Vec3::Zero()) : image_of(context, key.a, key.b).place);
  }
  return images;
}

}  // namespace

Contacts contacts_of(const PairContext& context, const PairImpulses& impulses, const ElasticBonds* bonds) {
  Contacts out;
  for (const Touch& touch : touches_of(context, impulses, bonds)) {
    if (!out.key.empty() && out.key.back() == touch.key) {
      out.force.back() += touch.force;
      out.energy.back() += touch.energy;
      continue;
    }
    append(context, touch, out);
  }
  if (!context.external.period.isZero(0)) add_column(out, image_column(images_of(context, out.key)));
  return out;
}

}  // namespace rubble::hsdem
