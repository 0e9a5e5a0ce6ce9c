// Glued grains as text and back: the same bodies to the last bit, the same physics up to rounding.
#include "base/error.hpp"
#include "experiment/rigid_motion.hpp"
#include "model/check.hpp"
#include "model/grains.hpp"
#include "physics/scene.hpp"
#include "store/text.hpp"

#include <gtest/gtest.h>

namespace rubble::store {
namespace {

// Grains with three, two and one distinct moments, one whose overlap counts once, and a free sphere, far from the
// origin.
Pile pile_of_all_kinds() {
  Pile pile;
  const Vec3 far(3e4, -2e4, 1e4);
  test::glue(pile, shape::glue("three", {{0, 0, 0}, {1, 0, 0}, {0, 1.2, 0.3}}, {0.5, 0.4, 0.6}), 2700, far,
             Quaternion(0.1, 0.2, -0.3, 0.7).normalized(), Vec3(1, 2, 3), Vec3(0.1, 0.2, -0.3));
  test::add_sphere(pile, 0.5, 2700, far + Vec3(-9, 0, 0), Vec3(0, 0, 1), Vec3(0, 3, 0));
  test::glue(pile, "dumbbell", 0.5, 2700, far + Vec3(20, 0, 0), Quaternion(0.3, 0.5, -0.5, 0.1).normalized(),
             Vec3(0, 1, 0), Vec3(0, 2, 1));
  test::glue(pile, "cube", 0.5, 2700, far + Vec3(0, 30, 0), Quaternion(0.7, 0.1, 0.5, 0.2).normalized(), Vec3(0, 1, 0),
             Vec3(1, 2, 0));
  test::glue(pile, shape::glue("union", {{0, 0, 0}, {1.4, 0, 0}, {0, 1.3, 0.2}}, {1, 0.8, 0.7}, shape::Overlap::kUnion),
             2700, far + Vec3(0, 0, 9), Quaternion(0.1, 0.2, -0.3, 0.7).normalized(), Vec3::Zero(), Vec3(0.1, 2, -0.3));
  return pile;
}

// Inertia of a grain about its centre of mass, along the inertial axes.
Mat3 inertia_in_space(const Pile& pile, std::size_t grain) {
  const Mat3 axes = pile.state.orientation[grain].toRotationMatrix();
  return axes * pile.state.grouping.grains[grain].moments.asDiagonal() * axes.transpose();
}

void expect_same_physics(const Pile& a, const Pile& b) {
  ASSERT_EQ(a.state.grouping.grains.size(), b.state.grouping.grains.size());
  for (std::size_t g = 0; g < a.state.grouping.grains.size(); ++g) {
    const Grain &p = a.state.grouping.grains[g], &q = b.state.grouping.grains[g];
    EXPECT_EQ(p.begin, q.begin);
    EXPECT_EQ(p.count, q.count);
    EXPECT_DOUBLE_EQ(p.mass, q.mass);
    EXPECT_LT((p.moments - q.moments).norm(), 1e-9 * p.moments.norm()) << g;
    EXPECT_LT((inertia_in_space(a, g) - inertia_in_space(b, g)).norm(), 1e-9 * p.moments.norm()) << g;
    EXPECT_LT((excess_in_space(a.state, g) - excess_in_space(b.state, g)).norm(), 1e-9 * p.moments.norm()) << g;
  }
  EXPECT_NEAR(experiment::kinetic_energy(a.model, a.state), experiment::kinetic_energy(b.model, b.state),
              1e-10 * experiment::kinetic_energy(a.model, a.state));
}

// The grains tumble separately for several rotations: a wrong axis, moment or offset would be detected.
void expect_same_paths(const Pile& a, const Pile& b) {
  const ssdem::Parameters p = [] {
    ssdem::Parameters chosen = test::plain(1e9, 0.5);
    chosen.step.dt = 0.005;
    return chosen;
  }();
  test::Motion first(p, a), second(p, b);
  first.until(a.state.time + 5), second.until(b.state.time + 5);
  double moved = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    EXPECT_LT((first.position(i) - second.position(i)).norm(), 1e-6) << i;
    moved = std::max(moved, (first.spin(i) - a.state.spin[i]).norm());
  }
  EXPECT_GT(moved, 0.1);  // spins of grains with unequal moments change
}

TEST(TextOfGrains, CsvRestoresTheSamePhysics) {
  const Pile pile = pile_of_all_kinds();
  const std::string text = to_csv(pile);
  EXPECT_EQ(text.substr(0, text.find('\n')),
            "id,m,r,x,y,z,vx,vy,vz,wx,wy,wz,grain,exx,eyy,ezz,eyz,ezx,exy,density,material");
  const Pile back = parse_csv(text, "a.csv", "rock").pile;
  check(back, "a.csv");
  EXPECT_EQ(back.state.position, pile.state.position);
  EXPECT_EQ(back.state.velocity, pile.state.velocity);
  EXPECT_EQ(back.state.spin, pile.state.spin);
  EXPECT_EQ(back.state.grouping.grain, pile.state.grouping.grain);
  expect_same_physics(pile, back);
  expect_same_paths(pile, back);
}

TEST(TextOfGrains, XyzRestoresTheSamePhysics) {
  Pile pile = pile_of_all_kinds();
  pile.state.time = 77;
  const Pile back = parse_xyz(to_xyz(pile), "a.xyz", "rock").pile;
  check(back, "a.xyz");
  EXPECT_EQ(back.state.time, 77);
  expect_same_physics(pile, back);
  expect_same_paths(pile, back);
}

// Without an excess its columns are left out, and writing again gives the same text.
TEST(TextOfGrains, RoundTripOfText) {
  Pile pile;
  test::glue(pile, "rod", 0.5, 2700, Vec3(0.1, 0.2, 5), Quaternion(0.1, 0.2, -0.3, 0.7).normalized(), Vec3(1, 2, 3));
  test::add_sphere(pile, 0.5, 2700, Vec3(-9, 0, 0));
  const std::string csv = to_csv(pile), xyz = to_xyz(pile);
  EXPECT_EQ(csv.substr(0, csv.find('\n')), "id,m,r,x,y,z,vx,vy,vz,wx,wy,wz,grain");
  EXPECT_EQ(to_csv(parse_csv(csv, "a.csv", "rock").pile), csv);
  EXPECT_EQ(to_xyz(parse_xyz(xyz, "a.xyz", "rock").pile), xyz);
}

// Two balls of mass 3 and 1, with radii 1 and 0.5, are 2 apart along y. Results by hand: the centre is 0.5 from the
// heavier ball. The moment along the line is 0.4 (3 + 0.25) = 1.3, and perpendicular to it 1.3 + 3 x 0.25 + 1 x 2.25 =
// 4.3.
TEST(TextOfGrains, MomentsByHand) {
  const Pile pile =
      parse_csv("id,m,r,x,y,z,grain\n0,3,1,5,5,5,42\n8,1,0.3,0,0,0,-1\n1,1,0.5,5,7,5,42\n", "a.csv", "rock").pile;
  ASSERT_EQ(pile.state.grouping.grains.size(), 1u);
  EXPECT_EQ(pile.model.id, (std::vector<std::int64_t>{0, 8, 1}));
  EXPECT_EQ(pile.state.grouping.grain, (std::vector<Index>{0, -1, 0}));
  EXPECT_EQ(pile.state.grouping.member, (std::vector<Index>{0, 2}));
  const Grain& grain = pile.state.grouping.grains[0];
  EXPECT_EQ(grain.mass, 4);
  EXPECT_NEAR(grain.moments[0], 1.3, 1e-14);
  EXPECT_NEAR(grain.moments[1], 4.3, 1e-14);
  EXPECT_EQ(grain.moments[1], grain.moments[2]);
  EXPECT_TRUE(grain.excess.isZero(0));
  EXPECT_NEAR(std::abs(pile.state.grouping.offset[0].x()), 0.5, 1e-14);
  EXPECT_NEAR(pile.state.grouping.offset[2].x() / pile.state.grouping.offset[0].x(), -3, 1e-13);
  EXPECT_EQ(pile.state.grouping.offset[1], Vec3::Zero());
  check(pile, "a.csv");
}

// Members that do not move as one rigid body are refused.
TEST(TextOfGrains, MembersMoveTogether) {
  const auto message = [](const std::string& second) {
    const Pile pile =
        parse_csv("id,m,r,x,y,z,vx,vy,vz,wx,wy,wz,grain\n0,1,1,0,0,0,0,0,0,0,0,1,0\n" + second, "f", "rock").pile;
    try {
      check(pile, "f");
    } catch (const InputError& error) {
      return std::string(error.what());
    }
    return std::string("no error");
  };
  EXPECT_EQ(message("1,1,1,2,0,0,0,2,0,0,0,1,0\n"), "no error");
  EXPECT_EQ(message("1,1,1,2,0,0,0,-2,0,0,0,1,0\n"),
            "f: velocity: expected a member that moves with its grain, found it 4 m/s off (body 1)");
  EXPECT_EQ(message("1,1,1,2,0,0,0,2,0,0,0,2,0\n"), "f: spin: expected the spin of its grain, found another (body 1)");
}

}  // namespace
}  // namespace rubble::store
