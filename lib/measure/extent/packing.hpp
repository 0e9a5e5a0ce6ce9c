#pragma once
// Packing of a pile in a few numbers, which a run can record.
#include "model/pile.hpp"

namespace rubble::measure {

struct Packing {
  double mass = 0;          // [kg]
  std::size_t grains = 0;   // number of grains, glued or free
  double coordination = 0;  // mean number of neighbours per grain that it presses on or pulls
  double points = 0;        // mean number of loaded contact points per grain
  double core = 0;          // coordination of the k-core of the loaded points
  double touching = 0;      // mean number of neighbours nearer than 1e-3 mean diameters; walls are left out
  // Quantities that refer to the centre of mass are NaN in periodic space, where it is undefined.
  double radius = 0;              // radius of the smallest sphere about the centre of mass that contains every grain
                                  // [m]
  Vec3 semi_axes = Vec3::Zero();  // a >= b >= c of the uniform ellipsoid with the pile's mass and moments [m]
  double solid = 0;               // volume of the grains [m3]
  double virial = 0;              // 3 P V: sum of the traces of the contact moments [J]

  double sphere() const;     // volume of the sphere [m3]
  double ellipsoid() const;  // volume of the ellipsoid [m3]
};

// Criteria for loaded contact points, and for grains in the core. docs/theory.md 5.12.
struct LoadRule {
  double weak = 0;  // points whose normal force is at most this fraction of the mean absolute normal force carry no
                    // load
  int core = 2;     // smallest number of loaded points of a grain in the core
};

// (pile with contacts, `weak` of the rule) => its contact points between grains or with a wall that carry load. Points
// at which cohesion pulls, or a bond acts, across a gap of more than 1e-3 mean diameters (at a wall, 1e-3 radii) are
// left out.
std::vector<ContactKey> loaded_points(const Pile& pile, double weak);

// (pile with contacts, rule, pairs of its bodies nearer than 1e-3 mean diameters: touching_pairs()) => its packing.
// InputError if there are no bodies.
Packing packing(const Pile& pile, const LoadRule& rule, const std::vector<ContactKey>& touching);

}  // namespace rubble::measure
