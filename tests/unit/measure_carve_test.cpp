// Grains inside and outside closed surfaces: spheres, glued grains and hulls; contacts and bonds of the part.
#include "measure/extent/carve.hpp"
#include "measure/ledger/masses.hpp"
#include "unit/grain_piles.hpp"
#include "unit/hull_piles.hpp"
#include "unit/surfaces.hpp"

#include <gtest/gtest.h>

namespace rubble::measure {
namespace {

using Bodies = std::vector<Index>;

const shape::Polyhedron kCube = test::box_surface({20, 20, 20});

Carving carved(const Pile& pile, Kept kept, Crossing crossing) {
  return carve(pile, shape::ClosedSurface(kCube), kept, crossing);
}

// Spheres of radius 1 along x: inside, across with the centre inside, across with the centre outside, outside.
Pile spheres() {
  Pile pile;
  for (const double x : {0.0, 9.5, 10.5, 12.0}) test::add_ball(pile, 1, {x, 0, 0});
  return pile;
}

TEST(Carve, SpheresByTheirSide) {
  const Pile pile = spheres();
  EXPECT_EQ(carved(pile, Kept::inside, Crossing::drop).bodies, (Bodies{0}));
  EXPECT_EQ(carved(pile, Kept::inside, Crossing::keep).bodies, (Bodies{0, 1, 2}));
  EXPECT_EQ(carved(pile, Kept::inside, Crossing::centre).bodies, (Bodies{0, 1}));
  EXPECT_EQ(carved(pile, Kept::outside, Crossing::drop).bodies, (Bodies{3}));
  EXPECT_EQ(carved(pile, Kept::outside, Crossing::keep).bodies, (Bodies{1, 2, 3}));
  EXPECT_EQ(carved(pile, Kept::outside, Crossing::centre).bodies, (Bodies{2, 3}));
  const Carving carving = carved(pile, Kept::inside, Crossing::centre);
  EXPECT_EQ(carving.crossing, 2u);
  EXPECT_EQ(carving.crossing_kept, 1u);
}

// Each body is kept inside or outside, or crosses; each grain is counted once.
TEST(Carve, DividesAPile) {
  const shape::Polyhedron p = test::torus(1, 0.4, 30, 16);
  const shape::ClosedSurface surface(p);
  const Pile pile = test::close_packed(0.06, 20, [](const Vec3& x) { return x.norm() < 1.6; });
  const Carving inside = carve(pile, surface, Kept::inside, Crossing::drop);
  const Carving outside = carve(pile, surface, Kept::outside, Crossing::drop);
  EXPECT_EQ(inside.bodies.size() + outside.bodies.size() + inside.crossing, pile.size());
  EXPECT_EQ(inside.crossing, outside.crossing);
  std::vector<Index> expected;
  for (std::size_t i = 0; i < pile.size(); ++i)
    if (const Vec3& x = pile.state.position[i]; test::winding(p, x) > 0.5 && test::surface_distance(p, x) >= 0.06)
      expected.push_back(static_cast<Index>(i));
  EXPECT_GT(expected.size(), 200u);
  EXPECT_EQ(inside.bodies, expected);
}

// Dumbbells of members 1 from their centres: whole grains are kept or dropped. A grain with a member on each side
// crosses, although neither member does.
TEST(Carve, GrainsStayWhole) {
  Pile pile;
  test::add_dumbbell(pile, {0, 0, 0}, Vec3::UnitX());
  test::add_dumbbell(pile, {8.5, 0, 0}, Vec3::UnitX());    // one member across
  test::add_dumbbell(pile, {10, 5, 0}, Vec3::UnitX());     // touches the surface from both sides
  test::add_dumbbell(pile, {10.2, -5, 0}, Vec3::UnitX());  // centre of mass outside
  test::add_dumbbell(pile, {14, 0, 0}, Vec3::UnitX());
  EXPECT_EQ(carved(pile, Kept::inside, Crossing::drop).bodies, (Bodies{0, 1}));
  EXPECT_EQ(carved(pile, Kept::inside, Crossing::keep).bodies, (Bodies{0, 1, 2, 3, 4, 5, 6, 7}));
  EXPECT_EQ(carved(pile, Kept::outside, Crossing::centre).bodies, (Bodies{6, 7, 8, 9}));
  EXPECT_EQ(carved(pile, Kept::outside, Crossing::drop).bodies, (Bodies{8, 9}));
  EXPECT_EQ(carved(pile, Kept::inside, Crossing::drop).crossing, 3u);
}

// A turned cube whose bounding ball crosses the surface, but not the cube itself.
TEST(Carve, HullsByTheirShape) {
  Pile pile;
  test::add_cube(pile, {9.4, 0, 0});
  test::add_cube(pile, {9.4, 4, 0}, Quaternion(Eigen::AngleAxisd(0.7, Vec3::UnitZ())));
  test::add_cube(pile, {10.6, 0, 4});
  EXPECT_EQ(carved(pile, Kept::inside, Crossing::drop).bodies, (Bodies{0}));
  EXPECT_EQ(carved(pile, Kept::inside, Crossing::centre).bodies, (Bodies{0, 1}));
  EXPECT_EQ(carved(pile, Kept::outside, Crossing::drop).bodies, (Bodies{2}));
}

TEST(Carve, KeepsContactsAndBondsOfKeptBodies) {
  Pile pile = spheres();
  test::add_ball(pile, 1, {2, 0, 0});
  pile.model.id = {7, 3, 5, 1, 9};
  test::touch(pile, 0, 4, {1, 0, 0}, 5);
  test::touch(pile, 1, 2, {2, 0, 0});
  pile.bonds.pair = {{0, 4}, {1, 2}};
  const Carving carving = carved(pile, Kept::inside, Crossing::drop);
  EXPECT_EQ(carving.bodies, (Bodies{0, 4}));
  const Pile kept = part(pile, carving.bodies);
  EXPECT_EQ(kept.model.id, (std::vector<std::int64_t>{7, 9}));
  ASSERT_EQ(kept.contacts.size(), 1u);
  EXPECT_EQ(kept.contacts.key[0], (ContactKey{0, 1}));
  EXPECT_EQ(kept.contacts.energy[0], 5);
  EXPECT_EQ(kept.bonds.pair, (std::vector<std::array<Index, 2>>{{0, 1}}));
}

}  // namespace
}  // namespace rubble::measure
