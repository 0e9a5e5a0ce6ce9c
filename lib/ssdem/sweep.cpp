#include "ssdem/sweep.hpp"

namespace rubble::ssdem {

// Instantiated in sweep_linear.cpp, sweep_hertz.cpp and sweep_hysteretic.cpp, which the compiler can work on side by
// side.
template <class Normal>
void sweep_of(const Normal&, const Scene&, Memories&, std::vector<char>&, std::vector<ContactForce>&, Totals&);
template <class Normal>
Contacts snapshot_of(const Normal&, const Scene&, const Memories&);

void sweep(const Scene& scene, Memories& memories, std::vector<char>& touching, std::vector<ContactForce>& forces,
           Totals& totals) {
  std::visit([&](const auto& normal) { sweep_of(normal, scene, memories, touching, forces, totals); },
             scene.laws.normal);
}

Contacts snapshot(const Scene& scene, const Memories& memories) {
  return std::visit([&](const auto& normal) { return snapshot_of(normal, scene, memories); }, scene.laws.normal);
}

}  // namespace rubble::ssdem
