#include "ssdem/contact_probes.hpp"

#include "simd/xyzw.hpp"

namespace rubble::ssdem {

// Contact forces act at the centres of the spheres here; the torques about these centres are the couples.
void add_probed(const SweepProbes& probes, const Spheres& spheres, const ProbedPack& pack, const ContactLoads& loads,
                std::vector<ProbeSums>& sums) {
  for (std::size_t lane = 0; lane < pack.lanes; ++lane) {
    const auto a = static_cast<std::size_t>(pack.a[lane]), b = static_cast<std::size_t>(pack.b[lane]);
    const std::uint64_t of_a = probes.of_place[a];
    const std::uint64_t targets = of_a ^ (pack.walls ? probes.of_wall[b] : probes.of_place[b]);
    if (targets == 0) continue;
    ProbedContact contact;
    contact.force = vec(loads.force.lane[lane]);
    contact.point = vec(spheres.state[a].position);
    contact.couple = vec(loads.torque_a.lane[lane]);
    contact.other = pack.walls ? contact.point : vec(spheres.state[b].position);
    contact.other_couple = pack.walls ? Vec3(-contact.couple) : vec(loads.torque_b.lane[lane]);
    contact.area = pack.area[lane];
    add_contact(targets, of_a, contact, probes.points, sums);
  }
}

ContactProbes::ContactProbes(Probes* probes, const std::vector<Index>& order) : probes_(probes) {
  if (probes_ == nullptr) return;
  by_place_.emplace(std::vector<std::uint64_t>{}, probes_->of_walls(), probes_->points());
  sort(order);
}

void ContactProbes::sort(const std::vector<Index>& order) {
  if (probes_ == nullptr) return;
  by_place_->of_place.resize(order.size());
  place_.resize(order.size());
  for (std::size_t k = 0; k < order.size(); ++k) {
    by_place_->of_place[k] = probes_->of_body(order[k]);
    by_place_->bodies = by_place_->bodies || by_place_->of_place[k] != 0;
    place_[static_cast<std::size_t>(order[k])] = static_cast<Index>(k);
  }
}

const SweepProbes* ContactProbes::place(const External& external, double time, const PlacedSpheres& spheres) {
  if (probes_ == nullptr) return nullptr;
  const auto place_of = [&](Index row) { return static_cast<std::size_t>(place_[static_cast<std::size_t>(row)]); };
  probes_->place(
      external, time, [&](Index row) { return spheres.mass()[place_of(row)]; },
      [&](Index row) { return vec(spheres.states()[place_of(row)].position); });
  return &*by_place_;
}

void ContactProbes::take(const std::vector<Chunk>& chunks) {
  if (probes_ == nullptr) return;
  std::vector<ProbeSums> forces(probes_->size());
  for (const Chunk& chunk : chunks)
    for (std::size_t k = 0; k < forces.size(); ++k) forces[k].add(chunk.totals.probed[k], 1);
  probes_->set_forces(forces);
}

}  // namespace rubble::ssdem
