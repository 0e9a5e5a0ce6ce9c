// Contact Dynamics of compounds of hulls: a compound moves as the body that its parts make.
#include "base/parallel.hpp"
#include "measure/ledger/ledger.hpp"
#include "physics/impulse_scene.hpp"
#include "unit/compounds.hpp"

#include <numeric>

#include <gtest/gtest.h>

namespace rubble::test {
namespace {

constexpr double kGravity = 9.81;
constexpr double kDensity = 2000;
const Vec3 kSides(2, 1.2, 0.8);  // of the box that kHalves make

// The body of the first grain.
GrainMotion motion(const ImpulseRun& run, std::size_t grain = 0) {
  return motion_of(run.pile().model, run.pile().state, grain);
}

// One box, and the compound of two boxes with its shape.
struct Twins {
  ImpulseRun whole, halves;

  static Pile one(bool single, const Vec3& origin, const Quaternion& turn, const Vec3& velocity, const Vec3& spin) {
    Pile pile;
    if (single)
      add_single_box(pile, kSides, kDensity, origin, turn, velocity, spin);
    else
      add_compound(pile, of_boxes(kHalves), kDensity, origin, turn, velocity, spin);
    return pile;
  }
  Twins(const nscd::Parameters& p, const External& external, const Vec3& origin, const Quaternion& turn,
        const Vec3& velocity, const Vec3& spin)
      : whole(p, one(true, origin, turn, velocity, spin), external),
        halves(p, one(false, origin, turn, velocity, spin), external) {}

