#pragma once
// Sources of gravity in a ledger, and the energy of the bodies in external fields.
#include "model/external.hpp"
#include "model/pile.hpp"
#include "model/point_masses.hpp"

#include <optional>

namespace rubble::measure {

// Mass points by which hulls attract and are attracted. If there are none, hulls attract as points at their centres.
using Points = std::optional<PointMasses>;

// Sources and targets of gravity: the bodies, or the mass points of hulls.
struct Attracting {
  Reals mass;        // [kg]
  Vec3s position;    // [m]
  double rigid = 0;  // upper bound of the distance between two mass points of one body [m]
};
Attracting attracting(const Model& model, const State& state, const Points& points);

// Potential energy [J], and the sum of the absolute values of its terms.
struct Potential {
  double energy = 0, size = 0;
  Potential& operator+=(const Potential& other) {
    energy += other.energy, size += other.size;
    return *this;
  }
};

// (model, external) => masses of the bodies that fields accelerate [kg]; 0 for frozen bodies.
Reals free_masses(const Model& model, const External& external);

// (pile, free_masses() of it, its sources of gravity, mass points of hulls, external, G) => potential energy of the
// bodies in the external fields; 0 if the field of a planet depends on time. The tidal field of a rotating frame is one
// of them.
Potential external_energy(const Pile& pile, const Reals& mass, const Attracting& all, const Points& points,
                          const External& external, double gravitational_constant);

}  // namespace rubble::measure
