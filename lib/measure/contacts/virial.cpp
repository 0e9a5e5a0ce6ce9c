#include "measure/contacts/virial.hpp"

#include "base/parallel.hpp"
#include "gravity/direct.hpp"
#include "measure/clusters/clusters.hpp"
#include "measure/clusters/fragments.hpp"
#include "measure/contacts/stress.hpp"
#include "measure/extent/volume.hpp"
#include "measure/ledger/masses.hpp"
#include "model/point_masses.hpp"

#include <limits>

namespace rubble::measure {
namespace {

// (cluster, G, its points, its grains as spheres, centre [m]) => -sum X.F over the grains [J]. Forces within a grain
// cancel.
double gravity_load(const Pile& cluster, double G, const PointMasses& points, const Grains& grains,
                    const Vec3s& position, const Vec3& centre) {
  Vec3s place, acceleration;
  points.place(cluster.model, cluster.state, place);
  gravity::direct_accelerations(points.mass(), place, G, acceleration);
  return -blocked_sum(cluster.size(), 0.0, [&](std::size_t i) {
    double sum = 0;
    for (std::size_t k = points.first(i); k < points.first(i + 1); ++k)
      sum += points.mass()[k] * acceleration[k].dot(position[grains.of_body[i]] - centre);
    return sum;
  });
}

// (cluster, centre [m]) => -sum f.x over its contacts with walls [J].
double wall_load(const Pile& cluster, const Vec3& centre) {
  const Contacts& contacts = cluster.contacts;
  double load = 0;
  for (std::size_t c = 0; c < contacts.size(); ++c)
    if (contacts.key[c].on_wall()) load -= contacts.force[c].dot(contacts.point[c] - centre);
  return load;
}

// (cluster) => -sum f.(image of b - b) over its contacts across the faces of a periodic box, whose branches end at
// images [J].
double image_load(const Pile& cluster) {
  const Contacts& contacts = cluster.contacts;
  double load = 0;
  for (std::size_t c = 0; c < contacts.size(); ++c) load -= contacts.force[c].dot(image_of(contacts, c));
  return load;
}

}  // namespace

Virial virial(const Pile& pile, double G, int multipoles) {
  const std::vector<Index> members = heaviest_cluster(pile);
  const Pile cluster = part(pile, members);
  const Fragment whole = fragment(pile, members);
  const Grains grains = grains_of(cluster), all = grains_of(pile);
  const State state = as_spheres(cluster, grains).state;
  const std::vector<Mat3> moment = contact_moments(cluster);

  Virial out;
  out.contacts.resize(all.size(), 0.0);
  out.motion.resize(all.size(), 0.0);
  for (std::size_t g = 0; g < grains.size(); ++g) {
    const auto first = static_cast<std::size_t>(grains.first[g]);
    const auto place = static_cast<std::size_t>(all.of_body[members[first]]);
    out.contacts[place] = moment[g].trace();
    out.motion[place] =
        moving_mass(cluster.model, cluster.state.grouping, first) * (state.velocity[g] - whole.velocity).squaredNorm();
  }
  const PointMasses points(cluster.model, multipoles);
  out.load = gravity_load(cluster, G, points, grains, state.position, whole.centre) + wall_load(cluster, whole.centre) +
             image_load(cluster);
  if (pile.model.space.shears()) out.load = std::numeric_limits<double>::quiet_NaN();  // images take part in the motion
  return out;
}

}  // namespace rubble::measure
