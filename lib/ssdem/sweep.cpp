#include "ssdem/sweep.hpp"

#include "ssdem/snapshot_of.hpp"

namespace rubble::ssdem {

using laws::HertzMindlin, laws::Hysteretic, laws::LinearSpring;

extern template void sweep_of(const LinearSpring&, const StepContext&, Spheres&, std::vector<Chunk>&, const Then&);
extern template void sweep_of(const HertzMindlin&, const StepContext&, Spheres&, std::vector<Chunk>&, const Then&);
extern template void sweep_of(const Hysteretic&, const StepContext&, Spheres&, std::vector<Chunk>&, const Then&);
extern template Contacts snapshot_of(const LinearSpring&, const StepContext&, const Spheres&,
                                     const std::vector<Chunk>&);
extern template Contacts snapshot_of(const HertzMindlin&, const StepContext&, const Spheres&,
                                     const std::vector<Chunk>&);
extern template Contacts snapshot_of(const Hysteretic&, const StepContext&, const Spheres&, const std::vector<Chunk>&);

void sweep(const StepContext& step, Spheres& spheres, std::vector<Chunk>& chunks, const Then& then) {
  std::visit([&](const auto& normal) { sweep_of(normal, step, spheres, chunks, then); }, step.laws.normal);
}

Contacts snapshot(const StepContext& step, const Spheres& spheres, const std::vector<Chunk>& chunks) {
  return std::visit([&](const auto& normal) { return snapshot_of(normal, step, spheres, chunks); }, step.laws.normal);
}

std::span<const HistoryPart> parts_of(const Parameters& laws) {
  return std::visit([]<class Normal, class Sliding, class Couple>(const Normal&, const Sliding&, const Couple&)
                        -> std::span<const HistoryPart> { return parts<ContactLaws<Normal, Sliding, Couple>>(); },
                    laws.normal, laws.sliding, laws.couple);
}

}  // namespace rubble::ssdem
