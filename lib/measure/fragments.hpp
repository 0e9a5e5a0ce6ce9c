#pragma once
// Clusters as bodies: their properties, their motion about each other, and the agreement of two searches.
#include "model/pile.hpp"

#include <vector>

namespace rubble::measure {

struct Fragment {
  std::size_t grains = 0;
  std::size_t bodies = 0;             // their spheres and hulls
  double mass = 0;                    // [kg]
  Vec3 centre = Vec3::Zero();         // of mass [m]
  Vec3 velocity = Vec3::Zero();       // of the centre of mass [m s-1]
  Vec3 spin_momentum = Vec3::Zero();  // angular momentum about the centre, the bodies' own spins included [kg m2 s-1]
};

// (pile, members: bodies, at least one, grains whole) => the cluster as one body.
Fragment fragment(const Pile& pile, const std::vector<Index>& members);
// The same of a cluster in space that may repeat itself, whose bodies hang together by these pairs
// (measure/unwrap.hpp); the centre is in the cell. Of a cluster that is endless, centre and spin momentum are NaN.
Fragment fragment(const Pile& pile, const std::vector<Index>& members, const std::vector<ContactKey>& pairs);

// (pile, linking factor >= 1) => pairs of friends: see below.
std::vector<ContactKey> linked_pairs(const Pile& pile, double linking);
// Clusters by friends of friends: pairs nearer than `linking` >= 1 times the sum of their radii are linked; where a
// hull is in the pair, those whose gap is at most linking - 1 times that sum (touching_pairs()). The
// heaviest first; bodies without friends are clusters of one.
std::vector<std::vector<Index>> friends(const Pile& pile, double linking = 1.1);

// Two clusters as points in orbit about each other.
struct Orbit {
  std::size_t primary = 0, secondary = 0;  // places in the list of fragments
  double energy = 0;                       // mu v^2 / 2 - G m M / r [J]; < 0: bound
  double distance = 0;                     // [m]
  double semi_major_axis = 0;              // [m]
  double eccentricity = 0;
  double pericentre = 0;       // least distance [m]
  double period = 0;           // [s]
  Vec3 normal = Vec3::Zero();  // unit vector along the orbit's angular momentum; 0 of a straight fall
};

// (two fragments, G) => the second one's orbit about the first, as points; where it is not bound only energy and
// distance.
Orbit orbit_of(const Fragment& a, const Fragment& b, double G);

// (fragments, the heaviest first; G) => for each fragment that is bound to a heavier one, the orbit about that heavier
// one to which it is bound most strongly, that is, with the lowest energy. Cost grows as the number of fragments
// squared.
std::vector<Orbit> bound_pairs(const std::vector<Fragment>& fragments, double G);

// (masses, two lists of bodies in rising order) => mass in both / mass in either, 0...1; 1 if both are empty.
double agreement(const Reals& mass, const std::vector<Index>& a, const std::vector<Index>& b);

}  // namespace rubble::measure
