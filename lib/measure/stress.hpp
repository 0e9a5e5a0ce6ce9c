#pragma once
// Granular stress: the mean over a volume of what the contacts carry. Compression is positive.
#include "measure/size_classes.hpp"
#include "model/pile.hpp"

namespace rubble::measure {

// (pile with contacts) => for each grain -sum_c f_c (x_c - X)^T [J]: X its centre of mass, f_c the force on it at the
// contact point x_c, which of spheres lies on the contact plane, l_a = (s_a^2 - s_b^2 + D^2) / (2 D) from the centre of
// a (on a wall: s - overlap). The sum over all grains divided by a volume is the mean stress in it (Sanchez et al.
// 2021, Eq. 19; Christoffersen et al. 1981, doi:10.1115/1.3157619); a glued grain is rigid, its glue is no contact.
std::vector<Mat3> contact_moments(const Pile& pile);

struct Stress {
  Mat3 tensor = Mat3::Zero();      // as summed; its antisymmetric part is the couple that is not in balance [Pa]
  double pressure = 0;             // tr / 3 [Pa]
  double deviator = 0;             // q = sqrt(3/2 s:s), s the traceless symmetric part [Pa]
  Vec3 principal = Vec3::Zero();   // of the symmetric part, falling [Pa]
  Mat3 directions = Mat3::Zero();  // columns: unit vectors of the principal stresses
};

// (sum of moments [J], volume > 0 [m3]) => stress.
Stress stress(const Mat3& moment, double volume);

// The part of a group of grains in the whole.
struct StressShare {
  std::size_t grains = 0;
  std::size_t bodies = 0;      // their spheres and hulls
  std::size_t contacts = 0;    // pairs that touch, at least one of them in the group
  std::size_t points = 0;      // at which they do
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
