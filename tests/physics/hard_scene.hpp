#pragma once
// Small scenes for tests of hard spheres.
#include "hsdem/stepper.hpp"
#include "unit/measure_piles.hpp"

namespace rubble::test {

// Impacts without friction and without gravity (ledgers use a gravitational constant of 1): tests replace the values
// that they need.
inline hsdem::Parameters hard_spheres(double dt, double restitution) {
  hsdem::Parameters p;
  p.gravity.method = "none";
  p.gravity.constant = 1;
  p.step.dt = dt;
  p.contact.restitution = restitution;
  p.contact.slow = 0;
  return p;
}

// An empty pile for spheres of one material.
inline Pile spheres() {
  Pile pile;
  pile.model.materials = {{"rock", 1}};
  return pile;
}

}  // namespace rubble::test
