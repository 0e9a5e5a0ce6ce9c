#pragma once
// Bonds of soft spheres at the start of a run, and the steps with which their vibrations are stable. docs/theory.md
// 2.15.
#include "laws/beam.hpp"
#include "model/external.hpp"
#include "model/pile.hpp"
#include "ssdem/bond_parameters.hpp"

namespace rubble::ssdem {

// (parameters, pile, external action) => the bonds of the pile as beams, and new ones between spheres within reach. A
// bond of hard spheres gets the sum of the radii as length. Members of one grain, and two frozen bodies, get no new
// bonds. InputError if the period is too short for the search.
Bonds bonds_at_start(const BondParameters& p, const Pile& pile, const External& external);

// (parameters, model, bodies of a bond, its length without load [m]) => its beam.
laws::Beam beam_of_bond(const BondParameters& p, const Model& model, const std::array<Index, 2>& pair, double length);

// (model, grouping, true for frozen bodies or empty, body) => mass that a push moves [kg]; infinite for a frozen body.
double pushed_mass(const Model& model, const Grouping& grouping, const std::vector<char>& frozen, Index body);

// Dashpot constants of a beam / its stiffnesses [s]: `damping` times the critical value for the stretching of its pair;
// 0 between two frozen bodies.
double damping_time(double damping, double stiffness, double mass_a, double mass_b);

// Fastest vibration of the bonds: an upper bound w [rad s-1], and the longest stable step of the leapfrog at this w,
// 2 / w without damping [s]. Without bonds they are 0 and infinite.
struct BondVibration {
  double rate;
  double longest_step;
};
BondVibration fastest_vibration(const BondParameters& p, const Pile& pile, const Bonds& bonds,
                                const External& external);

}  // namespace rubble::ssdem
