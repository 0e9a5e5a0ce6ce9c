#pragma once
// Friction problems with known solutions, and random problems.
#include "friction/problem.hpp"

#include <cmath>
#include <random>

namespace rubble::friction {

// Vector of three independent normal numbers.
inline Vec3 random_vector(std::mt19937_64& random) {
  std::normal_distribution<double> normal;
  return {normal(random), normal(random), normal(random)};
}

// One contact of a solid sphere of mass m with a floor: W = diag(1, 7/2, 7/2) / m.
inline Problem sphere_on_floor(double mass, double friction, const Vec3& free_velocity) {
  Problem problem;
  problem.delassus.begin = {0, 1};
  problem.delassus.column = {0};
  problem.delassus.block = {Mat3(Vec3(1, 3.5, 3.5).asDiagonal()) / mass};
  problem.free_velocity = {free_velocity};
  problem.friction = {friction};
  return problem;
}

// A column of n spheres of mass m on a floor, with contact k below sphere k. One step of gravity gives the speed g h:
// the impulses are the weights of the spheres above times h.
inline Problem column(std::size_t n, double mass, double speed, double friction) {
  Problem problem;
  for (std::size_t k = 0; k < n; ++k) {
    const bool floor = k == 0;
    if (!floor) {
      problem.delassus.column.push_back(static_cast<Index>(k - 1));
      problem.delassus.block.push_back(Vec3(-1, 1.5, 1.5).asDiagonal() * Mat3::Identity() / mass);
    }
    problem.delassus.column.push_back(static_cast<Index>(k));
    problem.delassus.block.push_back(Mat3(Vec3(1, 3.5, 3.5).asDiagonal()) * (floor ? 1 : 2) / mass);
    if (k + 1 < n) {
      problem.delassus.column.push_back(static_cast<Index>(k + 1));
      problem.delassus.block.push_back(Vec3(-1, 1.5, 1.5).asDiagonal() * Mat3::Identity() / mass);
    }
    problem.delassus.begin.push_back(static_cast<Index>(problem.delassus.column.size()));
    problem.free_velocity.push_back(Vec3(floor ? -speed : 0, 0, 0));
    problem.friction.push_back(friction);
  }
  return problem;
}

// n contacts of bodies with six degrees of freedom that are pushed together. M, H, f and w are random, and W has full
// rank if there are enough bodies.
struct Masses {
  Eigen::SparseMatrix<double> mass, directions;
  Eigen::VectorXd force, velocity;
  Reals friction;

  Problem problem() const { return from_masses(mass, directions, force, velocity, friction); }
};

inline Masses random_masses(std::size_t bodies, std::size_t contacts, double friction, unsigned seed) {
  std::mt19937_64 random(seed);
  std::uniform_real_distribution<double> share(-1, 1);
  std::uniform_int_distribution<Index> body(0, static_cast<Index>(bodies) - 1);
  const auto n = static_cast<Index>(6 * bodies);
  const auto m = static_cast<Index>(3 * contacts);
  std::vector<Eigen::Triplet<double>> mass;
  for (Index i = 0; i < n; ++i) mass.emplace_back(i, i, 1.5 + share(random));
  std::vector<Eigen::Triplet<double>> directions;
  for (Index a = 0; a < static_cast<Index>(contacts); ++a) {
    const Index first = body(random);
    const Index second = (first + 1 + body(random) % (static_cast<Index>(bodies) - 1)) % static_cast<Index>(bodies);
    for (const Index b : {first, second})
      for (Index j = 0; j < 3; ++j)
        for (Index i = 0; i < 6; ++i) directions.emplace_back(6 * b + i, 3 * a + j, share(random));
  }
  Masses masses;
  masses.mass.resize(n, n);
  masses.mass.setFromTriplets(mass.begin(), mass.end());
  masses.directions.resize(n, m);
  masses.directions.setFromTriplets(directions.begin(), directions.end());
  masses.force = Eigen::VectorXd::NullaryExpr(n, [&](Eigen::Index) { return share(random); });
  masses.velocity = Eigen::VectorXd::NullaryExpr(m, [&](Eigen::Index i) { return i % 3 ? share(random) : -1; });
  masses.friction.assign(contacts, friction);
  return masses;
}

}  // namespace rubble::friction
