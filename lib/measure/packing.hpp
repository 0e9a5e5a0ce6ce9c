#pragma once
// How a pile is packed, in a few numbers: what a run can record at each of its records.
#include "model/pile.hpp"

namespace rubble::measure {

struct Packing {
  double mass = 0;          // [kg]
  std::size_t grains = 0;   // glued ones and free bodies
  double coordination = 0;  // loaded contacts of the mean grain: neighbours that it presses on or pulls
  double points = 0;        // loaded contact points of the mean grain
  double core = 0;          // coordination of the k-core of the loaded points
  double touching = 0;      // neighbours nearer than 1e-3 mean diameters, of the mean grain; walls left out
  // Those that refer to the centre of mass are NaN in periodic space, which has none.
  double radius = 0;              // of the smallest sphere about the centre of mass that holds every grain [m]
  Vec3 semi_axes = Vec3::Zero();  // a >= b >= c of the uniform ellipsoid with this mass and these moments [m]
  double solid = 0;               // volume of the grains [m3]
  double virial = 0;              // 3 P V = trace of the contact moments [J]

  double sphere() const;     // volume of the sphere [m3]
  double ellipsoid() const;  // volume of the ellipsoid [m3]
};

// Criteria for a pair to count as a contact.
struct LoadRule {
  double weak = 0;  // points with no more than this share of the mean normal force's size carry no load
  int core = 2;     // fewest loaded points that hold a grain of the core
};

// (pile with contacts, weak of the rule) => its contact points between grains or with a wall that carry load.
std::vector<ContactKey> loaded_points(const Pile& pile, double weak);

// (pile with contacts, rule, pairs of its bodies nearer than 1e-3 mean diameters: touching_pairs()) => its packing.
// InputError if there are no bodies.
Packing packing(const Pile& pile, const LoadRule& rule, const std::vector<ContactKey>& touching);

}  // namespace rubble::measure
