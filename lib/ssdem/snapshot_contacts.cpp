#include "ssdem/snapshot_contacts.hpp"

#include "simd/xyzw.hpp"

namespace rubble::ssdem {
namespace {

// The history in one lane of a pack.
History<double> lane_of(const History<Pack>& history, std::size_t lane) {
  std::array<double, kHistoryParts> numbers{};
  each_number(history, [&](auto part, const Pack& number) { numbers[part] = number[lane]; });
  History<double> one;
  each_number(one, [&](auto part, double& number) { number = numbers[part]; });
  return one;
}

}  // namespace

ContactKey TouchingPairs::key(std::size_t lane) const {
  if (walls == nullptr) return {a[lane], b[lane]};
  return wall == nullptr ? ContactKey::of_wall(a[lane], b[lane])
                         : ContactKey::of_wall(a[lane], wall[lane], triangle[lane]);
}

SnapshotContacts::SnapshotContacts(const StepContext& step, const Spheres& spheres, std::size_t expected)
    : step_(step), spheres_(spheres), box_(periodic_box(step.lattice)) {
  contacts.columns = declared_columns(parts_of(step.laws), box_.repeats);
  fields_ = fields_of(contacts.columns);
  reserve(contacts, expected);
}

ContactGeometry<Pack> SnapshotContacts::geometry(const TouchingPairs& pairs, bool apart) const {
  bool wraps = false;
  if (pairs.walls) return geometry_of<true>(*pairs.walls, spheres_, box_, pairs.a, pairs.b, wraps);
  return apart ? geometry_of<false, true>(step_.walls, spheres_, box_, pairs.a, pairs.b, wraps)
               : geometry_of<false>(step_.walls, spheres_, box_, pairs.a, pairs.b, wraps);
}

Vec3 SnapshotContacts::image_across(Index a, Index b) const {
  if (!box_.repeats) return Vec3::Zero();
  const auto position = [&](Index i) { return spheres_.state[static_cast<std::size_t>(i)].position.v; };
  const Pack d = position(b) - position(a);
  return -rubble::lane_of(whole_periods(box_, {all(d[0]), all(d[1]), all(d[2])}), 0);
}

void SnapshotContacts::append(const TouchingPairs& pairs, const ContactGeometry<Pack>& g, const ContactResult& result,
                              const History<Pack>& history) {
  for (std::size_t lane = 0; lane < pairs.count; ++lane) {
    const Index a = pairs.a[lane], b = pairs.b[lane];
    const Vec3 normal = rubble::lane_of(g.normal, lane);
    const Vec3 centre = vec(spheres_.state[static_cast<std::size_t>(a)].position);
    contacts.key.push_back(pairs.key(lane));
    contacts.point.push_back(centre + g.arm_a[lane] * normal);
    contacts.normal.push_back(normal);
    contacts.gap.push_back(-g.overlap[lane]);
    contacts.force.push_back(rubble::lane_of(result.force, lane));
    contacts.energy.push_back(result.energy[lane]);
    append_history(contacts, fields_, lane_of(history, lane), pairs.walls ? Vec3(Vec3::Zero()) : image_across(a, b));
  }
}

}  // namespace rubble::ssdem
