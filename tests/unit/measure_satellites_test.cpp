// Final states of bodies outside the largest remnant, compared with orbits in closed form.
#include "measure/clusters/clusters.hpp"
#include "measure/clusters/satellites.hpp"
#include "unit/measure_piles.hpp"

#include <cmath>

#include <gtest/gtest.h>

namespace rubble::test {
namespace {

using measure::Outcome;

// A remnant of two spheres, mass 2000 and radius 2, and three small spheres at the distance 10. Two of them have 0.9
// and 1.1 times the escape speed. The third has a tangential speed so small that its ellipse enters the remnant.
Pile system_of_four() {
  Pile pile;
  pile.model.materials = {{"rock", 1}};
  for (const double x : {-1.0, 1.0}) add(pile, 1000, 1, {x, 0, 0});
  const double escape = std::sqrt(2 * 2000.001 / 10);
  add(pile, 0.003, 0.1, {0, 10, 0}, {0.9 * escape, 0, 0});
  add(pile, 0.002, 0.1, {0, 0, 10}, {0, 1.1 * escape, 0});
  add(pile, 0.001, 0.1, {0, -10, 0}, {0.3 * escape, 0, 0});
  return pile;
}

measure::Satellites found_in(const Pile& pile) {
  return measure::satellites(pile, measure::clusters(pile.size(), measure::touching_pairs(pile, 0.1), pile.model.mass),
                             1);
}

TEST(Satellites, OutcomesOfTwoBodyOrbits) {
  const measure::Satellites found = found_in(system_of_four());
  EXPECT_EQ(found.members, (std::vector<Index>{0, 1}));
  EXPECT_NEAR(found.radius, 2, 1e-12);
  ASSERT_EQ(found.companion.size(), 3U);
  EXPECT_EQ(found.companion[0].outcome, Outcome::orbiting);
  EXPECT_EQ(found.companion[1].outcome, Outcome::escaping);
  EXPECT_EQ(found.companion[2].outcome, Outcome::returning);
  EXPECT_NEAR(found.mass(Outcome::orbiting), 0.003, 1e-15);
  EXPECT_NEAR(found.mass(), 2000.006, 1e-9);
  EXPECT_EQ(found.count(Outcome::returning), 1U);
  // Launched tangentially at f v_esc: e = |1 - 2 f^2|, and the smallest distance is r f^2 / (1 - f^2) for f < 0.707,
  // otherwise r.
  EXPECT_NEAR(found.companion[0].orbit.pericentre, 10, 1e-4);
  EXPECT_NEAR(found.companion[0].orbit.eccentricity, 0.62, 1e-5);
  EXPECT_NEAR(found.companion[2].orbit.pericentre, 10 * 0.09 / 0.91, 1e-4);
  EXPECT_EQ(found.largest(Outcome::escaping)->fragment.bodies, 1U);
}

TEST(Satellites, OneClusterHasNone) {
  Pile pile;
  pile.model.materials = {{"rock", 1}};
  add(pile, 1, 1, {0, 0, 0});
  const measure::Satellites found = found_in(pile);
  EXPECT_TRUE(found.companion.empty());
  EXPECT_EQ(found.largest(Outcome::orbiting), nullptr);
  EXPECT_EQ(found.mass(Outcome::escaping), 0);
}

TEST(Satellites, LineagesThatCount) {
  Pile pile = system_of_four();
  const std::vector<Index> all{0, 1, 2, 3, 4};
  EXPECT_EQ(measure::lineages(pile, all, 0.01), 0U);
  pile.state.columns = {{kLineage, "1", "", std::vector<std::int64_t>{7, 0, 2, 2, -1}}};
  EXPECT_EQ(measure::lineages(pile, all, 0.01), 2U);
  EXPECT_EQ(measure::lineages(pile, all, 1e-9), 3U);
}

}  // namespace
}  // namespace rubble::test
