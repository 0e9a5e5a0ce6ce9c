#include "ssdem/sweep.hpp"

#include "ssdem/sweep_of.hpp"

namespace rubble::ssdem {

extern template void sweep_of(const laws::LinearSpring&, const Scene&, Bodies&, std::vector<Chunk>&, const Then&);
extern template void sweep_of(const laws::HertzMindlin&, const Scene&, Bodies&, std::vector<Chunk>&, const Then&);
extern template void sweep_of(const laws::Hysteretic&, const Scene&, Bodies&, std::vector<Chunk>&, const Then&);
extern template Contacts snapshot_of(const laws::LinearSpring&, const Scene&, const Bodies&, const std::vector<Chunk>&);
extern template Contacts snapshot_of(const laws::HertzMindlin&, const Scene&, const Bodies&, const std::vector<Chunk>&);
extern template Contacts snapshot_of(const laws::Hysteretic&, const Scene&, const Bodies&, const std::vector<Chunk>&);

void sweep(const Scene& scene, Bodies& bodies, std::vector<Chunk>& chunks, const Then& then) {
  std::visit([&](const auto& normal) { sweep_of(normal, scene, bodies, chunks, then); }, scene.laws.normal);
}

Contacts snapshot(const Scene& scene, const Bodies& bodies, const std::vector<Chunk>& chunks) {
  return std::visit([&](const auto& normal) { return snapshot_of(normal, scene, bodies, chunks); }, scene.laws.normal);
}

std::span<const Part> parts_of(const Parameters& laws) {
  return std::visit(
      [](const auto& normal, const auto& sliding, const auto& couple) -> std::span<const Part> {
        return parts<std::decay_t<decltype(normal)>, std::decay_t<decltype(sliding)>, std::decay_t<decltype(couple)>>();
      },
      laws.normal, laws.sliding, laws.couple);
}

}  // namespace rubble::ssdem
