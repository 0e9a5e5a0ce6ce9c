#pragma once
// Granular stress: the mean of the contact stresses over a volume. Compression is positive.
#include "measure/clusters/size_classes.hpp"
#include "model/pile.hpp"

namespace rubble::measure {

// (pile with contacts) => for each grain -sum_c f_c (x_c - X)^T [J], where X is its centre of mass and f_c the force on
// it at the contact point x_c (Contacts::point). Soft spheres store it on the contact plane: for radii s_a and s_b at
// the distance D, at l_a = (s_a^2 - s_b^2 + D^2) / (2 D) from the centre of a; at a wall, at l_a = s_a - overlap. The
// sum over all grains divided by a volume is the mean stress in it (Sanchez et al. 2021,
// doi:10.1016/j.icarus.2021.114441, Eq. 19; Christoffersen et al. 1981, doi:10.1115/1.3157619). Contacts between
// members of one grain do not count.
std::vector<Mat3> contact_moments(const Pile& pile);

struct Stress {
  Mat3 tensor = Mat3::Zero();      // as summed; the antisymmetric part is due to unbalanced couples [Pa]
  double pressure = 0;             // tr / 3 [Pa]
  double deviator = 0;             // q = sqrt(3/2 s:s), s the traceless symmetric part [Pa]
  Vec3 principal = Vec3::Zero();   // principal stresses of the symmetric part, descending [Pa]
  Mat3 directions = Mat3::Zero();  // columns: unit vectors of the principal stresses
};

// (sum of moments [J], volume > 0 [m3]) => stress.
Stress stress(const Mat3& moment, double volume);

// Contribution of a group of grains to the total stress.
struct StressShare {
  std::size_t grains = 0;
  std::size_t bodies = 0;      // number of their spheres and hulls
  std::size_t contacts = 0;    // number of touching pairs of two grains, or grain and wall, with a grain in the group
  std::size_t points = 0;      // number of contact points of these pairs
  Mat3 moment = Mat3::Zero();  // sum of the contact moments of its grains [J]
  double virial = 0;           // 3 P V = tr(moment) [J]
};

struct StressShares {
  StressShare all;
  std::vector<StressShare> by_class;  // sums to `all` in grains, bodies, moment and virial
};

// (pile with contacts, its size classes) => the shares of the size classes in the stress.
StressShares stress_shares(const Pile& pile, const SizeClasses& sizes);

}  // namespace rubble::measure
