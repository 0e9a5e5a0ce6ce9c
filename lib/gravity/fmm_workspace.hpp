#pragma once
// Arrays that the steps of the fast multipole method share. For lib/gravity/fmm*.
#include "gravity/fmm.hpp"
#include "gravity/p2p.hpp"
#include "gravity/tree.hpp"

namespace rubble::gravity {

// A cell as other cells see it, in scaled units. It fills one cache line.
struct alignas(64) CellGeometry {
  double x = 0, y = 0, z = 0;  // centre of mass
  double radius = 0;           // all bodies are within this distance of the centre
  double mass = 0;
  double source = 0;  // size as a source: mass-weighted (mean of distance^q)^(1/q), q = P if P is even, else 2 P
  double limit = 0;   // allowed error of one interaction: tolerance x local acceleration
};

struct CellPair {
  std::int32_t a = 0, b = 0;
};

// Lists of one task; the next task on the same thread reuses them.
struct InteractionLists {
  std::vector<CellPair> stack;      // pairs that the traversal has still to visit
  std::vector<CellPair> m2l;        // pairs that act through expansions
  std::vector<CellPair> p2p;        // pairs that act body by body
  std::vector<CellPair> sorted;     // m2l or p2p, sorted by the first cell of each pair
  std::vector<std::int32_t> start;  // position of each cell's first pair in sorted
  std::vector<CellPair> rest;       // pairs of m2l that are left after groups of four with one cell
  std::vector<std::int32_t> packs;  // packs of sources for one group of targets
};

// Cells as softened point masses, for the estimate of local accelerations.
struct SoftPoints {
  std::vector<std::int32_t> cells;
  AlignedReals x, y, z, mass, softening2;
  AlignedReals ax, ay, az, potential;
};

struct Fmm::Workspace {
  Plan plan;
  unsigned want = 0;
  const P2P* p2p = nullptr;
  Tree tree;
  Particles particles;
  std::vector<CellGeometry> geometry;   // for each cell
  std::vector<Vec3> low, high;          // bounding boxes of the cells
  AlignedReals multipole, local;        // expansions of all cells: fmm_expansions.hpp
  std::vector<std::int32_t> domains;    // cells that are the units of parallel work
  std::vector<std::int32_t> domain_of;  // for each cell: number of its domain if the cell is a domain, else -1
  std::vector<std::int32_t> above;      // cells above the domains, in preorder
  std::vector<CellPair> tasks;          // pairs of domain numbers
  std::vector<char> turn;               // for each domain, because tasks that share a domain keep their order
  std::vector<InteractionLists> lists;  // for each thread
  SoftPoints coarse, fine;              // sources and targets of the estimate
};

// (workspace with tree and particles) Computes the sums of all particles. There is one function for each order.
using Passes = void (*)(Fmm::Workspace&);
extern const Passes kPasses3, kPasses4, kPasses5, kPasses6, kPasses7, kPasses8;

// These steps do not depend on the order.
void divide(Fmm::Workspace& work);        // finds domains and the cells above
void limit_errors(Fmm::Workspace& work);  // sets the limits in geometry
void order_tasks(std::vector<CellPair>& tasks, std::int32_t domains);

}  // namespace rubble::gravity
