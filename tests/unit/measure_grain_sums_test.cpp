// Glued grains in the measures: a grain is one unit, and bonds within it are not contacts. Numbers are computed by
// hand.
#include "base/error.hpp"
#include "experiment/overlap_observer.hpp"
#include "experiment/rigid_motion.hpp"
#include "experiment/settled.hpp"
#include "gravity/direct.hpp"
#include "measure/clusters/clusters.hpp"
#include "measure/clusters/searches.hpp"
#include "measure/contacts/coordination.hpp"
#include "measure/contacts/forces.hpp"
#include "measure/contacts/overlaps.hpp"
#include "measure/contacts/stress.hpp"
#include "measure/contacts/virial.hpp"
#include "measure/extent/bulk_radii.hpp"
#include "measure/extent/ellipsoid.hpp"
#include "measure/extent/envelope.hpp"
#include "measure/extent/radii.hpp"
#include "measure/extent/volume.hpp"
#include "measure/ledger/ledger.hpp"
#include "measure/ledger/masses.hpp"
#include "run/ledger_series.hpp"
#include "shape/lens.hpp"
#include "unit/grain_piles.hpp"

#include <cmath>
#include <numbers>
#include <numeric>

#include <gtest/gtest.h>

namespace rubble::measure {
namespace {

using std::numbers::pi;
using test::add_ball;
using test::add_dumbbell;
using test::add_shape;
using test::add_union;
using test::touch;
using test::touch_across;
using test::touch_wall;

using Lists = std::vector<std::vector<Index>>;

constexpr double kBall = 4 * pi / 3;

double sum(const Reals& values) { return std::accumulate(values.begin(), values.end(), 0.0); }

double traces(const std::vector<Mat3>& moments) {
  double sum = 0;
  for (const Mat3& m : moments) sum += m.trace();
  return sum;
}

// Two dumbbells of unit spheres and masses in one line that touch, G = 1: members at -3, -1 and 1, 3. The right one is
// attracted by 1 / 2^2 + 2 / 4^2 + 1 / 6^2 = 0.402778, which the contact balances; its centre is 2 from the contact, so
// that the sum of f.branch is 2 x 2 f = 1.611111 = -sum X.F.
constexpr double kPull = 1.0 / 4 + 2.0 / 16 + 1.0 / 36;

// Two dumbbells about `centre`, moving at v and rotating about z at `rate`; the contact need not balance the rotation.
Pile collinear(const Vec3& centre = Vec3::Zero(), const Vec3& v = Vec3::Zero(), double rate = 0) {
  Pile pile;
  const Vec3 spin(0, 0, rate);
  for (const double x : {-2.0, 2.0})
    add_dumbbell(pile, centre + Vec3(x, 0, 0), Vec3::UnitX(), v + spin.cross(Vec3(x, 0, 0)), spin);
  touch(pile, 1, 2, {4 * rate * rate - kPull, 0, 0});
  return pile;
}

TEST(GrainStress, CollinearDumbbells) {
  const std::vector<Mat3> moments = contact_moments(collinear());
  EXPECT_NEAR(traces(moments), 1.611111, 1e-6);
  ASSERT_EQ(moments.size(), 2u);
  EXPECT_NEAR(moments[0](0, 0), 2 * kPull, 1e-14);
}

// The same forces off the line of centres, by hand: a stored contact within a grain has no effect.
TEST(GrainStress, ArmsRunToTheCentreOfMass) {
  Pile pile;
  add_dumbbell(pile, {0, 0, 0}, Vec3::UnitX());
  add_ball(pile, 1, {1, 2, 0});
  touch(pile, 0, 1, {-100, 0, 0});
  touch(pile, 1, 2, {0, -3, 0});  // at (1, 1, 0), from the right member
  const std::vector<Mat3> moments = contact_moments(pile);
  Mat3 grain = Mat3::Zero(), ball = Mat3::Zero();
  grain(1, 0) = 3, grain(1, 1) = 3;  // -f (x_c - X)^T with f = (0, -3, 0), x_c - X = (1, 1, 0)
  ball(1, 1) = 3;                    // f = (0, 3, 0), x_c - X = (0, -1, 0)
  EXPECT_LT((moments[0] - grain).norm(), 1e-14);
  EXPECT_LT((moments[1] - ball).norm(), 1e-14);
}

// Across the boundary of a periodic box, the image gives the distance of two bodies, not their positions alone.
TEST(GrainStress, ContactAcrossAPeriod) {
  Pile pile;
  add_ball(pile, 1, {0.5, 0, 0});
  add_ball(pile, 1, {98.6, 0, 0});
  touch_across(pile, 0, 1, {-100, 0, 0}, {5, 0, 0});
  EXPECT_NEAR(traces(contact_moments(pile)), 5 * 1.9, 1e-13);
}

// Two balls in a box of period 9.6 in x press on each other on both sides: 3 P V = 5 x 9.6 in total. The images account
// for the whole, because no other forces act.
TEST(GrainStress, VirialAcrossAPeriod) {
  Pile pile;
  add_ball(pile, 2.4, {0, 0, 0});
  add_ball(pile, 2.4, {4.8, 0, 0});
  touch(pile, 0, 1, {-5, 0, 0});
  touch_across(pile, 0, 1, {-9.6, 0, 0}, {5, 0, 0});
  const Virial v = virial(pile, 0);
  EXPECT_NEAR(v.contacts[0] + v.contacts[1], 5 * 9.6, 1e-12);
  EXPECT_NEAR(v.load, 5 * 9.6, 1e-12);
}

// A dumbbell has the size of a ball of equal volume, 2^(1/3), and its two contacts with one ball count as one.
TEST(GrainStress, SharesByEquivalentRadius) {
  Pile pile;
  add_dumbbell(pile, {0, 0, 0}, Vec3::UnitX());
  add_ball(pile, 3, {0, std::sqrt(15.0), 0});
  add_ball(pile, 1, {9, 0, 0});
  const double F = 2, slant = std::sqrt(15.0) / 4;
  touch(pile, 0, 2, -F * Vec3(0.25, slant, 0));
  touch(pile, 1, 2, -F * Vec3(-0.25, slant, 0));
  const SizeClasses sizes = size_classes(pile);
  ASSERT_EQ(sizes.classes.size(), 3u);
  EXPECT_NEAR(sizes.classes[1].smallest, std::cbrt(2.0), 1e-14);
  EXPECT_EQ(sizes.of_grain, (std::vector<std::size_t>{1, 2, 0}));
  const StressShares shares = stress_shares(pile, sizes);
  EXPECT_EQ(shares.all.grains, 3u);
  EXPECT_EQ(shares.all.bodies, 4u);
  EXPECT_EQ(shares.all.contacts, 1u);
  EXPECT_EQ(shares.all.points, 2u);
  EXPECT_EQ(shares.by_class[1].bodies, 2u);
  EXPECT_EQ(shares.by_class[1].contacts, 1u);
  EXPECT_EQ(shares.by_class[2].points, 2u);
  EXPECT_EQ(shares.by_class[0].contacts, 0u);
  // Dumbbell: f.(x_c - X) with x_c = (-+1, 0) + (+-1/4, slant); ball: its radius.
  EXPECT_NEAR(shares.by_class[1].virial, 2 * F * (0.25 * -0.75 + slant * slant), 1e-13);
  EXPECT_NEAR(shares.by_class[2].virial, 2 * F * 3, 1e-13);
}

TEST(GrainStress, RadiiThatAreEqualToRoundingShareAClass) {
  EXPECT_EQ(size_classes({1 + 1e-13, 2, 1, 1 - 1e-13}).of_grain, (std::vector<std::size_t>{0, 1, 0, 0}));
  EXPECT_EQ(size_classes({1 + 1e-6, 2, 1}).of_grain, (std::vector<std::size_t>{1, 2, 0}));
  Reals many;
  for (int k = 0; k < 400; ++k) many.push_back(k / 20 + 1 + (k % 5) * 1e-14);
  const SizeClasses sizes = size_classes(many);
  for (int k = 0; k < 400; ++k) EXPECT_EQ(sizes.of_grain[k], sizes.of_grain[k / 20 * 20]);
}

// 3 P V = -sum X.F = 1.611111, not the mutual energy 1.166667; for any position and velocity of the pair. With rotation
// the contact carries less, by 4 w^2 on each side.
TEST(GrainVirial, IsThatOfTheGrains) {
  for (const double rate : {0.0, 0.2}) {
    Pile pile = collinear({100, -50, 3}, {1, 2, 3}, rate);
    add_ball(pile, 1, {900, 0, 0}, {70, 0, 0});
    const Virial v = virial(pile, 1);
    ASSERT_EQ(v.contacts.size(), 3u);
    EXPECT_NEAR(v.load, 4 * kPull, 1e-12);
    EXPECT_NEAR(v.contacts[0], 2 * (kPull - 4 * rate * rate), 1e-12);
    EXPECT_NEAR(sum(v.motion), 2 * 2 * 4 * rate * rate, 1e-12);
    EXPECT_NEAR((sum(v.contacts) + sum(v.motion)) / v.load, 1, 1e-12);
    EXPECT_EQ(v.contacts[2], 0);
    EXPECT_EQ(v.motion[2], 0);
  }
  const Pile pile = collinear();
  EXPECT_NEAR(-gravity::direct_energy(pile.model.mass, pile.state.position, 1), 1.166667 + 2 * 0.5, 1e-6);
}

// Energies for stop rules and Q leave out forces within a grain: 1/2 of each dumbbell.
TEST(GrainGravity, MutualEnergyIsBetweenGrains) {
  constexpr double mutual = -(1.0 / 2 + 2.0 / 4 + 1.0 / 6);
  EXPECT_NEAR(experiment::largest_remnant(collinear(), 1).gravitational, mutual, 1e-14);
  const double all_pairs = ledger(collinear(), {}, 3, true, {}).gravitational;
  EXPECT_NEAR(all_pairs, 3 * (mutual - 2 * 0.5), 1e-14);
  EXPECT_NEAR(mutual_energy(collinear(), all_pairs, 3), 3 * mutual, 1e-14);
  // A single grain has no mutual energy: exactly 0.
  Pile one;
  add_shape(one, shape::glue("three", {{-1, 0, 0}, {1, 0, 0}, {0.1, 1.8, 0}}, {1, 1, 1}), {1, 2, 3}, Vec3::UnitX());
  EXPECT_EQ(mutual_energy(one, ledger(one, {}, 3, true, {}).gravitational, 3), 0);
}

// Glued pairs do not increase any scale: W = -7/6 between the two dumbbells, -13/6 for all pairs; sum m x^2 = 2 (1 +
// 9).
TEST(GrainGravity, ScalesExcludeGluedPairs) {
  Pile pile = collinear();
  const Ledger begin = ledger(pile, {}, 1, true, {});
  EXPECT_NEAR(begin.mutual, -7.0 / 6, 1e-14);
  EXPECT_NEAR(begin.gravitational, -13.0 / 6, 1e-14);
  EXPECT_NEAR(begin.total() - begin.of_motion(), -1, 1e-14);
  Drift drift;
  drift.update(begin, pile.model, pile.state);
  Account work;
  work.gravity_torque = {0, 0, 1e-3}, work.driven = -1e-3;
  const Ledger end = ledger(pile, {}, 1, true, work);
  drift.update(end, pile.model, pile.state);
  EXPECT_NEAR(drift.gravity_torque / (1e-3 / (1e-2 * std::sqrt(2 * 7.0 / 6 * 20))), 1, 1e-8);
  EXPECT_NEAR(drift.energy / (1e-3 / (7.0 / 6)), 1, 1e-8);
}

// Energy of glued pairs that is passed as an argument is not counted again.
TEST(GrainGravity, EnergyOfGluedPairsIsCountedOnce) {
  const Pile pile = collinear();
  const double glued = glued_energy(pile, 3);
  EXPECT_NEAR(glued, -3 * 2 * 0.5, 1e-14);
  EXPECT_EQ(ledger(pile, {}, 3, true, {}, glued).mutual, ledger(pile, {}, 3, true, {}).mutual);
  EXPECT_NEAR(ledger(pile, {}, 3, true, {}, glued - 1).mutual, 3 * -7.0 / 6 + 1, 1e-13);
  EXPECT_EQ(glued_energy(test::close_packed(0.1, 3, [](const Vec3&) { return true; }), 1), 0);
}

// Two balls of 3000 small spheres each, with centres 4000 radii apart, attract each other like two points. Their mutual
// energy is 2e-4 of the energy of all pairs, which fast sums give to a relative error of 1e-6.
TEST(GrainGravity, OfHugeGrainsFarApart) {
  Pile pile;
  test::Dice dice(3);
  Vec3s centres;
  for (int k = 0; k < 3000; ++k) centres.push_back(dice.in_ball());
  const shape::Aggregate ball = shape::glue("ball", centres, Reals(3000, 1e-3));
  add_shape(pile, ball, {0, 0, 0}, Vec3::UnitX());
  add_shape(pile, ball, {4000, 0, 0}, Vec3::UnitX());
  const double mass = pile.state.grouping.grains[0].mass;
  EXPECT_NEAR(ledger(pile, {}, 1, true, {}).mutual / (-mass * mass / 4000), 1, 1e-6);
}

// Free spheres beside a grain count with all pairs; without grains no bit changes.
TEST(GrainGravity, FreeSpheresCountWhole) {
  Pile pile;
  for (int k = 0; k < 5; ++k) add_ball(pile, 1, {2.3 * k, 0.1 * k, 0});
  const double all_pairs = ledger(pile, {}, kBall, true, {}).gravitational;
  EXPECT_EQ(mutual_energy(pile, all_pairs, kBall), all_pairs);
  Pile mixed = collinear();
  add_ball(mixed, 1, {0, 4, 0});
  const double ball = -2 * (1 / 5.0 + 1 / std::sqrt(17.0));
  EXPECT_NEAR(mutual_energy(mixed, ledger(mixed, {}, 1, true, {}).gravitational, 1), -7.0 / 6 + ball, 1e-14);
}

// A uniform field has no virial about the centre of mass: the forces of the floor and of the contacts balance.
TEST(GrainVirial, WallsAndUniformGravity) {
  const double mg = 7;
  Pile pile;
  add_dumbbell(pile, {5, 5, 42}, Vec3::UnitZ());
  add_ball(pile, 1, {5, 5, 45});
  touch(pile, 1, 2, {0, 0, -mg});
  touch_wall(pile, 0, 0, {0, 0, -1}, 0, {0, 0, 3 * mg});
  const Virial v = virial(pile, 0);
  EXPECT_NEAR(sum(v.contacts), mg * (1 + 3 + 5), 1e-12);  // sum m g z of the spheres
  EXPECT_NEAR(sum(v.contacts) / v.load, 1, 1e-13);
}

// Free spheres: the load is |W|.
TEST(GrainVirial, OfFreeSpheresIsTheirEnergy) {
  Pile pile;
  for (int k = 0; k < 5; ++k) add_ball(pile, 1, {1.99 * k, 0.1 * k, 0});
  const double W = gravity::direct_energy(pile.model.mass, pile.state.position, 3);
  EXPECT_NEAR(virial(pile, 3).load / -W, 1, 1e-13);
}

// On a floor: the contact carries 2 m g at a distance 2 r below the dumbbell's centre; m g r for its lower sphere
// alone.
TEST(GrainStress, UprightDumbbellOnAFloor) {
  const double mg = 7;
  Pile pile, ball;
  add_dumbbell(pile, {0, 0, 2}, Vec3::UnitZ());
  touch_wall(pile, 0, 0, {0, 0, -1}, 0, {0, 0, 2 * mg});
  add_ball(ball, 1, {0, 0, 1});
  touch_wall(ball, 0, 0, {0, 0, -1}, 0, {0, 0, 2 * mg});
  EXPECT_NEAR(traces(contact_moments(pile)), 4 * mg, 1e-12);
  EXPECT_NEAR(traces(contact_moments(pile)) / traces(contact_moments(ball)), 2, 1e-12);
}

// Two dumbbells side by side touch at two points: one contact of two grains, Z = 1.
TEST(GrainCoordination, TrackCountsPairsOfGrains) {
  Pile pile;
  add_dumbbell(pile, {0, 0, 0}, Vec3::UnitX());
  add_dumbbell(pile, {0, 2, 0}, Vec3::UnitX());
  add_ball(pile, 1, {10, 0, 0});
  touch(pile, 0, 2, {0, -1, 0});
  touch(pile, 1, 3, {0, -1, 0});
  const Reals row = run::ledger_row({}, {}, pile, {}, {});
  EXPECT_EQ(row[row.size() - 2], 1);                 // contacts
  EXPECT_NEAR(row[row.size() - 1], 2.0 / 3, 1e-15);  // coordination
}

// A dumbbell on a floor touches one wall at two points: it is not a rattler.
TEST(GrainCoordination, CoreCountsPoints) {
  Pile pile;
  add_dumbbell(pile, {0, 0, 1}, Vec3::UnitX());
  touch_wall(pile, 0, 0, {0, 0, -1}, 0, {0, 0, 1});
  touch_wall(pile, 1, 0, {0, 0, -1}, 0, {0, 0, 1});
  const std::vector<ContactKey> points = between_grains(grains_of(pile), pile.contacts.key);
  EXPECT_EQ(points, std::vector<ContactKey>(2, ContactKey::of_wall(0, 0)));
  const Coordination core = core_coordination(1, points, 2);
  EXPECT_EQ(core.grains, 1u);
  EXPECT_EQ(core.contacts, 1u);
  EXPECT_EQ(core.points, 2u);
  EXPECT_DOUBLE_EQ(core.number, 1);
  EXPECT_EQ(core_coordination(1, points, 3).grains, 0u);
}

TEST(GrainContacts, GluedPairsAreNoContacts) {
  Pile pile;
  add_dumbbell(pile, {0, 0, 0}, Vec3::UnitX());
  add_ball(pile, 2, {3.8, 0, 0});
  touch(pile, 0, 1, {-100, 0, 0});
  pile.contacts.gap[0] = -0.9;
  touch(pile, 1, 2, {-5, 3, 0});
  const ContactForces forces = contact_forces(pile);
  EXPECT_EQ(forces.contact, (std::vector<std::size_t>{1}));
  EXPECT_NEAR(forces.normal.at(0), 5, 1e-14);
  EXPECT_NEAR(forces.tangential.at(0), 3, 1e-14);
  EXPECT_NEAR(forces.relative_overlap.at(0), 0.2, 1e-14);
  EXPECT_EQ(largest_overlaps(pile).size(), 2u);
  EXPECT_NEAR(largest_overlaps(pile)[0], 0.2, 1e-14);
  EXPECT_NEAR(largest_overlaps(pile)[1], 0.2, 1e-14);
  EXPECT_EQ(pressed_deep(pile, 0.15), (std::vector<char>{1, 0}));  // 0.2 of the member's radius, 0.1 of the ball's
  experiment::Overlaps watch({.deep = 0.01});
  watch.observe({pile});
  const std::vector<experiment::Finding> found = watch.findings();
  EXPECT_EQ(found.at(0).value, forces.relative_overlap[0]);
  EXPECT_EQ(found.at(1).value, 1);
  EXPECT_EQ(found.at(2).value, 1);
}

// A spinning dumbbell of unit spheres and masses: I = 2 (2/5 + 1) = 14/5 across; it rotates as a whole, and its centre
// moves independently.
TEST(GrainLedger, RotationIsTheWholeGrains) {
  Pile pile;
  add_dumbbell(pile, {5, 0, 0}, Vec3::UnitX(), {0, 3, 0}, {0, 0, 2});
  const Ledger now = ledger(pile, {}, 1, false, {});
  EXPECT_NEAR(now.kinetic_translational, 0.5 * 2 * 9, 1e-12);
  EXPECT_NEAR(now.kinetic_rotational, 0.5 * 2.8 * 4, 1e-12);
  EXPECT_LT((now.angular_orbital - Vec3(0, 0, 2 * 5 * 3)).norm(), 1e-12);
  EXPECT_LT((now.angular_spin - Vec3(0, 0, 2.8 * 2)).norm(), 1e-12);
}

// The difference between the moments of a union and those of its members is kept in a part of the pile.
TEST(GrainPart, KeepsTheUnion) {
  Pile pile;
  add_ball(pile, 1, {-9, 0, 0});
  add_union(pile, {0, 0, 0}, {0, 0, 0}, {0.3, 0.2, 2});
  add_union(pile, {9, 0, 0}, {0, 1, 0}, {0.1, 1, 0});
  const double whole = experiment::kinetic_energy(pile.model, pile.state);
  const Pile both = part(pile, {1, 2, 3, 4});
  EXPECT_NEAR(experiment::kinetic_energy(both.model, both.state) / whole, 1, 1e-14);
}

TEST(GrainLedger, TotalIsThatOfTheMembers) {
  Pile pile;
  add_union(pile, {3, 1, 0}, {0.1, 2, 0}, {0.3, 0.2, 2});
  add_dumbbell(pile, {-4, 1, 7}, Vec3(1, 2, 2) / 3, {0, 1, 0.5}, {0.1, 1, 0});
  const Ledger now = ledger(pile, {}, 1, false, {});
  Vec3 angular = Vec3::Zero();
  for (std::size_t i = 0; i < pile.size(); ++i) {
    angular += pile.model.mass[i] * pile.state.position[i].cross(pile.state.velocity[i]);
    angular += spin_momentum(pile.model, pile.state, i, pile.state.spin[i]);
  }
  EXPECT_NEAR(now.kinetic() / experiment::kinetic_energy(pile.model, pile.state), 1, 1e-14);
  EXPECT_LT((now.angular() - angular).norm(), 1e-13 * angular.norm());
}

TEST(GrainPart, IsAPileWithItsGrains) {
  Pile pile = collinear();
  add_ball(pile, 1, {9, 0, 0});
  const Pile right = part(pile, {2, 3, 4});
  ASSERT_EQ(right.state.grouping.grains.size(), 1u);
  EXPECT_EQ(right.state.grouping.first_member(0), 0u);
  EXPECT_EQ(right.state.grouping.grain, (std::vector<Index>{0, 0, -1}));
  EXPECT_EQ(right.state.grouping.offset[1], pile.state.grouping.offset[3]);
  EXPECT_EQ(right.state.orientation.size(), 1u);
  EXPECT_TRUE(part(pile, {4}).state.grouping.grain.empty());
  EXPECT_EQ(part(pile, {0, 1, 2, 3}).contacts.size(), 1u);
  for (const std::vector<Index>& cut : Lists{{0}, {1, 2, 3}, {0, 1, 2}, {3, 4}, {0, 3}})
    EXPECT_THROW(part(pile, cut), InputError);
}

// Two unit spheres 1 apart share 5 pi / 12 (a vesica piscis turned about its axis): 9 pi / 4 in all.
TEST(GrainVolume, SharedVolumeFollowsTheMasses) {
  Pile once, twice;
  add_union(once, {0, 0, 0});
  test::add_shape(twice, shape::glue("pair", {{-0.5, 0, 0}, {0.5, 0, 0}}, {1, 1}), {0, 0, 0}, Vec3::UnitX());
  EXPECT_NEAR(grain_volume(once), 9 * pi / 4, 1e-4);
  EXPECT_NEAR(grain_volume(twice), 2 * kBall, 1e-13);
  EXPECT_NEAR(solid_fraction_within(once, 3), 9 * pi / 4 / (kBall * 27), 1e-6);
  EXPECT_NEAR(solid_fraction_within(twice, 3), 2.0 / 27, 1e-14);
  EXPECT_NEAR(grain_radii(once, grains_of(once))[0], std::cbrt(27.0 / 16), 1e-5);
}

// A dumbbell of unit spheres and masses, moments 4/5, 14/5, 14/5.
TEST(GrainShape, RadiiAndEllipsoid) {
  Pile pile;
  add_dumbbell(pile, {7, 8, 9}, Vec3(2, -1, 2) / 3);
  const Ellipsoid e = ellipsoid(pile);
  EXPECT_LT((e.moments - Vec3(0.8, 2.8, 2.8)).norm(), 1e-13);
  EXPECT_LT((e.extents - Vec3(2, 1, 1)).norm(), 1e-13);
  EXPECT_DOUBLE_EQ(total_mass(pile), 2);
  EXPECT_LT((centre_of_mass(pile) - Vec3(7, 8, 9)).norm(), 1e-14);
  const auto radii = bulk_radii(pile);
  EXPECT_NEAR(radii[0], std::cbrt(2.0), 1e-13);
  EXPECT_NEAR(radii[1], 2, 1e-13);
  EXPECT_NEAR(radii[2], std::sqrt(5 * 4.8 / 4), 1e-13);
  // If the radius encloses 95 % of both members, it encloses 95 % of each member.
  EXPECT_NEAR(shape::lens_volume(radii[3], 1, 1) / kBall, 0.95, 1e-12);
  EXPECT_NEAR(shape::lens_volume(half_mass_equivalent_radius(pile) / std::cbrt(2.0), 1, 1) / kBall, 0.5, 1e-12);
  EXPECT_NEAR(encompassing_radius(pile), 2, 1e-13);
  EXPECT_NEAR(volume(pile, measure::Volume::sphere, 1), 8 * kBall, 1e-12);
  EXPECT_NEAR(volume(pile, measure::Volume::cluster, 1), 8 * kBall, 1e-12);
  EXPECT_NEAR(default_alpha(pile), 3, 1e-15);
}

TEST(GrainShape, EllipsoidHasTheUnionsMoments) {
  Pile pile;
  add_union(pile, {0, 0, 0});
  Vec3 wanted = pile.state.grouping.grains[0].moments;
  EXPECT_LT((ellipsoid(pile).moments - wanted).norm(), 1e-13 * wanted.norm());
}

// Two dumbbells inside, two balls of mass 2 outside: the inner half of the mass is the dumbbells.
TEST(GrainSegregation, ByGrains) {
  Pile pile;
  add_dumbbell(pile, {0, 1, 0}, Vec3::UnitX());
  add_dumbbell(pile, {0, -1, 0}, Vec3::UnitX());
  add_ball(pile, 0.5, {0, 0, 9}, Vec3::Zero(), 2);
  add_ball(pile, 0.5, {0, 0, -9}, Vec3::Zero(), 2);
  const Segregation s = segregation(pile);
  EXPECT_NEAR(s.inner, std::cbrt(2.0), 1e-14);
  EXPECT_NEAR(s.outer, 0.5, 1e-14);
  EXPECT_NEAR(s.mean, (std::cbrt(2.0) + 0.5) / 2, 1e-14);
}

// A rotating grain beside one at rest: all its energy is motion within the remnant, minus the energy of their common
// rigid motion.
TEST(GrainRemnant, EnergyOfAUnionCounts) {
  Pile pile;
  add_union(pile, {0, 0, 0}, {0, 0, 0}, {0, 0, 2});
  add_union(pile, {0, 2.05, 0});
  const double all = experiment::kinetic_energy(pile.model, pile.state);
  const double rigid = experiment::rigid_motion(pile.model, pile.state).kinetic;
  EXPECT_NEAR(experiment::largest_remnant(pile, 1).kinetic / (all - rigid), 1, 1e-12);
}

// A dumbbell leaves at more than the escape speed and rotates so that one of its members is slow: it is neither divided
// nor captured. The escape speed from the mass 100 at the distance 20 is sqrt(10) = 3.16. The centre has the speed 4,
// and the members have 4 +- 2.
TEST(GrainClusters, CaptureUsesTheCentreOfMass) {
  Pile pile;
  for (int k = 0; k < 4; ++k) add_ball(pile, 1, {2.0 * k, 0, 0}, {0, 0, 0}, 25);
  add_dumbbell(pile, {3, 20, 0}, Vec3::UnitX(), {0, 4, 0}, {0, 0, 2});
  EXPECT_EQ(three_step(pile, {.G = 1, .least = 2}), (Lists{{0, 1, 2, 3}}));
  EXPECT_EQ(experiment::largest_remnant(pile, 1).members, (std::vector<Index>{0, 1, 2, 3}));
}

// Members that do not touch are connected nevertheless, and a grain counts once for any number of members.
TEST(GrainClusters, CountGrains) {
  Pile pile;
  test::add_shape(pile, shape::glue("far", {{-3, 0, 0}, {3, 0, 0}}, {1.1, 1.1}), {0, 0, 0}, Vec3::UnitX());
  add_ball(pile, 1, {30, 0, 0});
  add_ball(pile, 1, {30, 2, 0});
  const Lists found = clusters(pile.size(), touching_pairs(pile), pile.model.mass);
  EXPECT_EQ(found, (Lists{{0, 1}, {2, 3}}));
  EXPECT_EQ(friends(pile), found);
  EXPECT_EQ(labels(pile, found, 2), (std::vector<Index>{0, 0, 1, 1}));
  EXPECT_EQ(heaviest_cluster(pile), (std::vector<Index>{0, 1}));
  EXPECT_EQ(count_grains(pile.state.grouping, {0, 1, 3}), 2u);
}

// A union in free flight: centre and velocity are those of the grain, and its angular momentum uses the moments of the
// grain.
TEST(GrainClusters, FragmentIsTheGrain) {
  Pile pile;
  const Vec3 spin(0.3, 0.2, 2);
  add_union(pile, {5, 6, 7}, {1, 2, 3}, spin);
  const Fragment f = fragment(pile, {0, 1});
  EXPECT_EQ(f.grains, 1u);
  EXPECT_EQ(f.bodies, 2u);
  EXPECT_LT((f.centre - Vec3(5, 6, 7)).norm(), 1e-12);
  EXPECT_LT((f.velocity - Vec3(1, 2, 3)).norm(), 1e-12);
  const Grain& grain = pile.state.grouping.grains[0];
  const Mat3 axes = pile.state.orientation[0].toRotationMatrix();
  const Vec3 momentum = axes * grain.moments.asDiagonal() * axes.transpose() * spin;
  EXPECT_LT((f.spin_momentum - momentum).norm(), 1e-12 * momentum.norm());
}

// A remnant of a dumbbell and a heavy ball. A dumbbell moves away: its centre is slower than the escape speed, and one
// member is faster.
TEST(GrainClusters, RemnantAndEjecta) {
  Pile pile;
  add_dumbbell(pile, {0, 2, 0}, Vec3::UnitX());
  add_ball(pile, 1, {0, 0, 0}, Vec3::Zero(), 998);
  add_dumbbell(pile, {0, 0, 80}, Vec3::UnitX(), {0, 4, 0}, {0, 0, 2});  // escape speed: sqrt(2000 / 80) = 5
  const SizeClasses sizes = size_classes(pile);
  const std::vector<Index> remnant{0, 1, 2};
  const Composition c = composition(pile, sizes, remnant);
  EXPECT_EQ(c.grains, 2u);
  EXPECT_EQ(c.grains_in, (std::vector<std::size_t>{1, 1}));
  EXPECT_EQ(c.mass_in[0], 998);
  EXPECT_NEAR(c.mass_in[1], 2, 1e-14);
  EXPECT_NEAR(c.number_mean, (1 + std::cbrt(2.0)) / 2, 1e-14);
  EXPECT_NEAR(c.mass_mean, (998 + 2 * std::cbrt(2.0)) / 1000, 1e-14);
  EXPECT_NEAR(composition(pile, sizes).number_mean, (1 + 2 * std::cbrt(2.0)) / 3, 1e-14);
  const Ejecta thrown = ejecta(pile, remnant, 1);
  EXPECT_EQ(thrown.speed.size(), 1u);
  EXPECT_NEAR(thrown.speed.at(0), 4, 1e-12);
  EXPECT_NEAR(thrown.mass, 2, 1e-14);
  EXPECT_EQ(thrown.unbound_mass, 0);
}

// Eight dumbbells in a block and one ball far away: all searches find one cluster of eight grains.
TEST(GrainClusters, SearchesAgree) {
  Pile pile;
  for (int k = 0; k < 8; ++k) add_dumbbell(pile, {4.0 * (k & 1), 2.0 * (k >> 1 & 1), 2.0 * (k >> 2)}, Vec3::UnitX());
  add_ball(pile, 1, {1000, 0, 0}, {9, 0, 0});
  const Searches searches = search_all(pile, {.G = 1, .least = {}});
  EXPECT_EQ(searches.least, 5u);
  EXPECT_EQ(searches.whole.grains, 9u);
  for (const Found& found : searches.found) {
    ASSERT_EQ(found.fragments.size(), 1u) << found.finder;
    EXPECT_EQ(found.fragments[0].grains, 8u);
    EXPECT_EQ(found.fragments[0].bodies, 16u);
    EXPECT_EQ(found.remnant.grains, 8u);
    EXPECT_EQ(found.agreement, (std::array<double, 3>{1, 1, 1}));
  }
  EXPECT_TRUE(search_all(pile, {.G = 1, .least = 9}).found[1].fragments.empty());
}

}  // namespace
}  // namespace rubble::measure
