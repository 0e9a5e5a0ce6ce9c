#pragma once
// Arrays that the steps of the fast multipole method work on. For lib/gravity/fmm*.
#include "gravity/fmm.hpp"
#include "gravity/p2p.hpp"
#include "gravity/tree.hpp"

namespace rubble::gravity {

// A cell as other cells see it: one cache line. Scaled units.
struct alignas(64) CellGeometry {
  double x = 0, y = 0, z = 0;  // centre of mass
  double radius = 0;           // all bodies are within
  double mass = 0;
  double source = 0;  // of the mass: (mean of distance^P)^(1/P)
  double limit = 0;   // error that one interaction may make: tolerance x local acceleration
};

struct CellPair {
  std::int32_t a = 0, b = 0;
};

// Lists of one task, used again by the next on the same thread.
struct InteractionLists {
  std::vector<CellPair> stack;      // of the traversal: pairs that are still to be decided
  std::vector<CellPair> m2l;        // pairs that act through expansions
  std::vector<CellPair> p2p;        // pairs that act body by body
  std::vector<CellPair> sorted;     // one of these by its first cell,
  std::vector<std::int32_t> start;  // of which this is where each cell's pairs begin
  std::vector<CellPair> rest;       // those of m2l that are left over from fours of one cell
  std::vector<std::int32_t> packs;  // of sources for one group of targets
};

// Cells as softened point masses, from which and at which local accelerations are estimated.
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
  std::vector<CellGeometry> geometry;   // of each cell
  std::vector<Vec3> low, high;          // bounding boxes of the cells
  AlignedReals multipole, local;        // expansions of all cells: fmm_expansions.hpp
  std::vector<std::int32_t> domains;    // cells that are the units of parallel work
  std::vector<std::int32_t> domain_of;  // of a cell that is a domain: its number; else -1
  std::vector<std::int32_t> above;      // cells above the domains, in preorder
  std::vector<CellPair> tasks;          // numbers of domains
  std::vector<char> turn;               // of each domain: tasks that share one keep their order
  std::vector<InteractionLists> lists;  // of each thread
  SoftPoints coarse, fine;              // sources and targets of the estimate
};

// (workspace with tree and particles) => the sums of all particles; one function for each order.
using Passes = void (*)(Fmm::Workspace&);
extern const Passes kPasses3, kPasses4, kPasses5, kPasses6, kPasses7, kPasses8;

// These steps do not depend on the order.
void divide(Fmm::Workspace& work);        // domains and the cells above
void limit_errors(Fmm::Workspace& work);  // geometry's limits
void order_tasks(std::vector<CellPair>& tasks, std::int32_t domains);

}  // namespace rubble::gravity
