#include "measure/volume.hpp"

#include "base/ball.hpp"
#include "base/error.hpp"
#include "measure/bulk_radii.hpp"
#include "measure/clusters.hpp"
#include "measure/ellipsoid.hpp"
#include "measure/envelope.hpp"
#include "measure/mass.hpp"
#include "measure/radii.hpp"

namespace rubble::measure {
const std::vector<std::string>& volume_names() {
  static const std::vector<std::string> names{"sphere", "cluster", "ellipsoid", "extents", "ranges", "hull", "alpha"};
  return names;
}

double volume(const Pile& pile, const std::string& name, double alpha) {
  if (pile.size() == 0) throw InputError("the pile has no bodies");
  if (name == "sphere") return ball_volume(encompassing_radius(pile));
  if (name == "cluster") return ball_volume(encompassing_radius(part(pile, heaviest_cluster(pile))));
  if (name == "ellipsoid") return ellipsoid_volume(ellipsoid(pile).semi_axes);
  if (name == "extents") return ellipsoid_volume(ellipsoid(pile).extents);
  if (name == "ranges") return ellipsoid_volume(half_ranges(pile));
  if (name == "hull") return envelope(surface_points(pile), alpha).hull;
  if (name == "alpha") return envelope(surface_points(pile), alpha).alpha;
  throw InputError("unknown volume \"" + name + "\"");
}

std::vector<Index> heaviest_cluster(const Pile& pile) {
  if (pile.size() == 0) throw InputError("the pile has no bodies");
  std::vector<ContactKey> pairs = touching_pairs(pile);
  // Across the faces of a periodic box, too.
  pairs.insert(pairs.end(), pile.contacts.key.begin(), pile.contacts.key.end());
  return clusters(pile.size(), pairs, pile.model.mass).front();
}

}  // namespace rubble::measure
