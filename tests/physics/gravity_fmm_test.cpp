// The fast multipole method compared with closed forms: a ball of lattice points represents a homogeneous sphere.
#include "gravity/gravity.hpp"

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

namespace rubble::test {
namespace {

// Inside a homogeneous sphere a = -(4/3) pi G rho x and phi = -2 pi G rho (R^2 - r^2 / 3). Outside, the sphere acts
// like a point mass (Newton, Principia I, props. 71 and 73). At a point of a cubic lattice the tides of the neighbours
// cancel, so that the tide inside is zero (Lorentz's argument). Outside, the radial tide is 2 G M / r^3.
TEST(Fmm, HomogeneousSphere) {
  constexpr int half = 16;
  constexpr double G = 3, density = 1, radius = half + 0.5;
  Vec3s position;
  for (int i = -half; i <= half; ++i)
    for (int j = -half; j <= half; ++j)
      for (int k = -half; k <= half; ++k)
        if (i * i + j * j + k * k <= radius * radius) position.push_back(Vec3(i, j, k));
  const std::size_t inside = position.size();
  Reals mass(inside, density);  // each point has the mass of one lattice cell
  const double total = static_cast<double>(inside);
  for (const double r : {20.0, 30.0, 60.0}) position.push_back(r * Vec3(0.6, 0, 0.8)), mass.push_back(0);

  gravity::Pull pull;
  gravity::Solver({gravity::Summation::fmm, G, 1e-5}).evaluate(mass, position, 7, pull);
  const double slope = 4.0 / 3.0 * std::numbers::pi * G * density, surface = slope * radius;
  for (std::size_t i = 0; i < inside; ++i) {
    const double r = position[i].norm();
    if (r > 0.7 * radius) continue;  // the lattice's surface is rough
    EXPECT_LT((pull.acceleration[i] + slope * position[i]).norm(), 0.01 * surface) << i;
    EXPECT_NEAR(pull.potential[i], -2 * std::numbers::pi * G * density * (radius * radius - r * r / 3),
                0.02 * surface * radius);
    EXPECT_LT(pull.tide[i].norm(), 0.05 * slope) << i;
  }
  for (std::size_t i = inside; i < position.size(); ++i) {
    const double r = position[i].norm();
    const Vec3 out = position[i] / r;
    EXPECT_NEAR(pull.acceleration[i].dot(out) * r * r / (G * total), -1, 2e-3);
    EXPECT_NEAR(pull.potential[i] * r / (G * total), -1, 2e-3);
    EXPECT_NEAR(out.dot(pull.tide[i] * out) * r * r * r / (G * total), 2, 2e-2);
  }
}

}  // namespace
}  // namespace rubble::test
