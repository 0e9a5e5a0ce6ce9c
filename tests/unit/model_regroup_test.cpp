// Grains with members anywhere in the order of bodies, which form and break: model/regroup.hpp.
#include "model/bodies.hpp"
#include "model/check.hpp"
#include "model/regroup.hpp"
#include "unit/grain_piles.hpp"

#include <algorithm>
#include <stdexcept>

#include <gtest/gtest.h>

namespace rubble {
namespace {

// A hull of the corner points of a box with sides a, b, c.
shape::PlacedShape box(double a, double b, double c) {
  Vec3s corners;
  for (int k = 0; k < 8; ++k) corners.emplace_back(k & 1 ? a : 0, k & 2 ? b : 0, k & 4 ? c : 0);
  return shape::make_hull("box", corners);
}

void add_box(Pile& pile, double a, double b, double c, const Vec3& centre, const Quaternion& turn,
             const Vec3& velocity = Vec3::Zero(), const Vec3& spin = Vec3::Zero()) {
  pile.model.materials = {{"rock", 1}};
  shape::PlacedShape placed = box(a, b, c);
  placed.placement.centre = centre;
  placed.placement.turn = turn * placed.placement.turn;
  add_hull(pile, add_shape(pile.model, placed.shape), placed.placement, 0, velocity, spin);
}

Mat3 inertia_in_space(const Pile& pile, std::size_t g) {
  const Mat3 axes = pile.state.orientation[g].toRotationMatrix();
  return axes * pile.state.grouping.grains[g].moments.asDiagonal() * axes.transpose();
}

Mat3 of_point(double mass, const Vec3& x) { return mass * (x.squaredNorm() * Mat3::Identity() - x * x.transpose()); }

// m (b^2 + c^2) / 12 and so on, in its own axes.
Mat3 inertia_of_box(double a, double b, double c) {
  return a * b * c / 12 * Vec3(b * b + c * c, a * a + c * c, a * a + b * b).asDiagonal();
}

// A box by hand: mass 6, moments 6 (4 + 9) / 12, ..., in any orientation; corners at the given positions.
TEST(Hulls, AreGrainsOfOneMember) {
  Pile pile;
  const Quaternion turn(Eigen::AngleAxisd(0.7, Vec3(1, 2, 3).normalized()));
  add_box(pile, 1, 2, 3, Vec3(5, 6, 7), turn, Vec3(1, 0, 0), Vec3(0, 0.1, 0.2));
  check(pile, "box");
  EXPECT_NEAR(pile.model.mass[0], 6, 1e-13);
  const Vec3 expected(0.5 * 5, 0.5 * 10, 0.5 * 13);
  EXPECT_LT((pile.state.grouping.grains[0].moments - expected).norm(), 1e-12);
  const Mat3 in_space = turn.toRotationMatrix() * inertia_of_box(1, 2, 3) * turn.toRotationMatrix().transpose();
  EXPECT_LT((own_inertia(pile.model, pile.state, 0) - in_space).norm(), 1e-12);
  const Vec3s corners = vertices(pile.model, pile.state, 0);
  for (int k = 0; k < 8; ++k) {
    const Vec3 wanted = Vec3(5, 6, 7) + turn * Vec3((k & 1) - 0.5, (k & 2) - 1.0, 3.0 * ((k & 4) / 4 - 0.5));
    const bool found =
        std::any_of(corners.begin(), corners.end(), [&](const Vec3& x) { return (x - wanted).norm() < 1e-13; });
    EXPECT_TRUE(found) << k;
  }
  EXPECT_NEAR(bounding_radius(pile.model, 0), std::sqrt(14.0) / 2, 1e-13);
  EXPECT_NEAR(shape_volume(pile.model, 0), 6, 1e-13);
}

// Two boxes of one shape share its entry; support, extents and the farthest point by hand.
TEST(Hulls, ExtentsAreThoseOfTheCorners) {
  Pile pile;
  const Quaternion quarter(Eigen::AngleAxisd(std::acos(0.0), Vec3::UnitZ()));  // a along y, b along -x
  add_box(pile, 1, 2, 3, Vec3(0, 0, 0), Quaternion::Identity());
  add_box(pile, 1, 2, 3, Vec3(10, 0, 0), quarter);
  EXPECT_EQ(pile.model.shapes.size(), 1u);
  const shape::Extents there = extents(pile.model, pile.state, 1, Vec3(10, 0, 0));
  EXPECT_LT((there.high - Vec3(1, 0.5, 1.5)).norm(), 1e-13);
  EXPECT_LT((there.low + Vec3(1, 0.5, 1.5)).norm(), 1e-13);
  EXPECT_NEAR(reach_along(pile.model, pile.state, 1, Vec3::UnitX()), 1, 1e-13);
  EXPECT_NEAR(support(pile.model, pile.state, 0, Vec3(0, 0, -1)).z(), -1.5, 1e-13);
  EXPECT_NEAR(farthest(pile.model, pile.state, 1, Vec3::Zero()), std::sqrt(121 + 0.25 + 2.25), 1e-12);
}

// Three boxes, the first and the last glued: masses, centre and inertia by the parallel axis theorem; then separated
// again.
TEST(Hulls, StickAndSeparate) {
  Pile pile;
  const Quaternion turn(Eigen::AngleAxisd(0.4, Vec3(0, 1, 1).normalized()));
  add_box(pile, 1, 2, 3, Vec3(0, 0, 0), Quaternion::Identity());
  add_box(pile, 1, 1, 1, Vec3(20, 0, 0), turn);
  add_box(pile, 2, 2, 2.5, Vec3(3, 1, 0), turn);
  const Pile before = pile;
  regroup(pile.model, pile.state, {0, 1, 0});
  check(pile, "glued");
  EXPECT_EQ(pile.state.grouping.member, (std::vector<Index>{0, 2, 1}));
  EXPECT_EQ(pile.state.grouping.first_member(0), 0u);
  const double m = 6, n = 10;
  const Vec3 centre = (n * Vec3(3, 1, 0)) / (m + n);
  const Mat3 R = turn.toRotationMatrix();
  const Mat3 expected = inertia_of_box(1, 2, 3) + of_point(m, -centre) + R * inertia_of_box(2, 2, 2.5) * R.transpose() +
                        of_point(n, Vec3(3, 1, 0) - centre);
  EXPECT_NEAR(pile.state.grouping.grains[0].mass, m + n, 1e-12);
  EXPECT_LT((inertia_in_space(pile, 0) - expected).norm(), 1e-11);
  EXPECT_EQ(pile.state.grouping.grains[0].shape, -1);
  EXPECT_EQ(pile.state.grouping.grains[1].moments,
            before.state.grouping.grains[1].moments);  // the grain kept its member: identical bits
  EXPECT_EQ(pile.state.orientation[1].coeffs(), before.state.orientation[1].coeffs());
  for (std::size_t i = 0; i < 3; ++i) {
    const Vec3s now = vertices(pile.model, pile.state, i), then = vertices(before.model, before.state, i);
    for (std::size_t k = 0; k < now.size(); ++k) EXPECT_LT((now[k] - then[k]).norm(), 1e-13) << i;
  }
  regroup(pile.model, pile.state, {2, 1, 0});
  check(pile, "apart");
  EXPECT_EQ(pile.state.grouping.grains[2].shape, 0);
  EXPECT_LT((pile.state.grouping.grains[0].moments - before.state.grouping.grains[2].moments).norm(), 1e-12);
  EXPECT_EQ(pile.state.grouping.offset[2], Vec3::Zero());
}

// A glued pile with its bodies in another order has the same grains.
TEST(Regroup, MembersMayBeAnyRows) {
  Pile pile;
  test::add_ball(pile, 1, {0, 0, 0}, {}, 1);
  test::add_ball(pile, 0.5, {9, 9, 9}, {}, 1);
  test::add_ball(pile, 1, {2, 0, 0}, {}, 3);
  regroup(pile.model, pile.state, {0, -1, 0});
  check(pile, "glued");
  // By hand: centre at 1.5; along the line 2/5 (1 + 3), perpendicular to it also 1 x 1.5^2 + 3 x 0.5^2.
  EXPECT_NEAR(pile.state.grouping.grains[0].moments[0], 1.6, 1e-14);
  EXPECT_NEAR(pile.state.grouping.grains[0].moments[2], 1.6 + 2.25 + 0.75, 1e-14);
  EXPECT_EQ(moving_mass(pile.model, pile.state.grouping, 2), 4);
  EXPECT_EQ(moving_mass(pile.model, pile.state.grouping, 1), 1);
  EXPECT_TRUE(leads(pile.state.grouping, 0) && leads(pile.state.grouping, 1) && !leads(pile.state.grouping, 2));
  regroup(pile.model, pile.state, {-1, -1, -1});
  EXPECT_TRUE(pile.state.grouping.grains.empty() && pile.state.grouping.member.empty() &&
              pile.state.grouping.offset.empty());
  check(pile, "free");
}

TEST(Regroup, RefusesInvalidGroupings) {
  Pile pile;
  test::add_ball(pile, 1, {0, 0, 0}, {}, 1);
  test::add_ball(pile, 1, {2, 0, 0}, {}, 1);
  EXPECT_THROW(regroup(pile.model, pile.state, {0}), std::logic_error);
  EXPECT_THROW(regroup(pile.model, pile.state, {1, 1}), std::logic_error);  // there is no grain 0
  add_box(pile, 1, 2, 3, Vec3(9, 0, 0), Quaternion::Identity());
  EXPECT_THROW(regroup(pile.model, pile.state, {-1, -1, -1}), std::logic_error);  // a hull cannot be free
  Pile shared;
  test::add_union(shared, {0, 0, 0});
  test::add_ball(shared, 1, {9, 0, 0}, {}, 1);
  EXPECT_THROW(regroup(shared.model, shared.state, {0, 0, 0}), std::logic_error);
  EXPECT_THROW(regroup(shared.model, shared.state, {0, -1, -1}), std::logic_error);
  regroup(shared.model, shared.state, {1, 1, 0});
  EXPECT_FALSE(shared.state.grouping.grains[1].excess.isZero(0));
}

}  // namespace
}  // namespace rubble
