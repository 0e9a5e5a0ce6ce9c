#include "ssdem/sweep_of.hpp"

namespace rubble::ssdem {

template void sweep_of(const laws::LinearSpring&, const Scene&, Bodies&, std::vector<Chunk>&, const Then&);
template Contacts snapshot_of(const laws::LinearSpring&, const Scene&, const Bodies&, const std::vector<Chunk>&);

}  // namespace rubble::ssdem
