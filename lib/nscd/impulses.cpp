#include "nscd/impulses.hpp"

#include "base/error.hpp"
#include "nscd/point_cohesion.hpp"

#include <limits>

#include <fmt/format.h>

namespace rubble::nscd {
namespace {

// (three numbers per point, from a checkpoint; model; number of walls) => keys; InputError unless each key names two
// particles, or a particle and a wall, in rising order.
detect::Keys checked_keys(const std::vector<std::int64_t>& stored, const Model& model, std::size_t walls) {
  if (stored.size() % 3 != 0)
    throw InputError("expected three numbers per contact in nscd/keys, found a number that is not a multiple of three");
  const auto n = static_cast<std::int64_t>(model.size());
  const auto count = static_cast<std::int64_t>(walls);
  detect::Keys keys;
  for (std::size_t k = 0; k < stored.size(); k += 3) {
    const std::int64_t a = stored[k];
    const std::int64_t b = stored[k + 1];
    const std::int64_t feature = stored[k + 2];
    const bool fits = 0 <= a && a < n && (b < 0 ? b >= -count : a < b && b < n) && feature >= 0 &&
                      feature <= std::numeric_limits<Index>::max();
    const ContactKey key{static_cast<Index>(a), static_cast<Index>(b), static_cast<Index>(feature)};
    if (!fits || (!keys.empty() && !(keys.back() < key)))
      throw InputError(
          fmt::format("expected contacts of {} bodies and {} walls in rising order in nscd/keys, found {} {} {}", n,
                      walls, a, b, feature));
    keys.push_back(key);
  }
  return keys;
}

}  // namespace

void Impulses::clear() {
  keys.clear();
  value.clear();
}

void Impulses::add(const ContactKey& key, const Vec3& impulse) {
  keys.push_back(key);
  value.push_back(impulse);
}

std::vector<Index> Impulses::indices_of(const detect::Keys& points) const {
  std::vector<Index> indices(points.size(), -1);
  std::size_t k = 0;
  for (std::size_t point = 0; point < points.size(); ++point) {
    const ContactKey& key = points[point];
    while (k < keys.size() && keys[k] < key) ++k;
    if (k < keys.size() && keys[k] == key) indices[point] = static_cast<Index>(k);
  }
  return indices;
}

void Impulses::archive(Archive& archive, const Model& model, std::size_t walls) {
  std::vector<std::int64_t> stored;
  for (const ContactKey& key : keys) stored.insert(stored.end(), {key.a, key.b, key.feature});
  archive.value("nscd/keys", stored);
  archive.value("nscd/impulses", value, stored.size() / 3);
  if (archive.loads()) keys = checked_keys(stored, model, walls);
}

Impulses impulses_of(const Contacts& contacts, const Parameters& p) {
  detect::ContactPoints points;
  points.key = contacts.key;
  points.gap = contacts.gap;
  const std::vector<PointCohesion> cohesion = cohesion_of(points, p);
  Impulses impulses;
  for (std::size_t c = 0; c < contacts.size(); ++c) {
    const Vec3 without = cohesion[c].attraction * contacts.normal[c] - contacts.force[c];
    impulses.add(contacts.key[c], p.step.dt * without);
  }
  return impulses;
}

}  // namespace rubble::nscd
