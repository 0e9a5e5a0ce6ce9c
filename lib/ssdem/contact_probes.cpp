#include "ssdem/contact_probes.hpp"

#include "simd/xyzw.hpp"

#include <bit>

namespace rubble::ssdem {

namespace {

// Adds a force [N] at the centre of a sphere [m] with a couple [N m]. The torque is about the point [m].
RUBBLE_INLINE void add(Load& on, Pack force, Pack area, Pack centre, Pack point, Pack couple) {
  on.force.v += with_fourth(force, area);
  on.torque.v += cross_xyz(centre - point, force) + couple;
}

}  // namespace

// Contact forces act at the centres of the spheres here; the torques about these centres are the couples. A wall gets
// the opposite of the load on the sphere.
template <bool walls>
void add_probed(const SweepProbes& probes, const Spheres& spheres, const ProbedPack& pack, const ContactLoads& loads,
                std::vector<Load>& on) {
  for (std::size_t lane = 0; lane < pack.lanes; ++lane) {
    const auto a = static_cast<std::size_t>(pack.a[lane]), b = static_cast<std::size_t>(pack.b[lane]);
    const std::uint64_t of_a = probes.of_place[a];
    const std::uint64_t targets = of_a ^ (walls ? probes.of_wall[b] : probes.of_place[b]);
    const Pack force = loads.force.lane[lane], torque_a = loads.torque_a.lane[lane], area = all(pack.area[lane]);
    const std::size_t other = walls ? a : b;
    const Pack torque_b = walls ? -torque_a : loads.torque_b.lane[lane];
    for (std::uint64_t rest = targets; rest != 0; rest &= rest - 1) {
      const auto k = static_cast<std::size_t>(std::countr_zero(rest));
      if ((of_a >> k & 1) != 0)
        add(on[k], force, area, spheres.state[a].position.v, probes.points[k].v, torque_a);
      else
        add(on[k], -force, area, spheres.state[other].position.v, probes.points[k].v, torque_b);
    }
  }
}

template void add_probed<false>(const SweepProbes&, const Spheres&, const ProbedPack&, const ContactLoads&,
                                std::vector<Load>&);
template void add_probed<true>(const SweepProbes&, const Spheres&, const ProbedPack&, const ContactLoads&,
                               std::vector<Load>&);

ContactProbes::ContactProbes(Probes* probes, const std::vector<Index>& order) : probes_(probes) {
  if (probes_ == nullptr) return;
  by_place_.emplace(std::vector<std::uint64_t>{}, probes_->of_walls(), std::vector<Xyzw>(probes_->size()));
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

const SweepProbes* ContactProbes::place(const External& external, double time, const PlacedSpheres& spheres,
                                        const DrivenPoses& driven) {
  if (probes_ == nullptr) return nullptr;
  const auto place_of = [&](Index row) { return static_cast<std::size_t>(place_[static_cast<std::size_t>(row)]); };
  probes_->place(
      external, time, [&](Index row) { return spheres.mass()[place_of(row)]; },
      [&](Index row) { return vec(spheres.states()[place_of(row)].position); }, driven);
  for (std::size_t k = 0; k < probes_->size(); ++k) by_place_->points[k] = xyzw(probes_->points()[k], 0);
  return &*by_place_;
}

void ContactProbes::take(const std::vector<Chunk>& chunks) {
  if (probes_ == nullptr) return;
  std::vector<ProbeSums> forces(probes_->size());
  for (const Chunk& chunk : chunks)
    for (std::size_t k = 0; k < forces.size(); ++k) {
      const Load& on = chunk.totals.probed[k];
      forces[k].add({vec(on.force), vec(on.torque), on.force.v[3]}, 1);
    }
  probes_->set_forces(forces);
}

}  // namespace rubble::ssdem
