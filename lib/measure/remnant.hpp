#pragma once
// After a collision: which sizes the largest remnant is made of, and what flies away from it.
#include "measure/size_classes.hpp"
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

// (pile, its size classes, members: bodies, grains whole) => mean grain_radii() and what each class holds; means are 0
// without members.
Composition composition(const Pile& pile, const SizeClasses& sizes, const std::vector<Index>& members);
Composition composition(const Pile& pile, const SizeClasses& sizes);  // of the whole pile

// (radii of all grains [m], number of members) => standard deviation of the number mean radius of so many grains drawn
// at random from all, relative to the mean of all: what chance alone does to a remnant's composition.
double sampling_noise(const Reals& radius, std::size_t members);

// All grains outside the largest remnant, seen from its centre of mass; each by its own centre.
struct Ejecta {
  double escape_speed = 0;  // sqrt(2 G M / R) of the remnant [m s-1]; R: uniform ball of the same half-mass radius
  double mass = 0;          // [kg]
  double unbound_mass = 0;  // of grains at v >= sqrt(2 G M / distance) [kg]
  Reals speed;              // rising [m s-1]
  Reals cumulative;         // mass of the grains up to each speed [kg]

  // (share of the ejecta's mass, 0...1) => the speed that this share does not exceed; 0 without ejecta.
  double speed_of(double share) const;
};

// (pile, bodies of the largest remnant in rising order: at least one, grains whole; G; in periodic space the pairs by
// which they hang together) => its ejecta. In periodic space distances are those of the nearest images; of a remnant
// that is endless, the escape speed is NaN and no mass is unbound.
Ejecta ejecta(const Pile& pile, const std::vector<Index>& remnant, double G, const std::vector<ContactKey>& pairs = {});

}  // namespace rubble::measure
