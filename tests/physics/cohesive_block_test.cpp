// A block of soft spheres with cohesion, pulled apart: its strength against Rumpf's relation.
#include "scene.hpp"

#include <gtest/gtest.h>

namespace rubble::test {
namespace {

constexpr int kAcross = 4, kLayers = 5;
constexpr double kRadius = 0.5, kDensity = 2000, kStiffness = 1e6;

// A block of a cubic lattice; neighbours overlap so far that the springs carry the cohesive force.
Pile cubic_block(double overlap) {
  Pile pile;
  for (int z = 0; z < kLayers; ++z)
    for (int y = 0; y < kAcross; ++y)
      for (int x = 0; x < kAcross; ++x) add_sphere(pile, kRadius, kDensity, (2 * kRadius - overlap) * Vec3(x, y, z));
  return pile;
}

std::vector<Index> layer(int number) {
  std::vector<Index> bodies(kAcross * kAcross);
  for (std::size_t i = 0; i < bodies.size(); ++i) bodies[i] = static_cast<Index>(i) + number * kAcross * kAcross;
  return bodies;
}

// Freezes a layer, which moves up at this speed [m s-1].
void hold(const Pile& pile, External& external, int number, double speed) {
  WallMotion motion;
  motion.velocity = {0, 0, speed};
  FrozenBodies frozen{motion, {}};
  frozen.at_rest = std::make_shared<const FrozenPositions>(positions_at_rest(pile.state, layer(number), motion));
  external.frozen.push_back(frozen);
}

// => tension between the two upper layers [N]
double tension(const Contacts& contacts) {
  const Index top = layer(kLayers - 1).front();
  double sum = 0;
  for (std::size_t c = 0; c < contacts.size(); ++c)
    if (contacts.key[c].a < top && contacts.key[c].b >= top) sum += contacts.force[c].z();
  return sum;
}

// Each square of the lattice has one contact along each axis, so that Rumpf's stress is F_c / d^2: the block carries
// one cohesive force for each sphere of a layer. It parts between two layers when the tension reaches this value.
TEST(CohesiveBlock, PartsAtRumpfsStress) {
  ssdem::Parameters p = plain(kStiffness, 0.3);
  p.cohesion = {2000, 0.5};
  const double force = p.cohesion.force(kRadius / 2), overlap = force / kStiffness;
  const Pile pile = cubic_block(overlap);
  p.step.dt = 0.02 * std::numbers::pi * std::sqrt(0.5 * pile.model.mass[0] / kStiffness);
  External external;
  hold(pile, external, 0, 0);
  hold(pile, external, kLayers - 1, 4e-4 * overlap / *p.step.dt);
  Motion run(p, pile, external);
  double strongest = 0;
  while (run.time() < 20000 * *p.step.dt) {
    run.until(run.time() + 20 * *p.step.dt);
    strongest = std::max(strongest, tension(run.contacts()));
  }
  EXPECT_NEAR(strongest / (kAcross * kAcross * force), 1, 0.01);
  EXPECT_LT(tension(run.contacts()), 0.01 * kAcross * kAcross * force);
}

}  // namespace
}  // namespace rubble::test
