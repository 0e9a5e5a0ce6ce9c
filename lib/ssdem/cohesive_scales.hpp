#pragma once
// Stiffness and times that the cohesion of soft spheres needs, for the rules behind "auto". docs/theory.md 2.9.
#include "ssdem/parameters.hpp"

namespace rubble::ssdem {

// Radii of the smallest and the largest body of a pile [m].
struct Sizes {
  double smallest, largest;
};

// => the cohesion of the pair of materials with the greatest strength. Means lie below the greater of their values.
laws::Cohesion strongest_cohesion(const Parameters& p);

// => true if at least one pair of materials attracts each other by a force that sets in at the first touch.
bool attraction_sets_in(const Parameters& p);

// (law, radii of a pile, true if there are walls) => largest cohesive force of a contact / smaller radius [N m-1]. It
// belongs to the largest sphere: on a wall, or with another one of its size. A force in proportion to the reduced
// radius is largest for the most different spheres.
double cohesive_demand(const laws::Cohesion& cohesion, const Sizes& sizes, bool walls);

// (prepared laws of a pair, reduced mass [kg], reduced radius [m], speed [m s-1]) => duration of a contact: of an
// impact, or half the period about the overlap at which the spring carries the cohesive force, if that is shorter [s].
double contact_time(const SoftLaws& laws, double mass, double radius, double speed);

// (prepared laws of a pair, reduced mass [kg], reduced radius [m], speed [m s-1]) => time in which the attraction of a
// pair that approaches changes by a large part: the way 2 h_0 at the speed of its first touch [s]; infinite without
// attraction beyond contact. An impact of which the attraction makes less than 0.001 of the energy does not count.
// docs/theory.md 2.16.
double approach_time(const SoftLaws& laws, double mass, double radius, double speed);

}  // namespace rubble::ssdem
