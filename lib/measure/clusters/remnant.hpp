#pragma once
// Results of a collision: sizes of the grains in the largest remnant, and the material that leaves it.
#include "measure/clusters/size_classes.hpp"
#include "model/pile.hpp"

#include <vector>

namespace rubble::measure {

struct Composition {
  std::size_t grains = 0;
  double mass = 0;                     // [kg]
  double number_mean = 0;              // sum of radii / number of grains [m]
  double mass_mean = 0;                // sum of mass x radius / mass [m]
  std::vector<std::size_t> grains_in;  // by size class
  Reals mass_in;                       // by size class [kg]
};

// (pile, its size classes, bodies of whole grains) => means of grain_radii(), and the number and mass of these grains
// in each class. The means are 0 if there are no bodies.
Composition composition(const Pile& pile, const SizeClasses& sizes, const std::vector<Index>& members);
Composition composition(const Pile& pile, const SizeClasses& sizes);  // composition of the whole pile

// (radii of all grains [m], number of members) => standard deviation of the number-mean radius of that many grains
// drawn at random from all grains, relative to the mean of all; 0 for no members or fewer than two grains. It is the
// effect of chance alone on a remnant's composition. docs/theory.md 5.9.
double sampling_noise(const Reals& radius, std::size_t members);

// All grains outside the largest remnant, relative to its centre of mass; each grain counts at its own centre.
struct Ejecta {
  // sqrt(2 G M / R) of the remnant [m s-1], where R is the radius of the uniform ball with the same half-mass radius.
  double escape_speed = 0;
  double mass = 0;          // [kg]
  double unbound_mass = 0;  // mass of grains with v >= sqrt(2 G M / distance) [kg]
  Reals speed;              // ascending [m s-1]
  Reals cumulative;         // mass of the grains up to each speed [kg]

  // (fraction of the ejecta's mass, 0...1) => the speed that this fraction does not exceed; 0 without ejecta.
  double speed_of(double share) const;
};

// (pile; bodies of the largest remnant in ascending order, at least one, only whole grains; G; in periodic space the
// pairs that connect these bodies) => the ejecta. In periodic space distances are those of the nearest images. If the
// remnant is connected to its own image, the escape speed is NaN and no mass is unbound.
Ejecta ejecta(const Pile& pile, const std::vector<Index>& remnant, double G, const std::vector<ContactKey>& pairs = {});

}  // namespace rubble::measure
