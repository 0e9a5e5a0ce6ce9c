#pragma once
// Piles for the benchmarks of Contact Dynamics, and the parameters of their runs.
#include "nscd/parameters.hpp"
#include "physics/scene.hpp"
#include "unit/hulls.hpp"

#include <numbers>

namespace rubble::bench {

inline constexpr double kStep = 10;          // of clouds and piles [s]
inline constexpr double kImpactStep = 0.05;  // of a collision [s]
inline constexpr int kCollapse = 200;        // steps until a cloud has just collapsed
inline constexpr int kSettled = 1000;        // steps until its pile has settled

inline nscd::Parameters parameters() {
  nscd::Parameters p;
  p.gravity = {gravity::Summation::fmm, test::kG};
  p.step.dt = kStep;
  p.contact.friction = 0.4;
  p.solver.tolerance = 1e-4;
  return p;
}

inline nscd::Parameters impact_parameters() {
  nscd::Parameters p = parameters();
  p.step.dt = kImpactStep;
  p.contact.friction = 0.5;
  p.contact.restitution = 0.3;
  return p;
}

// A cloud of spheres, or of hulls of 40 vertices, that collapses under its own gravity.
inline Pile cloud(std::size_t count, bool hulls) {
  const Pile spheres = test::lattice_ball(count, 0.5, 2000, 1.15, 1);
  if (!hulls) return spheres;
  Pile pile;
  pile.model.materials = {{"rock", 2000}};
  for (std::size_t i = 0; i < spheres.size(); ++i) {
    Vec3s corners = shape::random_points(40, i);
    for (Vec3& x : corners) x = spheres.model.radius[i] * x.normalized();
    shape::PlacedShape rock = shape::make_hull("rock", corners);
    const Index row = add_shape(pile.model, rock.shape);
    rock.placement.centre += spheres.state.position[i];
    add_hull(pile, row, rock.placement, 0, Vec3::Zero(), Vec3::Zero());
  }
  return pile;
}

// Two equal balls that are about to touch, off centre by half a radius, at a relative speed of 2 m/s.
inline Pile two_balls(std::size_t count) {
  Pile pile = test::lattice_ball(count / 2, 0.5, 2000, 1.15, 1);
  const Pile other = test::lattice_ball(count / 2, 0.5, 2000, 1.15, 2);
  double size = 0;
  for (const Vec3& x : pile.state.position) size = std::max(size, x.norm() + 0.5);
  const Vec3 apart(2 * size, 0.5 * size, 0);
  for (Vec3& v : pile.state.velocity) v = Vec3(1, 0, 0);
  for (const Vec3& x : other.state.position) test::add_sphere(pile, 0.5, 2000, x + apart, Vec3(-1, 0, 0));
  return pile;
}

}  // namespace rubble::bench
