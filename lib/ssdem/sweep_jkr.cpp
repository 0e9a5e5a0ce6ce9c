#include "ssdem/snapshot_of.hpp"

namespace rubble::ssdem {

template void sweep_of(const laws::Jkr&, const StepContext&, Spheres&, std::vector<Chunk>&, const Then&);
template Contacts snapshot_of(const laws::Jkr&, const StepContext&, const Spheres&, const std::vector<Chunk>&);

}  // namespace rubble::ssdem
