#pragma once
// Clusters treated as bodies: their properties, their relative orbits, and the agreement of the results of two
// searches.
#include "model/pile.hpp"

#include <vector>

namespace rubble::measure {

struct Fragment {
  std::size_t grains = 0;
  std::size_t bodies = 0;             // number of its spheres and hulls
  double mass = 0;                    // [kg]
  Vec3 centre = Vec3::Zero();         // centre of mass [m]
  Vec3 velocity = Vec3::Zero();       // velocity of the centre of mass [m s-1]
  Vec3 spin_momentum = Vec3::Zero();  // angular momentum about the centre, including the spins of the bodies
                                      // [kg m2 s-1]
};

// (pile, members: only whole grains) => the cluster as one body. InputError if there are no members.
Fragment fragment(const Pile& pile, const std::vector<Index>& members);
// (pile, members, pairs that connect them) => the cluster as one body, also in periodic space
// (measure/clusters/unwrap.hpp). The centre is in the cell. If the cluster is connected to its own periodic image,
// centre and spin momentum are NaN.
Fragment fragment(const Pile& pile, const std::vector<Index>& members, const std::vector<ContactKey>& pairs);

// (pile, linking factor) => pairs that friends() links. InputError for a factor below 1, or as in touching_pairs().
std::vector<ContactKey> linked_pairs(const Pile& pile, double linking);
// Clusters by the friends-of-friends algorithm, the heaviest first. Two spheres are linked if the distance of their
// centres is below `linking` >= 1 times the sum of their radii. A pair with a hull is linked if its gap is below
// (linking - 1) times that sum (touching_pairs()). Members of one grain are always in one cluster. Bodies without links
// are clusters of one. InputError as in linked_pairs().
std::vector<std::vector<Index>> friends(const Pile& pile, double linking = 1.1);

// Two clusters as point masses in orbit about each other.
struct Orbit {
  std::size_t primary = 0, secondary = 0;  // indices into the list of fragments
  double energy = 0;                       // mu v^2 / 2 - G m M / r [J]; < 0: bound
  double distance = 0;                     // [m]
  double semi_major_axis = 0;              // [m]
  double eccentricity = 0;
  double pericentre = 0;       // smallest distance [m]
  double period = 0;           // [s]
  Vec3 normal = Vec3::Zero();  // unit vector along the orbital angular momentum; 0 for a radial orbit
};

// (two fragments, G) => the orbit of the second about the first, both as point masses. Unbound pairs have only energy
// and distance.
Orbit orbit_of(const Fragment& a, const Fragment& b, double G);

// (fragments, the heaviest first; G) => one orbit for each fragment that is bound to a heavier one. If it is bound to
// several, the orbit with the lowest energy. The cost is proportional to the square of the number of fragments.
std::vector<Orbit> bound_pairs(const std::vector<Fragment>& fragments, double G);

// (masses, two ascending lists of bodies) => mass in both / mass in either, 0 ... 1; 1 if both are empty.
double agreement(const Reals& mass, const std::vector<Index>& a, const std::vector<Index>& b);

}  // namespace rubble::measure