  void expect_equal(double tolerance) const {
    const GrainMotion a = motion(whole);
    const GrainMotion b = motion(halves);
    EXPECT_LT((a.position - b.position).norm(), tolerance);
    EXPECT_LT((a.velocity - b.velocity).norm(), tolerance);
    EXPECT_LT((whole.spin(0) - halves.spin(0)).norm(), tolerance);
  }
};

TEST(ImpulseCompounds, TurnAsTheWhole) {
  Twins twins(impulses(1e-2), {}, {1, 2, 3}, shape::quaternion(1, 0.2, -0.3, 0.4), {0.1, 0, 0}, {0.3, 2, -0.4});
  twins.whole.until(10);
  twins.halves.until(10);
  twins.expect_equal(1e-9);
  EXPECT_GT((twins.whole.spin(0) - Vec3(0.3, 2, -0.4)).norm(), 0.1);
}

// A corner meets a plane with restitution and friction.
TEST(ImpulseCompounds, ReboundAsTheWhole) {
  Twins twins(impulses(1e-3, 0.3, 0.6), floor_under(Vec3::Zero()), {0, 0, 1.5}, shape::quaternion(1, 0.2, -0.3, 0.4),
              {0.5, 0.2, -2}, {0.3, 1, -0.4});
  twins.whole.until(0.6);
  twins.halves.until(0.6);
  twins.expect_equal(1e-9);
  EXPECT_GT(motion(twins.whole).velocity.z(), -1);
}

TEST(ImpulseCompounds, SlideAsTheWhole) {
  Twins twins(impulses(1e-3, 0.3), floor_under({0, 0, -kGravity}), {0, 0, 0.4}, Quaternion::Identity(), {2, 0.5, 0},
              Vec3::Zero());
  for (const double time : {0.1, 0.3, 1.0}) {
    twins.whole.until(time);
    twins.halves.until(time);
    twins.expect_equal(1e-9);
  }
  EXPECT_LT(motion(twins.halves).velocity.norm(), 1e-9);
}

// A small box and a ball move along the flat top of a compound, across its seams. They overlap it by a given depth,
// which no recovery reduces. Nothing pushes them, so that their velocities keep all bits but rounding.
TEST(ImpulseCompounds, NothingHitsASeam) {
  std::vector<BoxAt> boxes;
  for (int k = 0; k < 8; ++k) boxes.push_back({{1, 2, 1}, {k + 0.5, 0, -0.5}});
  for (const double depth : {-1e-9, 0.0, 1e-6, 1e-4, 1e-3}) {
    for (const double speed : {0.4, 1.7}) {
      Pile pile;
      add_compound(pile, of_boxes(boxes), 1e6);
      add_single_box(pile, {0.4, 0.4, 0.4}, kDensity, {0.5, 0.3, 0.2 - depth}, Quaternion::Identity(), {speed, 0, 0});
      add_sphere(pile, 0.2, kDensity, {0.5, -0.3, 0.2 - depth}, {speed, 0, 0});
      nscd::Parameters p = impulses(2e-3);
      p.contact.recovery = 0;
      p.contact.start_overlap = {};
      ImpulseRun run(p, pile);
      run.until(3 / speed);
      for (const std::size_t i : {8, 9})
        EXPECT_LT((run.velocity(i) - Vec3(speed, 0, 0)).norm(), 1e-12)
            << depth << " " << speed << " " << i << " " << run.velocity(i).transpose();
      EXPECT_NEAR(run.position(8).x(), 3.5, 0.01);
    }
  }
}

// A box, a box in two parts, a staple and a ball slide without friction on a frozen floor of flush hulls, which they
// press by their weight. The floor rests or moves along, against or across them. No speed changes.
TEST(ImpulseCompounds, SlideOnAFrozenFloorOfHulls) {
  std::vector<BoxAt> boxes;
  for (int k = 0; k < 8; ++k)
    for (int l = 0; l < 2; ++l) boxes.push_back({{1, 2, 1}, {k + 0.5, 2.0 * l - 1, -0.5}});
  const std::vector<BoxAt> halves{{{0.3, 0.4, 0.4}, {-0.25, 0, 0}}, {{0.5, 0.4, 0.4}, {0.15, 0, 0}}};
  const std::vector<BoxAt> staple{
      {{1, 0.4, 0.2}, {0, 0, 0.3}}, {{0.2, 0.4, 0.4}, {-0.4, 0, 0}}, {{0.2, 0.4, 0.4}, {0.4, 0, 0}}};
  const Vec3 velocity(1.4, 0.2, 0);
  for (const Vec3& floor_velocity : {Vec3(0, 0, 0), Vec3(-0.4, 0, 0), Vec3(0, 0.3, 0)}) {
    Pile pile;
    add_compound(pile, of_boxes(boxes), kDensity);
    const std::size_t floor = pile.size();
    add_single_box(pile, {0.4, 0.4, 0.4}, kDensity, {1.5, -1.2, 0.2}, Quaternion::Identity(), velocity);
    add_compound(pile, of_boxes(halves), kDensity, {1.5, -0.4, 0.2}, Quaternion::Identity(), velocity);
    add_compound(pile, of_boxes(staple), kDensity, {1.5, 0.4, 0.2}, Quaternion::Identity(), velocity);
    add_sphere(pile, 0.2, kDensity, {1.5, 1.2, 0.2}, velocity);
    External external;
    external.uniform = {0, 0, -kGravity};
    FrozenBodies frozen;
    frozen.motion.velocity = floor_velocity;
    frozen.motion.since = 0;
    std::vector<Index> bodies(floor);
    std::iota(bodies.begin(), bodies.end(), 0);
    frozen.at_rest = std::make_shared<const FrozenPositions>(positions_at_rest(pile.state, bodies, frozen.motion));
    external.frozen.push_back(frozen);
    place(external.frozen, 0, pile.state);
    nscd::Parameters p = impulses(4e-3);
    p.solver.tolerance = 1e-10;
    ImpulseRun run(p, pile, external);
    run.until(2);
    for (std::size_t i = floor; i < pile.size(); ++i) {
      EXPECT_LT((run.velocity(i) - velocity).norm(), 1e-9) << i << " " << run.velocity(i).transpose();
      EXPECT_LT(run.spin(i).norm(), 1e-9) << i;
      EXPECT_NEAR(run.position(i).x(), pile.state.position[i].x() + 2.8, 1e-8) << i;
    }
    EXPECT_LT((run.position(0) - pile.state.position[0] - 2 * floor_velocity).norm(), 1e-12);
  }
}

// The L stands on its foot, a column of 1 x 1 x 3. Its arm of length `arm` at the top has the centre of mass of the
// body at x = (arm + 1) arm / (2 (3 + arm)) from the middle of the foot: inside the foot up to arm = sqrt(3).
TEST(ImpulseCompounds, EllTipsIfItsCentreIsBesideItsFoot) {
  for (const double arm : {1.65, 1.80}) {
    const std::vector<BoxAt> ell{{{1, 1, 3}, {0, 0, 1.5}}, {{arm, 1, 1}, {0.5 + 0.5 * arm, 0, 2.5}}};
    Pile pile;
    add_compound(pile, of_boxes(ell), kDensity);
    ImpulseRun run(impulses(5e-3, 0.8), pile, floor_under({0, 0, -kGravity}));
    const double centre = (arm + 1) * arm / (2 * (3 + arm));
    EXPECT_NEAR(motion(run).position.x(), centre, 1e-12);
    run.until(5);
    if (centre < 0.5)
      EXPECT_LT(run.spin(0).norm() + (motion(run).position - Vec3(centre, 0, (4.5 + 2.5 * arm) / (3 + arm))).norm(),
                1e-8);
    else
      EXPECT_LT(motion(run).position.z(), 1.3);  // it lies on its arm
  }
}

// A staple hangs over the bar of another one that stands on its legs. The force between them is the weight.
TEST(ImpulseCompounds, StapleHangsOnAStaple) {
  const shape::Compound staple = of_boxes(kStaple);
  Pile pile;
  add_compound(pile, staple, kDensity, {0, 0, 8});
  add_compound(pile, staple, kDensity, {0, 0, 9}, Quaternion(Eigen::AngleAxisd(std::numbers::pi / 2, Vec3::UnitZ())));
  External external = floor_under({0, 0, -kGravity});
  external.planes[0].point = {0, 0, 1.5};
  ImpulseRun run(impulses(2e-3, 0.5), pile, external);
  run.until(2);
  EXPECT_NEAR(run.position(0).z(), 8, 1e-6);
  EXPECT_NEAR(run.position(3).z(), 9, 1e-6);
  Vec3 force = Vec3::Zero();
  const Contacts contacts = run.contacts();
  for (std::size_t c = 0; c < contacts.size(); ++c) {
    if (contacts.key[c].on_wall()) continue;
    EXPECT_TRUE(contacts.key[c].a < 3 && contacts.key[c].b >= 3);
    force += contacts.force[c];  // on the first staple
  }
  const double weight = kGravity * kDensity * staple.volume;
  EXPECT_LT((force - Vec3(0, 0, -weight)).norm(), 1e-6 * weight);
}

// Boxes in a box without a lid: whole ones, or each cut in two. The cut does not change the thickness.
Pile boxes_in_the_air(bool whole) {
  const std::vector<BoxAt> cut{{{0.9, 0.8, 0.6}, {-0.55, 0, 0}}, {{1.1, 0.8, 0.6}, {0.45, 0, 0}}};
  const shape::Compound halves = of_boxes(cut);
  Pile pile;
  for (int i = 0; i < 24; ++i) {
    Random random(7, Purpose::kPlace, static_cast<std::uint64_t>(i));
    const Vec3 centre(2.2 * (i % 2) - 1.1, 2.2 * (i / 2 % 2) - 1.1, 1.5 + 2.2 * (i / 4));
    const Quaternion turn = Quaternion::FromTwoVectors(Vec3::UnitX(), random.in_ball());
    if (whole)
      add_single_box(pile, {2, 0.8, 0.6}, kDensity, centre, turn);
    else
      add_compound(pile, halves, kDensity, centre, turn);
  }
  return pile;
}

// (pile of single boxes, or of compounds of two halves) => the deepest overlap of two whole boxes, whose centres and
// axes are those of the grains [m].
double deepest_overlap(const Pile& pile) {
  const shape::PlacedShape box = hull_of({{2, 0.8, 0.6}, Vec3::Zero()});
  const shape::PreparedShape solid(box.shape);
  std::vector<shape::Placement> at;
  for (std::size_t g = 0; g < pile.state.grouping.grains.size(); ++g) {
    const GrainMotion motion = motion_of(pile.model, pile.state, g);
    at.push_back({motion.position, motion.orientation, box.placement.radius});
  }
  double deepest = 0;
  for (std::size_t i = 0; i < at.size(); ++i)
    for (std::size_t j = i + 1; j < at.size(); ++j) {
      shape::SeparationCache cache;
      deepest = std::max(deepest, -shape::separation(solid, at[i], solid, at[j], cache).gap);
    }
  return deepest;
}

// Deepest overlap of two boxes during the fall of a heap, and the mean height of the boxes at its end [m].
struct Heap {
  double deepest = 0;
  double height = 0;
};

Heap fallen_heap(bool whole, double step) {
  External external;
  for (const Vec3& normal : {Vec3(0, 0, 1), Vec3(1, 0, 0), Vec3(-1, 0, 0), Vec3(0, 1, 0), Vec3(0, -1, 0)}) {
    Plane wall;
    wall.normal = normal;
    wall.point = normal.z() > 0 ? Vec3(Vec3::Zero()) : Vec3(-2.3 * normal);
    external.planes.push_back(wall);
  }
  external.uniform = {0, 0, -kGravity};
  nscd::Parameters p = impulses(step, 0.4);
  p.solver.tolerance = 1e-5;
  p.solver.iterations = 1000;
  ImpulseRun run(p, boxes_in_the_air(whole), external);
  Heap heap;
  for (int k = 1; k <= 60; ++k) {
    run.until(0.05 * k);
    heap.deepest = std::max(heap.deepest, deepest_overlap(run.pile()));
  }
  for (std::size_t g = 0; g < run.pile().state.grouping.grains.size(); ++g)
    heap.height += motion(run, g).position.z() / 24;
  return heap;
}

// The largest overlap of heaps of cut boxes during their fall is at most twice that of the same heaps of whole boxes,
// and both lie as high. The heights of single heaps have a sample standard deviation of 2 to 4 %, so that means of four
// are compared.
TEST(ImpulseCompounds, HeapsOfCutBoxesOverlapAsThoseOfWholeBoxes) {
  Heap mean[2];
  for (const bool whole : {false, true})
    for (int k = 0; k < 4; ++k) {
      const Heap heap = fallen_heap(whole, 2e-3 * (1 - 0.01 * k));
      EXPECT_LT(heap.deepest, 0.03) << whole << " " << k;
      mean[whole].deepest += heap.deepest / 4;
      mean[whole].height += heap.height / 4;
    }
  EXPECT_LT(mean[0].deepest, 2 * mean[1].deepest);
  EXPECT_NEAR(mean[0].height, mean[1].height, 0.1 * mean[1].height);
}

// Staples and crosses that fly together, with self-gravity.
Pile crowd() {
  Pile pile;
  for (int i = 0; i < 18; ++i) {
    Random random(3, Purpose::kPlace, static_cast<std::uint64_t>(i));
    const Vec3 centre = Vec3(14 * (i % 3 - 1), 14 * (i / 3 % 3 - 1), 14 * (i / 9));
    const Quaternion turn = Quaternion::FromTwoVectors(Vec3::UnitX(), random.in_ball());
    add_compound(pile, of_boxes(i % 2 == 0 ? kStaple : kCross), kDensity, centre, turn,
                 4 * random.in_ball() - 0.8 * centre, random.in_ball());
  }
  return pile;
}

nscd::Parameters crowded() {
  nscd::Parameters p = impulses(4e-3, 0.5, 0.2);
  p.gravity = {gravity::Summation::direct, 1e-5};
  p.solver.tolerance = 1e-6;
  p.solver.iterations = 1000;
  return p;
}

TEST(ImpulseCompounds, LedgerCloses) {
  const External nothing;
  const Pile start = crowd();
  ImpulseRun run(crowded(), start);
  run.until(0);
  const measure::Ledger before = measure::ledger(run.pile(), nothing, 1e-5, true, run.account());
  run.until(2);
  const measure::Ledger after = measure::ledger(run.pile(), nothing, 1e-5, true, run.account());
  EXPECT_GT(after.account.dissipated(), 0.1 * before.kinetic());
  double momentum = 0;
  double angular = 0;
  for (std::size_t i = 0; i < start.size(); ++i) {
    momentum += start.model.mass[i] * start.state.velocity[i].norm();
    angular += start.model.mass[i] * start.state.position[i].norm() * start.state.velocity[i].norm();
  }
  EXPECT_LT((after.momentum - before.momentum).norm(), 1e-12 * momentum);
  EXPECT_LT((after.angular() - before.angular() - after.account.gravity_torque).norm(), 1e-11 * angular);
  EXPECT_NEAR(after.of_motion(), before.of_motion(), 1e-4 * before.kinetic());
}

TEST(ImpulseCompounds, ThreadsAndRestarts) {
  Reals first;
  for (const int n : {1, 2, 4}) {
    set_threads(n);
    ImpulseRun run(crowded(), crowd());
    run.until(1.2);
    EXPECT_GT(run.account().dissipated(), 0);
    if (first.empty()) first = everything(run);
    EXPECT_TRUE(same_bits(first, everything(run))) << n;
  }
  set_threads(1);
  for (const double stop : {0.5, 1.0}) {
    ImpulseRun part(crowded(), crowd());
    part.until(stop);
    ImpulseRun rest(part, memory_of(part.stepper()));
    rest.until(1.2);
    EXPECT_TRUE(same_bits(first, everything(rest))) << stop;
  }
}

}  // namespace
}  // namespace rubble::test
