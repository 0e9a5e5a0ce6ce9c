#include "ssdem/sweep_of.hpp"

namespace rubble::ssdem {
template void sweep_of(const laws::HertzMindlin&, const Scene&, Memories&, std::vector<char>&,
                       std::vector<ContactForce>&, Totals&);
template Contacts snapshot_of(const laws::HertzMindlin&, const Scene&, const Memories&);
}  // namespace rubble::ssdem
