#include "measure/extent/volume.hpp"

#include "base/ball.hpp"
#include "base/error.hpp"
#include "measure/clusters/clusters.hpp"
#include "measure/clusters/unwrap.hpp"
#include "measure/extent/bulk_radii.hpp"
#include "measure/extent/ellipsoid.hpp"
#include "measure/extent/envelope.hpp"
#include "measure/extent/radii.hpp"
#include "measure/ledger/masses.hpp"

#include <fmt/format.h>

namespace rubble::measure {
namespace {

double cell_volume(const Pile& pile) {
  const double volume = pile.model.space.period.prod();
  if (!(volume > 0)) throw InputError("the volume \"cell\" needs a pile that is periodic along x, y and z");
  return volume;
}

// Touching pairs, and the pile's contacts, which include those of cohesion across a gap.
std::vector<ContactKey> pairs_of_clusters(const Pile& pile) {
  std::vector<ContactKey> pairs = joined_pairs(pile);
  pairs.insert(pairs.end(), pile.contacts.key.begin(), pile.contacts.key.end());
  return pairs;
}

}  // namespace

Pile pile_of_heaviest_cluster(const Pile& pile) {
  std::optional<Pile> cluster = unwrapped_part(pile, heaviest_cluster(pile), pairs_of_clusters(pile));
  if (!cluster) throw InputError("the heaviest cluster spans the periodic cell and has no volume: use \"cell\"");
  return std::move(*cluster);
}

std::string name_of(Volume definition) { return rubble::name_of(kAllVolumes, definition); }

double volume(const Pile& pile, Volume definition, double alpha) {
  if (pile.size() == 0) throw InputError("the pile has no bodies");
  if (definition == Volume::cell) return cell_volume(pile);
  if (definition == Volume::cluster) return ball_volume(encompassing_radius(pile_of_heaviest_cluster(pile)));
  if (pile.model.space.repeats())
    throw InputError(
        fmt::format("a periodic pile has no volume \"{}\": use \"cell\" or \"cluster\"", name_of(definition)));
  switch (definition) {
    case Volume::sphere:
      return ball_volume(encompassing_radius(pile));
    case Volume::ellipsoid:
      return ellipsoid_volume(ellipsoid(pile).semi_axes);
    case Volume::extents:
      return ellipsoid_volume(ellipsoid(pile).extents);
    case Volume::ranges:
      return ellipsoid_volume(half_ranges(pile));
    case Volume::hull:
      return envelope(surface_points(pile), alpha).hull;
    default:
      return envelope(surface_points(pile), alpha).alpha;
  }
}

std::vector<Index> heaviest_cluster(const Pile& pile) {
  if (pile.size() == 0) throw InputError("the pile has no bodies");
  return clusters(pile.size(), pairs_of_clusters(pile), pile.model.mass).front();
}

}  // namespace rubble::measure
