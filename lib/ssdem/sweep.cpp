#include "ssdem/sweep.hpp"

#include "ssdem/law_table.hpp"

namespace rubble::ssdem {

void sweep(const StepContext& step, Spheres& spheres, std::vector<Chunk>& chunks, const Then& then) {
  std::visit([&](const auto& normal) { sweep_of(normal, step, spheres, chunks, then); }, step.laws.normal);
}

Contacts snapshot(const StepContext& step, const Spheres& spheres, const std::vector<Chunk>& chunks) {
  return std::visit([&](const auto& normal) { return snapshot_of(normal, step, spheres, chunks); }, step.laws.normal);
}

std::span<const HistoryPart> parts_of(const Parameters& laws) {
  using Parts = std::span<const HistoryPart>;
  const auto of = [&]<class Normal, class Sliding, class Couple>(const Normal&, const Sliding&, const Couple&) {
    return with_cohesion<Normal>(laws, []<class Cohesion>(const Cohesion&) -> Parts {
      return parts<ContactLaws<Normal, Sliding, Couple, Cohesion>>();
    });
  };
  return std::visit(of, laws.normal, laws.sliding, laws.couple);
}

}  // namespace rubble::ssdem
