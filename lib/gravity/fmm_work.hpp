#pragma once
// What the passes of the fast multipole method work on. For lib/gravity/fmm*.cpp.
#include "gravity/fmm.hpp"
#include "gravity/near.hpp"
#include "gravity/tree.hpp"

namespace rubble::gravity {

// A cell as others see it: one cache line. Scaled units.
struct alignas(64) Ball {
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
struct Lists {
  std::vector<CellPair> stack, far, near, sorted, rest;
  std::vector<std::int32_t> start, vectors;
};

struct Fmm::Work {
  Plan plan;
  unsigned want = 0;
  const Near* near = nullptr;
  Tree tree;
  Bodies bodies;
  std::vector<Ball> balls;
  std::vector<Vec3> low, high;          // bounding boxes of the cells
  Row multipole, local;                 // of all cells, `stride` values each
  std::vector<std::int32_t> domains;    // cells that are the units of parallel work
  std::vector<std::int32_t> domain_of;  // of a cell that is a domain: its number; else -1
  std::vector<CellPair> tasks;          // numbers of domains
  std::vector<std::int32_t> above;      // cells above the domains, in preorder
  std::vector<std::int32_t> coarse, fine;
  Bodies coarse_bodies, fine_bodies;
  std::vector<Lists> lists;  // of each thread
  std::vector<char> turn;    // of each domain: tasks that share one keep their order
};

// (work with tree, balls' places empty) => work with the sums of all bodies; one function for each order.
using Passes = void (*)(Fmm::Work&);
extern const Passes kPasses3, kPasses4, kPasses5, kPasses6, kPasses7, kPasses8;

// What does not depend on the order.
void divide(Fmm::Work& work);        // domains and the cells above
void limit_errors(Fmm::Work& work);  // balls' limits
void order_tasks(std::vector<CellPair>& tasks, std::int32_t domains);

}  // namespace rubble::gravity
